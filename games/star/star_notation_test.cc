// Moves, positions and pictures of the star as text.

#include "games/star/setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "framework/board_drawing.h"
#include "framework/board_picture.h"
#include "games/star/star.h"

namespace boardwalk::star {
namespace {

std::unique_ptr<const CompactRules> SizeThree(const std::string& seats) {
  return *CompactRules::Create(*Parameters::Parse(
      "star", Info().parameters, {{"size", "3"}, {"seats", seats}}));
}

constexpr char kOpening[] = "A/2A/3A/10./9./8./7./8./9./10./3B/2B/B 1";

std::string MoveError(const std::string& position, const std::string& text) {
  const auto rules = SizeThree("0+3");
  const auto state = rules->ParsePosition(position);
  if (!state.ok()) return std::string(state.status().message());
  return std::string(rules->ParseMove(*state, text).status().message());
}

std::string PositionError(const std::string& text) {
  return std::string(SizeThree("0+3")->ParsePosition(text).status().message());
}

TEST(StarNotationTest, SaysWhyAMoveIsWrong) {
  EXPECT_EQ(MoveError(kOpening, "2,0:3,0"), "");
  EXPECT_EQ(MoveError(kOpening, "1,0:3,1"), "");
  EXPECT_EQ(MoveError(kOpening, "hello"),
            "'hello' is no move; write from:to, such as 4,-1:5,0");
  EXPECT_EQ(MoveError(kOpening, "2,0:3,0:4,0"),
            "'2,0:3,0:4,0' is no move; write from:to, such as 4,-1:5,0");
  EXPECT_EQ(MoveError(kOpening, "2,0:3"),
            "'3' is no cell; write row,column, such as 4,-1");
  EXPECT_EQ(MoveError(kOpening, "2, 0:3,0"),
            "'2, 0' is no cell; write row,column, such as 4,-1");
  EXPECT_EQ(MoveError(kOpening, "2,0:99999999999,0"),
            "'99999999999,0' is no cell; write row,column, such as 4,-1");
  EXPECT_EQ(MoveError(kOpening, "2,0:13,0"),
            "13,0 is off the board: rows are 0 to 12");
  EXPECT_EQ(MoveError(kOpening, "-1,0:3,0"),
            "-1,0 is off the board: rows are 0 to 12");
  EXPECT_EQ(MoveError(kOpening, "2,2:3,0"),
            "2,2 is off the board: the columns of row 2 are -1 to 1");
  EXPECT_EQ(MoveError(kOpening, "3,0:4,0"), "there is no piece on 3,0");
  EXPECT_EQ(MoveError(kOpening, "10,0:9,0"),
            "the piece on 10,0 is not yours: it is B, yours are A");
  EXPECT_EQ(MoveError(kOpening, "1,0:2,0"), "2,0 is occupied");
  EXPECT_EQ(MoveError(kOpening, "2,0:2,0"),
            "a move must end on another cell than 2,0");
  EXPECT_EQ(MoveError(kOpening, "2,0:3,5"),
            "a move may not end in a triangle that is neither your home nor "
            "your goal: 3,5 is in the upper right triangle");
  EXPECT_EQ(MoveError(kOpening, "2,0:5,0"),
            "5,0 is not adjacent to 2,0 and no chain of jumps leads there");
  EXPECT_EQ(MoveError(kOpening, "pass"),
            "you may pass only without a legal move, and you have one");
}

TEST(StarNotationTest, OneCellHasOneSpelling) {
  EXPECT_NE(MoveError(kOpening, "02,0:3,0"), "");
  EXPECT_NE(MoveError(kOpening, "2,-0:3,0"), "");
  EXPECT_NE(MoveError(kOpening, "+2,0:3,0"), "");
  EXPECT_NE(MoveError(kOpening, "2,0:3,0 "), "");
  EXPECT_NE(MoveError(kOpening, ""), "");
}

TEST(StarNotationTest, SaysWhatIsWrongWithAPosition) {
  EXPECT_EQ(PositionError(kOpening), "");
  EXPECT_EQ(PositionError(""),
            "a position is the rows joined by '/', a blank, and the seat to "
            "move, such as A/2A/.../B 1");
  EXPECT_EQ(PositionError("A/2A/3A/10./9./8./7./8./9./10./3B/2B/B 3"),
            "the seat to move, '3', must be a number from 1 to 2");
  EXPECT_EQ(PositionError("A/2A/3A/10./9./8./7./8./9./10./3B/2B/B 01"),
            "the seat to move, '01', must be a number from 1 to 2");
  EXPECT_EQ(PositionError("A/2A/3A/10./9./8./7./8./9./10./3B/2B 1"),
            "there are 12 rows; a star of size 3 has 13");
  EXPECT_EQ(PositionError("A/2A/3A/11./9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('11.'): a count must be from 1 to 10");
  EXPECT_EQ(PositionError("A/2A/3A/0./9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('0.'): a count must be from 1 to 10");
  EXPECT_EQ(PositionError(
                "A/2A/3A/99999999999999999999./9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('99999999999999999999.'): a count must be from 1 to 10");
  EXPECT_EQ(PositionError("A/2A/3A/10.A/9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('10.A'): more cells than the 10 that the row has");
  EXPECT_EQ(PositionError("A/2A/3A/9./9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('9.'): 9 of its 10 cells are given");
  EXPECT_EQ(PositionError("A/2A/3A/10/9./8./7./8./9./10./3B/2B/B 1"),
            "row 3 ('10'): the count at the end has nothing to repeat");
  EXPECT_EQ(PositionError("A/2C/3A/10./9./8./7./8./9./10./3B/2B/B 1"),
            "row 1 ('2C'): 'C' is neither '.' nor a piece, A to B");
  EXPECT_EQ(PositionError("A/2A/2A./10./9./8./7./8./9./10./3B/2B/B 1"),
            "there are 5 pieces A; each seat has 6");
  EXPECT_EQ(PositionError("A/2A/3A/B9./9./8./7./8./9./10./3B/2B/B 1"),
            "there are 7 pieces B; each seat has 6");
}

TEST(StarNotationTest, PositionsWithoutCountsAreReadToo) {
  const auto rules = SizeThree("0+3");
  const auto state =
      rules->ParsePosition("A/AA/A2A/5.5./9./8./7./8./9./10./BBB/2B/B 1");
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_TRUE(*state == rules->InitialState());
  EXPECT_EQ(rules->FormatPosition(*state), kOpening);
}

TEST(StarNotationTest, DrawsTheStarWithTheLastMove) {
  const auto rules = SizeThree("0+5");
  const auto before = rules->ParsePosition(
      "A/2A/2A./B.B7./2B7./BA6./3.B3./8./9./10./3./2./. 1");
  ASSERT_TRUE(before.ok()) << before.status();
  CompactState state = *before;
  const auto move = rules->ParseMove(state, "5,-2:3,-1");
  ASSERT_TRUE(move.ok()) << move.status();
  RenderOptions options;
  options.paths = {rules->Path(state, *move)};
  state.Apply(*move);
  EXPECT_EQ(DrawText(rules->Layout(), rules->Pieces(state), options),
            "  0:             0  A  0\n"
            "  1:            0  A A  1\n"
            "  2:          -1  A A .  1\n"
            "  3:   -4  B + B[A]. . . . . .  5\n"
            "  4:    -4  B B . . . . . . .  4\n"
            "  5:     -3  B o . . . . . .  4\n"
            "  6:      -3  . . . B . . .  3\n"
            "  7:     -3  . . . . . . . .  4\n"
            "  8:    -4  . . . . . . . . .  4\n"
            "  9:   -4  . . . . . . . . . .  5\n"
            " 10:          -1  . . .  1\n"
            " 11:            0  . .  1\n"
            " 12:             0  .  0\n");
  options.flip = true;
  EXPECT_EQ(DrawText(rules->Layout(), rules->Pieces(state), options),
            " 12:             0  .  0\n"
            " 11:            1  . .  0\n"
            " 10:           1  . . .  -1\n"
            "  9:    5  . . . . . . . . . .  -4\n"
            "  8:     4  . . . . . . . . .  -4\n"
            "  7:      4  . . . . . . . .  -3\n"
            "  6:       3  . . . B . . .  -3\n"
            "  5:      4  . . . . . . o B  -3\n"
            "  4:     4  . . . . . . . B B  -4\n"
            "  3:    5  . . . . . .[A]B + B  -4\n"
            "  2:           1  . A A  -1\n"
            "  1:            1  A A  0\n"
            "  0:             0  A  0\n");
}

TEST(StarNotationTest, ColoursChangeNothingButColours) {
  const auto rules = SizeThree("0+3");
  RenderOptions options;
  options.paths = {{"2,0", "3,0"}};
  const std::string plain =
      DrawText(rules->Layout(), rules->Pieces(rules->InitialState()), options);
  options.color = true;
  std::string stripped;
  bool escape = false;
  for (const char c : DrawText(rules->Layout(),
                               rules->Pieces(rules->InitialState()), options)) {
    if (c == '\033') escape = true;
    if (!escape) stripped += c;
    if (c == 'm') escape = false;
  }
  EXPECT_EQ(stripped, plain);
}

TEST(StarNotationTest, EachSeatIsAtTheBottomAfterOneTurn) {
  const BoardLayout layout = SizeThree("0+1+2+3+4+5")->Layout();
  for (int turn = 0; turn < layout.turns; ++turn) {
    const std::vector<SvgPoint> middles = SvgMiddles(layout, turn);
    const auto highest = std::ranges::min_element(middles, {}, &SvgPoint::y);
    const auto lowest = std::ranges::max_element(middles, {}, &SvgPoint::y);
    const Cell& top = layout.cells[highest - middles.begin()];
    const Cell& bottom = layout.cells[lowest - middles.begin()];
    EXPECT_EQ(top.goal, bottom.home);
    // Clockwise: after one turn what was at the lower right.
    EXPECT_EQ(bottom.home, (9 - turn) % 6);
  }
}

TEST(StarNotationTest, TheLargestStarIsDrawnAndReadBack) {
  const auto parameters = Parameters::Parse("star", Info().parameters,
                                            {{"size", "64"}, {"players", "6"}});
  const auto rules = LargeRules::Create(*parameters);
  ASSERT_TRUE(rules.ok());
  const LargeState opening = (*rules)->InitialState();
  const std::string text = (*rules)->FormatPosition(opening);
  const auto again = (*rules)->ParsePosition(text);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(*again == opening);
  const std::string picture =
      DrawText((*rules)->Layout(), (*rules)->Pieces(opening), {});
  EXPECT_EQ(std::count(picture.begin(), picture.end(), '\n'), 257);
  EXPECT_EQ(std::count(picture.begin(), picture.end(), 'F'), 2080);
}

}  // namespace
}  // namespace boardwalk::star
