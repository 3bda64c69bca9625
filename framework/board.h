// Describes the board of a game: its cells, the pieces on them, and what both
// look like. Front ends draw it and let people point at moves without knowing
// the game. A game has two optional functions for it in its rules, Layout and
// Pieces (see game.h); board_drawing.h makes text and pictures of them. Code
// that is compiled for the game reads the pieces as bits, see BoardPlanes and
// planes.h.
//
// Example of declarations: the board of chess, with a1 at the bottom left.
//
//   BoardLayout Layout() { return CheckeredGrid(8, 8, ChessSquare); }

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/bits.h"

namespace boardwalk {

// How a cell looks: an area of width 1, or a spot where lines cross.
enum class CellShape { kSquare, kHexagon, kPoint };

struct Cell {
  std::string name;  // as moves and RenderOptions::paths write it; unique
  // The middle; x grows to the right, y downwards. No two cells are nearer to
  // each other than 0.8, neighbouring areas about 1.
  double x = 0, y = 0;
  CellShape shape = CellShape::kSquare;
  bool dark = false;  // of a checkered board
  // The seats whose pieces begin here and that want to come here, where a game
  // is about that; -1 for none. Pictures tint the cells.
  int home = -1, goal = -1;
};

// A line drawn between the middles of two cells, by their indices.
struct BoardLine {
  int from = 0, to = 0;
};

// How DrawText (board_drawing.h) writes a board. The default suits any board.
struct TextStyle {
  bool dots = false;    // empty cells are dots although their names are short
  bool grid = false;    // squares have lines around them
  bool narrow = false;  // one column between cells; only ends have brackets
  // Pieces that have a kind or a height are the symbol of their seat in upper
  // case, in pictures too. The symbols are then in lower case.
  bool capitals = false;
  // On the empty cells where a move began and that it passed; in parentheses
  // where these are 0.
  char began = 0, passed = 0;
  // Beside a row: at the margin, before its first cell and after its last.
  struct Row {
    std::string margin, first = {}, last = {};
  };
  // From the top; instead of the labels of the layout.
  std::vector<Row> rows = {};
};

// What a board is made of. Pictures draw each with its usual colours.
enum class BoardStyle {
  kLined,      // areas with lines between them
  kFelt,       // the same, on green cloth
  kCheckered,  // light and dark squares
  kSlotted,    // an upright rack into which discs fall
  kHoled,      // wood with holes in which marbles lie
};

// Colours of pieces, in the words of those who play.
enum class PieceColor {
  kBlue,
  kYellow,
  kGreen,
  kWhite,
  kMagenta,
  kCyan,
  kBlack,
  kRed
};

enum class PieceShape {
  kDisc,
  kMan,  // a ridged disc; kings wear a crown
  kPawn,
  kMarble,
  kRing,
  kCross
};

// What the pieces of a seat look like.
struct SeatLook {
  PieceColor color = PieceColor::kBlue;
  PieceShape shape = PieceShape::kDisc;
};

// What tells pieces of one seat apart, see Piece.
struct PieceKind {
  std::string kind = {};
  int height = 1;
  bool operator==(const PieceKind&) const = default;
};

struct BoardLayout {
  std::vector<Cell> cells;
  std::vector<BoardLine> lines = {};
  // The character for the pieces of each seat; all different.
  std::string symbols = "XOABCD";
  TextStyle text = {};
  BoardStyle style = BoardStyle::kLined;
  // By seat. Seats beyond them have discs in the first colours, see LookOfSeat.
  std::vector<SeatLook> seats = {};
  // Of a grid, at its edge: above the columns, from the left, and beside the
  // rows, from the top. Without them cells show their names if these are short.
  std::vector<std::string> columns = {}, rows = {};
  // Whether pieces show the symbols of their seats in pictures, too, because
  // colours alone hardly tell so many apart.
  bool letters = false;
  // The pieces that a seat can have, the usual one first.
  std::vector<PieceKind> kinds = std::vector<PieceKind>(1);
  // By how many equal turns the board comes onto itself. Pictures show it after
  // any of them: half a turn, unless there are more. A rack has 1, that of no
  // turn.
  int turns = 2;
};

// What the pieces of `seat` look like. REQUIRES: 0 <= seat < 6.
inline SeatLook LookOfSeat(const BoardLayout& layout, int seat) {
  if (seat < static_cast<int>(layout.seats.size())) return layout.seats[seat];
  return {static_cast<PieceColor>(seat)};
}

// A piece on a cell. A cell has at most one; a tower is one piece.
struct Piece {
  int cell = 0;   // its index in the layout
  int owner = 0;  // a seat; -1 for nobody's
  // Distinguishes it from other pieces of its owner: "king"; drawn as its first
  // letter. "" for the usual piece.
  std::string kind = "";
  int height = 1;  // of a tower, in pieces
  bool operator==(const Piece&) const = default;
};

// Marks of a drawing and their meanings: {"[ ]", "where a move ended"}.
using LegendMarks = std::vector<std::pair<std::string, std::string>>;

// How people read a drawing of the board.
struct BoardLegend {
  // A description of each seat, which begins with its symbol. It completes "You
  // are": "# (blue), from the top left corner to the bottom right".
  std::vector<std::string> seats;
  LegendMarks marks = {};  // all others
};

// Lines of a text, both included, from 0.
struct LineRange {
  int first = 0, last = 0;
};

// Labels of columns and rows if each name is a letter or digit, the same all
// along its column, and a number, the same all along its row: "c3", "33".
inline void LabelGrid(int columns, int rows, BoardLayout& layout) {
  std::vector<std::string> above(columns), beside(rows);
  const auto fits = [](std::string& label, const std::string& part) {
    if (label.empty()) label = part;
    return label == part;
  };
  for (const Cell& cell : layout.cells) {
    if (cell.name.size() < 2 ||
        cell.name.find_first_not_of("0123456789", 1) != std::string::npos ||
        !fits(above[static_cast<size_t>(cell.x)], cell.name.substr(0, 1)) ||
        !fits(beside[static_cast<size_t>(cell.y)], cell.name.substr(1))) {
      return;
    }
  }
  layout.columns = std::move(above);
  layout.rows = std::move(beside);
}

// A grid of squares. `name(column, row)` is called with columns from the left
// and rows from the bottom, both from 0; a square without a name is left out.
// The cells are in the order of their rows, the bottom row first. Names such as
// those of chess make labels at the edge.
inline BoardLayout SquareGrid(
    int columns, int rows,
    const std::function<std::string(int column, int row)>& name,
    const std::string& symbols = "XO") {
  BoardLayout layout;
  layout.symbols = symbols;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      std::string text = name(column, row);
      if (text.empty()) continue;
      layout.cells.push_back({std::move(text), static_cast<double>(column),
                              static_cast<double>(rows - 1 - row)});
    }
  }
  LabelGrid(columns, rows, layout);
  return layout;
}

