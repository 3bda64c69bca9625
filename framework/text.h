// Text: words, numbers, counts, UTF-8 and quoting.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

// The words of `text`, between ASCII white space.
std::vector<absl::string_view> SplitWords(absl::string_view text);

// `text` in quotes: escaped where it is not printable ASCII, so that it cannot
// send commands to a terminal, and cut after `max_bytes`.
std::string Quoted(absl::string_view text, size_t max_bytes = 40);

// `text` on one line: control characters and bytes that are not UTF-8 become
// \xNN, and the middle of a text longer than `max_bytes` becomes "...".
std::string OneLine(absl::string_view text, size_t max_bytes = 1000);

// `text` as HTML or XML: & < > and quotes by their names, control characters
// except line ends as blanks, bytes that are not UTF-8 as question marks.
std::string EscapeHtml(absl::string_view text);

// The length in bytes, 1 to 4, of the UTF-8 character that `text` begins with;
// 0 if `text` is empty or begins with no well-formed character (RFC 3629).
size_t Utf8Length(absl::string_view text);

// Whether a UTF-8 character, at least one byte, is a control character: C0, DEL
// or C1, which a terminal may interpret.
bool IsControlCharacter(absl::string_view character);

// The number of UTF-8 characters in `text`: bytes that continue a character are
// not counted.
size_t Utf8Count(absl::string_view text);

// Whether people may write `text` on a line: at most `max_characters` of UTF-8,
// none of them a control character. The error calls it `what`: "a name".
absl::Status CheckLine(absl::string_view text, absl::string_view what,
                       size_t max_characters);

// The shortest decimal that reads back as `number`, such as "0.1" or "1e+20".
// REQUIRES: `number` is finite.
std::string ShortestNumber(double number);

// "1 game", "2 games": `noun` gets an s unless `count` is 1.
std::string Counted(int64_t count, absl::string_view noun);

// "A", "A or B", "A, B or C" with the conjunction "or".
std::string JoinWords(const std::vector<std::string>& words,
                      absl::string_view conjunction);

// `text` as a field of CSV (RFC 4180): in quotes if necessary.
std::string CsvField(absl::string_view text);

// `text` as one word of a shell: in quotes if necessary.
std::string ShellWord(absl::string_view text);

}  // namespace boardwalk
