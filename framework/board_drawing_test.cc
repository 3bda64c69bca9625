#include "framework/board_drawing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

BoardLayout Nine() { return CheckeredGrid(3, 3, ChessSquare); }

TEST(BoardTest, AGridNamesItsSquaresFromTheBottomLeft) {
  const BoardLayout layout = Nine();
  ASSERT_EQ(layout.cells.size(), 9u);
  EXPECT_EQ(layout.cells[0].name, "a1");
  EXPECT_EQ(layout.cells[0].region, 1);
  EXPECT_EQ(layout.cells[1].region, 0);
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
  EXPECT_THAT(legend.seats,
              ::testing::ElementsAre("X, starting at the bottom", "O"));
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

TEST(DrawTextTest, MarksSeveralMovesTheLastOneOver) {
  EXPECT_EQ(DrawText(Nine(), {}, {.paths = {{"a1", "b1"}, {"b2", "a1"}}}),
            " a3  b3  c3\n"
            " a2 (b2) c2\n"
            "[a1][b1] c1\n");
}

TEST(DrawTextTest, PutsLinesAndLabelsAroundSquares) {
  BoardLayout layout = SquareGrid(2, 2, ChessSquare);
  layout.symbols = "xo";
  layout.text = {.dots = true,
                 .grid = true,
                 .capitals = true,
                 .columns = {"a", "b"},
                 .rows = {{"2 "}, {"1 "}}};
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
  EXPECT_THAT(DrawSvgPiece(layout, pieces[1]), HasSubstr(">O</text>"));
}

TEST(DrawTextTest, NarrowBoardsShareTheColumnsBetweenCells) {
  BoardLayout layout = SquareGrid(3, 2, ChessSquare);
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
  layout.text.columns = {"a", "b", "c"};
  EXPECT_EQ(lines({.paths = {{"a1"}, {"c2"}}}), std::make_pair(4, 6));
}

TEST(DrawTextTest, IgnoresNamesThatAreNoCells) {
  EXPECT_EQ(DrawText(Nine(), {}, {.paths = {{"", "z9", "-1"}}}),
            DrawText(Nine(), {}, {}));
  EXPECT_EQ(DrawText({}, {}, {}), "");
}

TEST(DrawSvgTest, HasEveryCellWithItsNameAndEveryPiece) {
  const std::string svg =
      DrawSvg(Nine(), {{.cell = 4, .owner = 1, .kind = "king", .height = 2}},
              {.paths = {{"a1", "b2"}}}, "X & <O>");
  for (const Cell& cell : Nine().cells) {
    EXPECT_THAT(svg, HasSubstr("data-cell=\"" + cell.name + "\""));
  }
  EXPECT_THAT(svg, HasSubstr("<title>X &amp; &lt;O&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr(">OK²</text>"));
  // From the middle of a1 to that of b2, with a ring there.
  EXPECT_THAT(svg, HasSubstr("class=\"path\" points=\"0,120 60,60\""));
  EXPECT_THAT(svg, HasSubstr("class=\"end\" cx=\"60\" cy=\"60\""));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
}

// The colour "#rrggbb" that `style` gives `css` last.
std::string FillOf(const std::string& style, const std::string& css) {
  const std::string rule = css + " { fill: ";
  const size_t at = style.rfind(rule);
  return at == std::string::npos ? "" : style.substr(at + rule.size(), 7);
}

// Relative luminance of "#rrggbb" (WCAG 2.1), from 0 to 1.
double Luminance(const std::string& color) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double part = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16);
    sum += std::vector{0.2126, 0.7152, 0.0722}[i] *
           std::pow((part / 255 + 0.055) / 1.055, 2.4);
  }
  return sum;
}

// Moves are typed with them: 4.5 is what WCAG 2.1 asks for (AA).
TEST(DrawSvgTest, NamesCanBeReadOnCellsOfAllRegionsInLightAndDark) {
  const std::string both = DrawSvg(Nine(), {}, {}, "");
  const std::string light = both.substr(0, both.find("@media"));
  for (const std::string& style : {light, both}) {
    const double name = Luminance(FillOf(style, ".board .name"));
    for (const std::string css :
         {".cell", ".r1", ".r2", ".r3", ".r4", ".r5", ".r6", ".r7"}) {
      const std::string fill = FillOf(style, css);
      ASSERT_EQ(fill.substr(0, 1), "#") << css;
      const double cell = Luminance(fill);
      EXPECT_GE((std::max(name, cell) + 0.05) / (std::min(name, cell) + 0.05),
                4.5)
          << css << (style == light ? " in light" : " in dark");
    }
  }
}

