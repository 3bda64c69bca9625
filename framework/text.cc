#include "framework/text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"

namespace boardwalk {
namespace {

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
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

bool IsControlCharacter(absl::string_view character) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(character[i]);
  };
  return byte(0) < 0x20 || byte(0) == 0x7f ||
         (character.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0);
}

std::vector<absl::string_view> SplitWords(absl::string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \t\n\v\f\r"),
                        absl::SkipEmpty());
}

std::string Quoted(absl::string_view text, size_t max_bytes) {
  return absl::StrCat("'", absl::CHexEscape(text.substr(0, max_bytes)),
                      text.size() > max_bytes ? "..." : "", "'");
}

std::string OneLine(absl::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes) {
    const size_t half = max_bytes / 2;
    return absl::StrCat(OneLine(text.substr(0, half), max_bytes), " ... ",
                        OneLine(text.substr(text.size() - half), max_bytes));
  }
  std::string line;
  while (!text.empty()) {
    size_t length = Utf8Length(text);
    if (length == 0 || IsControlCharacter(text.substr(0, length))) {
      length = 1;
      absl::StrAppend(
          &line, "\\x",
          absl::Hex(static_cast<unsigned char>(text[0]), absl::kZeroPad2));
    } else {
      absl::StrAppend(&line, text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return line;
}

std::string EscapeHtml(absl::string_view text) {
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

size_t Utf8Length(absl::string_view text) {
  if (text.empty()) return 0;
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
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong =
      (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool beyond_last = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || beyond_last ? 0 : length;
}

size_t Utf8Count(absl::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(
                           text.begin(), text.end(), IsContinuation));
}

absl::Status CheckLine(absl::string_view text, absl::string_view what,
                       size_t max_characters) {
  for (absl::string_view rest = text; !rest.empty();) {
    const absl::string_view character = rest.substr(0, Utf8Length(rest));
    if (character.empty() || IsControlCharacter(character)) {
      return InvalidArgument(
          what, " is of UTF-8, without control characters and line ends");
    }
    rest.remove_prefix(character.size());
  }
  const size_t characters = Utf8Count(text);
  if (characters <= max_characters) return absl::OkStatus();
  return InvalidArgument(what, " has at most ", max_characters,
                         " characters, not ", characters);
}

std::string ShortestNumber(double number) {
  std::array<char, 40> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), end.ptr);
}

std::string Counted(int64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string JoinWords(const std::vector<std::string>& words,
                      absl::string_view conjunction) {
  if (words.size() < 2) return absl::StrJoin(words, "");
  return absl::StrCat(absl::StrJoin(words.begin(), words.end() - 1, ", "), " ",
                      conjunction, " ", words.back());
}

std::string CsvField(absl::string_view text) {
  if (text.find_first_of(",\"\r\n") == absl::string_view::npos) {
    return std::string(text);
  }
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string ShellWord(absl::string_view text) {
  constexpr absl::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      ",.:=+-_/@%";
  if (!text.empty() &&
      text.find_first_not_of(kPlain) == absl::string_view::npos) {
    return std::string(text);
  }
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

}  // namespace boardwalk
