// Writes the output of an interactive command: in colours, with the board in
// place and lines of progress at a terminal, as plain text elsewhere.

#pragma once

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::terminal {

// In columns or rows. Larger sizes that a terminal reports are cut to this.
inline constexpr int kMaxWindowSide = 1000;

// The devices of standard input and output.
struct TerminalTraits {
  bool input = false;   // a keyboard
  bool output = false;  // a screen
  bool cursor = false;  // a screen that can move its cursor
  bool color = false;
};

// Whether the file descriptor is a screen that can move its cursor.
bool ObeysCursor(int fd);

// Looks at the file descriptors, TERM and NO_COLOR.
TerminalTraits DetectTerminal();

// Columns and rows of the screen on standard output, or else on standard error;
// 80 and 24 where unknown, never more than 1,000.
int TerminalWidth();
int TerminalHeight();

// The words in columns of equal width, to be read along the lines. A line is
// longer than `width` only where a single word is. At most `max_words` are
// shown; a last line says how many are left out. Lines end with '\n'.
std::string Columns(const std::vector<std::string>& words, int width,
                    size_t max_words);

// `text` with line breaks instead of blanks, so that a line is longer than
// `width` only where a single word is. Line breaks that it has stay.
std::string Wrapped(absl::string_view text, int width);

class Screen {
 public:
  Screen(std::ostream& out, const TerminalTraits& traits)
      : out_(out), traits_(traits) {}

  std::ostream& out() { return out_; }
  bool color() const { return traits_.color; }
  // Whether the board stays in place and the rest is written around it.
  bool redraws() const { return traits_.cursor; }
  // Whether the output is a screen.
  bool watched() const { return traits_.output; }

  // `text` in bold or dim letters where there are colours.
  std::string Bold(absl::string_view text) const;
  std::string Dim(absl::string_view text) const;

  // Writes a remark on a line of its own, wrapped on a screen.
  void Say(absl::string_view text);

  // Clears the screen. The first call scrolls the old contents up, so that they
  // are not lost. Does nothing where redraws() is false.
  void Clear();

  // Replaces the lines of progress; cuts them to the size of the screen. Does
  // nothing where redraws() is false.
  void Progress(absl::string_view line);
  void Progress(const std::vector<std::string>& lines);
  // Erases the progress.
  void EndProgress();

  // Leaves a drawing on the screen for some time; Enter and Ctrl-C end the
  // wait. Does nothing where watched() is false.
  void Pause(std::chrono::milliseconds time);

 private:
  // Moves the cursor to the start of the first line of progress.
  void GoToProgress();

  std::ostream& out_;
  const TerminalTraits traits_;
  bool cleared_ = false;
  size_t progress_lines_ = 0;  // shown now
};

// --- Lines with colours, by the characters that a screen shows ---

// A character in UTF-8, and the escape sequences in force, "" for none.
struct Glyph {
  std::string text;
  std::string style = {};
  bool operator==(const Glyph&) const = default;
};

// The characters of a line. Each takes a column.
std::vector<Glyph> Glyphs(absl::string_view line);

// The number of columns that a line takes.
int ShownWidth(absl::string_view line);

// At most `width` columns of a line, from column `from`, 0 or more. Every style
// ends before the next begins.
std::string CutShown(absl::string_view line, int from, int width);

}  // namespace boardwalk::terminal
