// Shows the progress of a thinking player: depth, speed, the expected line of
// play, the moves that it compares.
//
// Example, given `Player& player`, `const AnyState& state`,
// `const Limits& limits` and `terminal::Screen& screen`:
//
//   ThinkingDisplay view("mcts:time=10s", state, screen,
//                        ThinkingDisplay::Detail::kBlock);
//   const auto decision = player.Choose(state, limits, view.observer());

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {

// A line for each of the first `max_moves` moves ranked in `state`, best first,
// in columns: the move, its value, its visits, the expected continuation.
// Columns without content are left out. Lines are cut to `width` characters; a
// last line says how many moves are left out.
std::vector<std::string> RankingLines(const AnyState& state,
                                      const std::vector<RankedMove>& ranking,
                                      size_t max_moves, size_t width);

// The lines of a ThinkingDisplay of Detail::kBlock, cut to `width` characters.
std::vector<std::string> ThinkingLines(const AnyState& state,
                                       const Decision& so_far, size_t width);

// Visible from construction to destruction on a screen that redraws. Writes
// nothing elsewhere.
class ThinkingDisplay {
 public:
  enum class Detail { kLine, kBlock };  // one line, or several

  // `who` thinks in `state`. State and screen must outlive this.
  ThinkingDisplay(absl::string_view who, const AnyState& state,
                  terminal::Screen& screen, Detail detail,
                  std::chrono::milliseconds min_interval = kMinInterval);
  ~ThinkingDisplay();
  ThinkingDisplay(const ThinkingDisplay&) = delete;
  ThinkingDisplay& operator=(const ThinkingDisplay&) = delete;

  // Shows the decisions that it gets, at most one in `min_interval`. Null where
  // nothing can be shown. Must not be called after this is destroyed.
  Observer observer();

 private:
  static constexpr std::chrono::milliseconds kMinInterval{100};

  void Show(const Decision& so_far);

  const std::string begin_;
  const AnyState& state_;
  terminal::Screen& screen_;
  const Detail detail_;
  const std::chrono::milliseconds min_interval_;
  std::chrono::steady_clock::time_point shown_;
};

}  // namespace boardwalk::console
