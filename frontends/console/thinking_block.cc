#include "frontends/console/thinking_block.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontends/console/columns.h"
#include "frontends/console/ranking.h"
#include "frontends/console/view.h"

namespace boardwalk::console {
namespace {

using std::chrono::steady_clock;

// As many are compared at a glance, and leave room for what stands above.
constexpr size_t kMaxMoves = 10;
// More does not fit into any screen.
constexpr size_t kLongestLine = 40;

}  // namespace

std::vector<std::string> ThinkingLines(const AnyState& state,
                                       const Decision& so_far, size_t width) {
  std::vector<std::string> lines =
      absl::StrSplit(Wrapped(Opinion(so_far), static_cast<int>(width)), '\n');
  lines.push_back(LineText(state, so_far.line, kLongestLine));
  for (std::string& line : lines) line.resize(std::min(line.size(), width));
  for (std::string& line :
       RankingLines(state, so_far.ranking, kMaxMoves, width)) {
    lines.push_back(std::move(line));
  }
  return lines;
}

ThinkingBlock::ThinkingBlock(absl::string_view who, const AnyState& state,
                             Screen& screen, std::chrono::milliseconds between)
    : head_(absl::StrCat(who, " thinks ...   (Ctrl-C: decide now)")),
      state_(state),
      screen_(screen),
      between_(between),
      shown_(steady_clock::now()) {
  screen_.Progress(head_);
}

ThinkingBlock::~ThinkingBlock() { screen_.EndProgress(); }

Observer ThinkingBlock::observer() {
  if (!screen_.redraws()) return {};
  return [this](const Decision& so_far) { Show(so_far); };
}

void ThinkingBlock::Show(const Decision& so_far) {
  const auto now = steady_clock::now();
  if (now - shown_ < between_) return;
  shown_ = now;
  const int width = std::max(TerminalWidth() - 1, 20);
  std::vector<std::string> lines = {head_};
  for (std::string& line :
       ThinkingLines(state_, so_far, static_cast<size_t>(width))) {
    lines.push_back(std::move(line));
  }
  screen_.Progress(lines);
}

}  // namespace boardwalk::console
