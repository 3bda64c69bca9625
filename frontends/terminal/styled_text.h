// Lines with colours, as what a screen shows of them: characters, each with its
// style.
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

// A character in UTF-8, and the escape sequences that are in force, "" for
// none.
struct Glyph {
  std::string text;
  std::string style = {};
  bool operator==(const Glyph&) const = default;
};

// The characters of a line. Each takes a column.
std::vector<Glyph> Glyphs(absl::string_view line);

// The line of these characters; every style ends before the next begins.
std::string FromGlyphs(const std::vector<Glyph>& glyphs);

// The number of columns that a line takes.
int ShownWidth(absl::string_view line);

// At most `width` columns of a line, from column `from`, 0 or more.
std::string CutShown(absl::string_view line, int from, int width);

}  // namespace boardwalk::terminal

#endif  // BOARDWALK_FRONTENDS_TERMINAL_STYLED_TEXT_H_
