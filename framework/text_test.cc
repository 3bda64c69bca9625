#include "framework/text.h"

#include <string>

#include "gtest/gtest.h"

namespace boardwalk {
namespace {

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

}  // namespace
}  // namespace boardwalk
