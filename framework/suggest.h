// Finds what somebody probably meant to type.

#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk {

// The number of insertions, deletions, replacements and swaps of neighbours
// that turn `a` into `b` (optimal string alignment distance), ignoring the case
// of ASCII letters. O(|a| |b|).
int EditDistance(absl::string_view a, absl::string_view b);

// Up to `limit` of `candidates`, nearest to `text` first, equally near ones in
// the order given. With `max_distance` >= 0, none farther than that. Only the
// first 256 characters of `text` count.
std::vector<std::string> Nearest(absl::string_view text,
                                 const std::vector<std::string>& candidates,
                                 int limit, int max_distance = -1);

// "; did you mean 'x'?" if a candidate is near enough, else "".
std::string DidYouMean(absl::string_view text,
                       const std::vector<std::string>& candidates);

}  // namespace boardwalk
