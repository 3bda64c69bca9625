// StandingsHtml: one page that needs no other file.

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/board/viewer_files.h"
#include "frontends/comparison/settings.h"
#include "frontends/contest/standings.h"
#include "frontends/report/format.h"
#include "frontends/report/grid.h"
#include "frontends/report/html_style.h"
#include "frontends/report/report.h"
#include "frontends/report/svg.h"

namespace boardwalk::contest {
namespace {

// What the page of a tournament has beside that of a comparison.
constexpr char kStandingsStyle[] = R"css(
td.self { background: var(--grid); }
td.why { white-space: normal; text-align: left; min-width: 11rem;
  font-weight: 400; overflow-wrap: anywhere; }
.settings th { white-space: nowrap; }
td.links { white-space: normal; min-width: 9rem; }
td a { text-decoration: none; padding: 0 .15rem; }
td a:hover, td a:focus-visible { text-decoration: underline; }
.game { border-top: 1px solid var(--grid); margin: 0; padding: .35rem 0; }
.game summary { font-weight: 400; color: var(--fg); overflow-wrap: anywhere; }
.game summary b { font-variant-numeric: tabular-nums; }
.game .bad { color: var(--bad-text); overflow-wrap: anywhere; }
.game pre { white-space: pre; overflow-x: auto; line-height: 1.25; }
.game p.moves { font-size: .875rem; font-variant-numeric: tabular-nums; }
.game p.moves span { white-space: nowrap; }
)css";

// Opens the game that a link leads to.
constexpr char kOpenScript[] = R"js(
"use strict";
const openGame = () => {
  const game = document.getElementById(location.hash.slice(1));
  if (game instanceof HTMLDetailsElement) {
    game.open = true;
    game.scrollIntoView();
  }
};
addEventListener("hashchange", openGame);
openGame();
)js";

std::string EntrantName(const Standings& standings, int player) {
  return report::BreakableName(OneLine(standings.PlayerName(player)));
}

std::string TitleOf(const Standings& standings) {
  return standings.star() ? "The star challenge" : "The class tournament";
}

// "2 illegal move", or why it cannot play.
report::Cell FaultsCell(const EntrantRow& row) {
  const std::string attributes = " class=\"bad why\"";
  if (!row.cannot_play.empty()) {
    return {EscapeHtml(OneLine(row.cannot_play, 200)), attributes};
  }
  if (row.faults.empty()) return report::NumberCell("-");
  return {absl::StrJoin(row.faults, "<br/>",
                        [](std::string* out, const auto& fault) {
                          absl::StrAppend(out, fault.second, " ",
                                          contest::FaultName(fault.first));
                        }),
          attributes};
}

std::string RankingHtml(const Standings& standings) {
  const bool star = standings.star();
  report::Grid grid({{"#"},
                     {"entrant", false, true},
                     {star ? "score" : "points"},
                     {"bonus", true},
                     {"won"},
                     {"drawn"},
                     {"lost"},
                     {"unde\u00adcided", true},
                     {star ? "time" : "time per\u00a0move"},
                     {"longest move"},
                     {"broke", true}});
  for (const EntrantRow& row : standings.entrants) {
    const auto moves = static_cast<double>(std::max<int64_t>(row.moves, 1));
    const double time = star ? row.seconds : row.seconds / moves;
    grid.AddRow({report::CountCell(row.rank),
                 {EntrantName(standings, row.player), ""},
                 report::NumberCell(
                     report::FormatFixed(row.total, star ? 2 : 0), row.total),
                 star ? report::NumberCell("-")
                      : report::NumberCell(report::FormatFixed(row.bonus, 1),
                                           row.bonus),
                 report::CountCell(row.won),
                 report::CountCell(row.drawn),
                 report::CountCell(row.lost),
                 row.undecided == 0 ? report::NumberCell("-")
                                    : report::CountCell(row.undecided),
                 report::NumberCell(report::FormatSeconds(time), time),
                 report::NumberCell(report::FormatSeconds(row.max_seconds),
                                    row.max_seconds),
                 FaultsCell(row)});
  }
  return grid.Finish("Ranking");
}