// The same, with light and dark squares in turn, the one at the bottom left
// dark.
inline BoardLayout CheckeredGrid(
    int columns, int rows,
    const std::function<std::string(int column, int row)>& name,
    const std::string& symbols = "XO") {
  BoardLayout layout = SquareGrid(columns, rows, name, symbols);
  layout.style = BoardStyle::kCheckered;
  for (Cell& cell : layout.cells) {
    const int column = static_cast<int>(cell.x);
    const int row = rows - 1 - static_cast<int>(cell.y);
    cell.dark = (column + row) % 2 == 0;
  }
  return layout;
}

// The same board with pieces of these colours. Symbols and the rest stay.
inline BoardLayout WithPieces(BoardLayout layout, PieceShape shape,
                              PieceColor first = PieceColor::kBlack,
                              PieceColor second = PieceColor::kWhite) {
  layout.seats = {{first, shape}, {second, shape}};
  return layout;
}

// The size of the grid that the cells of a layout are squares of; 0 if they are
// none: if a cell is not at a whole number, or most squares are left out.
struct GridSize {
  int columns = 0, rows = 0;
  double left = 0, top = 0;  // the middle of the first square

  // Row by row from the top. REQUIRES: it is a grid, and the cell is part of
  // it.
  int PlaceOf(const Cell& cell) const {
    return static_cast<int>((cell.y - top) * columns + (cell.x - left));
  }
};

