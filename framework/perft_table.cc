#include "framework/perft_table.h"

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

// A row without depths for an empty line or a comment.
absl::StatusOr<PerftRow> ParseRow(absl::string_view id,
                                  absl::string_view text) {
  PerftRow row;
  std::string unquoted;
  // A position may have blanks and any other sign than '"'.
  const size_t begin = text.substr(0, text.find('#')).find('"');
  if (begin != absl::string_view::npos) {
    const size_t end = text.find('"', begin + 1);
    if (end == absl::string_view::npos) {
      return absl::InvalidArgumentError("the quote of the position is open");
    }
    row.position = std::string(text.substr(begin + 1, end - begin - 1));
    unquoted = absl::StrCat(text.substr(0, begin), " ", text.substr(end + 1));
    text = unquoted;
    if (row.position.empty()) {
      return absl::InvalidArgumentError("the position is empty");
    }
  }
  text = text.substr(0, text.find('#'));
  const std::vector<absl::string_view> words = SplitWords(text);
  if (words.empty() && row.position.empty()) return row;
  if (words.empty()) {
    return absl::InvalidArgumentError(
        "no settings; write them or -, then the position, then DEPTH:COUNT");
  }
  row.game =
      words[0] == "-" ? std::string(id) : absl::StrCat(id, ":", words[0]);
  for (size_t i = 1; i < words.size(); ++i) {
    const std::vector<absl::string_view> pair = absl::StrSplit(words[i], ':');
    int depth = 0;
    uint64_t count = 0;
    if (pair.size() != 2 || !absl::SimpleAtoi(pair[0], &depth) || depth < 1 ||
        depth > kMaxPerftDepth || !absl::SimpleAtoi(pair[1], &count)) {
      return InvalidArgument(Quoted(words[i]),
                             " is not DEPTH:COUNT, such as 3:504");
    }
    row.leaves.emplace_back(depth, count);
  }
  if (row.leaves.empty()) {
    return absl::InvalidArgumentError(
        "no depths; write settings or -, then DEPTH:COUNT, such as - 1:9 2:72; "
        "a "
        "position stands between, in quotes");
  }
  return row;
}

}  // namespace

absl::StatusOr<std::unique_ptr<AnyState>> StartOf(const PerftRow& row,
                                                  const AnyGame& game) {
  if (row.position.empty()) return game.InitialState();
  return At(absl::StrCat("line ", row.line, ": ", Quoted(row.position)),
            game.ParsePosition(row.position));
}

absl::StatusOr<std::vector<PerftRow>> ReadPerftTable(const std::string& path,
                                                     absl::string_view id) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  std::vector<PerftRow> rows;
  int line = 0;
  for (const absl::string_view row_text : absl::StrSplit(text, '\n')) {
    ++line;
    ASSIGN_OR_RETURN(PerftRow row,
                     At(absl::StrCat(OneLine(path), ", line ", line),
                        ParseRow(id, row_text)));
    row.line = line;
    if (!row.leaves.empty()) rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    return InvalidArgument(
        OneLine(path),
        " has no rows; write settings or -, then DEPTH:COUNT, such as - 1:9");
  }
  return rows;
}

}  // namespace boardwalk
