// StandingsText and StandingsCsv.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/comparison/settings.h"
#include "frontends/contest/standings.h"
#include "frontends/report/format.h"
#include "frontends/report/table.h"

namespace boardwalk::contest {
namespace {

constexpr size_t kScreenWidth = 80;
constexpr size_t kNameWidth = 20;

// "2 illegal move, 1 over time", or why it cannot play.
std::string FaultsText(const EntrantRow& row) {
  if (!row.cannot_play.empty()) return OneLine(row.cannot_play);
  return absl::StrJoin(row.faults, ", ", [](std::string* out, const auto& it) {
    absl::StrAppend(out, it.second, " ", contest::FaultName(it.first));
  });
}

int64_t CountFaults(const EntrantRow& row) {
  int64_t count = 0;
  for (const auto& [kind, games] : row.faults) count += games;
  return count;
}

std::string Heading(const Standings& standings) {
  const auto entrants = static_cast<int64_t>(standings.entrants.size());
  const auto played = static_cast<int64_t>(standings.games.size());
  const std::string& guard = standings.configuration.contest->guard;
  return absl::StrCat(
      standings.star() ? "The star challenge" : "The class tournament", ": ",
      Counted(entrants, "entrant"), ", ",
      played == standings.planned
          ? Counted(played, "game")
          : absl::StrCat(played, " of ", Counted(standings.planned, "game")),
      ", limit ", comparison::DescribeLimits(standings.configuration), "\n",
      guard.empty()
          ? ""
          : report::WrapText(OneLine("sources: " + guard), kScreenWidth, "  "),
      guard.empty() ? "" : "\n");
}

std::string Ranking(const Standings& standings) {
  const bool star = standings.star();
  report::Table table(
      {{.title = "#", .right = true, .repeated = true},
       {.title = "entrant", .wrap = kNameWidth, .repeated = true},
       {.title = star ? "score" : "points", .right = true},
       {.title = star ? "" : "bonus", .right = true},
       {.title = "won", .right = true},
       {.title = "drawn", .right = true},
       {.title = "lost", .right = true},
       {.title = star ? "none" : "", .right = true},
       {.title = star ? "time" : "time a\nmove", .right = true},
       {.title = "faults", .right = true}});
  for (const EntrantRow& row : standings.entrants) {
    const double moves = static_cast<double>(std::max<int64_t>(row.moves, 1));
    table.AddRow(
        {absl::StrCat(row.rank), OneLine(standings.PlayerName(row.player)),
         report::FormatFixed(row.total, star ? 2 : 0),
         star ? "" : report::FormatFixed(row.bonus, 1), absl::StrCat(row.won),
         absl::StrCat(row.drawn), absl::StrCat(row.lost),
         star ? absl::StrCat(row.undecided) : "",
         report::FormatSeconds(star ? row.seconds : row.seconds / moves),
         absl::StrCat(CountFaults(row))});
  }
  table.DropEmptyColumns();
  return table.Print(kScreenWidth);
}

// The points of `row` in its games with `column`, in the order of the games:
// "2 0".
std::string PointsAgainst(const Standings& standings, int row, int column) {
  std::vector<std::string> points;
  for (const PlayedGame& game : standings.games) {
    const auto own = std::find(game.players.begin(), game.players.end(), row);
    const auto other =
        std::find(game.players.begin(), game.players.end(), column);
    if (own == game.players.end() || other == game.players.end()) continue;
    points.push_back(
        absl::StrCat(game.outcomes[own - game.players.begin()].points));
  }
  return points.empty() ? "-" : absl::StrJoin(points, " ");
}

// Columns are the entrants by their place in the ranking.
std::vector<report::Table::Column> EntrantColumns(
    const Standings& standings, std::vector<report::Table::Column> first) {
  for (size_t i = 0; i < standings.entrants.size(); ++i) {
    first.push_back({.title = absl::StrCat(i + 1), .right = true});
  }
  return first;
}

std::string Crosstable(const Standings& standings) {
  report::Table table(EntrantColumns(
      standings,
      {{.title = "", .right = true, .repeated = true},
       {.title = "as Blue, as Red", .wrap = kNameWidth, .repeated = true}}));
  size_t number = 0;
  for (const EntrantRow& row : standings.entrants) {
    std::vector<std::string> cells = {
        absl::StrCat(++number), OneLine(standings.PlayerName(row.player))};
    for (const EntrantRow& column : standings.entrants) {
      cells.push_back(
          row.player == column.player
              ? "."
              : PointsAgainst(standings, row.player, column.player));
    }
    table.AddRow(cells);
  }
  return table.Print(kScreenWidth);
}

// "the same", or "4 to 6".
std::string Range(int64_t min, int64_t max, const char* noun) {
  return min == max ? Counted(min, noun)
                    : absl::StrCat(min, " to ", Counted(max, noun));
}

std::string Seatings(const Standings& standings) {
  const Meetings& meetings = standings.meetings;
  std::string text = absl::StrCat(
      "Every two entrants are together in ",
      Range(meetings.min_games(), meetings.max_games(), "game"),
      ", and every entrant begins ",
      Range(meetings.min_starts(), meetings.max_starts(), "game"), ".\n",
      meetings.equal() ? ""
                       : "Equal numbers were not found; these are the nearest "
                         "that were.\n",
      "\n");
  report::Table table(EntrantColumns(
      standings, {{.title = "", .right = true, .repeated = true},
                  {.title = "games", .wrap = kNameWidth, .repeated = true},
                  {.title = "begins", .right = true, .repeated = true}}));
  size_t number = 0;
  for (const EntrantRow& row : standings.entrants) {
    std::vector<std::string> cells = {
        absl::StrCat(++number), OneLine(standings.PlayerName(row.player)),
        absl::StrCat(meetings.starts[row.player])};
    for (const EntrantRow& column : standings.entrants) {
      cells.push_back(
          row.player == column.player
              ? "."
              : absl::StrCat(meetings.games[row.player][column.player]));
    }
    table.AddRow(cells);
  }
  return text + table.Print(kScreenWidth);
}

// Whether it is that of a player who was asked after the fault of the other had
// ended the game.
bool AfterTheEnd(const PlayedGame& game, const Fault& fault) {
  return game.outcomes.size() == 2 && fault.seat != game.faults.front().seat;
}

// "student, 6 times illegal move, first in game 3 (Red), move 6: ..."; for an
// illegal move in a game for two with the board.
std::string FaultLine(const Standings& standings, const std::string& name,
                      int64_t times, const PlayedGame& game,
                      const Fault& fault) {
  std::string text = absl::StrCat(
      name, ", ", Counted(times, "time"), " ", contest::FaultName(fault.kind),
      times == 1 ? " in" : ", first in", " game ", game.id, " (",
      SeatName(standings, fault.seat), "), move ", fault.move, ": ",
      absl::StripTrailingAsciiWhitespace(OneLine(fault.reason)));
  // The board of a drop-out is not the last one of its game.
  const bool board = fault.kind == Termination::kIllegalMove &&
                     game.outcomes.size() == 2 && !AfterTheEnd(game, fault);
  if (board) absl::StrAppend(&text, "; the board:");
  text = report::WrapText(text, kScreenWidth, "    ");
  return board ? absl::StrCat(text, "\n    ", OneLine(game.final)) : text;
}

// For each entrant, best first, and each kind of fault its number and the first
// one, if possible one with a board.
std::string FaultList(const Standings& standings) {
  std::string text;
  for (const EntrantRow& row : standings.entrants) {
    const std::string name = OneLine(standings.PlayerName(row.player));
    if (!row.cannot_play.empty()) {
      absl::StrAppend(
          &text,
          report::WrapText(absl::StrCat(name, " ", OneLine(row.cannot_play)),
                           kScreenWidth, "    "),
          "\n");
      continue;
    }
    std::map<Termination, int64_t> left = row.faults;
    const auto add_first = [&](bool after_the_end) {
      for (const PlayedGame& game : standings.games) {
        for (const Fault& fault : game.faults) {
          const auto kind = left.find(fault.kind);
          if (game.players[static_cast<size_t>(fault.seat)] != row.player ||
              kind == left.end() || AfterTheEnd(game, fault) != after_the_end) {
            continue;
          }
          absl::StrAppend(&text,
                          FaultLine(standings, name, kind->second, game, fault),
                          "\n");
          left.erase(kind);
        }
      }
    };
    add_first(/*after_the_end=*/false);
    add_first(/*after_the_end=*/true);
  }
  return text.empty() ? "" : absl::StrCat("\nWhat was broken\n", text);
}

}  // namespace

std::string StandingsText(const Standings& standings) {
  std::string text =
      absl::StrCat(Heading(standings), "\n", Ranking(standings), "\n");
  text += standings.star() ? Seatings(standings) : Crosstable(standings);
  return text + FaultList(standings);
}

std::string StandingsCsv(const Standings& standings) {
  std::string text =
      "rank,entrant,player,total,points,bonus,games,won,drawn,lost,undecided,"
      "seconds,max_seconds,moves,faults\r\n";
  for (const EntrantRow& row : standings.entrants) {
    const std::string faults = FaultsText(row);
    absl::StrAppend(
        &text, row.rank, ",", CsvField(standings.PlayerName(row.player)), ",",
        CsvField(standings.configuration.players[row.player]), ",",
        ShortestNumber(row.total), ",", row.points, ",",
        ShortestNumber(row.bonus), ",", row.games, ",", row.won, ",", row.drawn,
        ",", row.lost, ",", row.undecided, ",", ShortestNumber(row.seconds),
        ",", ShortestNumber(row.max_seconds), ",", row.moves, ",",
        CsvField(faults), "\r\n");
  }
  return text;
}

}  // namespace boardwalk::contest