inline GridSize GridOf(const BoardLayout& layout) {
  if (layout.cells.empty()) return {};
  GridSize grid{1, 1, layout.cells[0].x, layout.cells[0].y};
  double right = grid.left, bottom = grid.top;
  for (const Cell& cell : layout.cells) {
    if (cell.x != std::floor(cell.x) || cell.y != std::floor(cell.y)) return {};
    grid.left = std::min(grid.left, cell.x);
    grid.top = std::min(grid.top, cell.y);
    right = std::max(right, cell.x);
    bottom = std::max(bottom, cell.y);
  }
  const double columns = right - grid.left + 1, rows = bottom - grid.top + 1;
  if (columns * rows > 2.0 * static_cast<double>(layout.cells.size())) {
    return {};
  }
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  return grid;
}

// The name of a square in chess: "a1" for column 0, row 0.
inline std::string ChessSquare(int column, int row) {
  return absl::StrCat(std::string(1, static_cast<char>('a' + column)), row + 1);
}

// Pieces of seats 0 and 1 where bits are set; those in `kings`, too, are of the
// kind "king". The bits of `board` stand for the cells, in their order.
inline std::vector<Piece> PiecesOn(uint64_t first, uint64_t second,
                                   uint64_t kings = 0,
                                   uint64_t board = ~uint64_t{0}) {
  std::vector<Piece> pieces;
  for (int cell = 0; board != 0; ++cell) {
    const uint64_t bit = TakeLowest(board);
    if (((first | second) & bit) == 0) continue;
    pieces.push_back(
        {cell, (first & bit) != 0 ? 0 : 1, (kings & bit) != 0 ? "king" : ""});
  }
  return pieces;
}

// --- Pieces as bits -----------------------------------------------------------

// What stands on a board, as sets of bits: each piece is one bit, in the plane
// of its owner and its kind. A seat has kKinds planes of kWords words each. The
// kinds are the game's own grouping of Piece's kind and height: man and king,
// towers by height. See Planes and PlaneBits of game.h.
template <int kSeatsT, int kKindsT, int kWordsT = 1>
struct BoardPlanes {
  static constexpr int kSeats = kSeatsT, kKinds = kKindsT, kWords = kWordsT;

  std::array<uint64_t, size_t{kSeats} * kKinds * kWords> words{};

  constexpr uint64_t At(int seat, int kind, int word = 0) const {
    return words[(seat * kKinds + kind) * kWords + word];
  }
  bool operator==(const BoardPlanes&) const = default;
};

// Of seats 0 and 1: kind 0 for the usual pieces, kind 1 for those in `kings`.
constexpr BoardPlanes<2, 2> PlanesOn(uint64_t first, uint64_t second,
                                     uint64_t kings) {
  return {{first & ~kings, first & kings, second & ~kings, second & kings}};
}

// The bits of a grid's cells: that of the bottom left one, and how far it is
// from a cell's bit to those of the cells on the right of it and above it.
inline std::vector<int> GridBits(int columns, int rows, int right, int up,
                                 int bottom_left = 0) {
  std::vector<int> bits;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      bits.push_back(bottom_left + column * right + row * up);
    }
  }
  return bits;
}

// The bits of cells that are the bits of `board`, in their order.
inline std::vector<int> BoardBits(uint64_t board) {
  std::vector<int> bits;
  while (board != 0) bits.push_back(PopLowest(board));
  return bits;
}

}  // namespace boardwalk
