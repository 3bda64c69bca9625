#include "ai/alphabeta/busy_moves.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
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
    EXPECT_FALSE(busy.Has(17 + 512)) << "the line is not the key";
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

TEST(BusyMoves, ThreadsAtOneNodeDoNotDriveEachOtherOut) {
  BusyMoves busy;
  const auto key = [](size_t index) { return BusyMoves::Key(17, index); };
  const BusyMoves::Mark first(&busy, key(3)), second(&busy, key(11)),
      third(&busy, key(19));
  {
    const BusyMoves::Mark again(&busy, key(3));
    EXPECT_TRUE(busy.Has(key(3)));
  }
  for (const size_t index : {3, 11, 19}) EXPECT_TRUE(busy.Has(key(index)));
  EXPECT_FALSE(busy.Has(key(4)));
}

TEST(BusyMoves, AMarkThatHasLostItsPlaceLeavesItToTheOther) {
  BusyMoves busy;
  constexpr size_t kMoves = 30;  // more than there are places
  const auto key = [](size_t index) { return BusyMoves::Key(17, index); };
  std::deque<BusyMoves::Mark> marks;
  for (size_t i = 0; i < kMoves; ++i) {
    marks.emplace_back(&busy, key(i));
    EXPECT_TRUE(busy.Has(key(i)));
  }
  while (marks.size() > 1) marks.pop_front();
  EXPECT_TRUE(busy.Has(key(kMoves - 1)));
  marks.clear();
  for (size_t i = 0; i < kMoves; ++i) EXPECT_FALSE(busy.Has(key(i)));
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
