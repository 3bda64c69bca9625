// What the console writes on: a terminal that can show colours, redraw the
// board in place and show progress, or a plain stream.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_TERMINAL_H_
#define BOARDWALK_FRONTENDS_CONSOLE_TERMINAL_H_

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::console {

// What standard input and output are.
struct TerminalTraits {
  bool input = false;   // a keyboard
  bool output = false;  // a screen
  bool cursor = false;  // a screen that obeys cursor movements
  bool color = false;
};

// Whether the file descriptor is a screen that obeys cursor movements.
bool ObeysCursor(int fd);

// Looks at the file descriptors, TERM and NO_COLOR.
TerminalTraits DetectTerminal();

// Columns and rows of the screen on standard output, or else on standard error;
// 80 and 24 where unknown.
int TerminalWidth();
int TerminalHeight();

// The output of the console.
class Screen {
 public:
  Screen(std::ostream& out, const TerminalTraits& traits)
      : out_(out), traits_(traits) {}

  std::ostream& out() { return out_; }
  bool color() const { return traits_.color; }
  // Whether the board stays in place and the rest is written around it.
  bool redraws() const { return traits_.cursor; }
  // Whether somebody watches.
  bool watched() const { return traits_.output; }

  // `text` in bold or dim letters where there are colours.
  std::string Bold(absl::string_view text) const;
  std::string Dim(absl::string_view text) const;

  // A remark in a line of its own, or in several where somebody watches and it
  // is longer than the screen is wide.
  void Say(absl::string_view text);

  // An empty screen to draw on; what stood there before the first call is
  // scrolled away and not lost. Does nothing where redraws() is false.
  void Clear();

  // Shows a line of progress, or several, in place of what it showed before,
  // cut to the size of the screen; nothing without a screen.
  void Progress(absl::string_view line);
  void Progress(const std::vector<std::string>& lines);
  // Takes the progress away.
  void EndProgress();

  // Waits so that somebody can see what was drawn; Enter cuts it short, so does
  // Ctrl-C. Nothing without a screen.
  void Pause(std::chrono::milliseconds time);

 private:
  // Goes to the beginning of the first line of progress.
  void GoToProgress();

  std::ostream& out_;
  const TerminalTraits traits_;
  bool cleared_ = false;
  size_t progress_lines_ = 0;  // as many are shown
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_TERMINAL_H_
