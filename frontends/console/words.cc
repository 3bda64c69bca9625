#include "frontends/console/words.h"

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/suggest.h"

namespace boardwalk::console {
namespace {

// "a", "a or b", "a, b or c".
std::string JoinWithOr(const std::vector<std::string>& words) {
  if (words.size() < 2) return absl::StrJoin(words, "");
  return absl::StrCat(absl::StrJoin(words.begin(), words.end() - 1, ", "),
                      " or ", words.back());
}

}  // namespace

absl::StatusOr<size_t> FindWord(absl::string_view word,
                                const std::vector<std::string>& words) {
  std::vector<size_t> found;
  std::vector<std::string> names;
  for (size_t i = 0; i < words.size(); ++i) {
    if (absl::EqualsIgnoreCase(words[i], word)) return i;
    if (!word.empty() && absl::StartsWithIgnoreCase(words[i], word)) {
      found.push_back(i);
      names.push_back(words[i]);
    }
  }
  if (found.size() == 1) return found.front();
  if (!found.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", word, "' could be ", JoinWithOr(names)));
  }
  return absl::NotFoundError(
      absl::StrCat("'", word, "' is no command", DidYouMean(word, words)));
}

}  // namespace boardwalk::console
