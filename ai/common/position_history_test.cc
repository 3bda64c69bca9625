#include "ai/common/position_history.h"

#include <cstdint>
#include <vector>

#include "ai/testing/trio.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using trio::State;

TEST(PositionHistoryTest, HasThePositionsBeforeTheGames) {
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

TEST(PositionHistoryTest, OfAnotherPositionItKnowsNothing) {
  const State start(2);
  State state = start;
  PositionHistory<trio::Rules> past;
  past.Start(state);
  past.Observe({1});
  state.Apply({1});
  EXPECT_TRUE(past.Before(start).empty());
  // It goes on to know its own.
  EXPECT_EQ(past.Before(state).size(), 1u);
}

TEST(PositionHistoryTest, ToldOfAMoveThatCannotBeItKnowsNothing) {
  State state(2);
  PositionHistory<trio::Rules> past;
  past.Start(state);
  past.Observe({1});
  state.Apply({1});
  past.Observe({-1});  // from square 0
  past.Observe({1});
  EXPECT_TRUE(past.Before(state).empty());
}

}  // namespace
}  // namespace boardwalk::ai
