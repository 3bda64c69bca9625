#include "ai/alphabeta/hash_path.h"

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

TEST(HashPathTest, HasWhatIsOnIt) {
  HashPath path;
  EXPECT_FALSE(path.Has(7));
  path.Push(7);
  path.Push(9);
  path.Push(7);
  EXPECT_TRUE(path.Has(7));
  EXPECT_TRUE(path.Has(9));
  path.Pop();
  EXPECT_TRUE(path.Has(7));
  path.Pop();
  EXPECT_FALSE(path.Has(9));
  path.Pop();
  EXPECT_FALSE(path.Has(7));
}

TEST(HashPathTest, TellsHashesApartThatShareASlot) {
  HashPath path;
  path.Push(5);
  EXPECT_FALSE(path.Has(5 + 4096));
  path.Push(5 + 4096);
  EXPECT_TRUE(path.Has(5));
  path.Clear();
  EXPECT_FALSE(path.Has(5));
}

}  // namespace
}  // namespace boardwalk::ai
