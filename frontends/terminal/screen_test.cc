#include "frontends/terminal/screen.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::terminal {
namespace {

using ::testing::ElementsAre;

using Lines = std::vector<std::string>;

TEST(ScreenTest, FillsLinesOfTheWidth) {
  EXPECT_EQ(Columns({"a", "bb", "ccc", "d"}, 10, 9), "a    bb\nccc  d\n");
  EXPECT_EQ(Columns({"a", "bb", "ccc"}, 2, 9), "a\nbb\nccc\n");
  EXPECT_EQ(Columns({"a", "b", "c"}, 80, 2), "a  b\n... and 1 more\n");
  EXPECT_EQ(Columns({}, 80, 2), "");
}

TEST(ScreenTest, WrapsBetweenWords) {
  EXPECT_EQ(Wrapped("one two three", 80), "one two three");
  EXPECT_EQ(Wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(Wrapped("one two three", 6), "one\ntwo\nthree");
  EXPECT_EQ(Wrapped("unbreakable it is", 4), "unbreakable\nit\nis");
  EXPECT_EQ(Wrapped("unbreakable", 4), "unbreakable");
  EXPECT_EQ(Wrapped("", 0), "");
  EXPECT_EQ(Wrapped("one two\n\nthree four\n", 7), "one two\n\nthree\nfour\n");
}

TEST(ScreenTest, ProgressIsDrawnInPlaceAndWiped) {
  std::ostringstream out;
  Screen screen(out, {.cursor = true});
  screen.Progress("one");
  EXPECT_EQ(out.str(), "\rone\033[K");
  out.str("");
  screen.Progress(Lines{"one", "two", "three"});
  EXPECT_EQ(out.str(), "\rone\033[K\ntwo\033[K\nthree\033[K");
  out.str("");
  screen.Progress(Lines{"one", "two"});
  EXPECT_EQ(out.str(), "\033[2A\rone\033[K\ntwo\033[K\033[J");
  out.str("");
  screen.EndProgress();
  EXPECT_EQ(out.str(), "\033[1A\r\033[J");
  out.str("");
  screen.EndProgress();
  EXPECT_EQ(out.str(), "");
}

TEST(ScreenTest, ProgressIsNoHigherThanTheScreen) {
  std::ostringstream out;
  Screen screen(out, {.cursor = true});
  screen.Progress(Lines(100'000, "line"));
  const std::string text = out.str();
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), TerminalHeight());
}

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
