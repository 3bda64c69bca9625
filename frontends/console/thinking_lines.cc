#include "frontends/console/thinking_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/number_text.h"
#include "frontends/session/wording.h"

namespace boardwalk::console {
namespace {

using std::chrono::steady_clock;

// A person compares no more at a glance, and the board stays visible above.
constexpr size_t kMaxMoves = 10;
// No screen shows more moves of the principal variation.
constexpr size_t kMaxPv = 40;
constexpr absl::string_view kStopHint = " ...   (Ctrl-C: decide now)";
// A longer move pushes the rest of its row to the right.
constexpr size_t kWidestMove = 16;

enum Column { kMove, kValue, kVisits, kPv, kNumColumns };
using Row = std::array<std::string, kNumColumns>;

Row RowOf(const AnyState& state, const RankedMove& ranked) {
  Row row;
  row[kMove] = state.FormatMove(ranked.move);
  if (ranked.value.has_value()) {
    // No "-0.000".
    const double value = std::abs(*ranked.value) < 5e-4 ? 0 : *ranked.value;
    row[kValue] = absl::StrFormat("%+.3f", value);
  }
  if (ranked.visits.has_value())
    row[kVisits] = FormatCountBriefly(*ranked.visits);
  std::vector<std::string> pv = session::PvTexts(state, ranked.line);
  if (!pv.empty()) pv.erase(pv.begin());  // the move again
  row[kPv] = absl::StrJoin(pv, " ");
  return row;
}

// Moves and variations to the left, numbers to the right.
std::string Joined(const Row& row,
                   const std::array<size_t, kNumColumns>& widths,
                   size_t width) {
  std::string text;
  for (int column = 0; column < kNumColumns; ++column) {
    if (widths[column] == 0) continue;
    const int cell = static_cast<int>(widths[column]);
    const bool left = column == kMove || column == kPv;
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
                                      size_t max_moves, size_t width) {
  std::vector<Row> rows;
  rows.reserve(ranking.size());
  std::array<size_t, kNumColumns> widths{};
  for (const RankedMove& ranked : ranking) {
    if (rows.size() == max_moves) break;
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

std::vector<std::string> ThinkingLines(const AnyState& state,
                                       const Decision& so_far, size_t width) {
  std::vector<std::string> lines = absl::StrSplit(
      terminal::Wrapped(session::Opinion(so_far), static_cast<int>(width)),
      '\n');
  lines.push_back(session::PvText(state, so_far.line, kMaxPv));
  for (std::string& line : lines) line.resize(std::min(line.size(), width));
  for (std::string& line :
       RankingLines(state, so_far.ranking, kMaxMoves, width)) {
    lines.push_back(std::move(line));
  }
  return lines;
}

ThinkingDisplay::ThinkingDisplay(absl::string_view who, const AnyState& state,
                                 terminal::Screen& screen, Detail detail,
                                 std::chrono::milliseconds min_interval)
    : begin_(absl::StrCat(who, " thinks")),
      state_(state),
      screen_(screen),
      detail_(detail),
      min_interval_(min_interval),
      shown_(steady_clock::now()) {
  screen_.Progress(absl::StrCat(begin_, kStopHint));
}

ThinkingDisplay::~ThinkingDisplay() { screen_.EndProgress(); }

Observer ThinkingDisplay::observer() {
  if (!screen_.redraws()) return {};
  return [this](const Decision& so_far) { Show(so_far); };
}

void ThinkingDisplay::Show(const Decision& so_far) {
  const auto now = steady_clock::now();
  if (now - shown_ < min_interval_) return;
  shown_ = now;
  if (detail_ == Detail::kLine) {
    screen_.Progress(absl::StrCat(begin_, ": ",
                                  session::PvText(state_, so_far.line, 1),
                                  "   ", session::Opinion(so_far)));
    return;
  }
  const int width = std::max(terminal::TerminalWidth() - 1, 20);
  std::vector<std::string> lines =
      ThinkingLines(state_, so_far, static_cast<size_t>(width));
  lines.insert(lines.begin(), absl::StrCat(begin_, kStopHint));
  screen_.Progress(lines);
}

}  // namespace boardwalk::console
