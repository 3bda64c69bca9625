// Moves and positions as text, and how the board is drawn.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/board_drawing.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "games/chinese8/chinese8.h"

namespace boardwalk::chinese8 {
namespace {

struct Direction {
  int row, column;
};
constexpr Direction kDirections[] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                     {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

bool Has(uint64_t set, int cell) { return (set >> cell & 1) != 0; }

int Row(int cell) { return cell / 8 + 1; }
int Column(int cell) { return cell % 8 + 1; }

// The cell `distance` away; -1 off the board.
int CellFrom(int cell, Direction direction, int distance) {
  return CellAt(Row(cell) + direction.row * distance,
                Column(cell) + direction.column * distance);
}

// Whether a piece may jump there. `occupied` is without the mover.
bool IsJump(uint64_t occupied, int from, Direction direction, int distance) {
  for (int i = 1; i <= distance; ++i) {
    const int cell = CellFrom(from, direction, i);
    if (cell < 0 || Has(occupied, cell) != (2 * i == distance)) return false;
  }
  return true;
}

bool IsAdjacent(int from, int to) {
  return std::max(std::abs(Row(from) - Row(to)),
                  std::abs(Column(from) - Column(to))) == 1;
}

const char* SeatName(int seat) { return seat == 0 ? "Blue" : "Red"; }

// Why a piece on `from` cannot reach the empty cell `to`.
absl::Status OutOfReach(int from, int to) {
  const int rows = std::abs(Row(from) - Row(to));
  const int columns = std::abs(Column(from) - Column(to));
  const int distance = std::max(rows, columns);
  const bool on_a_line = rows == 0 || columns == 0 || rows == columns;
  std::string jump;
  if (on_a_line && distance % 2 == 0) {
    jump = absl::StrCat(
        "; to jump there at once exactly one piece must stand "
        "between them, at ",
        CellName((from + to) / 2));
  } else {
    jump =
        "; a jump goes 2, 4 or 6 cells straight over exactly one piece at "
        "the exact middle";
  }
  return InvalidArgument(CellName(to), " is not adjacent to ", CellName(from),
                         " and no chain of jumps leads there", jump);
}

}  // namespace

std::string CellName(int cell) { return absl::StrCat(Row(cell), Column(cell)); }

int CellAt(int row, int column) {
  if (row < 1 || row > 8 || column < 1 || column > 8) return -1;
  return (row - 1) * 8 + column - 1;
}

std::vector<int> TouchedCells(const State& state, State::Move move) {
  const int from = move.from, to = move.to;
  if (IsAdjacent(from, to)) return {from, to};
  const uint64_t occupied = state.Occupied() & ~(uint64_t{1} << from);
  // Breadth first, from the end, so that following `next` leads to it.
  std::array<int, kCells> next;
  next.fill(-1);
  next[to] = to;
  std::vector<int> queue = {to};
  for (size_t i = 0; i < queue.size() && next[from] < 0; ++i) {
    for (const Direction direction : kDirections) {
      for (int distance = 2; distance <= 6; distance += 2) {
        const int cell = CellFrom(queue[i], direction, distance);
        if (cell < 0 || next[cell] >= 0) continue;
        if (!IsJump(occupied, queue[i], direction, distance)) continue;
        next[cell] = queue[i];
        queue.push_back(cell);
      }
    }
  }
  std::vector<int> cells = {from};
  while (cells.back() != to && next[cells.back()] >= 0) {
    cells.push_back(next[cells.back()]);
  }
  return cells;
}

std::string Rules::FormatMove(const State&, Move move) const {
  return absl::StrCat(CellName(move.from), CellName(move.to));
}

absl::StatusOr<State::Move> Rules::ParseMove(const State& state,
                                             absl::string_view text) const {
  if (text.size() != 4 ||
      !std::all_of(text.begin(), text.end(), absl::ascii_isdigit)) {
    return InvalidArgument(
        Quoted(text),
        " is no move: write four digits, row and column of the start and of "
        "the end, such as 2161");
  }
  std::array<int, 2> cells;
  for (int i = 0; i < 2; ++i) {
    cells[i] = CellAt(text[2 * i] - '0', text[2 * i + 1] - '0');
    if (cells[i] < 0) {
      return InvalidArgument(
          text.substr(2 * i, 2),
          " is off the board: rows and columns go from 1 to 8");
    }
  }
  const auto [from, to] = cells;
  if (state.IsTerminal()) {
    return absl::FailedPreconditionError("the game is over");
  }
  const int seat = state.ToMove();
  if (Has(state.Pieces(seat ^ 1), from)) {
    return InvalidArgument("the piece on ", CellName(from), " is ",
                           SeatName(seat ^ 1), "'s; it is ", SeatName(seat),
                           "'s turn");
  }
  if (!Has(state.Pieces(seat), from)) {
    return InvalidArgument("no piece of yours stands on ", CellName(from),
                           ": it is empty");
  }
  if (from == to) {
    return InvalidArgument("a move from ", CellName(from),
                           " must end on another cell");
  }
  if (Has(state.Occupied(), to)) {
    return InvalidArgument(CellName(to), " is occupied");
  }
  if (!Has(state.DestinationsOf(from), to)) return OutOfReach(from, to);
  return Move{static_cast<uint8_t>(from), static_cast<uint8_t>(to)};
}

std::vector<std::string> Rules::Path(const State& state, Move move) const {
  std::vector<std::string> names;
  for (const int cell : TouchedCells(state, move)) {
    names.push_back(CellName(cell));
  }
  return names;
}

BoardLayout Rules::Layout() const {
  BoardLayout layout = SquareGrid(8, 8, [](int column, int row) {
    return CellName(CellAt(8 - row, column + 1));
  });
  layout.symbols = "#O";
  layout.text = {.dots = true, .narrow = true, .began = '*', .passed = '+'};
  // The names of the players: Blue and Red.
  layout.seats = {{PieceColor::kBlue, PieceShape::kMarble},
                  {PieceColor::kRed, PieceShape::kMarble}};
  for (int i = 1; i <= 8; ++i) {
    layout.columns.push_back(absl::StrCat(i));
    layout.rows.push_back(absl::StrCat(i));
  }
  for (Cell& cell : layout.cells) {
    const int place = CellAt(cell.name[0] - '0', cell.name[1] - '0');
    for (const int seat : {0, 1}) {
      if (!Has(kCamps[seat], place)) continue;
      cell.home = seat;
      cell.goal = 1 - seat;
    }
  }
  return layout;
}

std::vector<Piece> Rules::Pieces(const State& state) const {
  std::vector<Piece> pieces;
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int seat : {0, 1}) {
      // The grid has the bottom row first.
      if (Has(state.Pieces(seat), cell)) {
        pieces.push_back({(8 - Row(cell)) * 8 + Column(cell) - 1, seat});
      }
    }
  }
  return pieces;
}

