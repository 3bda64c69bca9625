// Words laid out in columns and lines.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_COLUMNS_H_
#define BOARDWALK_FRONTENDS_CONSOLE_COLUMNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::console {

// The words in columns of equal width, read along the lines, none longer than
// `width` characters unless a word is. Beyond `most` words it says how many are
// left out. Lines end with '\n'.
std::string Columns(const std::vector<std::string>& words, int width,
                    size_t most);

// `text` with line breaks in place of blanks so that no line is longer than
// `width` characters, unless a word is.
std::string Wrapped(absl::string_view text, int width);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_COLUMNS_H_