TEST(DrawSvgTest, EscapesNames) {
  BoardLayout layout;
  layout.cells = {{"<\"&", 0, 0, CellShape::kPoint}};
  const std::string svg = DrawSvg(layout, {}, {}, "");
  EXPECT_THAT(svg, HasSubstr("data-cell=\"&lt;&quot;&amp;\""));
  EXPECT_THAT(svg, Not(HasSubstr("<\"")));
}

// What a page does: pieces on the middles of cells, in the group that waits for
// them.
TEST(DrawSvgTest, IsItsPartsPutTogether) {
  const std::vector<Piece> pieces = {{.cell = 4, .owner = 0},
                                     {.cell = 8, .owner = 1, .kind = "king"},
                                     {.cell = 2, .owner = 1, .height = 3},
                                     {.cell = 3, .owner = -1}};
  for (const bool flip : {false, true}) {
    std::string placed;
    for (const Piece& piece : pieces) {
      const SvgPoint middle = SvgMiddle(Nine().cells[piece.cell], flip);
      const std::string title =
          absl::StrCat("<title>", EscapeHtml(PieceLabel(piece)), "</title>");
      const std::string drawn = DrawSvgPiece(Nine(), piece);
      EXPECT_THAT(drawn, StartsWith("<g>" + title));
      absl::StrAppend(&placed, "<g transform=\"translate(", middle.x, " ",
                      middle.y, ")\">", drawn.substr(3 + title.size()), "\n");
    }
    EXPECT_EQ(DrawSvg(Nine(), pieces, {.flip = flip}, "Nine"),
              absl::StrReplaceAll(
                  DrawSvgBoard(Nine(), flip, "Nine"),
                  {{"<g class=\"pieces\">", "<g class=\"pieces\">" + placed}}));
  }
}

TEST(DrawSvgTest, PiecesHaveAName) {
  EXPECT_EQ(PieceLabel({.owner = 0}), "player 1");
  EXPECT_EQ(PieceLabel({.owner = 1, .kind = "king"}), "player 2, king");
  EXPECT_EQ(PieceLabel({.owner = 1, .kind = "dam", .height = 3}),
            "player 2, dam, tower of 3");
  EXPECT_EQ(PieceLabel({.owner = -1}), "nobody's");
}

// Three lines in a row are one stroke; what is drawn twice is drawn once.
TEST(DrawSvgTest, JoinsLines) {
  BoardLayout layout = Nine();
  layout.lines = {{1, 2}, {1, 0}, {0, 3}, {0, 1}, {4, 8}, {4, 4}};
  EXPECT_THAT(DrawSvgBoard(layout, false, ""),
              HasSubstr("d=\"M0,120L0,60M0,120L120,120M60,60L120,0\""));
}

TEST(DrawSvgTest, NamesTheCellsOfSmallBoardsInTooltips) {
  EXPECT_THAT(DrawSvgBoard(Nine(), false, ""), HasSubstr("<title>a1</title>"));
  const BoardLayout large = SquareGrid(50, 50, [](int column, int row) {
    return absl::StrCat(column, ",", row);
  });
  const std::string svg = DrawSvgBoard(large, false, "");
  EXPECT_THAT(svg, Not(HasSubstr("<title>49,49</title>")));
  EXPECT_THAT(svg, HasSubstr("data-cell=\"49,49\""));
  EXPECT_THAT(svg, Not(HasSubstr("<text")));
}

TEST(DrawSvgTest, TurnsTheBoardAround) {
  const std::string svg =
      DrawSvg(Nine(), {}, {.flip = true, .paths = {{"a1"}}}, "");
  // a1 is at (0, 2), that is 120 pixels down.
  EXPECT_THAT(svg, HasSubstr("class=\"end\" cx=\"0\" cy=\"-120\""));
}

}  // namespace
}  // namespace boardwalk
