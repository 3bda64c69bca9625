#include "ai/common/repetition_history.h"

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

TEST(RepetitionHistoryTest, HasWhatIsOnIt) {
  RepetitionHistory path;
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

TEST(RepetitionHistoryTest, TellsHashesApartThatShareASlot) {
  RepetitionHistory path;
  path.Push(5);
  EXPECT_FALSE(path.Has(5 + 4096));
  path.Push(5 + 4096);
  EXPECT_TRUE(path.Has(5));
  path.Clear();
  EXPECT_FALSE(path.Has(5));
}

TEST(RepetitionHistoryTest, GoesBackToALength) {
  RepetitionHistory path;
  for (uint64_t hash = 0; hash < 10; ++hash) path.Push(hash);
  path.PopTo(4);
  EXPECT_EQ(path.size(), 4u);
  EXPECT_TRUE(path.Has(3));
  EXPECT_FALSE(path.Has(4));
  path.PopTo(7);
  EXPECT_EQ(path.size(), 4u);
}

}  // namespace
}  // namespace boardwalk::ai
