#include "frontends/terminal/styled_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::terminal {
namespace {

using ::testing::ElementsAre;

constexpr char kLine[] = "a\033[1;31mb\xc3\xa4\033[0m.";

TEST(StyledTextTest, EachCharacterKeepsItsStyle) {
  EXPECT_THAT(Glyphs(kLine),
              ElementsAre(Glyph{"a"}, Glyph{"b", "\033[1;31m"},
                          Glyph{"\xc3\xa4", "\033[1;31m"}, Glyph{"."}));
  EXPECT_EQ(CutShown(kLine, 0, 9), kLine);
  EXPECT_EQ(CutShown("\033[1mx\033[0m\033[2my\033[0m", 0, 2),
            "\033[1mx\033[0m\033[2my\033[0m");
}

TEST(StyledTextTest, EscapesTakeNoColumns) {
  EXPECT_EQ(ShownWidth(kLine), 4);
  EXPECT_EQ(CutShown(kLine, 1, 2), "\033[1;31mb\xc3\xa4\033[0m");
  EXPECT_EQ(CutShown(kLine, 3, 9), ".");
  EXPECT_EQ(CutShown(kLine, 9, 9), "");
  EXPECT_EQ(CutShown(kLine, 0, 0), "");
}

TEST(StyledTextTest, BrokenTextIsTakenAsItIs) {
  EXPECT_EQ(ShownWidth("\xff\xfe"), 2);
  EXPECT_EQ(ShownWidth("\033[1;3"), 0);
  EXPECT_EQ(ShownWidth("\033x"), 2);
}

}  // namespace
}  // namespace boardwalk::terminal
