// The star: its cells, their geometry and their names.
//
// Cells are numbered from 0, row by row from the top, left to right. Their
// names are "row,column" with the columns of each row centred on 0, e.g.
// "4,-6".
//
// Example:
//
//   Board board(4);
//   board.Name(board.At(4, -6)) == "4,-6";

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace boardwalk::star {

inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = 64;

// The six directions, clockwise; direction d + 3 is opposite to d.
inline constexpr int kDirections = 6;
constexpr int Opposite(int direction) { return (direction + 3) % kDirections; }

// The slanted coordinates of a step in each direction: rows, and diagonals that
// run down to the right. In them the six directions are the same everywhere.
struct Offset {
  int row;
  int diagonal;
};
inline constexpr std::array<Offset, kDirections> kOffsets = {
    {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};

class Board {
 public:
  // REQUIRES: kMinSize <= size <= kMaxSize.
  explicit Board(int size);

  int size() const { return size_; }
  int rows() const { return 4 * size_ + 1; }
  int cells() const { return static_cast<int>(rows_.size()); }

  int Row(int cell) const { return rows_[cell]; }
  int Column(int cell) const { return columns_[cell]; }
  // The slanted coordinate of kOffsets, from -3 * size to size.
  int Diagonal(int cell) const { return (Across(cell) - Row(cell)) / 2; }
  // How far right of the middle, in half cells.
  int Across(int cell) const { return 2 * columns_[cell] - rows_[cell] % 2; }

  // The columns of a row, both ends included. REQUIRES: 0 <= row < rows().
  int FirstColumn(int row) const;
  int LastColumn(int row) const;
  // The cell at the coordinates, -1 off the board.
  int At(int row, int column) const;
  // The next cell in a direction, -1 off the board.
  int Next(int cell, int direction) const {
    return next_[static_cast<size_t>(cell) * kDirections + direction];
  }

  // The triangle that the cell is part of, 0 to 5 clockwise from the top one;
  // -1 in the hexagon between them.
  int Triangle(int cell) const { return triangles_[cell]; }
  // Where the cell is when the board is turned so that `triangle` is on top:
  // its row, and how far it is from the middle in half cells.
  int RowFrom(int triangle, int cell) const;
  int AsideFrom(int triangle, int cell) const;
  // The cell that has this position on the unturned board.
  int CellFrom(int triangle, int cell) const;

  std::string Name(int cell) const;

 private:
  // Row and distance right of the middle in half cells, board turned.
  std::array<int, 2> Turned(int triangle, int cell) const;

  int size_;
  std::vector<int16_t> rows_;
  std::vector<int16_t> columns_;
  std::vector<int8_t> triangles_;
  std::vector<int32_t> row_starts_;
  std::vector<int16_t> next_;
};

}  // namespace boardwalk::star
