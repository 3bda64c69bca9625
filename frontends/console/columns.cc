#include "frontends/console/columns.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace boardwalk::console {

std::string Columns(const std::vector<std::string>& words, int width,
                    size_t most) {
  constexpr size_t kGap = 2;
  const size_t shown = std::min(words.size(), most);
  size_t longest = 0;
  for (size_t i = 0; i < shown; ++i) {
    longest = std::max(longest, words[i].size());
  }
  const size_t column = longest + kGap;
  const size_t per_line =
      std::max<size_t>(1, static_cast<size_t>(std::max(width, 0)) / column);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    text += words[i];
    if (i + 1 == shown || (i + 1) % per_line == 0) {
      text += '\n';
    } else {
      text.append(column - words[i].size(), ' ');
    }
  }
  if (shown < words.size()) {
    absl::StrAppend(&text, "... and ", words.size() - shown, " more\n");
  }
  return text;
}

std::string Wrapped(absl::string_view text, int width) {
  const auto most = static_cast<size_t>(std::max(width, 1));
  std::string wrapped;
  while (text.size() > most) {
    size_t end = text.rfind(' ', most);
    if (end == absl::string_view::npos || end == 0) end = text.find(' ', 1);
    if (end == absl::string_view::npos) break;
    absl::StrAppend(&wrapped, text.substr(0, end), "\n");
    text.remove_prefix(end + 1);
  }
  absl::StrAppend(&wrapped, text);
  return wrapped;
}

}  // namespace boardwalk::console
