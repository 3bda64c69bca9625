// Words that may be typed in short.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_WORDS_H_
#define BOARDWALK_FRONTENDS_CONSOLE_WORDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::console {

// The place among `words` of the one that `word`, it or a beginning of it
// alone, means. Letter case does not matter. Errors: kInvalidArgument for a
// beginning of several, which it names; kNotFound else, with the one that may
// be meant.
absl::StatusOr<size_t> FindWord(absl::string_view word,
                                const std::vector<std::string>& words);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_WORDS_H_
