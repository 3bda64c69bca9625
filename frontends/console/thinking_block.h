// What a player thinks while it does, in several lines: how deep, how fast, its
// line of play, the moves that it compares.
//
// Example, given `Player& player`, `const AnyState& state`,
// `const Limits& limits` and `Screen& screen`:
//
//   ThinkingBlock block("mcts:time=10s", state, screen);
//   auto decision = player.Choose(state, limits, block.observer());

#ifndef BOARDWALK_FRONTENDS_CONSOLE_THINKING_BLOCK_H_
#define BOARDWALK_FRONTENDS_CONSOLE_THINKING_BLOCK_H_

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"
#include "frontends/console/terminal.h"

namespace boardwalk::console {

// The lines shown, none longer than `width` characters.
std::vector<std::string> ThinkingLines(const AnyState& state,
                                       const Decision& so_far, size_t width);

// Shown from construction to destruction, on a screen that redraws; elsewhere
// nothing is written.
class ThinkingBlock {
 public:
  // `who` thinks in `state`. State and screen outlive this.
  ThinkingBlock(absl::string_view who, const AnyState& state, Screen& screen,
                std::chrono::milliseconds between = kBetween);
  ~ThinkingBlock();
  ThinkingBlock(const ThinkingBlock&) = delete;
  ThinkingBlock& operator=(const ThinkingBlock&) = delete;

  // Shows what it is told, with at least the time `between` from one to the
  // next. Null where nothing can be shown. Not to be called when this is gone.
  Observer observer();

 private:
  static constexpr std::chrono::milliseconds kBetween{100};

  void Show(const Decision& so_far);

  const std::string head_;
  const AnyState& state_;
  Screen& screen_;
  const std::chrono::milliseconds between_;
  std::chrono::steady_clock::time_point shown_;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_THINKING_BLOCK_H_