GameEnding Rules::Ending(const State& state) const {
  if (state.Returns()[0] == 0) {
    return {absl::StrCat("nobody is home after ", kMaxPlies, " moves")};
  }
  return {"the opposite corner is full"};
}

BoardLegend Rules::Legend(const RenderOptions& options) const {
  constexpr absl::string_view kCorners[2] = {"top left", "bottom right"};
  const BoardLayout layout = Layout();
  BoardLegend legend;
  for (const int seat : {0, 1}) {
    const int home = options.flip ? 1 - seat : seat;
    legend.seats.push_back(absl::StrCat(SeatSign(layout, seat), ", from the ",
                                        kCorners[home], " corner to the ",
                                        kCorners[1 - home]));
  }
  return legend;
}

// --- Positions: one line of text, or the interchange board of 89 numbers ----

namespace {

// The interchange board has cell `rc` at index rc.
constexpr size_t kInterchangeSize = 89;
// Longer than any position with its separators.
constexpr size_t kMaxText = 2000;

using BothSides = std::array<uint64_t, 2>;
using Words = std::vector<absl::string_view>;

absl::StatusOr<BothSides> ReadRows(absl::string_view board) {
  const Words rows = absl::StrSplit(board, '/');
  if (rows.size() != 8) {
    return InvalidArgument(
        "the board has ", rows.size(),
        " rows; write eight, joined by '/', such as ........");
  }
  BothSides pieces = {0, 0};
  for (int row = 1; row <= 8; ++row) {
    const absl::string_view cells = rows[row - 1];
    if (cells.size() != 8) {
      return InvalidArgument("row ", row, " has ", cells.size(),
                             " cells, not 8");
    }
    for (int column = 1; column <= 8; ++column) {
      const char sign = cells[column - 1];
      const uint64_t cell = uint64_t{1} << CellAt(row, column);
      if (sign == '#') {
        pieces[0] |= cell;
      } else if (sign == 'O') {
        pieces[1] |= cell;
      } else if (sign != '.') {
        return InvalidArgument(
            "cell ", row, column, " is ", Quoted({&sign, 1}),
            "; write # for Blue, O for Red or . for an empty cell");
      }
    }
  }
  return pieces;
}

absl::StatusOr<BothSides> ReadInterchange(const Words& numbers) {
  if (numbers.size() < kInterchangeSize) {
    return InvalidArgument("the interchange board has ", numbers.size(),
                           " numbers, not 89");
  }
  BothSides pieces = {0, 0};
  for (size_t index = 0; index < kInterchangeSize; ++index) {
    const int cell =
        CellAt(static_cast<int>(index / 10), static_cast<int>(index % 10));
    int value = 0;
    const bool is_number = absl::SimpleAtoi(numbers[index], &value);
    if (cell < 0 && !(is_number && value == -1)) {
      return InvalidArgument("number ", index, " (counted from 0) is ",
                             Quoted(numbers[index]),
                             "; it is off the board, write -1");
    }
    if (cell >= 0 && !(is_number && value >= 0 && value <= 2)) {
      return InvalidArgument("number ", index, " (counted from 0) is ",
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
    return InvalidArgument("the seat to move is ", Quoted(words[0]),
                           "; it is 1 (Blue) or 2 (Red)");
  }
  int plies = seat - 1;
  if (words.size() > 1 && !(absl::SimpleAtoi(words[1], &plies) && plies >= 0 &&
                            plies <= kMaxPlies)) {
    return InvalidArgument("the number of moves made is ", Quoted(words[1]),
                           "; it is a whole number from 0 to ", kMaxPlies);
  }
  if (plies % 2 != seat - 1) {
    return InvalidArgument("after ", plies, " moves it is seat ", plies % 2 + 1,
                           "'s turn, not seat ", seat, "'s");
  }
  if (words.size() > 2) {
    return InvalidArgument("nothing may follow the number of moves, but ",
                           Quoted(words[2]), " does");
  }
  return plies;
}

absl::Status CheckNumbers(const BothSides& pieces) {
  for (int seat = 0; seat < 2; ++seat) {
    const int count = std::popcount(pieces[seat]);
    if (count != kPiecesPerSeat) {
      return InvalidArgument(seat == 0 ? "Blue (#)" : "Red (O)", " has ", count,
                             " pieces on the board; each side has six");
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string Rules::ComposePosition(const std::vector<Piece>& pieces,
                                   int plies) const {
  return absl::StrCat(BoardRows(Layout(), pieces), " ", plies % 2 + 1, " ",
                      plies);
}

std::string Rules::FormatPosition(const State& state) const {
  return ComposePosition(Pieces(state), state.Plies());
}

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  if (text.size() > kMaxText) {
    return InvalidArgument("the position has ", text.size(),
                           " characters; none needs more than ", kMaxText);
  }
  Words words =
      absl::StrSplit(text, absl::ByAnyChar(" \t\r\n,"), absl::SkipEmpty());
  if (words.empty()) {
    return InvalidArgument("the position is empty; write ",
                           FormatPosition(InitialState()), " for the opening");
  }
  // Rows begin with a cell, numbers with a digit or a sign.
  const bool numbers = absl::StrContains("-0123456789", words[0].substr(0, 1));
  ASSIGN_OR_RETURN(const BothSides pieces,
                   numbers ? ReadInterchange(words) : ReadRows(words[0]));
  words.erase(words.begin(), words.begin() + (numbers ? kInterchangeSize : 1));
  ASSIGN_OR_RETURN(const int plies, ReadPlies(words));
  RETURN_IF_ERROR(CheckNumbers(pieces));
  return State(pieces, plies);
}

}  // namespace boardwalk::chinese8
