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

// A helper that is asked by hand.
struct Helper {
  Split::Work work = {};
  uint64_t version = 0;
  uint64_t left = 0;

  bool Join(const Split& split) { return split.Join(work, version, left); }
};

// Asks for the moves 4 and 7.
void AskForTwo(Split::Work& work) {
  work.rest.Clear();
  for (const size_t index : {4, 7}) work.rest.Add({index, index});
}

TEST(SplitPointTest, WorkIsThereFromOpenToLeave) {
  Split split;
  Helper helper;
  EXPECT_FALSE(helper.Join(split));
  EXPECT_EQ(helper.version, split.version());
  split.Open([](Split::Work& made) {
    made.at.ply = 2;
    made.alpha = 7;
    made.path = {3, 4};
    made.rest.Add({.order = 1, .index = 9});
  });
  EXPECT_NE(helper.version, split.version());
  ASSERT_TRUE(helper.Join(split));
  EXPECT_EQ(helper.version, split.version());
  EXPECT_EQ(helper.work.alpha, 7);
  EXPECT_EQ(helper.work.path, (std::vector<int>{3, 4}));
  EXPECT_TRUE(helper.work.rest.Has(9));

  split.Leave(2);
  EXPECT_NE(helper.version, split.version());
  EXPECT_FALSE(helper.Join(split));
  EXPECT_EQ(helper.version, split.version());
}

TEST(SplitPointTest, NobodyIsGivenTheMoveLookedAtCloser) {
  Split split;
  Helper helper;
  split.Open(AskForTwo);
  split.Raise(5, 7);
  ASSERT_TRUE(helper.Join(split));
  EXPECT_TRUE(helper.work.rest.Has(4));
  EXPECT_FALSE(helper.work.rest.Has(7)) << "help is wanted below it";
  split.Raise(6, 4);
  EXPECT_FALSE(helper.Join(split)) << "there is nothing left";
}

TEST(SplitPointTest, NobodyJoinsHalfAWork) {
  Split split;
  Helper helper;
  split.Open(AskForTwo);
  split.Raise(5, 4);
  EXPECT_THROW(split.Open([](Split::Work&) { throw 1; }), int);
  EXPECT_FALSE(helper.Join(split));
}

TEST(SplitPointTest, HelpersHearThatTheirNodeIsLeftAndOfNoOther) {
  Split split;
  Helper helper;
  split.Leave(2);
  split.Open([](Split::Work& made) { made.at.ply = 2; });
  ASSERT_TRUE(helper.Join(split));
  EXPECT_EQ(helper.left, split.left(2));
  split.Raise(5, 0);
  split.Open([](Split::Work& made) { made.at.ply = 3; });
  split.Leave(3);
  EXPECT_EQ(helper.left, split.left(2)) << "below it";
  split.Leave(2);
  EXPECT_NE(helper.left, split.left(2));
}

TEST(SplitPointTest, AnswersAreHeardOf) {
  Split split;
  split.Open([](Split::Work&) {});
  const uint64_t heard = split.answers();
  EXPECT_EQ(split.TakeFound(), std::nullopt);
  split.Report(split.version(), 5);
  EXPECT_NE(split.answers(), heard);
  EXPECT_EQ(split.TakeFound(), 5u);
  EXPECT_EQ(split.TakeFound(), std::nullopt) << "that has been heard of";

  const uint64_t found = split.answers();
  split.Report(split.version(), 6);
  split.Finish(split.version());
  EXPECT_EQ(split.answers(), found + 2);
  split.Open([](Split::Work&) {});
  EXPECT_EQ(split.TakeFound(), std::nullopt) << "that was of other work";
}

TEST(SplitPointTest, AnswersThatNobodyWaitsForAreNot) {
  Split split;
  const uint64_t heard = split.answers();
  const auto answer = [&](uint64_t version) {
    split.Report(version, 5);
    split.Finish(version);
  };
  answer(split.version());  // nothing is open
  split.Open([](Split::Work&) {});
  const uint64_t first = split.version();
  split.Open(AskForTwo);
  answer(first);
  split.Raise(9, 4);
  answer(split.version());
  Helper helper;
  ASSERT_TRUE(helper.Join(split)) << "there may be nothing better to do";
  EXPECT_EQ(helper.work.alpha, 9);
  split.Open([](Split::Work&) {});
  const uint64_t last = split.version();
  split.Leave(0);
  answer(last);
  answer(split.version());
  EXPECT_EQ(split.answers(), heard);
  EXPECT_EQ(split.TakeFound(), std::nullopt);
}

// Helpers answer each piece of work by its own alpha, and the first thread
// hears of no other answer.
TEST(SplitPointTest, ThreadsAnswerWhatTheyAreAsked) {
  constexpr int kPieces = 2000;
  Split split;
  std::atomic<bool> done{false};
  const auto help = [&] {
    Helper helper;
    while (!done) {
      if (helper.version == split.version() || !helper.Join(split)) {
        std::this_thread::yield();
        continue;
      }
      const Split::Work& work = helper.work;
      EXPECT_EQ(work.path, std::vector<int>(3, work.alpha));
      split.Report(helper.version, static_cast<size_t>(work.alpha));
    }
  };
  std::thread one(help);
  std::thread another(help);
  for (int piece = 0; piece < kPieces; ++piece) {
    const uint64_t heard = split.answers();
    split.Open([piece](Split::Work& work) {
      work.alpha = piece;
      work.path.assign(3, piece);
    });
    if (piece % 3 != 0) {  // else nobody is waited for
      while (split.answers() == heard) std::this_thread::yield();
      EXPECT_EQ(split.TakeFound(), static_cast<size_t>(piece));
    }
    split.Leave(0);
  }
  done = true;
  one.join();
  another.join();
}

}  // namespace
}  // namespace boardwalk::ai
