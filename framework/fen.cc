#include "framework/fen.h"

#include <bit>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/bits.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {

namespace {

uint64_t Bit(const FenFormat& format, size_t cell) {
  return DepositBits(uint64_t{1} << cell, format.board);
}

std::string FormatRows(const Fen& fen, const FenFormat& format) {
  const int columns = format.columns, rows = format.rows;
  std::string board(static_cast<size_t>(columns) * rows, '.');
  for (size_t cell = 0; cell < board.size(); ++cell) {
    const uint64_t bit = Bit(format, cell);
    for (const int seat : {0, 1}) {
      if ((fen.pieces[seat] & bit) == 0) continue;
      board[cell] = format.symbols[seat + ((fen.kings & bit) != 0 ? 2 : 0)];
    }
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

// Sets the pieces of `fen`.
absl::Status ParseRows(absl::string_view text, const FenFormat& format,
                       Fen& fen) {
  const int columns = format.columns, rows = format.rows;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/');
  if (parts.size() != static_cast<size_t>(rows)) {
    return InvalidArgument("the board has ", rows,
                           " rows with / between them, not ", parts.size());
  }
  for (int from_top = 0; from_top < rows; ++from_top) {
    const absl::string_view part = parts[from_top];
    const auto refuse = [&](absl::string_view why) {
      return InvalidArgument(Quoted(part), ", row ", from_top + 1,
                             " from the top", why);
    };
    int column = 0;
    bool after_digit = false;
    for (const char c : part) {
      const size_t symbol = format.symbols.find(c);
      const bool digit = c >= '1' && c <= '0' + columns;
      if ((!digit && symbol == absl::string_view::npos) ||
          (digit && after_digit)) {
        return refuse(absl::StrCat(": write ", format.symbols,
                                   " for pieces and one digit for so many "
                                   "empty squares"));
      }
      if (!digit && column < columns) {
        const uint64_t bit =
            Bit(format,
                static_cast<size_t>(rows - 1 - from_top) * columns + column);
        fen.pieces[symbol % 2] |= bit;
        if (symbol >= 2) fen.kings |= bit;
      }
      column += digit ? c - '0' : 1;
      after_digit = digit;
    }
    if (column != columns) {
      return refuse(absl::StrCat(", has ", column, " squares, not ", columns));
    }
  }
  for (const int seat : {0, 1}) {
    if (std::popcount(fen.pieces[seat]) > format.max_pieces) {
      return InvalidArgument("there are ", std::popcount(fen.pieces[seat]),
                             " of ", format.symbols.substr(seat, 1),
                             ", at most ", format.max_pieces, " are right");
    }
  }
  return absl::OkStatus();
}

void AppendCharacter(std::string* text, char c) { *text += c; }

// What stands in the place of the mover and the fields, for errors.
std::string DescribeWords(const FenFormat& format) {
  std::string text = "the rows";
  if (!format.movers.empty()) {
    absl::StrAppend(&text, ", ",
                    absl::StrJoin(format.movers, " or ", AppendCharacter),
                    " to move");
  }
  for (const FenField& field : format.fields) {
    if (field.name.empty()) break;
    absl::StrAppend(&text, ", ", field.name);
    if (field.max >= 0) absl::StrAppend(&text, " (0 to ", field.max, ")");
  }
  return text;
}

}  // namespace

std::string FormatFen(const Fen& fen, const FenFormat& format) {
  std::string text = FormatRows(fen, format);
  if (!format.movers.empty()) {
    absl::StrAppend(&text, " ", format.movers.substr(fen.to_move, 1));
  }
  size_t number = 0;
  for (const FenField& field : format.fields) {
    if (field.name.empty()) break;
    text += ' ';
    if (field.max < 0) absl::StrAppend(&text, field.name);
    if (field.max >= 0) absl::StrAppend(&text, fen.numbers[number++]);
  }
  return text;
}

std::string ComposeFen(const std::vector<Piece>& pieces, int to_move,
                       const FenFormat& format) {
  Fen fen;
  fen.to_move = to_move;
  for (const Piece& piece : pieces) {
    const uint64_t bit = Bit(format, piece.cell);
    fen.pieces[piece.owner] |= bit;
    if (!piece.kind.empty()) fen.kings |= bit;
  }
  for (const FenField& field : format.fields) {
    if (field.max >= 0) fen.numbers.push_back(field.opening);
  }
  return FormatFen(fen, format);
}

absl::StatusOr<Fen> ParseFen(absl::string_view text, const FenFormat& format) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
  const auto refuse = [&](absl::string_view what) {
    return InvalidArgument(what, "; a position is ", DescribeWords(format),
                           ", such as ", format.example);
  };
  Fen fen;
  const absl::Status rows = ParseRows(words[0], format, fen);
  if (!rows.ok()) return refuse(rows.message());
  size_t next = 1;
  // "" after the last word, which is no mover and no field.
  const auto word = [&] {
    return next < words.size() ? words[next++] : absl::string_view();
  };
  if (!format.movers.empty()) {
    const absl::string_view mover = word();
    const size_t seat = format.movers.find(mover);
    if (mover.size() != 1 || seat == absl::string_view::npos) {
      return refuse(absl::StrCat(Quoted(mover), " is not to move"));
    }
    fen.to_move = static_cast<int>(seat);
  }
  for (const FenField& field : format.fields) {
    if (field.name.empty()) break;
    const absl::string_view written = word();
    int number = 0;
    const bool fits = field.max < 0 ? written == field.name
                                    : absl::SimpleAtoi(written, &number) &&
                                          number >= 0 && number <= field.max;
    if (!fits) return refuse(absl::StrCat(Quoted(written), " does not fit"));
    if (field.max >= 0) fen.numbers.push_back(number);
  }
  if (next != words.size()) {
    return refuse(absl::StrCat(Quoted(words[next]), " is too much"));
  }
  return fen;
}

}  // namespace boardwalk
