#include "frontends/report/markup.h"

#include <cstddef>

#include "absl/strings/str_replace.h"
#include "framework/text.h"

namespace boardwalk::report {
namespace {

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
    const size_t length = Utf8Length(text);
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
