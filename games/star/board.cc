#include "games/star/board.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace boardwalk::star {

Board::Board(int size) : size_(size) {
  for (int row = 0; row < rows(); ++row) {
    row_starts_.push_back(cells());
    for (int column = FirstColumn(row); column <= LastColumn(row); ++column) {
      rows_.push_back(static_cast<int16_t>(row));
      columns_.push_back(static_cast<int16_t>(column));
    }
  }
  row_starts_.push_back(cells());
  for (int cell = 0; cell < cells(); ++cell) {
    int8_t triangle = -1;
    for (int8_t t = 0; t < kDirections; ++t) {
      if (RowFrom(t, cell) < size_) triangle = t;
    }
    triangles_.push_back(triangle);
    for (const Offset& offset : kOffsets) {
      const int row = Row(cell) + offset.row;
      const int across = 2 * (Diagonal(cell) + offset.diagonal) + row;
      next_.push_back(static_cast<int16_t>(At(row, (across + row % 2) / 2)));
    }
  }
}

int Board::FirstColumn(int row) const { return row % 2 - LastColumn(row); }

int Board::LastColumn(int row) const {
  const bool grows = row < size_ || (2 * size_ <= row && row <= 3 * size_);
  const int count = grows ? row + 1 : rows() - row;
  return count / 2;
}

int Board::At(int row, int column) const {
  if (row < 0 || row >= rows()) return -1;
  if (column < FirstColumn(row) || column > LastColumn(row)) return -1;
  return row_starts_[row] + column - FirstColumn(row);
}

std::array<int, 2> Board::Turned(int triangle, int cell) const {
  // Cube coordinates around the centre; a turn by 60 degrees permutes them.
  int x = Diagonal(cell) + size_;
  int z = Row(cell) - 2 * size_;
  int y = -x - z;
  for (int turn = 0; turn < triangle; ++turn) {
    const int old_x = x;
    x = -y;
    y = -z;
    z = -old_x;
  }
  return {z + 2 * size_, 2 * x + z};
}

int Board::RowFrom(int triangle, int cell) const {
  return Turned(triangle, cell)[0];
}

int Board::AsideFrom(int triangle, int cell) const {
  return std::abs(Turned(triangle, cell)[1]);
}

int Board::CellFrom(int triangle, int cell) const {
  const auto [row, across] = Turned(triangle, cell);
  return At(row, (across + row % 2) / 2);
}

std::string Board::Name(int cell) const {
  return absl::StrCat(Row(cell), ",", Column(cell));
}

}  // namespace boardwalk::star
