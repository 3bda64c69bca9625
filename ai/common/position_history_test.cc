#include "ai/common/position_history.h"

#include <cstdint>
#include <vector>

#include "ai/testing/trio.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using trio::State;

TEST(PositionHistoryTest, HasThePositionsBeforeTheCurrentOne) {
  State state(2);
  PositionHistory<trio::Rules> past;
  EXPECT_TRUE(past.Before(state).empty());
  past.Start(state);
  EXPECT_TRUE(past.Before(state).empty());
  std::vector<uint64_t> hashes;
  using Move = State::Move;
  for (const Move move : {Move{1}, Move{2}, Move{-1}}) {
    hashes.push_back(state.Hash());
    past.Observe(move);
    state.Apply(move);
    EXPECT_EQ(past.Before(state), hashes);
  }
  past.Start(state);
  EXPECT_TRUE(past.Before(state).empty());
}

TEST(PositionHistoryTest, IsEmptyForAnotherPosition) {
  const State start(2);
  State state = start;
  PositionHistory<trio::Rules> past;
  past.Start(state);
  past.Observe({1});
  state.Apply({1});
  EXPECT_TRUE(past.Before(start).empty());
  EXPECT_EQ(past.Before(state).size(), 1u);
}

TEST(PositionHistoryTest, IsEmptyAfterAnIllegalMove) {
  State state(2);
  PositionHistory<trio::Rules> past;
  past.Start(state);
  past.Observe({1});
  state.Apply({1});
  past.Observe({-1});  // from square 0
  past.Observe({1});
  EXPECT_TRUE(past.Before(state).empty());
}

TEST(RepetitionHistoryTest, HasWhatWasPushed) {
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

TEST(RepetitionHistoryTest, DistinguishesHashesOfOneSlot) {
  RepetitionHistory path;
  path.Push(5);
  EXPECT_FALSE(path.Has(5 + 4096));
  path.Push(5 + 4096);
  EXPECT_TRUE(path.Has(5));
  path.Clear();
  EXPECT_FALSE(path.Has(5));
}

TEST(RepetitionHistoryTest, PopsToASize) {
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