// The points of `row` in each game with `column`, as links to them.
report::Cell MeetingCell(const Standings& standings, int row, int column) {
  if (row == column) return {"", " class=\"self\""};
  std::vector<std::string> links;
  int points = 0;
  for (const PlayedGame& game : standings.games) {
    const auto own = std::find(game.players.begin(), game.players.end(), row);
    const auto other =
        std::find(game.players.begin(), game.players.end(), column);
    if (own == game.players.end() || other == game.players.end()) continue;
    const auto seat = static_cast<size_t>(own - game.players.begin());
    points += game.outcomes[seat].points;
    links.push_back(absl::StrCat("<a href=\"#game-", game.id,
                                 "\" title=\"game ", game.id, ", ",
                                 OutcomeName(game.outcomes[seat]), " as ",
                                 SeatName(standings, static_cast<int>(seat)),
                                 "\">", game.outcomes[seat].points, "</a>"));
  }
  if (links.empty()) return report::NumberCell("-");
  constexpr size_t kFewLinks = 4;
  return {absl::StrJoin(links, " "),
          links.size() > kFewLinks ? " class=\"links\"" : "", points};
}

std::string CrosstableHtml(const Standings& standings) {
  std::vector<report::Head> heads = {{"#"}, {"entrant", false, true}};
  for (size_t i = 0; i < standings.entrants.size(); ++i) {
    heads.push_back({absl::StrCat(i + 1)});
  }
  report::Grid grid(std::move(heads));
  int64_t number = 0;
  for (const EntrantRow& row : standings.entrants) {
    std::vector<report::Cell> cells = {
        report::CountCell(++number), {EntrantName(standings, row.player), ""}};
    for (const EntrantRow& column : standings.entrants) {
      cells.push_back(MeetingCell(standings, row.player, column.player));
    }
    grid.AddRow(std::move(cells));
  }
  return grid.Finish("Crosstable");
}

std::string SeatingsHtml(const Standings& standings) {
  const Meetings& meetings = standings.meetings;
  std::vector<report::Head> heads = {
      {"#"}, {"games together", false, true}, {"begins"}};
  for (size_t i = 0; i < standings.entrants.size(); ++i) {
    heads.push_back({absl::StrCat(i + 1)});
  }
  report::Grid grid(std::move(heads));
  int64_t number = 0;
  for (const EntrantRow& row : standings.entrants) {
    std::vector<report::Cell> cells = {
        report::CountCell(++number),
        {EntrantName(standings, row.player), ""},
        report::CountCell(meetings.starts[row.player])};
    for (const EntrantRow& column : standings.entrants) {
      cells.push_back(
          row.player == column.player
              ? report::Cell{"", " class=\"self\""}
              : report::CountCell(meetings.games[row.player][column.player]));
    }
    grid.AddRow(std::move(cells));
  }
  return grid.Finish("Seatings");
}

// "Game 3: mcts (Blue) 2, greedy (Red) 0 in 45 plies crash"
std::string GameTitle(const Standings& standings, const PlayedGame& game) {
  std::vector<std::string> seats;
  for (size_t seat = 0; seat < game.players.size(); ++seat) {
    seats.push_back(absl::StrCat(EntrantName(standings, game.players[seat]),
                                 " (",
                                 SeatName(standings, static_cast<int>(seat)),
                                 ") <b>", game.outcomes[seat].points, "</b>"));
  }
  std::string title =
      absl::StrCat("Game ", game.id, ": ", absl::StrJoin(seats, ", "), " in ",
                   game.moves.size(), " plies");
  for (const Fault& fault : game.faults) {
    absl::StrAppend(
        &title, " <span class=\"bad\">",
        fault.move == 0 ? "cannot play" : contest::FaultName(fault.kind),
        "</span>");
  }
  return title;
}

// "1. 2161 8868 2. ...": a number for each round of the seats.
std::string MovesHtml(const PlayedGame& game) {
  std::string html = "<p class=\"moves\">";
  const size_t seats = game.players.size();
  for (size_t i = 0; i < game.moves.size(); ++i) {
    if (i % seats == 0) {
      absl::StrAppend(&html, i == 0 ? "" : "</span> ", "<span>", i / seats + 1,
                      ".");
    }
    absl::StrAppend(&html, " ", EscapeHtml(game.moves[i]));
  }
  return absl::StrCat(html, game.moves.empty() ? "" : "</span>", "</p>\n");
}

