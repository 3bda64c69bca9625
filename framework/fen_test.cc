#include "framework/fen.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;

TEST(FenTest, BoardsGoBothWays) {
  const std::vector<std::pair<std::vector<Piece>, std::string>> boards = {
      {{}, "3/3"},
      {{{.cell = 0, .owner = 0}, {.cell = 5, .owner = 1}}, "2o/x2"},
      {{{.cell = 1, .owner = 1, .kind = "king"}, {.cell = 2, .owner = 0}},
       "3/1Ox"},
      {{{0, 0}, {1, 0}, {2, 1, "king"}, {3, 0, "king"}, {4, 1}, {5, 0}},
       "Xox/xxO"}};
  for (const auto& [pieces, text] : boards) {
    EXPECT_EQ(FormatFen(pieces, 3, 2, "xoXO"), text);
    const auto back = ParseFen(text, 3, 2, "xoXO", "king");
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, pieces) << text;
  }
}

TEST(FenTest, ErrorsNameTheRow) {
  const auto error = [](const std::string& text) {
    return std::string(ParseFen(text, 3, 2, "xo").status().message());
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

}  // namespace
}  // namespace boardwalk
