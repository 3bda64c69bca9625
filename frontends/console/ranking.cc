#include "frontends/console/ranking.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "frontends/console/view.h"

namespace boardwalk::console {
namespace {

// Longer moves than this push the rest of their line to the right.
constexpr size_t kWidestMove = 16;

enum Column { kMove, kValue, kVisits, kLine, kNumColumns };
using Row = std::array<std::string, kNumColumns>;

Row RowOf(const AnyState& state, const RankedMove& ranked) {
  Row row;
  row[kMove] = state.FormatMove(ranked.move);
  if (ranked.value.has_value()) {
    // No "-0.000".
    const double value = std::abs(*ranked.value) < 5e-4 ? 0 : *ranked.value;
    row[kValue] = absl::StrFormat("%+.3f", value);
  }
  if (ranked.visits.has_value()) row[kVisits] = Count(*ranked.visits);
  std::vector<std::string> line = LineTexts(state, ranked.line);
  if (!line.empty()) line.erase(line.begin());  // the move again
  row[kLine] = absl::StrJoin(line, " ");
  return row;
}

// Moves and lines to the left, numbers to the right.
std::string Joined(const Row& row,
                   const std::array<size_t, kNumColumns>& widths,
                   size_t width) {
  std::string text;
  for (int column = 0; column < kNumColumns; ++column) {
    if (widths[column] == 0) continue;
    const int cell = static_cast<int>(widths[column]);
    const bool left = column == kMove || column == kLine;
    absl::StrAppend(&text, text.empty() ? "" : "  ",
                    absl::StrFormat("%*s", left ? -cell : cell, row[column]));
  }
  text.resize(std::min(text.size(), width));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

std::vector<std::string> RankingLines(const AnyState& state,
                                      const std::vector<RankedMove>& ranking,
                                      size_t most, size_t width) {
  std::vector<Row> rows;
  rows.reserve(ranking.size());
  std::array<size_t, kNumColumns> widths{};
  for (const RankedMove& ranked : ranking) {
    if (rows.size() == most) break;
    rows.push_back(RowOf(state, ranked));
    for (int column = 0; column < kNumColumns; ++column) {
      widths[column] = std::max(widths[column], rows.back()[column].size());
    }
  }
  widths[kMove] = std::min(widths[kMove], kWidestMove);
  std::vector<std::string> lines;
  lines.reserve(rows.size() + 1);
  for (const Row& row : rows) lines.push_back(Joined(row, widths, width));
  if (ranking.size() > rows.size()) {
    lines.push_back(absl::StrCat("(", ranking.size() - rows.size(), " more)"));
  }
  return lines;
}

}  // namespace boardwalk::console
