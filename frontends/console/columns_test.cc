#include "frontends/console/columns.h"

#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

TEST(ColumnsTest, FillsLinesOfTheWidth) {
  EXPECT_EQ(Columns({"a", "bb", "ccc", "d"}, 10, 9), "a    bb\nccc  d\n");
  EXPECT_EQ(Columns({"a", "bb", "ccc"}, 2, 9), "a\nbb\nccc\n");
  EXPECT_EQ(Columns({"a", "b", "c"}, 80, 2), "a  b\n... and 1 more\n");
  EXPECT_EQ(Columns({}, 80, 2), "");
}

TEST(ColumnsTest, WrapsBetweenWords) {
  EXPECT_EQ(Wrapped("one two three", 80), "one two three");
  EXPECT_EQ(Wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(Wrapped("one two three", 6), "one\ntwo\nthree");
  EXPECT_EQ(Wrapped("unbreakable it is", 4), "unbreakable\nit\nis");
  EXPECT_EQ(Wrapped("unbreakable", 4), "unbreakable");
  EXPECT_EQ(Wrapped("", 0), "");
}

}  // namespace
}  // namespace boardwalk::console
