// The line of progress while a player thinks.
//
// Example, given `Player& player`, `const AnyState& state`,
// `const Limits& limits` and `Screen& screen`:
//
//   ThinkingLine line("Player 2", state, screen);
//   auto decision = player.Choose(state, limits, line.observer());

#ifndef BOARDWALK_FRONTENDS_CONSOLE_THINKING_LINE_H_
#define BOARDWALK_FRONTENDS_CONSOLE_THINKING_LINE_H_

#include <chrono>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"
#include "frontends/console/terminal.h"

namespace boardwalk::console {

// Shown from construction to destruction, on a screen that redraws; elsewhere
// nothing is written.
class ThinkingLine {
 public:
  // `who` thinks in `state`. State and screen outlive this.
  ThinkingLine(absl::string_view who, const AnyState& state, Screen& screen);
  ~ThinkingLine();
  ThinkingLine(const ThinkingLine&) = delete;
  ThinkingLine& operator=(const ThinkingLine&) = delete;

  // Shows what it is told, at most ten times a second. Null where nothing can
  // be shown. Not to be called when this is gone.
  Observer observer();

 private:
  void Show(const Decision& so_far);

  const std::string begin_;
  const AnyState& state_;
  Screen& screen_;
  std::chrono::steady_clock::time_point shown_;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_THINKING_LINE_H_