void AppendGame(const Standings& standings, const PlayedGame& game,
                std::string& html) {
  absl::StrAppend(&html, "<details class=\"game\" id=\"game-", game.id,
                  "\"><summary>", GameTitle(standings, game), "</summary>\n");
  if (standings.configuration.games.size() > 1) {
    absl::StrAppend(&html, "<p class=\"sub\">",
                    EscapeHtml(standings.configuration.games[game.variant]),
                    "</p>\n");
  }
  for (const Fault& fault : game.faults) {
    absl::StrAppend(
        &html, "<p class=\"bad\">",
        EntrantName(standings, game.players[static_cast<size_t>(fault.seat)]));
    if (fault.move > 0) {
      absl::StrAppend(&html, ", move ", fault.move, ": ",
                      contest::FaultName(fault.kind));
    }
    absl::StrAppend(&html, ": ", EscapeHtml(OneLine(fault.reason)), "</p>\n");
  }
  if (game.faults.empty() && !game.detail.empty()) {
    absl::StrAppend(&html, "<p>", EscapeHtml(OneLine(game.detail)), "</p>\n");
  }
  absl::StrAppend(&html, MovesHtml(game), "<pre>",
                  EscapeHtml(game.board.empty() ? game.final : game.board),
                  "</pre></details>\n");
}

void AppendRules(const Standings& standings, std::string& html) {
  html += "<section id=\"rules\"><h2>How it was played</h2>\n<p>";
  html += standings.star()
              ? "A game won is 2 points, a game drawn 1. Who fills the goal in "
                "the same round as another has drawn; an adjudicated game is "
                "nothing to anybody. Who breaks a rule drops out and has lost; "
                "its pieces stay and its turns are passed."
              : "A game won is 2 points, a game drawn 1. Who breaks a "
                "requirement has lost; if both do, both have.";
  const double costs = standings.configuration.contest->second_costs;
  if (standings.star() && costs > 0) {
    absl::StrAppend(&html, " Each second of all calls costs ",
                    report::Pretty(ShortestNumber(costs)),
                    costs == 1 ? " point." : " points.");
  }
  html += "</p>\n<table class=\"settings\"><tbody>\n";
  const auto row = [&html](const std::string& name, const std::string& value) {
    absl::StrAppend(&html, "<tr><th scope=\"row\">", EscapeHtml(name),
                    "</th><td>", EscapeHtml(value), "</td></tr>\n");
  };
  row("program", absl::StrCat("boardwalk ", standings.program_version));
  row("played by", absl::StrJoin(standings.origins, "; "));
  const std::string& guard = standings.configuration.contest->guard;
  if (!guard.empty()) row("sources", guard);
  row("games", absl::StrJoin(standings.configuration.games, ", "));
  for (const auto& [name, value] :
       comparison::DescribeSettings(standings.configuration)) {
    row(name, value);
  }
  html += "</tbody></table></section>\n";
}

}  // namespace

std::string StandingsHtml(const Standings& standings,
                          const report::ShownGames& games) {
  const std::string title = TitleOf(standings);
  std::string html = absl::StrCat(
      report::kHtmlSignature, title, " - Boardwalk</title>\n<style>",
      report::kStyleSheet, kStandingsStyle,
      "</style></head>\n<body><main>\n<header><h1>", title,
      "</h1>\n<p class=\"sub\">",
      Counted(static_cast<int64_t>(standings.entrants.size()), "entrant"), ", ",
      Counted(static_cast<int64_t>(standings.games.size()), "game"), " of ",
      standings.planned, " played by boardwalk ",
      EscapeHtml(standings.program_version), "</p>\n</header>\n");
  absl::StrAppend(&html, "<section id=\"ranking\"><h2>Ranking</h2>\n",
                  RankingHtml(standings), "</section>\n");
  absl::StrAppend(&html,
                  "<section id=\"crosstable\"><h2>Crosstable</h2>\n<p "
                  "class=\"sub\">The points of the row in its games with the "
                  "column; each leads to its game.</p>\n",
                  CrosstableHtml(standings), "</section>\n");
  if (standings.star()) {
    absl::StrAppend(&html,
                    "<section id=\"seatings\"><h2>Seatings</h2>\n<p "
                    "class=\"sub\">How many games the entrants have together, "
                    "and how often each begins.</p>\n",
                    SeatingsHtml(standings), "</section>\n");
  }
  html += "<section id=\"games\"><h2>Games</h2>\n";
  if (games.all > 0) {
    // What scripts show is told by them alone.
    absl::StrAppend(
        &html, "<p class=\"sub",
        games.json.empty() ? "\">" : " scripted\" hidden=\"hidden\">",
        EscapeHtml(report::ShownGamesNote(games)), "</p>\n");
  }
  for (const PlayedGame& game : standings.games) {
    AppendGame(standings, game, html);
  }
  html += "</section>\n";
  AppendRules(standings, html);
  absl::StrAppend(&html, "</main>\n<script>", board::kSortScript, kOpenScript,
                  "</script>", report::GamesData(games), "</body></html>\n");
  return html;
}

}  // namespace boardwalk::contest
