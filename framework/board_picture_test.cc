#include "framework/board_picture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/board_drawing.h"
#include "framework/testing/board_of_nine.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing_boards::Nine;

TEST(DrawSvgTest, HasEveryCellWithItsNameAndEveryPiece) {
  const std::string svg =
      DrawSvg(Nine(), {{.cell = 4, .owner = 1, .kind = "king", .height = 2}}, 0,
              {{"a1", "b2"}}, "X & <O>");
  for (const Cell& cell : Nine().cells) {
    EXPECT_THAT(svg, HasSubstr("data-cell=\"" + cell.name + "\""));
  }
  EXPECT_THAT(svg, HasSubstr("<title>X &amp; &lt;O&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr(">OK²</text>"));
  // a1 and b2, where the move ended. Two cells need no line.
  EXPECT_THAT(svg, HasSubstr("class=\"tint\" x=\"-30\" y=\"90\""));
  EXPECT_THAT(svg, HasSubstr("class=\"tint end\" x=\"30\" y=\"30\""));
  EXPECT_THAT(svg, Not(HasSubstr("<polyline")));
}

TEST(DrawSvgTest, DrawsAPathOfSeveralCellsAsALine) {
  const std::string svg =
      DrawSvg(Nine(), {}, 0, {{"a1", "c1", "a1", "a3"}}, "");
  EXPECT_THAT(svg,
              HasSubstr("class=\"path\" points=\"0,120 120,120 0,120 0,0\""));
  // Each cell is tinted once.
  const std::string a1 = "class=\"tint\" x=\"-30\" y=\"90\"";
  EXPECT_EQ(svg.find(a1), svg.rfind(a1));
}

TEST(DrawSvgTest, PutsLabelsAtTheEdgeOrNamesInTheCorners) {
  EXPECT_THAT(DrawSvgBoard(Nine(), 0, ""), HasSubstr(">a1</text>"));
  const BoardLayout chess = CheckeredGrid(3, 3, ChessSquare);
  const std::string seen = DrawSvgBoard(chess, 0, "");
  EXPECT_THAT(seen, Not(HasSubstr(">a1</text>")));
  EXPECT_THAT(seen,
              HasSubstr("<text class=\"label\" x=\"0\" y=\"162\">a</text>"));
  EXPECT_THAT(seen,
              HasSubstr("<text class=\"label\" x=\"-42\" y=\"0\">3</text>"));
  const std::string turned = DrawSvgBoard(chess, 1, "");
  EXPECT_THAT(turned,
              HasSubstr("<text class=\"label\" x=\"120\" y=\"162\">a</text>"));
  EXPECT_THAT(turned,
              HasSubstr("<text class=\"label\" x=\"-42\" y=\"120\">3</text>"));
}

TEST(DrawSvgTest, TintsHomesAndOutlinesGoals) {
  BoardLayout layout = Nine();
  layout.cells[0].home = 0;
  layout.cells[0].goal = 1;
  layout.cells[8].goal = 0;
  std::string svg = DrawSvgBoard(layout, 0, "");
  EXPECT_THAT(svg, HasSubstr("<path class=\"home seat-blue\" d=\"M-30,90"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"goal seat-blue\" d=\"M90,-30"));
  EXPECT_THAT(svg, Not(HasSubstr("goal seat-yellow")));  // a home says it
  // Around holes the tint is one area.
  layout.style = BoardStyle::kHoled;
  for (const int cell : {1, 3, 4}) layout.cells[cell].home = 0;
  svg = DrawSvgBoard(layout, 0, "");
  EXPECT_THAT(svg, HasSubstr("<polygon class=\"home seat-blue\" "
                             "points=\"0,60 60,60 60,120 0,120\""));
}

TEST(DrawSvgTest, KingsWearACrownAndTowersTheirHeight) {
  BoardLayout layout = WithPieces(Nine(), PieceShape::kMan);
  EXPECT_THAT(DrawSvgPiece(layout, {.owner = 0, .kind = "king"}),
              HasSubstr("class=\"crown ink-black\""));
  EXPECT_THAT(DrawSvgPiece(layout, {.owner = 1, .height = 2}),
              HasSubstr("<text class=\"symbol mark ink-white\" x=\"0\" "
                        "y=\"-2.7\">2</text>"));
  EXPECT_THAT(DrawSvgPiece(layout, {.owner = 1}),
              Not(HasSubstr("symbol mark")));
}

TEST(DrawSvgIconTest, IsSmallAndHasNoNames) {
  const std::string icon = DrawSvgIcon(Nine(), {{.cell = 4, .owner = 0}});
  EXPECT_THAT(icon, HasSubstr("class=\"piece seat-blue\""));
  EXPECT_THAT(icon, Not(HasSubstr("data-cell")));
  EXPECT_THAT(icon, Not(HasSubstr("<title")));
  EXPECT_THAT(icon, Not(HasSubstr("<style")));
  EXPECT_THAT(icon, Not(HasSubstr(">a1<")));
  EXPECT_EQ(icon, DrawSvgIcon(CheckeredGrid(3, 3, ChessSquare),
                              {{.cell = 4, .owner = 0}}));
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

// Of text on what is behind it: 4.5 is what WCAG 2.1 asks for (AA).
double Contrast(const std::string& text, const std::string& ground) {
  const double a = Luminance(text), b = Luminance(ground);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

TEST(PictureStyleTest, LabelsAndNamesCanBeRead) {
  const std::string style = PictureStyle();
  for (const std::string frame :
       {"\n.frame", "\n.felt .frame", "\n.slotted .frame",
        "\n.theme-slate .frame"}) {
    const std::string fill = FillOf(style, frame);
    ASSERT_EQ(fill.substr(0, 1), "#") << frame;
    EXPECT_GE(Contrast(FillOf(style, ".board .label"), fill), 4.5) << frame;
  }
  for (const std::string cell :
       {"\n.checkered .dark", "\n.lined .cell",
        "\n.theme-slate .checkered .dark, .theme-slate.checkered .dark"}) {
    const std::string fill = FillOf(style, cell);
    ASSERT_EQ(fill.substr(0, 1), "#") << cell;
    EXPECT_GE(Contrast(FillOf(style, ".board .name"), fill), 4.5) << cell;
  }
}

TEST(PictureStyleTest, EveryBoardCanBeOfSlate) {
  const std::string style = PictureStyle();
  for (const std::string name :
       {"lined", "felt", "checkered", "slotted", "holed"}) {
    const std::string fill = FillOf(style, ".theme-slate." + name + " .cell");
    EXPECT_EQ(fill.substr(0, 1), "#") << name;
  }
}

TEST(PictureStyleTest, SignsOnPiecesCanBeRead) {
  for (int color = 0; color <= static_cast<int>(PieceColor::kRed); ++color) {
    const ColorWords& words = WordsOf(static_cast<PieceColor>(color));
    std::string ink(words.ink);
    if (ink.size() == 4) {  // "#fff"
      ink = {'#', ink[1], ink[1], ink[2], ink[2], ink[3], ink[3]};
    }
    EXPECT_GE(Contrast(ink, std::string(words.fill)), 4.5) << words.name;
  }
}

TEST(DrawSvgTest, EscapesNames) {
  BoardLayout layout;
  layout.cells = {{"<\"&", 0, 0, CellShape::kPoint}};
  const std::string svg = DrawSvg(layout, {}, 0, {}, "");
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
  for (const int turn : {0, 1}) {
    std::string placed;
    for (const Piece& piece : pieces) {
      const SvgPoint middle = SvgMiddles(Nine(), turn)[piece.cell];
      const std::string title =
          absl::StrCat("<title>", EscapeHtml(PieceLabel(piece)), "</title>");
      const std::string drawn = DrawSvgPiece(Nine(), piece);
      EXPECT_THAT(drawn, StartsWith("<g>" + title));
      absl::StrAppend(&placed, "<g transform=\"translate(", middle.x, " ",
                      middle.y, ")\">", drawn.substr(3 + title.size()), "\n");
    }
    EXPECT_EQ(DrawSvg(Nine(), pieces, turn, {}, "Nine"),
              absl::StrReplaceAll(
                  DrawSvgBoard(Nine(), turn, "Nine"),
                  {{"<g class=\"pieces\">", "<g class=\"pieces\">" + placed}}));
  }
}

TEST(DrawSvgTest, PiecesHaveAName) {
  EXPECT_EQ(PieceLabel({.owner = 0}), "player 1");
  EXPECT_EQ(PieceLabel({.owner = 1, .kind = "king"}), "player 2, king");
  EXPECT_EQ(PieceLabel({.owner = 1, .kind = "dam", .height = 3}),
            "player 2, dam, tower of 3");
  EXPECT_EQ(PieceLabel({.owner = -1}), "nobody's");
  EXPECT_EQ(PieceKindLabel({.owner = 0}), "");
  EXPECT_EQ(PieceKindLabel({.owner = 1, .kind = "king"}), "king");
  EXPECT_EQ(PieceKindLabel({.owner = 1, .height = 3}), "tower of 3");
  EXPECT_EQ(PieceKindLabel({.owner = 1, .kind = "dam", .height = 3}),
            "dam, tower of 3");
}

// Three lines in a row are one stroke; what is drawn twice is drawn once.
TEST(DrawSvgTest, JoinsLines) {
  BoardLayout layout = Nine();
  layout.lines = {{1, 2}, {1, 0}, {0, 3}, {0, 1}, {4, 8}, {4, 4}};
  EXPECT_THAT(DrawSvgBoard(layout, 0, ""),
              HasSubstr("d=\"M0,120L0,60M0,120L120,120M60,60L120,0\""));
}

TEST(DrawSvgTest, NamesTheCellsOfSmallBoardsInTooltips) {
  EXPECT_THAT(DrawSvgBoard(Nine(), 0, ""), HasSubstr("<title>a1</title>"));
  const BoardLayout large = SquareGrid(50, 50, [](int column, int row) {
    return absl::StrCat(column, ",", row);
  });
  const std::string svg = DrawSvgBoard(large, 0, "");
  EXPECT_THAT(svg, Not(HasSubstr("<title>49,49</title>")));
  EXPECT_THAT(svg, HasSubstr("data-cell=\"49,49\""));
  EXPECT_THAT(svg, Not(HasSubstr("<text")));
}

TEST(DrawSvgTest, PiecesOfLargeBoardsAreOneShape) {
  const auto drawn = [](int rows) {
    const BoardLayout layout =
        WithPieces(SquareGrid(50, rows, ChessSquare), PieceShape::kMarble);
    return DrawSvgPiece(layout, {.owner = 1});
  };
  EXPECT_THAT(drawn(20), HasSubstr("<title>"));
  EXPECT_THAT(drawn(20), HasSubstr("glint"));
  EXPECT_THAT(drawn(21),
              StartsWith("<circle class=\"piece seat-white\" cx=\"0\" "
                         "cy=\"0\" r=\"24\"/><text class=\"symbol letter"));
}

TEST(DrawSvgTest, TurnsTheBoardAround) {
  const std::string svg = DrawSvg(Nine(), {}, HalfTurn(Nine()), {{"a1"}}, "");
  // a1 is where c3 is without a turn, at the top on the right.
  EXPECT_THAT(svg, HasSubstr("class=\"tint end\" x=\"90\" y=\"-30\""));
}

// A hexagon of seven cells and one of its corners that is a home.
TEST(DrawSvgTest, EachTurnBringsTheBoardOntoItself) {
  BoardLayout layout;
  layout.turns = 6;
  layout.style = BoardStyle::kHoled;
  const double height = std::sqrt(3.0) / 2;
  // Clockwise from the upper right; the last one is the middle.
  const std::vector<std::pair<double, double>> places = {
      {1.5, 0},    {2, height}, {1.5, 2 * height}, {0.5, 2 * height},
      {0, height}, {0.5, 0},    {1, height}};
  for (const auto& [x, y] : places) {
    layout.cells.push_back(
        {absl::StrCat(layout.cells.size()), x, y, CellShape::kPoint});
  }
  layout.cells[0].home = 0;
  const std::vector<SvgPoint> seen = SvgMiddles(layout, 0);
  for (int turn = 0; turn < layout.turns; ++turn) {
    const std::vector<SvgPoint> turned = SvgMiddles(layout, turn);
    for (int corner = 0; corner < 6; ++corner) {
      const SvgPoint& to = seen[(corner + turn) % 6];
      EXPECT_NEAR(turned[corner].x, to.x, 0.2) << turn << " " << corner;
      EXPECT_NEAR(turned[corner].y, to.y, 0.2) << turn << " " << corner;
    }
    EXPECT_NEAR(turned[6].x, seen[6].x, 0.2);
    // The home goes with its cell, and the edges stay.
    const std::string svg = DrawSvgBoard(layout, turn, "");
    EXPECT_THAT(svg,
                HasSubstr(absl::StrCat("class=\"home seat-blue\" points=\"",
                                       turned[0].x, ",", turned[0].y)));
    EXPECT_THAT(svg, HasSubstr("viewBox=\"-45 -45 210 193.9\""));
  }
}

}  // namespace
}  // namespace boardwalk
