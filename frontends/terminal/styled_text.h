// Measures and cuts lines with colours by the characters that a screen shows.
//
// Example:
//
//   std::cout << terminal::ShownWidth("\033[1mab\033[0m c");  // 4

#ifndef BOARDWALK_FRONTENDS_TERMINAL_STYLED_TEXT_H_
#define BOARDWALK_FRONTENDS_TERMINAL_STYLED_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::terminal {

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

#endif  // BOARDWALK_FRONTENDS_TERMINAL_STYLED_TEXT_H_
