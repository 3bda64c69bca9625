// Text made fit for HTML and SVG.

#ifndef BOARDWALK_FRONTENDS_REPORT_MARKUP_H_
#define BOARDWALK_FRONTENDS_REPORT_MARKUP_H_

#include <string>

#include "absl/strings/string_view.h"

namespace boardwalk::report {

// Fit for an element and for an attribute in quotes, whatever `text` holds: the
// five special characters are escaped, control characters but line ends become
// blanks and bytes that are no UTF-8 a question mark.
std::string Escape(absl::string_view text);

// A number of format.h with the signs of print: a true minus, "plus or minus",
// the micro sign. Of text that has nothing to be escaped.
std::string Pretty(absl::string_view number);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_MARKUP_H_
