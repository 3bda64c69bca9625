// StandingsText.

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/comparison/settings.h"
#include "frontends/contest/standings.h"
#include "frontends/report/wrapped_text.h"

namespace boardwalk::contest {
namespace {

constexpr size_t kScreenWidth = 80;
constexpr size_t kNameWidth = 20;

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

std::string TextOf(const report::Table& table) {
  return report::TextTable(table, kScreenWidth, {kNameWidth});
}

// "4 games", or "4 to 6 games".
std::string RangeText(const Meetings::Range& range) {
  return range.min == range.max
             ? Counted(range.max, "game")
             : absl::StrCat(range.min, " to ", Counted(range.max, "game"));
}

std::string Seatings(const Standings& standings) {
  const Meetings& meetings = standings.meetings;
  return absl::StrCat(
      "Every two entrants are together in ", RangeText(meetings.GamesOfTwo()),
      ", and every entrant begins ", RangeText(meetings.Starts()), ".\n",
      meetings.AreEqual()
          ? ""
          : "Equal numbers were not found; these are the nearest "
            "that were.\n",
      "\n", TextOf(MeetingsTable(standings)));
}

// "student, 6 times illegal move, first in game 3 (Red), move 6: ..."; for an
// illegal move in a game for two with the board.
std::string FaultLine(const Standings& standings, const EntrantRow& row,
                      int64_t times, const PlayedGame& game,
                      const Fault& fault) {
  std::string text = absl::StrCat(
      OneLine(standings.PlayerName(row.player)), ", ", Counted(times, "time"),
      " ", FaultName(fault.kind), times == 1 ? " in" : ", first in", " game ",
      game.id, " (", SeatName(standings, fault.seat), "), move ", fault.move,
      ": ", ReasonText(row, fault));
  // The board of a drop-out is not the last one of its game.
  const bool board = fault.kind == Termination::kIllegalMove &&
                     game.outcomes.size() == 2 && !IsAfterTheEnd(game, fault);
  if (board) absl::StrAppend(&text, "; the board:");
  text = report::WrapText(text, kScreenWidth, "    ");
  return board ? absl::StrCat(text, "\n    ", OneLine(game.final)) : text;
}

// For each entrant, best first, and each kind of fault its number and the first
// one.
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
    for (const auto& [times, game, fault] : FirstFaults(standings, row)) {
      absl::StrAppend(
          &text, FaultLine(standings, row, times, *game, game->faults[fault]),
          "\n");
    }
  }
  return text.empty() ? "" : absl::StrCat("\nWhat was broken\n", text);
}

}  // namespace

std::string StandingsText(const Standings& standings) {
  return absl::StrCat(
      Heading(standings), "\n", TextOf(EntrantTable(standings)), "\n",
      standings.star()
          ? ""
          : absl::StrCat(report::WrapText(BonusRule(), kScreenWidth, ""),
                         "\n\n"),
      standings.star() ? Seatings(standings) : TextOf(PointsTable(standings)),
      FaultList(standings));
}

}  // namespace boardwalk::contest
