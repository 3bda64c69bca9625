#include "framework/fen.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"

namespace boardwalk {

std::string FormatFen(const std::vector<Piece>& pieces, int columns, int rows,
                      absl::string_view symbols) {
  std::string board(static_cast<size_t>(columns) * rows, '.');
  for (const Piece& piece : pieces) {
    board[piece.cell] = symbols[piece.owner + (piece.kind.empty() ? 0 : 2)];
  }
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    if (!text.empty()) text += '/';
    int empty = 0;
    for (int column = 0; column <= columns; ++column) {
      const bool end = column == columns;
      if (!end && board[row * columns + column] == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) absl::StrAppend(&text, empty);
      empty = 0;
      if (!end) text += board[row * columns + column];
    }
  }
  return text;
}

absl::StatusOr<std::vector<Piece>> ParseFen(absl::string_view text, int columns,
                                            int rows, absl::string_view symbols,
                                            absl::string_view kind) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/');
  if (parts.size() != static_cast<size_t>(rows)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the board has ", rows, " rows with / between them, not ",
                     parts.size()));
  }
  std::vector<Piece> pieces;
  for (int from_top = 0; from_top < rows; ++from_top) {
    const absl::string_view part = parts[from_top];
    const auto refuse = [&](absl::string_view why) {
      return absl::InvalidArgumentError(absl::StrCat(
          Quoted(part), ", row ", from_top + 1, " from the top", why));
    };
    int column = 0;
    bool after_digit = false;
    for (const char c : part) {
      const size_t symbol = symbols.find(c);
      const bool digit = c >= '1' && c <= '0' + columns;
      if ((!digit && symbol == absl::string_view::npos) ||
          (digit && after_digit)) {
        return refuse(absl::StrCat(": write ", symbols,
                                   " for pieces and one digit for so many "
                                   "empty squares"));
      }
      if (!digit && column < columns) {
        const int owner = static_cast<int>(symbol);
        pieces.push_back({.cell = (rows - 1 - from_top) * columns + column,
                          .owner = owner % 2,
                          .kind = std::string(owner < 2 ? "" : kind)});
      }
      column += digit ? c - '0' : 1;
      after_digit = digit;
    }
    if (column != columns) {
      return refuse(absl::StrCat(", has ", column, " squares, not ", columns));
    }
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.cell < b.cell; });
  return pieces;
}

}  // namespace boardwalk
