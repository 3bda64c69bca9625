// The board of a game, described once: its cells and what stands on them. Front
// ends draw it and let people point at moves without knowing the game. A game
// describes its board by two optional functions of its rules, Layout and Pieces
// (see game.h); board_drawing.h makes text and pictures of them.
//
// Example of declarations: the board of chess, with a1 at the bottom left.
//
//   BoardLayout Layout() { return SquareGrid(8, 8, ChessSquare); }

#ifndef BOARDWALK_FRAMEWORK_BOARD_H_
#define BOARDWALK_FRAMEWORK_BOARD_H_

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

// Cells of one region look alike: the dark squares, the corner of a seat.
inline constexpr int kMaxRegions = 8;

struct Cell {
  std::string name;  // as moves and RenderOptions::path write it; unique
  // The middle; x grows to the right, y downwards. No two cells are nearer to
  // each other than 0.8, neighbouring areas about 1.
  double x = 0, y = 0;
  CellShape shape = CellShape::kSquare;
  int region = 0;  // from 0 to kMaxRegions - 1
};

// A line drawn between the middles of two cells, by their indices.
struct BoardLine {
  int from = 0, to = 0;
};

struct BoardLayout {
  std::vector<Cell> cells;
  std::vector<BoardLine> lines = {};
  // What stands for the pieces of each seat: a character each, all different.
  std::string symbols = "XOABCD";
};

// What stands on a cell; at most one piece a cell, a tower being one piece.
struct Piece {
  int cell = 0;   // its index in the layout
  int owner = 0;  // a seat; -1 for what belongs to nobody
  // What tells it from other pieces of its owner, such as "king"; drawn as its
  // first letter. "" for the usual piece.
  std::string kind = "";
  int height = 1;  // of a tower, in pieces
  bool operator==(const Piece&) const = default;
};

// How people read a drawing of the board.
struct BoardLegend {
  // Who each seat is; completes "You are": "# (blue), from the top left corner
  // to the bottom right".
  std::vector<std::string> seats;
  // Every other mark and its meaning: {"[ ]", "where the last move ended"}.
  std::vector<std::pair<std::string, std::string>> marks = {};
};

// A grid of squares. `name(column, row)` is called with columns from the left
// and rows from the bottom, both from 0; a square without a name is left out.
// The cells are in the order of their rows, the bottom row first. `checkered`
// squares are in regions 0 and 1 in turn, the one at the bottom left in 1.
inline BoardLayout SquareGrid(
    int columns, int rows,
    const std::function<std::string(int column, int row)>& name,
    bool checkered = false, const std::string& symbols = "XO") {
  BoardLayout layout;
  layout.symbols = symbols;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      std::string text = name(column, row);
      if (text.empty()) continue;
      const bool dark = checkered && (row + column) % 2 == 0;
      layout.cells.push_back({std::move(text), static_cast<double>(column),
                              static_cast<double>(rows - 1 - row),
                              CellShape::kSquare, dark ? 1 : 0});
    }
  }
  return layout;
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

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_BOARD_H_
