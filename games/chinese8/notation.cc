#include "games/chinese8/notation.h"

#include <algorithm>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

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

// Whether a piece may jump between the ends, the mover having been lifted.
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

// Why no piece gets from one cell to the other, both being well chosen.
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
  return absl::InvalidArgumentError(
      absl::StrCat(CellName(to), " is not adjacent to ", CellName(from),
                   " and no chain of jumps leads there", jump));
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
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(text),
        " is no move: write four digits, row and column of the start and of "
        "the end, such as 2161"));
  }
  std::array<int, 2> cells;
  for (int i = 0; i < 2; ++i) {
    cells[i] = CellAt(text[2 * i] - '0', text[2 * i + 1] - '0');
    if (cells[i] < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(text.substr(2 * i, 2),
                       " is off the board: rows and columns go from 1 to 8"));
    }
  }
  const auto [from, to] = cells;
  if (state.IsTerminal()) {
    return absl::FailedPreconditionError("the game is over");
  }
  const int seat = state.ToMove();
  if (Has(state.Pieces(seat ^ 1), from)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the piece on ", CellName(from), " is ", SeatName(seat ^ 1),
        "'s; it is ", SeatName(seat), "'s turn"));
  }
  if (!Has(state.Pieces(seat), from)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no piece of yours stands on ", CellName(from), ": it is empty"));
  }
  if (from == to) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a move from ", CellName(from), " must end on another cell"));
  }
  if (Has(state.Occupied(), to)) {
    return absl::InvalidArgumentError(
        absl::StrCat(CellName(to), " is occupied"));
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

namespace {

// The board being drawn: what stands on a cell, and how the last move left it.
struct Drawing {
  const State& state;
  bool color;
  uint64_t touched = 0;  // by the last move, its end excepted
  int begin = -1;        // its first cell and its last
  int end = -1;
};

Drawing MakeDrawing(const State& state, const RenderOptions& options) {
  Drawing drawing{state, options.color};
  for (const std::string& name : options.path) {
    if (name.size() != 2) continue;
    const int cell = CellAt(name[0] - '0', name[1] - '0');
    if (cell < 0) continue;
    if (drawing.begin < 0) drawing.begin = cell;
    drawing.touched |= uint64_t{1} << cell;
    drawing.end = cell;
  }
  if (drawing.end >= 0) drawing.touched &= ~(uint64_t{1} << drawing.end);
  return drawing;
}

std::string CellText(const Drawing& drawing, int cell) {
  absl::string_view sign = ".", color;
  if (Has(drawing.state.Pieces(0), cell)) {
    sign = "#";
    color = cell == drawing.end ? "\x1b[1;94m" : "\x1b[34m";
  } else if (Has(drawing.state.Pieces(1), cell)) {
    sign = "O";
    color = cell == drawing.end ? "\x1b[1;91m" : "\x1b[31m";
  } else if (Has(drawing.touched, cell)) {
    sign = cell == drawing.begin ? "*" : "+";
    color = "\x1b[33m";
  }
  if (!drawing.color || color.empty()) return std::string(sign);
  return absl::StrCat(color, sign, "\x1b[0m");
}

}  // namespace

std::string Rules::Render(const State& state,
                          const RenderOptions& options) const {
  const Drawing drawing = MakeDrawing(state, options);
  const auto from_near = [&](int i) { return options.flip ? 9 - i : i; };
  std::string text = " ";
  for (int i = 1; i <= 8; ++i) absl::StrAppend(&text, " ", from_near(i));
  text += '\n';
  for (int i = 1; i <= 8; ++i) {
    absl::StrAppend(&text, from_near(i));
    bool after_end = false;
    for (int j = 1; j <= 8; ++j) {
      const int cell = CellAt(from_near(i), from_near(j));
      const bool at_end = cell == drawing.end;
      text += at_end ? '[' : after_end ? ']' : ' ';
      text += CellText(drawing, cell);
      after_end = at_end;
    }
    text += after_end ? "]\n" : "\n";
  }
  return text;
}

}  // namespace boardwalk::chinese8
