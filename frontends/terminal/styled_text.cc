#include "frontends/terminal/styled_text.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

namespace boardwalk::terminal {
namespace {

constexpr absl::string_view kBegin = "\033[";
constexpr absl::string_view kReset = "\033[0m";

// The length of the escape sequence that `text` begins with, 0 for none.
size_t EscapeLength(absl::string_view text) {
  if (!absl::StartsWith(text, kBegin)) return 0;
  const size_t end = text.find_first_not_of("0123456789;", kBegin.size());
  return end == absl::string_view::npos ? text.size() : end + 1;
}

// The line of these characters; every style ends before the next begins.
std::string FromGlyphs(const std::vector<Glyph>& glyphs) {
  std::string line, style;
  for (const Glyph& glyph : glyphs) {
    if (glyph.style != style) {
      absl::StrAppend(&line, style.empty() ? "" : kReset, glyph.style);
      style = glyph.style;
    }
    line += glyph.text;
  }
  return absl::StrCat(line, style.empty() ? "" : kReset);
}

}  // namespace

std::vector<Glyph> Glyphs(absl::string_view line) {
  std::vector<Glyph> glyphs;
  std::string style;
  while (!line.empty()) {
    size_t length = EscapeLength(line);
    if (length > 0) {
      const absl::string_view escape = line.substr(0, length);
      if (escape == kReset || escape == "\033[m") {
        style.clear();
      } else {
        absl::StrAppend(&style, escape);
      }
    } else {
      length = std::max<size_t>(Utf8Length(line), 1);
      glyphs.push_back({std::string(line.substr(0, length)), style});
    }
    line.remove_prefix(length);
  }
  return glyphs;
}

int ShownWidth(absl::string_view line) {
  return static_cast<int>(Glyphs(line).size());
}

std::string CutShown(absl::string_view line, int from, int width) {
  const std::vector<Glyph> glyphs = Glyphs(line);
  const size_t begin =
      std::min(static_cast<size_t>(std::max(from, 0)), glyphs.size());
  const size_t end =
      std::min(begin + static_cast<size_t>(std::max(width, 0)), glyphs.size());
  return FromGlyphs({glyphs.begin() + static_cast<std::ptrdiff_t>(begin),
                     glyphs.begin() + static_cast<std::ptrdiff_t>(end)});
}

}  // namespace boardwalk::terminal
