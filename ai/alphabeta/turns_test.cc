#include "ai/alphabeta/turns.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace boardwalk::ai {
namespace {

// The indices 10, 11, ... in this order.
Turns Made(size_t count) {
  Turns turns;
  for (size_t i = 0; i < count; ++i) turns.Add({i, 10 + i});
  return turns;
}

std::vector<size_t> TakeAll(Turns& turns) {
  std::vector<size_t> indices;
  while (!turns.empty()) indices.push_back(turns.Take().index);
  return indices;
}

TEST(TurnsTest, AreTakenInTheirOrder) {
  Turns turns = Made(3);
  EXPECT_EQ(turns.Take().order, 0u);
  EXPECT_FALSE(turns.Has(10));
  EXPECT_TRUE(turns.Has(11));
  EXPECT_EQ(TakeAll(turns), (std::vector<size_t>{11, 12}));
  EXPECT_FALSE(turns.Has(12));
  turns.Clear();
  turns.Add({0, 7});
  EXPECT_EQ(TakeAll(turns), (std::vector<size_t>{7}));
}

TEST(TurnsTest, TheFirstGoodOneGoesBeforeTheOthersOfTheirOrder) {
  Turns turns = Made(4);
  EXPECT_EQ(turns.Take([](const Turn& turn) { return turn.index == 12; }).index,
            12u);
  EXPECT_EQ(turns.Take([](const Turn&) { return false; }).index, 10u);
  EXPECT_EQ(TakeAll(turns), (std::vector<size_t>{11, 13}));
}

TEST(TurnsTest, WhatIsPutBackOrFirstIsTheNext) {
  Turns turns = Made(4);
  (void)turns.Take([](const Turn& turn) { return turn.index == 11; });
  turns.PutBack();
  EXPECT_TRUE(turns.Has(11));
  turns.PutFirst(13);
  turns.PutFirst(14);  // there is none
  EXPECT_EQ(turns.Take().index, 13u);
  turns.PutFirst(13);  // it has been taken
  EXPECT_EQ(TakeAll(turns), (std::vector<size_t>{11, 10, 12}));
}

TEST(TurnsTest, WhatIsRemovedIsNotTaken) {
  Turns turns = Made(4);
  (void)turns.Take();
  turns.Remove(12);
  turns.Remove(14);  // there is none
  turns.Remove(10);  // it has been taken
  EXPECT_EQ(TakeAll(turns), (std::vector<size_t>{11, 13}));
}

}  // namespace
}  // namespace boardwalk::ai
