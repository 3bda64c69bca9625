#include "frontends/contest/standings.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/text.h"

namespace boardwalk::contest {
namespace {

using report::Cell;
using report::CountCell;
using report::NumberCell;
using report::Table;

Cell NameCell(const Standings& standings, int player) {
  const std::string name = standings.PlayerName(player);
  return {.text = OneLine(name), .data = name};
}

// "2 illegal move", "1 over time"
std::vector<std::string> FaultCounts(const EntrantRow& row) {
  std::vector<std::string> counts;
  for (const auto& [kind, count] : row.faults) {
    counts.push_back(absl::StrCat(count, " ", FaultName(kind)));
  }
  return counts;
}

void AddFaults(const EntrantRow& row, Table& table) {
  const std::vector<std::string> counts = FaultCounts(row);
  const bool can_play = row.cannot_play.empty();
  int64_t sum = 0;
  Json by_kind = Json::object();
  for (const auto& [kind, count] : row.faults) {
    sum += count;
    by_kind[std::string(TerminationName(kind))] = count;
  }
  table.Add({.text = "faults"}, CountCell(sum));
  Cell broke;
  if (!can_play || !counts.empty()) {
    broke.text =
        can_play ? absl::StrJoin(counts, ", ") : OneLine(row.cannot_play);
    broke.html = can_play ? absl::StrJoin(counts, "<br/>")
                          : EscapeHtml(OneLine(row.cannot_play, 200));
    broke.data = broke.text;
    broke.attributes = " class=\"bad why\"";
  }
  table.Add({.html = "broke", .csv = "faults", .optional = true}, broke);
  table.Add({.json = "faults"}, {.data = std::move(by_kind)});
  table.Add({.json = "cannot_play"},
            {.data = can_play ? Json(nullptr) : Json(row.cannot_play)});
}

void AddEntrant(const Standings& standings, const EntrantRow& row,
                Table& table) {
  const bool star = standings.star();
  const double time = star ? row.seconds : row.SecondsATurn();
  const char* const total = star ? "score" : "points";
  table.BeginRow();
  table.Add({.title = "#", .key = "rank", .repeated = true},
            CountCell(row.rank));
  table.Add(
      {.title = "entrant", .key = "entrant", .json = "name", .name = true},
      NameCell(standings, row.player));
  table.Add({.key = "player"},
            report::TextCell(standings.configuration.players[row.player]));
  table.Add({.title = total, .key = "total"},
            NumberCell(FormatFixed(row.total, star ? 2 : 0), row.total));
  table.Add({.key = "points"}, CountCell(row.points));
  table.Add({.title = "bonus", .key = "bonus", .optional = true},
            star ? Cell{} : NumberCell(FormatFixed(row.bonus, 1), row.bonus));
  table.Add({.key = "games"}, CountCell(row.games));
  table.Add({.title = "won", .key = "won"}, CountCell(row.won));
  table.Add({.title = "drawn", .key = "drawn"}, CountCell(row.drawn));
  table.Add({.title = "lost", .key = "lost"}, CountCell(row.lost));
  table.Add({.title = "unde\u00adcided",
             .key = "undecided",
             .text = "none",
             .optional = true},
            row.undecided == 0 ? Cell{.data = 0} : CountCell(row.undecided));
  table.Add({.title = star ? "time" : "time per\u00a0move",
             .text = star ? "time" : "time a\nmove"},
            NumberCell(FormatSeconds(time), time));
  table.Add({.json = "moves"}, CountCell(row.moves));
  table.Add({.key = "seconds"}, {.data = row.seconds});
  table.Add({.key = "max_seconds", .html = "longest move"},
            NumberCell(FormatSeconds(row.max_seconds), row.max_seconds));
  table.Add({.csv = "moves"}, CountCell(row.moves));
  AddFaults(row, table);
}

// Begins a row of a table with a column for each entrant.
void BeginRowOf(const Standings& standings, size_t place,
                const char* text_title, const char* html_title, Table& table) {
  table.BeginRow();
  table.Add({.title = "#", .text = "", .repeated = true},
            CountCell(static_cast<int64_t>(place) + 1));
  table.Add({.title = html_title, .text = text_title, .name = true},
            NameCell(standings, standings.entrants[place].player));
}

// The column of the entrant at this place of the ranking.
report::Column ColumnOf(size_t place) {
  const std::string title = absl::StrCat(place + 1);
  return {.title = title};
}

Cell SelfCell() {
  return {.text = ".", .html = "", .attributes = " class=\"self\""};
}

// The points of `row` in its games with `column`: "2 0".
Cell PointsCell(const Standings& standings, int row, int column) {
  if (row == column) return SelfCell();
  std::vector<std::string> points, links;
  int sum = 0;
  int64_t block = 0;  // of the game before
  const auto add_missing = [&] {
    points.emplace_back("-");
    links.emplace_back("-");
  };
  for (const auto& [game, seat] : GamesTogether(standings, row, column)) {
    const SeatOutcome& outcome = game->outcomes[seat];
    if (!standings.star()) {
      if (points.size() % 2 != 0 && game->block != block) add_missing();
      if (points.size() % 2 != seat) add_missing();
      block = game->block;
    }
    sum += outcome.points;
    points.push_back(absl::StrCat(outcome.points));
    links.push_back(absl::StrCat("<a href=\"#game-", game->id,
                                 "\" title=\"game ", game->id, ", ",
                                 OutcomeName(outcome), " as ",
                                 SeatName(standings, static_cast<int>(seat)),
                                 "\">", outcome.points, "</a>"));
  }
  if (points.empty()) return {};
  if (!standings.star() && points.size() % 2 != 0) add_missing();
  constexpr size_t kFewLinks = 4;
  return {.text = absl::StrJoin(points, " "),
          .sort_key = sum,
          .html = absl::StrJoin(links, " "),
          .attributes = links.size() > kFewLinks ? " class=\"links\"" : ""};
}

}  // namespace

report::Table EntrantTable(const Standings& standings) {
  Table table;
  for (const EntrantRow& row : standings.entrants) {
    AddEntrant(standings, row, table);
  }
  return table;
}

report::Table PointsTable(const Standings& standings) {
  const std::vector<EntrantRow>& entrants = standings.entrants;
  Table table;
  for (size_t i = 0; i < entrants.size(); ++i) {
    BeginRowOf(standings, i, "as Blue, as Red", "entrant", table);
    for (size_t j = 0; j < entrants.size(); ++j) {
      table.Add(ColumnOf(j),
                PointsCell(standings, entrants[i].player, entrants[j].player));
    }
  }
  return table;
}

report::Table MeetingsTable(const Standings& standings) {
  const std::vector<EntrantRow>& entrants = standings.entrants;
  const Meetings& meetings = standings.meetings;
  Table table;
  for (size_t i = 0; i < entrants.size(); ++i) {
    const int player = entrants[i].player;
    BeginRowOf(standings, i, "games", "games together", table);
    table.Add({.title = "begins", .repeated = true},
              CountCell(meetings.starts[player]));
    for (size_t j = 0; j < entrants.size(); ++j) {
      table.Add(ColumnOf(j),
                i == j ? SelfCell()
                       : CountCell(meetings.games[player][entrants[j].player]));
    }
  }
  return table;
}

std::string StandingsCsv(const Standings& standings) {
  return report::CsvTable(EntrantTable(standings));
}

}  // namespace boardwalk::contest
