#include "frontends/report/markup.h"

#include <cstddef>

#include "absl/strings/str_replace.h"

namespace boardwalk::report {
namespace {

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

// Bytes of the UTF-8 character that `text` begins with; 0 where it is none.
size_t CharacterLength(absl::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xf0 && first < 0xf5   ? 4
                        : first >= 0xe0 && first < 0xf0 ? 3
                        : first >= 0xc2 && first < 0xe0 ? 2
                                                        : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  // Too long a form, half of a pair, or beyond the last character.
  const auto second = static_cast<unsigned char>(text[1]);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90)) {
    return 0;
  }
  return length;
}

void AppendAscii(char c, std::string& escaped) {
  switch (c) {
    case '&':
      escaped += "&amp;";
      return;
    case '<':
      escaped += "&lt;";
      return;
    case '>':
      escaped += "&gt;";
      return;
    case '"':
      escaped += "&quot;";
      return;
    case '\'':
      escaped += "&#39;";
      return;
    default:
      escaped += (c >= ' ' && c != 0x7f) || c == '\n' ? c : ' ';
  }
}

}  // namespace

std::string Escape(absl::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    if (length == 1) {
      AppendAscii(text[0], escaped);
    } else if (length == 0) {
      escaped += '?';
    } else {
      escaped.append(text.data(), length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return escaped;
}

std::string Pretty(absl::string_view number) {
  std::string text = absl::StrReplaceAll(
      number,
      {{"+- ", "\u00b1 "}, {" us", " \u00b5s"}, {"<", "&lt;"}, {">", "&gt;"}});
  // A minus stands before a digit; a "-" alone is a dash.
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '-' && text[i + 1] >= '0' && text[i + 1] <= '9') {
      text.replace(i, 1, "\u2212");
    }
  }
  return text == "-" ? "\u2013" : text;
}

}  // namespace boardwalk::report
