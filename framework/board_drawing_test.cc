#include "framework/board_drawing.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/testing/board_of_nine.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;
using testing_boards::Nine;

TEST(BoardTest, AGridNamesItsSquaresFromTheBottomLeft) {
  const BoardLayout layout = Nine();
  ASSERT_EQ(layout.cells.size(), 9u);
  EXPECT_EQ(layout.cells[0].name, "a1");
  EXPECT_TRUE(layout.cells[0].dark);
  EXPECT_FALSE(layout.cells[1].dark);
  EXPECT_EQ(layout.cells[5].name, "c2");
  EXPECT_EQ(layout.cells[5].x, 2);
  EXPECT_EQ(layout.cells[5].y, 1);
  EXPECT_EQ(layout.cells[8].y, 0);
}

TEST(BoardTest, AGridLeavesOutSquaresWithoutAName) {
  const BoardLayout layout = SquareGrid(2, 2, [](int column, int row) {
    return column == row ? ChessSquare(column, row) : "";
  });
  ASSERT_EQ(layout.cells.size(), 2u);
  EXPECT_EQ(layout.cells[1].name, "b2");
}

TEST(BoardTest, AGridHasLabelsWhereNamesAreThoseOfColumnsAndRows) {
  using ::testing::ElementsAre;
  const BoardLayout chess = SquareGrid(2, 3, ChessSquare);
  EXPECT_THAT(chess.columns, ElementsAre("a", "b"));
  EXPECT_THAT(chess.rows, ElementsAre("3", "2", "1"));
  const auto labels = [](const std::string& odd) {
    return SquareGrid(2, 2,
                      [&](int column, int row) {
                        return column == 1 && row == 1
                                   ? odd
                                   : ChessSquare(column, row);
                      })
        .columns.size();
  };
  EXPECT_EQ(labels("b2"), 2u);
  EXPECT_EQ(labels(""), 2u);  // a square that is left out
  EXPECT_EQ(labels("c2"), 0u);
  EXPECT_EQ(labels("b3"), 0u);
  EXPECT_EQ(labels("4"), 0u);
  EXPECT_EQ(labels("b2x"), 0u);
  // A digit names a column, too.
  const BoardLayout digits = SquareGrid(2, 2, [](int column, int row) {
    return absl::StrCat(column + 1, row + 1);
  });
  EXPECT_THAT(digits.columns, ElementsAre("1", "2"));
  EXPECT_THAT(digits.rows, ElementsAre("2", "1"));
}

TEST(LookOfSeatTest, SeatsWithoutALookHaveDiscsInTheirOwnColours) {
  BoardLayout layout = WithPieces(Nine(), PieceShape::kMan);
  EXPECT_EQ(ColorOfSeat(layout, 0).name, "black");
  EXPECT_EQ(ColorOfSeat(layout, 1).name, "white");
  EXPECT_EQ(LookOfSeat(layout, 1).shape, PieceShape::kMan);
  EXPECT_EQ(ColorOfSeat(layout, 2).name, "green");
  EXPECT_EQ(LookOfSeat(layout, 2).shape, PieceShape::kDisc);
  layout.seats.clear();
  EXPECT_EQ(ColorOfSeat(layout, 0).name, "blue");
}

TEST(SideOfBoardTest, IsTheSideOrCornerThatThePiecesLeanTo) {
  const BoardLayout layout = Nine();
  const auto side = [&](const std::vector<int>& cells, bool flip = false) {
    std::vector<Piece> pieces = {{.cell = 8, .owner = 1}};
    for (const int cell : cells) pieces.push_back({.cell = cell, .owner = 0});
    return SideOfBoard(layout, pieces, 0, flip);
  };
  EXPECT_EQ(side({0, 1, 2}), "bottom");
  EXPECT_EQ(side({0, 1, 2}, true), "top");
  EXPECT_EQ(side({6}), "top left corner");
  EXPECT_EQ(side({6}, true), "bottom right corner");
  EXPECT_EQ(side({2, 5, 8}), "right");
  EXPECT_EQ(side({4}), "");     // the middle
  EXPECT_EQ(side({0, 8}), "");  // everywhere
  EXPECT_EQ(side({}), "");
}

