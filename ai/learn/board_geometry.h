// What a board looks like, from its description alone (framework/board.h):
// which cells are next to each other, straight lines and blocks of cells, and
// how the board can be turned and mirrored onto itself.
//
// Example, given `const BoardLayout& layout`:
//
//   const BoardGeometry geometry(layout);
//   const std::vector<CellList> lines = geometry.Lines(/*min=*/3, /*max=*/8);

#pragma once

#include <vector>

#include "framework/board.h"

namespace boardwalk::ai {

// Cells in an order, by their indices in the layout.
using CellList = std::vector<int>;

// Where each cell goes when the board is turned or mirrored onto itself.
using CellMap = std::vector<int>;

class BoardGeometry {
 public:
  // `used` says of each cell whether pieces ever stand there; empty: on all.
  // Lines, blocks and tilings leave out cells that are not used.
  explicit BoardGeometry(const BoardLayout& layout,
                         std::vector<bool> used = {});

  int cells() const { return static_cast<int>(cells_.size()); }

  // The straight lines from edge to edge with at least `min` cells, in every
  // direction in which cells are next to each other. Of lines with more than
  // `max` cells: every part with `max`.
  std::vector<CellList> Lines(int min, int max) const;

  // The blocks of `rows` by `columns` cells, and those of `columns` by `rows`;
  // rhombi where cells have six neighbours.
  std::vector<CellList> Blocks(int rows, int columns) const;

  // For each orientation of such blocks, some that cover every cell which any
  // of them has, and overlap only where they must.
  std::vector<CellList> Tilings(int rows, int columns) const;

  // The cells with the fewest neighbours, if those are fewer than half of the
  // most: corners.
  CellList Corners() const;

  // The ways in which the board turns and mirrors onto itself; the identity
  // first.
  std::vector<CellMap> Symmetries() const;

 private:
  struct Vector {
    double x = 0, y = 0;
  };
  std::vector<CellList> Used(std::vector<CellList> groups) const;
  // By orientation.
  std::vector<std::vector<CellList>> OrientedBlocks(int rows,
                                                    int columns) const;
  std::vector<CellList> BlocksAlong(Vector down, Vector across, int rows,
                                    int columns) const;

  // The cell near that point; -1 for none.
  int CellAt(Vector point) const;
  int Beyond(int cell, Vector step) const {
    return CellAt({cells_[cell].x + step.x, cells_[cell].y + step.y});
  }

  std::vector<Vector> cells_;
  std::vector<bool> used_;          // by cell
  double spacing_ = 1;              // between the nearest cells
  std::vector<Vector> steps_;       // to neighbours, one of each opposite pair
  std::vector<Vector> near_steps_;  // those of the shortest length
  std::vector<int> neighbours_;     // by cell: how many
};

}  // namespace boardwalk::ai
