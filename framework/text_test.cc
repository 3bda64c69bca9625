#include "framework/text.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitWordsTest, AnyWhiteSpaceSeparates) {
  EXPECT_THAT(SplitWords(" a1\tb2\r\n\vc3\f"), ElementsAre("a1", "b2", "c3"));
  EXPECT_THAT(SplitWords("a,b;c"), ElementsAre("a,b;c"));
  EXPECT_THAT(SplitWords(" \n"), IsEmpty());
  EXPECT_THAT(SplitWords(""), IsEmpty());
}

TEST(QuotedTest, ShowsWhatIsPlain) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("G6-F5"), "'G6-F5'");
  EXPECT_EQ(Quoted(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
}

TEST(QuotedTest, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(Quoted("\x1b[2J\n"), "'\\x1b[2J\\n'");
  EXPECT_EQ(Quoted("\xc3\xa9"), "'\\xc3\\xa9'");
}

TEST(QuotedTest, CutsWhatIsLong) {
  EXPECT_EQ(Quoted(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(Quoted("abcd", 3), "'abc...'");
}

TEST(Utf8Test, KnowsWellFormedCharacters) {
  EXPECT_EQ(Utf8Length(""), 0);
  EXPECT_EQ(Utf8Length("ab"), 1);
  EXPECT_EQ(Utf8Length("\xe2\x82\xac!"), 3);
  EXPECT_EQ(Utf8Length("\xe2\x82"), 0);          // cut off
  EXPECT_EQ(Utf8Length("\xc0\x80"), 0);          // overlong
  EXPECT_EQ(Utf8Length("\xed\xa0\x80"), 0);      // half of a pair
  EXPECT_EQ(Utf8Length("\xf4\x90\x80\x80"), 0);  // beyond the last
  EXPECT_EQ(Utf8Count("\xc3\xa9t\xc3\xa9"), 3);
}

TEST(NumberTest, IsShortAndReadsBack) {
  EXPECT_EQ(ShortestNumber(0.1), "0.1");
  EXPECT_EQ(ShortestNumber(1e20), "1e+20");
  EXPECT_EQ(Counted(1, "game"), "1 game");
  EXPECT_EQ(Counted(0, "game"), "0 games");
}

TEST(JoinWordsTest, TheConjunctionIsBeforeTheLast) {
  EXPECT_EQ(JoinWords({}, "or"), "");
  EXPECT_EQ(JoinWords({"A"}, "or"), "A");
  EXPECT_EQ(JoinWords({"A", "B"}, "or"), "A or B");
  EXPECT_EQ(JoinWords({"A", "B", "C"}, "and"), "A, B and C");
}

TEST(CsvFieldTest, QuotesWhatMustBe) {
  EXPECT_EQ(CsvField("mcts"), "mcts");
  EXPECT_EQ(CsvField("mcts:a=1,b=2"), "\"mcts:a=1,b=2\"");
  EXPECT_EQ(CsvField("say \"x\""), "\"say \"\"x\"\"\"");
}

TEST(ShellWordTest, QuotesWhatMustBe) {
  EXPECT_EQ(ShellWord("star:size=3,players=3"), "star:size=3,players=3");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("a1 b2"), "'a1 b2'");
  EXPECT_EQ(ShellWord("it's $HOME"), "'it'\\''s $HOME'");
}

}  // namespace
}  // namespace boardwalk
