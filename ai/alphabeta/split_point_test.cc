#include "ai/alphabeta/split_point.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace boardwalk::ai {
namespace {

using Split = SplitPoint<int>;

TEST(SplitPointTest, WorkIsThereFromOpenToClose) {
  Split split;
  Split::Work work;
  uint64_t heard = 0;
  EXPECT_FALSE(split.Join(work, heard));
  const uint64_t opened = split.Open([](Split::Work& made) {
    made.alpha = 7;
    made.path = {3, 4};
    made.rest.Add({.order = 1, .index = 9});
  });
  EXPECT_NE(opened, heard);
  ASSERT_TRUE(split.Join(work, heard));
  EXPECT_EQ(heard, opened);
  EXPECT_EQ(heard, split.version());
  EXPECT_EQ(work.alpha, 7);
  EXPECT_EQ(work.path, (std::vector<int>{3, 4}));
  EXPECT_TRUE(work.rest.Has(9));

  const uint64_t closed = split.Close();
  EXPECT_NE(closed, opened);
  EXPECT_FALSE(split.Join(work, heard));
  EXPECT_EQ(heard, closed);
}

TEST(SplitPointTest, WhatIsFoundClosesItAndIsHeardOf) {
  Split split;
  const uint64_t opened = split.Open([](Split::Work&) {});
  EXPECT_EQ(split.found(), std::nullopt);
  split.Report(opened, 5);
  EXPECT_EQ(split.found(), 5u);
  EXPECT_NE(split.version(), opened);
  Split::Work work;
  uint64_t heard = 0;
  EXPECT_FALSE(split.Join(work, heard));
  split.Open([](Split::Work&) {});
  EXPECT_EQ(split.found(), std::nullopt) << "that was of other work";
}

TEST(SplitPointTest, WhatComesTooLateIsNotHeardOf) {
  Split split;
  const uint64_t first = split.Open([](Split::Work&) {});
  const uint64_t second = split.Open([](Split::Work&) {});
  split.Report(first, 5);
  EXPECT_EQ(split.found(), std::nullopt);
  EXPECT_EQ(split.version(), second);
  split.Report(second, 6);
  split.Report(second, 7);
  EXPECT_EQ(split.found(), 6u);
  const uint64_t third = split.Open([](Split::Work&) {});
  const uint64_t closed = split.Close();
  split.Report(third, 8);
  EXPECT_EQ(split.found(), std::nullopt);
  EXPECT_EQ(split.version(), closed);
}

// Helpers answer each piece of work by its own alpha, and the first thread
// hears of no other answer.
TEST(SplitPointTest, ThreadsAnswerWhatTheyAreAsked) {
  constexpr int kPieces = 2000;
  Split split;
  std::atomic<bool> done{false};
  const auto help = [&] {
    Split::Work work;
    uint64_t heard = 0;
    while (!done) {
      if (heard == split.version() || !split.Join(work, heard)) {
        std::this_thread::yield();
        continue;
      }
      EXPECT_EQ(work.path, std::vector<int>(3, work.alpha));
      split.Report(heard, static_cast<size_t>(work.alpha));
    }
  };
  std::thread one(help);
  std::thread another(help);
  for (int piece = 0; piece < kPieces; ++piece) {
    const uint64_t heard = split.Open([piece](Split::Work& work) {
      work.alpha = piece;
      work.path.assign(3, piece);
    });
    if (piece % 3 == 0) {  // nobody is waited for
      split.Close();
      continue;
    }
    while (split.version() == heard) std::this_thread::yield();
    EXPECT_EQ(split.found(), static_cast<size_t>(piece));
  }
  done = true;
  one.join();
  another.join();
}

}  // namespace
}  // namespace boardwalk::ai
