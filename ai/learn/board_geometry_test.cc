#include "ai/learn/board_geometry.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "framework/board.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

std::map<size_t, int> SizesOf(const std::vector<CellList>& groups) {
  std::map<size_t, int> sizes;
  for (const CellList& group : groups) ++sizes[group.size()];
  return sizes;
}

// A hexagon of hexagons with two cells a side.
BoardLayout Flower() {
  BoardLayout layout;
  layout.cells.push_back({"m", 0, 0, CellShape::kHexagon});
  for (int i = 0; i < 6; ++i) {
    const double angle = i * std::acos(-1) / 3;
    layout.cells.push_back({std::string(1, static_cast<char>('a' + i)),
                            std::cos(angle), std::sin(angle),
                            CellShape::kHexagon});
  }
  return layout;
}

TEST(BoardGeometryTest, LinesOfSquaresGoInFourDirections) {
  const BoardGeometry geometry(SquareGrid(4, 3, ChessSquare));
  EXPECT_EQ(geometry.cells(), 12);
  // Three rows of 4; four columns and four diagonals of 3.
  EXPECT_EQ(SizesOf(geometry.Lines(3, 8)),
            (std::map<size_t, int>{{4, 3}, {3, 8}}));
  // Each row in two parts.
  EXPECT_EQ(SizesOf(geometry.Lines(3, 3)), (std::map<size_t, int>{{3, 14}}));
  const std::vector<CellList> rows = geometry.Lines(4, 4);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], (CellList{0, 1, 2, 3}));
}

TEST(BoardGeometryTest, BlocksLieBothWays) {
  const BoardGeometry geometry(SquareGrid(4, 3, ChessSquare));
  EXPECT_EQ(geometry.Blocks(2, 3).size(), 2u * 2u + 3u * 1u);
  EXPECT_EQ(geometry.Blocks(2, 2).size(), 6u);
  EXPECT_TRUE(geometry.Blocks(4, 4).empty());
}

TEST(BoardGeometryTest, TilingsCoverTheBoard) {
  const BoardGeometry board(SquareGrid(8, 8, ChessSquare));
  const std::vector<CellList> tiles = board.Tilings(2, 4);
  EXPECT_EQ(tiles.size(), 16u);  // eight each way
  std::vector<int> covered(64);
  for (const CellList& tile : tiles) {
    for (const int cell : tile) ++covered[static_cast<size_t>(cell)];
  }
  EXPECT_EQ(covered, std::vector<int>(64, 2));
  // They overlap in the row that is left over.
  EXPECT_EQ(BoardGeometry(SquareGrid(4, 3, ChessSquare)).Tilings(2, 2),
            (std::vector<CellList>{
                {4, 5, 0, 1}, {6, 7, 2, 3}, {8, 9, 4, 5}, {10, 11, 6, 7}}));
}

TEST(BoardGeometryTest, LeavesOutCellsThatAreNotUsed) {
  const BoardLayout layout = CheckeredGrid(4, 4, ChessSquare);
  std::vector<bool> dark;
  for (const Cell& cell : layout.cells) dark.push_back(cell.dark);
  const BoardGeometry geometry(layout, dark);
  EXPECT_EQ(geometry.cells(), 16);
  EXPECT_EQ(geometry.Tilings(2, 4),
            (std::vector<CellList>{
                {5, 7, 0, 2}, {13, 15, 8, 10}, {8, 0, 13, 5}, {10, 2, 15, 7}}));
  EXPECT_EQ(SizesOf(geometry.Blocks(2, 2)), (std::map<size_t, int>{{2, 9}}));
  // Rows and columns of two; a diagonal of four, and one of none.
  EXPECT_EQ(SizesOf(geometry.Lines(4, 4)),
            (std::map<size_t, int>{{2, 8}, {4, 1}, {0, 1}}));
  // The board turns as it is: what is not used has a place, too.
  EXPECT_EQ(geometry.Symmetries().size(), 8u);
}

TEST(BoardGeometryTest, CornersHaveFewNeighbours) {
  EXPECT_EQ(BoardGeometry(SquareGrid(4, 3, ChessSquare)).Corners(),
            (CellList{0, 3, 8, 11}));
  EXPECT_TRUE(BoardGeometry(Flower()).Corners().empty());
}

TEST(BoardGeometryTest, SymmetriesTakeTheBoardToItself) {
  EXPECT_EQ(BoardGeometry(SquareGrid(3, 3, ChessSquare)).Symmetries().size(),
            8u);
  EXPECT_EQ(BoardGeometry(SquareGrid(4, 3, ChessSquare)).Symmetries().size(),
            4u);
  const std::vector<CellMap> flower = BoardGeometry(Flower()).Symmetries();
  EXPECT_EQ(flower.size(), 12u);
  EXPECT_EQ(flower[0], (CellMap{0, 1, 2, 3, 4, 5, 6}));
  for (CellMap map : flower) {
    EXPECT_EQ(map[0], 0) << "the middle stays";
    std::ranges::sort(map);
    EXPECT_EQ(map, flower[0]);
  }
}

TEST(BoardGeometryTest, HexagonsHaveThreeDirections) {
  const BoardGeometry geometry(Flower());
  EXPECT_EQ(SizesOf(geometry.Lines(3, 8)), (std::map<size_t, int>{{3, 3}}));
  // Rhombi: two in each of three ways to lie.
  EXPECT_EQ(geometry.Blocks(2, 2).size(), 6u);
}

}  // namespace
}  // namespace boardwalk::ai
