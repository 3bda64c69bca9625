#include "framework/fen.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;

TEST(FenTest, BoardsGoBothWays) {
  constexpr FenFormat kFormat = {.columns = 3, .rows = 2, .symbols = "xoXO"};
  const std::vector<std::pair<Fen, std::string>> boards = {
      {{}, "3/3"},
      {{{0b000001, 0b100000}}, "2o/x2"},
      {{{0b000100, 0b000010}, 0b000010}, "3/1Ox"},
      {{{0b101011, 0b010100}, 0b001100}, "Xox/xxO"}};
  for (const auto& [fen, text] : boards) {
    EXPECT_EQ(FormatFen(fen, kFormat), text);
    const auto back = ParseFen(text, kFormat);
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(back->pieces[0], fen.pieces[0]) << text;
    EXPECT_EQ(back->pieces[1], fen.pieces[1]) << text;
    EXPECT_EQ(back->kings, fen.kings) << text;
  }
}

TEST(FenTest, CellsAreTheBitsOfTheBoard) {
  constexpr FenFormat kFormat = {
      .columns = 2, .rows = 2, .board = 0b1010011, .symbols = "xo"};
  EXPECT_EQ(FormatFen({{0b1000001, 0b10}}, kFormat), "1x/xo");
  const auto fen = ParseFen("ox/2", kFormat);
  ASSERT_TRUE(fen.ok()) << fen.status();
  EXPECT_EQ(fen->pieces[0], 0b1000000u);
  EXPECT_EQ(fen->pieces[1], 0b10000u);
}

constexpr FenFormat kWords = {.columns = 3,
                              .rows = 1,
                              .symbols = "xo",
                              .max_pieces = 2,
                              .movers = "wb",
                              .fields = {{{"plies", 80}, {"-"}, {"turn", 9}}},
                              .example = "x2 w 0 - 1"};

TEST(FenTest, WordsGoBothWays) {
  const std::string text = FormatFen({{1, 0}, 0, 1, {80, 3}}, kWords);
  EXPECT_EQ(text, "x2 b 80 - 3");
  const auto fen = ParseFen(text, kWords);
  ASSERT_TRUE(fen.ok()) << fen.status();
  EXPECT_EQ(fen->to_move, 1);
  EXPECT_EQ(fen->numbers, (std::vector<int>{80, 3}));
}

TEST(FenTest, PiecesMakeAPositionWithTheNumbersOfTheOpening) {
  constexpr FenFormat kFormat = {
      .columns = 2,
      .rows = 2,
      .board = 0b1010011,
      .symbols = "xoXO",
      .movers = "wb",
      .fields = {{{"plies", 80}, {"-"}, {"turn", 9, 1}}}};
  EXPECT_EQ(ComposeFen({}, 0, kFormat), "2/2 w 0 - 1");
  // Cells are counted along the bits of the board.
  EXPECT_EQ(ComposeFen({{.cell = 0, .owner = 1},
                        {.cell = 2, .owner = 0, .kind = "king"},
                        {.cell = 3, .owner = 1, .kind = "king"}},
                       1, kFormat),
            "XO/o1 b 0 - 1");
}

TEST(FenTest, ErrorsNameTheRow) {
  constexpr FenFormat kFormat = {.columns = 3, .rows = 2, .symbols = "xo"};
  const auto error = [&](const std::string& text) {
    return std::string(ParseFen(text, kFormat).status().message());
  };
  EXPECT_THAT(error("3"), HasSubstr("has 2 rows with / between them, not 1"));
  EXPECT_THAT(error("3/3/3"), HasSubstr("not 3"));
  EXPECT_THAT(error("3/xo"), HasSubstr("'xo', row 2 from the top, has 2"));
  EXPECT_THAT(error("3/xxx3"), HasSubstr("has 6 squares, not 3"));
  for (const char* text : {"3/xy1", "3/4", "3/12", "3/0xo1", "3/x-o"}) {
    EXPECT_THAT(error(text), HasSubstr("row 2 from the top: write xo for"))
        << text;
  }
}

TEST(FenTest, ErrorsNameTheWord) {
  const auto error = [](const std::string& text) {
    return std::string(ParseFen(text, kWords).status().message());
  };
  EXPECT_EQ(error("3 x 0 - 1"),
            "'x' is not to move; a position is the rows, w or b to move, plies "
            "(0 to 80), -, turn (0 to 9), such as x2 w 0 - 1");
  EXPECT_THAT(error("3"), HasSubstr("'' is not to move"));
  EXPECT_THAT(error("3 wb 0 - 1"), HasSubstr("'wb' is not to move"));
  for (const char* word : {"81", "-1", "", "1x", "99999999999999999999"}) {
    EXPECT_THAT(error(absl::StrCat("3 w ", word, " - 1")),
                HasSubstr(absl::StrCat("'", word, "' does not fit")));
  }
  EXPECT_THAT(error("3 w 0 1 1"), HasSubstr("'1' does not fit"));
  EXPECT_THAT(error("3 w 0 -"), HasSubstr("'' does not fit"));
  EXPECT_THAT(error("3 w 0 - 1 7"), HasSubstr("'7' is too much"));
  EXPECT_EQ(error("xxx w 0 - 1"),
            "there are 3 of x, at most 2 are right; a position is the rows, w "
            "or b to move, plies (0 to 80), -, turn (0 to 9), such as x2 w 0 - "
            "1");
}

}  // namespace
}  // namespace boardwalk
