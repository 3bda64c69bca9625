// StandingsHtml: one page that needs no other file.

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
#include "frontends/report/html_page.h"
#include "frontends/report/sentences.h"
#include "frontends/report/svg.h"
#include "frontends/report/wrapped_text.h"

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
#mend .bad { color: var(--bad-text); }
#mend pre { line-height: 1.25; }
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
    absl::StrAppend(&title, " <span class=\"bad\">",
                    fault.move == 0 ? "cannot play" : FaultName(fault.kind),
                    "</span>");
  }
  return title;
}

// "1. 2161 8868 2. ...": a number for each round of the seats.
std::string MovesHtml(const PlayedGame& game) {
  std::string html = "<p class=\"moves\">";
  if (!game.opening.empty()) {
    absl::StrAppend(&html,
                    "Opening: ", EscapeHtml(absl::StrJoin(game.opening, " ")),
                    "</p>\n<p class=\"moves\">");
  }
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
                      FaultName(fault.kind));
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

// What an entrant has to mend, with the board at its first fault of each kind.
void AppendFaults(const Standings& standings, const EntrantRow& row,
                  std::string& html) {
  const std::string name =
      absl::StrCat("<b>", EntrantName(standings, row.player), "</b>");
  if (!row.cannot_play.empty()) {
    absl::StrAppend(&html, "<p>", name, " cannot play: <span class=\"bad\">",
                    EscapeHtml(OneLine(row.cannot_play)), "</span></p>\n");
    return;
  }
  for (const auto& [times, game, index] : FirstFaults(standings, row)) {
    const Fault& fault = game->faults[index];
    absl::StrAppend(
        &html, "<p>", name, ", ", Counted(times, "time"),
        " <span class=\"bad\">", FaultName(fault.kind), "</span>",
        times == 1 ? " in" : ", first in", " <a href=\"#game-", game->id,
        "\">game ", game->id, "</a> (", SeatName(standings, fault.seat),
        "), move ", fault.move, ": ", EscapeHtml(ReasonText(row, fault)),
        game->fault_boards[index].empty() ? "" : "; the board:", "</p>\n");
    if (game->fault_boards[index].empty()) continue;
    absl::StrAppend(&html, "<pre>", EscapeHtml(game->fault_boards[index]),
                    "</pre>\n");
  }
}

// What all entrants have to mend; nothing if there is nothing.
std::string MendHtml(const Standings& standings) {
  std::string html;
  for (const EntrantRow& row : standings.entrants) {
    AppendFaults(standings, row, html);
  }
  if (html.empty()) return "";
  return absl::StrCat("<section id=\"mend\"><h2>What to mend</h2>\n", html,
                      "</section>\n");
}

void AppendRules(const Standings& standings, std::string& html) {
  absl::StrAppend(
      &html, "<section id=\"rules\"><h2>How it was played</h2>\n<p>",
      "A game won is ", kPointsForWin, " points, a game drawn ", kPointsForDraw,
      standings.star()
          ? ". Who fills the goal in the same round as another has drawn; an "
            "adjudicated game is nothing to anybody. Who breaks a rule drops "
            "out and has lost; its pieces stay and its turns are passed."
          : ". Who breaks a requirement has lost; if both do, both have.");
  const double costs = standings.configuration.contest->second_costs;
  if (standings.star() && costs > 0) {
    absl::StrAppend(&html, " Each second of all calls costs ",
                    report::Pretty(ShortestNumber(costs)),
                    costs == 1 ? " point." : " points.");
  }
  std::vector<std::pair<std::string, std::string>> settings = {
      {"program", absl::StrCat("boardwalk ", standings.program_version)}};
  if (!standings.origins.empty()) {
    settings.emplace_back("played by",
                          report::DescribeOrigins(standings.origins));
  }
  const std::string& guard = standings.configuration.contest->guard;
  if (!guard.empty()) settings.emplace_back("sources", guard);
  settings.emplace_back("games",
                        absl::StrJoin(standings.configuration.games, ", "));
  comparison::Configuration told = standings.configuration;
  // They are told with what they stand for.
  if (standings.names_are_hidden) told.aliases.clear();
  for (auto& setting : comparison::DescribeSettings(told)) {
    settings.push_back(std::move(setting));
  }
  absl::StrAppend(&html, "</p>\n", report::SettingsHtml(settings),
                  "</section>\n");
}

}  // namespace

std::string StandingsHtml(const Standings& standings,
                          const report::ShownGames& games) {
  std::string html = absl::StrCat(
      report::PageBegin(TitleOf(standings), kStandingsStyle, /*body=*/""),
      "<p class=\"sub\">",
      Counted(static_cast<int64_t>(standings.entrants.size()), "entrant"), ", ",
      Counted(static_cast<int64_t>(standings.games.size()), "game"), " of ",
      standings.planned, " played by boardwalk ",
      EscapeHtml(standings.program_version), "</p>\n</header>\n");
  absl::StrAppend(&html, "<section id=\"ranking\"><h2>Ranking</h2>\n",
                  report::HtmlTable(EntrantTable(standings), "Ranking"),
                  standings.star() ? ""
                                   : absl::StrCat("<p class=\"sub\">",
                                                  BonusRule(), "</p>\n"),
                  "</section>\n");
  html += MendHtml(standings);
  absl::StrAppend(&html,
                  "<section id=\"crosstable\"><h2>Crosstable</h2>\n<p "
                  "class=\"sub\">The points of the row in its games with the "
                  "column",
                  standings.star() ? "" : ", as Blue, as Red",
                  "; each leads to its game.</p>\n",
                  report::HtmlTable(PointsTable(standings), "Crosstable"),
                  "</section>\n");
  if (standings.star()) {
    absl::StrAppend(&html,
                    "<section id=\"seatings\"><h2>Seatings</h2>\n<p "
                    "class=\"sub\">How many games the entrants have together, "
                    "and how often each begins.</p>\n",
                    report::HtmlTable(MeetingsTable(standings), "Seatings"),
                    "</section>\n");
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