TEST(DrawTextTest, TheLegendExplainsWhatIsDrawn) {
  const std::vector<Piece> opening = {{.cell = 0, .owner = 0},
                                      {.cell = 1, .owner = 0},
                                      {.cell = 2, .owner = 0}};
  const std::vector<Piece> pieces = {{.cell = 4, .owner = 0},
                                     {.cell = 8, .owner = 1, .kind = "king"},
                                     {.cell = 2, .owner = 1, .height = 3},
                                     {.cell = 3, .owner = -1}};
  BoardLegend legend = DrawTextLegend(Nine(), opening, pieces, 2, {});
  EXPECT_THAT(
      legend.seats,
      ::testing::ElementsAre("X (blue), starting at the bottom", "O (yellow)"));
  EXPECT_THAT(
      legend.marks,
      ::testing::ElementsAre(
          ::testing::Pair("X3", "a tower of 3"), ::testing::Pair("XK", "king"),
          ::testing::Pair("*", "nobody's"),
          ::testing::Pair("a1", "an empty cell and its name"),
          ::testing::Pair("[ ]", "where a move ended"),
          ::testing::Pair("( )", "where it began or passed")));
  legend =
      DrawTextLegend(Nine(), opening, {}, 2, {.color = true, .flip = true});
  EXPECT_THAT(legend.seats, ::testing::ElementsAre(
                                "X (blue), starting at the top", "O (yellow)"));
  EXPECT_EQ(legend.marks.size(), 3u);
}

TEST(DrawTextTest, ShowsPiecesNamesAndTheLastMove) {
  const std::vector<Piece> pieces = {{.cell = 4, .owner = 0},
                                     {.cell = 8, .owner = 1, .kind = "king"},
                                     {.cell = 2, .owner = 1, .height = 3},
                                     {.cell = 3, .owner = -1}};
  EXPECT_EQ(DrawText(Nine(), pieces, {.paths = {{"a1", "b2"}}}),
            " a3  b3  OK\n"
            "  * [ X] c2\n"
            "(a1) b1  O3\n");
}

TEST(DrawTextTest, TurnsTheBoardAround) {
  EXPECT_EQ(DrawText(Nine(), {{.cell = 0, .owner = 1}}, {.flip = true}),
            " c1  b1   O\n"
            " c2  b2  a2\n"
            " c3  b3  a3\n");
}

TEST(DrawTextTest, ColoursPiecesAndChangesNothingElse) {
  const std::vector<Piece> pieces = {{.cell = 4, .owner = 0}};
  std::string text = DrawText(Nine(), pieces, {.color = true});
  EXPECT_THAT(text, HasSubstr("\x1b[1;34mX\x1b[0m"));
  while (text.find('\x1b') != std::string::npos) {
    const size_t at = text.find('\x1b');
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, DrawText(Nine(), pieces, {}));
}

// Rows of hexagons are shifted by half a cell; long names become dots.
TEST(DrawTextTest, DrawsOtherGrids) {
  BoardLayout layout;
  const double height = std::sqrt(3.0) / 2;
  layout.cells = {{"0,0", 0.5, 0, CellShape::kHexagon},
                  {"1,-1", 0, height, CellShape::kHexagon},
                  {"1,0", 1, height, CellShape::kHexagon}};
  layout.symbols = "#@";
  EXPECT_EQ(DrawText(layout, {{.cell = 2, .owner = 1}}, {}),
            "    .\n"
            "  .   @\n");
}

TEST(BoardRowsTest, HasASignForEachCellFromTheTop) {
  BoardLayout layout = SquareGrid(3, 2, ChessSquare, "bw");
  layout.cells.erase(layout.cells.begin() + 4);  // b2
  EXPECT_EQ(BoardRows(layout, {}), "../...");
  layout.text.capitals = true;
  EXPECT_EQ(BoardRows(layout, {{.cell = 4, .owner = 1},
                               {.cell = 0, .owner = 0, .height = 2},
                               {.cell = 1, .owner = 1, .kind = "king"}}),
            ".w/BW.");
}

TEST(DrawTextTest, MarksSeveralMovesTheLastOneOver) {
  EXPECT_EQ(DrawText(Nine(), {}, {.paths = {{"a1", "b1"}, {"b2", "a1"}}}),
            " a3  b3  c3\n"
            " a2 (b2) c2\n"
            "[a1][b1] c1\n");
}

