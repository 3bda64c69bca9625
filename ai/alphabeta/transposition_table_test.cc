#include "ai/alphabeta/transposition_table.h"

#include <atomic>
#include <thread>

#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

constexpr int64_t kOneBucket = 64;

TranspositionTable::Entry EntryOf(int depth, Score score) {
  return {.score = score,
          .move = static_cast<uint16_t>(depth),
          .depth = depth,
          .bound = Bound::kExact};
}

// Scores at the greatest distance stay what they are, however far from the
// root.
TEST(TranspositionTableTest, FarWinsStayWins) {
  TranspositionTable table(1 << 16);
  constexpr Score kFar = kWinScore - kMaxPly;
  for (const Score score : {kFar, -kFar}) {
    table.Store(/*hash=*/77, /*ply=*/3, {.score = score, .depth = 1});
    EXPECT_EQ(table.Probe(77, /*ply=*/9)->score, score);
    EXPECT_EQ(table.Probe(77, /*ply=*/3)->score, score);
  }
}

TEST(TranspositionTableTest, FindsWhatWasStored) {
  TranspositionTable table(1 << 20);
  EXPECT_FALSE(table.Probe(Mix64(1), 0).has_value());
  for (const Score score : {0, 1, -1, kMaxEvaluation, -kMaxEvaluation}) {
    table.Store(Mix64(1), 7,
                {.score = score,
                 .move = 65'534,
                 .depth = 200,
                 .bound = Bound::kLower,
                 .complete = score > 0});
    const auto entry = table.Probe(Mix64(1), 3);
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->score, score);
    EXPECT_EQ(entry->move, 65'534);
    EXPECT_EQ(entry->depth, 200);
    EXPECT_EQ(entry->bound, Bound::kLower);
    EXPECT_EQ(entry->complete, score > 0);
  }
  EXPECT_FALSE(table.Probe(Mix64(2), 0).has_value());
}

// A win five plies below a node is that wherever the node is.
TEST(TranspositionTableTest, CountsWinsFromThePosition) {
  TranspositionTable table(1 << 20);
  table.Store(Mix64(1), /*ply=*/4, EntryOf(6, kWinScore - 9));
  table.Store(Mix64(2), /*ply=*/4, EntryOf(6, 9 - kWinScore));
  EXPECT_EQ(table.Probe(Mix64(1), 4)->score, kWinScore - 9);
  EXPECT_EQ(table.Probe(Mix64(1), 10)->score, kWinScore - 15);
  EXPECT_EQ(table.Probe(Mix64(2), 0)->score, 5 - kWinScore);
  // The longest variation there can be.
  table.Store(Mix64(3), kMaxPly, EntryOf(0, kWinScore - kMaxPly));
  EXPECT_EQ(table.Probe(Mix64(3), 0)->score, kWinScore);
}

TEST(TranspositionTableTest, KeepsTheOldMoveWhenThereIsNoNewOne) {
  TranspositionTable table(1 << 20);
  table.Store(Mix64(1), 0, EntryOf(5, 10));
  table.Store(Mix64(1), 0, {.score = -3, .depth = 6, .bound = Bound::kUpper});
  const auto entry = table.Probe(Mix64(1), 0);
  EXPECT_EQ(entry->move, 5);
  EXPECT_EQ(entry->score, -3);
  EXPECT_EQ(entry->depth, 6);
}

TEST(TranspositionTableTest, ReplacesTheLeastDeep) {
  TranspositionTable table(kOneBucket);
  for (const int depth : {7, 3, 9, 5}) {
    table.Store(Mix64(depth), 0, EntryOf(depth, 0));
  }
  table.Store(Mix64(1), 0, EntryOf(1, 0));
  EXPECT_FALSE(table.Probe(Mix64(3), 0).has_value());
  for (const int depth : {7, 9, 5, 1}) {
    EXPECT_TRUE(table.Probe(Mix64(depth), 0).has_value()) << depth;
  }
}

TEST(TranspositionTableTest, ReplacesTheOldFirst) {
  TranspositionTable table(kOneBucket);
  for (const int depth : {7, 8})
    table.Store(Mix64(depth), 0, EntryOf(depth, 0));
  table.NewSearch();
  table.NewSearch();
  for (const int depth : {3, 4})
    table.Store(Mix64(depth), 0, EntryOf(depth, 0));
  table.Store(Mix64(5), 0, EntryOf(5, 0));
  EXPECT_FALSE(table.Probe(Mix64(7), 0).has_value());
  EXPECT_TRUE(table.Probe(Mix64(3), 0).has_value());
  // Generations wrap around.
  for (int i = 0; i < 70; ++i) table.NewSearch();
  table.Store(Mix64(1), 0, EntryOf(1, 0));
  EXPECT_TRUE(table.Probe(Mix64(1), 0).has_value());
}

TEST(TranspositionTableTest, ClearsAndMeasuresItsUse) {
  TranspositionTable table(kOneBucket);
  EXPECT_EQ(table.Use(), 0);
  table.Store(Mix64(1), 0, EntryOf(1, 0));
  EXPECT_EQ(table.Use(), 0.25);
  table.NewSearch();
  EXPECT_EQ(table.Use(), 0);
  table.Clear();
  EXPECT_FALSE(table.Probe(Mix64(1), 0).has_value());
}

TEST(TranspositionTableTest, KeepsItsBudget) {
  EXPECT_EQ(TranspositionTable(1 << 20).bytes(), 1 << 20);
  EXPECT_EQ(TranspositionTable(1000).bytes(), 960);
  EXPECT_EQ(TranspositionTable(0).bytes(), 64);
}

// Two threads write different entries of the same positions; an entry that is
// found was written by one of them as a whole.
TEST(TranspositionTableTest, TornEntriesAreNotFound) {
  TranspositionTable table(kOneBucket);
  std::atomic<int> wrong{0};
  const auto work = [&](int self) {
    Random random(static_cast<uint64_t>(self));
    for (int i = 0; i < 100'000; ++i) {
      const uint64_t hash = Mix64(random.Below(4));
      const int depth = 1 + static_cast<int>(random.Below(100));
      table.Store(hash, 0,
                  {.score = depth * 2 + self,
                   .move = static_cast<uint16_t>(depth * 2 + self),
                   .depth = depth,
                   .bound = Bound::kExact});
      const auto entry = table.Probe(Mix64(random.Below(4)), 0);
      if (!entry) continue;
      if (entry->score != entry->move || entry->score / 2 != entry->depth) {
        ++wrong;
      }
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace boardwalk::ai
