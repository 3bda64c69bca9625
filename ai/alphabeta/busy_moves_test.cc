#include "ai/alphabeta/busy_moves.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <thread>

#include "framework/random.h"

namespace boardwalk::ai {
namespace {

TEST(BusyMoves, AMoveIsBusyWhileItIsMarked) {
  BusyMoves busy;
  EXPECT_FALSE(busy.Has(17));
  {
    const BusyMoves::Mark mark(&busy, 17);
    EXPECT_TRUE(busy.Has(17));
    EXPECT_FALSE(busy.Has(17 + 4096)) << "the place is not the key";
  }
  EXPECT_FALSE(busy.Has(17));
}

TEST(BusyMoves, EveryMoveHasAKeyOfItsOwn) {
  std::set<uint64_t> keys;
  for (const uint64_t node : {Mix64(1), Mix64(2)}) {
    for (size_t index = 0; index < 10'000; ++index) {
      keys.insert(BusyMoves::Key(node, index));
    }
  }
  EXPECT_EQ(keys.size(), 20'000u);
}

TEST(BusyMoves, AMarkThatHasLostItsPlaceLeavesItToTheOther) {
  BusyMoves busy;
  const BusyMoves::Mark later(&busy, 5);
  {
    const BusyMoves::Mark first(&busy, 5 + 4096);
    const BusyMoves::Mark again(&busy, 5);
    EXPECT_FALSE(busy.Has(5 + 4096));
    EXPECT_TRUE(busy.Has(5));
  }
  EXPECT_FALSE(busy.Has(5 + 4096));
}

TEST(BusyMoves, ThreadsSeeEachOthersMarksAndLeaveNone) {
  BusyMoves busy;
  std::atomic<int> marked{0};
  std::atomic<bool> seen{false};
  std::thread other([&] {
    {
      const BusyMoves::Mark mark(&busy, 99);
      marked = 1;
      while (!seen) std::this_thread::yield();
    }
    for (uint64_t key = 1; key < 20'000; ++key) {
      const BusyMoves::Mark mark(&busy, key);
    }
  });
  while (marked == 0) std::this_thread::yield();
  EXPECT_TRUE(busy.Has(99));
  seen = true;
  for (uint64_t key = 1; key < 20'000; ++key) {
    const BusyMoves::Mark mark(&busy, key);
  }
  other.join();
  for (uint64_t key = 1; key < 20'000; ++key) ASSERT_FALSE(busy.Has(key));
}

}  // namespace
}  // namespace boardwalk::ai
