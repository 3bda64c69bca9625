// Text from outside, made fit to be repeated in a message.

#ifndef BOARDWALK_FRAMEWORK_QUOTE_H_
#define BOARDWALK_FRAMEWORK_QUOTE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace boardwalk {

// `text` in quotes: escaped where it is not printable, so that it cannot play
// with a terminal, and cut after `most` characters.
std::string Quoted(absl::string_view text, size_t most = 40);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_QUOTE_H_
