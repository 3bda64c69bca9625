#include "frontends/report/wrapped_text.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"

namespace boardwalk::report {
namespace {

// Where to cut `text`, which is longer than `width`: after a parameter if that
// leaves a third of the line or more, else before a value.
size_t CutAt(absl::string_view text, size_t width) {
  for (const absl::string_view breaks : {",: ", "="}) {
    for (size_t at = width; at > width / 3; --at) {
      if (text[at] == ' ' ||
          breaks.find(text[at - 1]) != absl::string_view::npos) {
        return at;
      }
    }
  }
  return width;
}

// The words between blanks; a percent sign stays with its number.
std::vector<std::string> UnbrokenWords(absl::string_view text) {
  std::vector<std::string> words;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    if (!words.empty() && absl::StartsWith(word, "%")) {
      absl::StrAppend(&words.back(), " ", word);
    } else {
      words.emplace_back(word);
    }
  }
  return words;
}

}  // namespace

std::string SentenceHtml(absl::string_view sentence) {
  return EscapeHtml(
      absl::StrReplaceAll(sentence, {{" +- ", " \u00b1 "}, {" %", "\u00a0%"}}));
}

std::string BreakableName(const std::string& name) {
  return absl::StrReplaceAll(EscapeHtml(name),
                             {{",", ",<wbr/>"}, {":", ":<wbr/>"}});
}

std::vector<std::string> WrapName(absl::string_view text, size_t width) {
  width = std::max<size_t>(width, 1);
  std::vector<std::string> pieces;
  while (text.size() > width) {
    const size_t cut = CutAt(text, width);
    pieces.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    if (text[0] == ' ') text.remove_prefix(1);
  }
  pieces.emplace_back(text);
  return pieces;
}

std::string WrapText(absl::string_view text, size_t width,
                     absl::string_view indent) {
  std::string wrapped;
  size_t column = 0;
  for (const std::string& word : UnbrokenWords(text)) {
    if (column > 0 && column + 1 + word.size() > width) {
      wrapped += '\n';
      wrapped.append(indent.data(), indent.size());
      column = indent.size();
    } else if (column > 0) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += word.size();
  }
  return wrapped;
}

}  // namespace boardwalk::report
