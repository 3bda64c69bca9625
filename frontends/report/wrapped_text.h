// Long names and sentences in lines.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::report {

// `text` in pieces of at most `width` characters (at least 1), cut after ',',
// ':' or '=', or at a blank, if possible. Never empty.
std::vector<std::string> WrapName(absl::string_view text, size_t width);

// A sentence for a page, escaped, with typographic signs. A line does not break
// between a number and its percent sign, below neither.
std::string SentenceHtml(absl::string_view sentence);

// `text` in lines of at most `width` characters, broken at blanks if possible;
// all lines but the first begin with `indent`.
std::string WrapText(absl::string_view text, size_t width,
                     absl::string_view indent);

// The name for a page, escaped, with places where a line may break.
std::string BreakableName(const std::string& name);

}  // namespace boardwalk::report