TEST(DrawTextTest, PutsLinesAndLabelsAroundSquares) {
  BoardLayout layout = SquareGrid(2, 2, ChessSquare);
  layout.symbols = "xo";
  layout.text = {
      .dots = true, .grid = true, .capitals = true, .rows = {{"2 "}, {"1 "}}};
  const std::vector<Piece> pieces = {{.cell = 0, .owner = 0},
                                     {.cell = 3, .owner = 1, .kind = "king"}};
  EXPECT_EQ(DrawText(layout, pieces, {.paths = {{"a2", "a1"}}}),
            "    a   b\n"
            "  +---+---+\n"
            "2 |(.)| O |\n"
            "  +---+---+\n"
            "1 |[x]| . |\n"
            "  +---+---+\n");
  EXPECT_EQ(DrawText(layout, pieces, {.flip = true}),
            "    b   a\n"
            "  +---+---+\n"
            "1 | . | x |\n"
            "  +---+---+\n"
            "2 | O | . |\n"
            "  +---+---+\n");
}

TEST(DrawTextTest, PutsLabelsAtTheEdge) {
  BoardLayout layout = SquareGrid(3, 2, ChessSquare);
  const std::vector<Piece> pieces = {{.cell = 0, .owner = 0},
                                     {.cell = 5, .owner = 1}};
  EXPECT_EQ(DrawText(layout, pieces, {.paths = {{"b1", "c2"}}}),
            "  a  b  c\n"
            "2 .  . [O]\n"
            "1 X (.) .\n");
  EXPECT_EQ(DrawText(layout, pieces, {.flip = true}),
            "  c  b  a\n"
            "1 .  .  X\n"
            "2 O  .  .\n");
  // Signs of two characters have their labels above the last one; labels of two
  // digits make room.
  layout.rows = {"10", "9"};
  EXPECT_EQ(DrawText(layout, {{.cell = 0, .owner = 0, .height = 2}}, {}),
            "    a   b   c\n"
            "10  .   .   .\n"
            " 9 X2   .   .\n");
}

TEST(DrawTextTest, NarrowBoardsShareTheColumnsBetweenCells) {
  BoardLayout layout = SquareGrid(3, 2, ChessSquare);
  layout.columns.clear();
  layout.text = {.dots = true,
                 .narrow = true,
                 .began = 'o',
                 .passed = '+',
                 .rows = {{"2", "x", "y"}, {"1", "x", "y"}}};
  EXPECT_EQ(DrawText(layout, {}, {.paths = {{"c1", "b1"}, {"a2", "b2", "a1"}}}),
            "2    x  o + .  y\n"
            "1    x [.[.]o  y\n");
  EXPECT_EQ(DrawText(layout, {}, {.flip = true}),
            "1    y  . . .  x\n"
            "2    y  . . .  x\n");
}

TEST(MarkedLinesTest, AreThoseOfDrawText) {
  BoardLayout layout = Nine();
  const auto lines = [&](const RenderOptions& options) {
    const LineRange found =
        MarkedLines(layout, options).value_or(LineRange{-1, -1});
    return std::make_pair(found.first, found.last);
  };
  EXPECT_EQ(lines({}), std::make_pair(-1, -1));
  EXPECT_EQ(lines({.paths = {{"no cell"}}}), std::make_pair(-1, -1));
  EXPECT_EQ(lines({.paths = {{"a1"}}}), std::make_pair(2, 2));
  EXPECT_EQ(lines({.flip = true, .paths = {{"a1"}}}), std::make_pair(0, 0));
  EXPECT_EQ(lines({.paths = {{"a1"}, {"c2", "c3"}}}), std::make_pair(0, 2));
  layout.text.grid = true;
  EXPECT_EQ(lines({.paths = {{"a1"}, {"c2"}}}), std::make_pair(3, 5));
  layout.columns = {"a", "b", "c"};
  EXPECT_EQ(lines({.paths = {{"a1"}, {"c2"}}}), std::make_pair(4, 6));
}

TEST(DrawTextTest, IgnoresNamesThatAreNoCells) {
  EXPECT_EQ(DrawText(Nine(), {}, {.paths = {{"", "z9", "-1"}}}),
            DrawText(Nine(), {}, {}));
  EXPECT_EQ(DrawText({}, {}, {}), "");
}

}  // namespace
}  // namespace boardwalk
