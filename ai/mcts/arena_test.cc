#include "ai/mcts/arena.h"

#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// Creates `count` children; returns the first, or 0 without room.
Slot Expand(Arena& arena, Slot parent, uint32_t count) {
  const Slot first = arena.Allocate(parent, count);
  if (first == 0) return 0;
  for (Slot slot = first; slot < first + count; ++slot) {
    new (&arena[slot]) Node();
  }
  arena[parent].first_child = first;
  return first;
}

TEST(ArenaTest, PutsChildrenSideBySide) {
  Arena arena(100, 0);
  const Slot first = Expand(arena, kRoot, 3);
  const Slot below = Expand(arena, first + 1, 2);
  EXPECT_EQ(first, 2u);
  EXPECT_EQ(below, 6u);
  EXPECT_EQ(arena.CountChildren(first), 3u);
  EXPECT_EQ(arena.CountChildren(below), 2u);
  EXPECT_EQ(arena.used(), 8u);
  EXPECT_TRUE(arena.IsConsistent());
  arena.Clear();
  EXPECT_EQ(arena.used(), 1u);
  EXPECT_EQ(arena[kRoot].first_child, kNoChildren);
  EXPECT_EQ(Expand(arena, kRoot, 98), 2u);  // all but the root and the header
}

TEST(ArenaTest, StaysWithinItsCapacity) {
  Arena arena(10, 0);
  EXPECT_EQ(arena.Allocate(kRoot, 9), 0u);
  const Slot first = Expand(arena, kRoot, 5);
  ASSERT_NE(first, 0u);
  EXPECT_EQ(Expand(arena, first, 3), 0u);
  EXPECT_EQ(Expand(arena, first, 2), first + 6);
  EXPECT_EQ(arena.used(), 10u);
  EXPECT_EQ(Expand(arena, first + 1, 1), 0u);
  EXPECT_TRUE(arena.IsConsistent());
}

TEST(ArenaTest, EvictsRarelyVisitedNodes) {
  Arena arena(16, 0);
  const Slot first = Expand(arena, kRoot, 3);
  arena[kRoot].visits = 1'000;
  const uint32_t visits[] = {900, 2, 98};
  for (Slot i = 0; i < 3; ++i) arena[first + i].visits = visits[i];
  const Slot kept = Expand(arena, first, 3);
  const Slot evicted = Expand(arena, first + 1, 3);
  EXPECT_EQ(Expand(arena, first + 2, 3), 0u);
  arena.MakeRoom(3);
  EXPECT_TRUE(arena.IsConsistent());
  EXPECT_EQ(arena[first].first_child, kept);
  EXPECT_EQ(arena[first + 1].first_child, kNoChildren);
  EXPECT_EQ(arena[first + 1].visits, 2u);
  EXPECT_EQ(Expand(arena, first + 2, 3), evicted);
  EXPECT_TRUE(arena.IsConsistent());
}

TEST(ArenaTest, RaisesTheThresholdWhenItMust) {
  Arena arena(16, 0);
  const Slot first = Expand(arena, kRoot, 3);
  for (Slot i = 0; i < 3; ++i) arena[first + i].visits = 1'000 + i;
  Expand(arena, first, 3);
  Expand(arena, first + 1, 3);
  int tries = 0;
  while (Expand(arena, first + 2, 3) == 0 && ++tries < 20) arena.MakeRoom(3);
  EXPECT_GT(tries, 5);
  EXPECT_LT(tries, 20);
  EXPECT_GE(arena.eviction_threshold(),
            512u);  // it was twice that before the last call
  EXPECT_TRUE(arena.IsConsistent());
}

TEST(ArenaTest, MovesTheRoot) {
  Arena arena(40, 0);
  const Slot first = Expand(arena, kRoot, 3);
  const Slot kept = Expand(arena, first + 1, 4);
  Expand(arena, first, 4);
  arena[first + 1].visits = 7;
  arena[first + 1].move = {77};
  const Slot below = Expand(arena, kept + 2, 2);
  arena.MoveRoot(first + 1);
  EXPECT_EQ(arena[kRoot].first_child, kept);
  EXPECT_EQ(arena[kRoot].visits, 7u);
  EXPECT_EQ(arena[kRoot].move, AnyMove{77});
  EXPECT_EQ(arena[kept + 2].first_child, below);
  // MakeRoom frees the siblings.
  EXPECT_EQ(arena.used(), 1u + 4 + 5 + 5 + 3);
  for (int i = 0; i < 3; ++i) arena.MakeRoom(4);
  EXPECT_EQ(arena.used(), 1u + 5);  // kept + 2 has no visits
  EXPECT_EQ(arena[kRoot].first_child, kept);
  EXPECT_TRUE(arena.IsConsistent());
}

// A tree that grows at random places without end: it stays consistent and keeps
// the root's children and the nodes that are visited often.
TEST(ArenaTest, GrowsForever) {
  Random random(1);
  Arena arena(3'000, 0);
  Slot root_children = Expand(arena, kRoot, 20);
  for (int round = 0; round < 40'000; ++round) {
    // Prefers first children, so that some nodes are visited often.
    Slot slot = kRoot;
    while (arena[slot].first_child != kNoChildren) {
      ++arena[slot].visits;
      const Slot first = arena[slot].first_child;
      const uint32_t count = arena.CountChildren(first);
      slot = first + (random.Below(3) == 0 ? random.Below(count) : 0);
    }
    ++arena[slot].visits;
    const uint32_t count = 1 + random.Below(40);
    if (Expand(arena, slot, count) == 0) {
      arena.MakeRoom(count);
      ASSERT_LE(arena.used(), arena.capacity());
      ASSERT_EQ(arena[kRoot].first_child, root_children);
    }
    if (round % 1'000 == 0) {
      ASSERT_TRUE(arena.IsConsistent()) << round;
    }
    if (round % 5'000 == 4'999) {
      arena.MoveRoot(root_children);
      root_children = arena[kRoot].first_child;
      if (root_children == kNoChildren) {
        while ((root_children = Expand(arena, kRoot, 20)) == 0) {
          arena.MakeRoom(20);
        }
      }
    }
  }
  EXPECT_TRUE(arena.IsConsistent());
  // It evicted nodes and still grew where it was visited.
  EXPECT_GT(arena.used(), arena.capacity() / 4);
}

}  // namespace
}  // namespace boardwalk::ai
