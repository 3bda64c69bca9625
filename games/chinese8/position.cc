// Positions as one line of text, and the interchange board of 89 numbers.

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "games/chinese8/notation.h"

namespace boardwalk::chinese8 {
namespace {

// The interchange board has cell `rc` at index rc.
constexpr size_t kInterchangeSize = 89;
// More than any position takes, separators and all.
constexpr size_t kMaxText = 2000;

using Pieces = std::array<uint64_t, 2>;
using Words = std::vector<absl::string_view>;

template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

absl::StatusOr<Pieces> ReadRows(absl::string_view board) {
  const Words rows = absl::StrSplit(board, '/');
  if (rows.size() != 8) {
    return Wrong("the board has ", rows.size(),
                 " rows; write eight, joined by '/', such as ........");
  }
  Pieces pieces = {0, 0};
  for (int row = 1; row <= 8; ++row) {
    const absl::string_view cells = rows[row - 1];
    if (cells.size() != 8) {
      return Wrong("row ", row, " has ", cells.size(), " cells, not 8");
    }
    for (int column = 1; column <= 8; ++column) {
      const char sign = cells[column - 1];
      const uint64_t cell = uint64_t{1} << CellAt(row, column);
      if (sign == '#') {
        pieces[0] |= cell;
      } else if (sign == 'O') {
        pieces[1] |= cell;
      } else if (sign != '.') {
        return Wrong("cell ", row, column, " is ", Quoted({&sign, 1}),
                     "; write # for Blue, O for Red or . for an empty cell");
      }
    }
  }
  return pieces;
}

absl::StatusOr<Pieces> ReadInterchange(const Words& numbers) {
  if (numbers.size() < kInterchangeSize) {
    return Wrong("the interchange board has ", numbers.size(),
                 " numbers, not 89");
  }
  Pieces pieces = {0, 0};
  for (size_t index = 0; index < kInterchangeSize; ++index) {
    const int cell =
        CellAt(static_cast<int>(index / 10), static_cast<int>(index % 10));
    int value = 0;
    const bool is_number = absl::SimpleAtoi(numbers[index], &value);
    if (cell < 0 && !(is_number && value == -1)) {
      return Wrong("number ", index, " (counted from 0) is ",
                   Quoted(numbers[index]), "; it is off the board, write -1");
    }
    if (cell >= 0 && !(is_number && value >= 0 && value <= 2)) {
      return Wrong("number ", index, " (counted from 0) is ",
                   Quoted(numbers[index]), "; cell ", CellName(cell),
                   " is 0 empty, 1 Blue or 2 Red");
    }
    if (value > 0) pieces[value - 1] |= uint64_t{1} << cell;
  }
  return pieces;
}

// What follows the board: seat and plies, each optional.
absl::StatusOr<int> ReadPlies(const Words& words) {
  int seat = 1;
  if (!words.empty() &&
      !(absl::SimpleAtoi(words[0], &seat) && (seat == 1 || seat == 2))) {
    return Wrong("the seat to move is ", Quoted(words[0]),
                 "; it is 1 (Blue) or 2 (Red)");
  }
  int plies = seat - 1;
  if (words.size() > 1 && !(absl::SimpleAtoi(words[1], &plies) && plies >= 0 &&
                            plies <= kMaxPlies)) {
    return Wrong("the number of moves made is ", Quoted(words[1]),
                 "; it is a whole number from 0 to ", kMaxPlies);
  }
  if (plies % 2 != seat - 1) {
    return Wrong("after ", plies, " moves it is seat ", plies % 2 + 1,
                 "'s turn, not seat ", seat, "'s");
  }
  if (words.size() > 2) {
    return Wrong("nothing may follow the number of moves, but ",
                 Quoted(words[2]), " does");
  }
  return plies;
}

absl::Status CheckNumbers(const Pieces& pieces) {
  for (int seat = 0; seat < 2; ++seat) {
    const int count = std::popcount(pieces[seat]);
    if (count != kPiecesPerSeat) {
      return Wrong(seat == 0 ? "Blue (#)" : "Red (O)", " has ", count,
                   " pieces on the board; each side has six");
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string Rules::FormatPosition(const State& state) const {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    if (cell > 0 && cell % 8 == 0) text += '/';
    const bool blue = (state.Pieces(0) >> cell & 1) != 0;
    const bool red = (state.Pieces(1) >> cell & 1) != 0;
    text += blue ? '#' : red ? 'O' : '.';
  }
  return absl::StrCat(text, " ", state.Plies() % 2 + 1, " ", state.Plies());
}

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  if (text.size() > kMaxText) {
    return Wrong("the position has ", text.size(),
                 " characters; none needs more than ", kMaxText);
  }
  Words words =
      absl::StrSplit(text, absl::ByAnyChar(" \t\r\n,"), absl::SkipEmpty());
  if (words.empty()) {
    return Wrong("the position is empty; write ",
                 FormatPosition(InitialState()), " for the opening");
  }
  // Rows begin with a cell, numbers with a digit or a sign.
  const bool numbers = absl::StrContains("-0123456789", words[0].substr(0, 1));
  ASSIGN_OR_RETURN(const Pieces pieces,
                   numbers ? ReadInterchange(words) : ReadRows(words[0]));
  words.erase(words.begin(), words.begin() + (numbers ? kInterchangeSize : 1));
  ASSIGN_OR_RETURN(const int plies, ReadPlies(words));
  RETURN_IF_ERROR(CheckNumbers(pieces));
  return State(pieces, plies);
}

}  // namespace boardwalk::chinese8
