// Searches keep to their time where moves are expensive or many: in a game
// whose moves advance the clock.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "framework/testing/walk.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using testing_games::ManualClock;
using namespace std::chrono_literals;

// The game of a test.
struct Costs {
  ManualClock clock;
  std::chrono::nanoseconds move{0};  // to apply one
  // The same from some moment on.
  std::chrono::nanoseconds later_move{0};
  std::chrono::nanoseconds later = std::chrono::hours(1);
  uint16_t moves = 2;   // in every position
  uint16_t winner = 0;  // the move that wins; 0 for none
};
Costs* costs = nullptr;

class SlowState {
 public:
  struct Move {
    uint16_t number;  // from 1
    bool operator==(const Move&) const = default;
  };
  int NumPlayers() const { return 2; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return won_; }
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << (1 - turn_)); }
  template <typename List>
  void LegalMoves(List& list) const {
    if (won_) return;
    for (uint16_t i = 1; i <= costs->moves; ++i) list.push_back({i});
  }
  void Apply(Move move) {
    const bool later = costs->clock.Now() >= costs->later;
    costs->clock.Advance(later ? costs->later_move : costs->move);
    won_ = move.number == costs->winner;
    turn_ ^= 1;
    ++plies_;
  }
  uint64_t Hash() const { return Mix64(plies_ * 4u + turn_ * 2u + won_); }
  bool operator==(const SlowState&) const = default;

 private:
  uint32_t plies_ = 0;
  uint8_t turn_ = 0;
  bool won_ = false;
};

class SlowRules : public BareRules<SlowRules, SlowState> {};

class TimeManagementTest : public ::testing::Test {
 protected:
  void SetUp() override { costs = &costs_; }
  void TearDown() override { costs = nullptr; }

  // From the opening, by the game's own clock.
  Decision AskInTime(const std::string& name, Limits limits = {}) {
    const auto game = MakeAdapter<SlowRules>();
    limits.clock = &costs_.clock;
    before_ = costs_.clock.Now();
    return Ask(game, game->rules().InitialState(), name, limits);
  }
  std::chrono::nanoseconds Took() const { return costs_.clock.Now() - before_; }

  Costs costs_;
  std::chrono::nanoseconds before_{0};
};

TEST_F(TimeManagementTest, PlayoutsOfExpensiveMovesStopInTime) {
  costs_.move = 1ms;
  EXPECT_EQ(AskInTime("mcts:time=20ms").playouts, 0);
  EXPECT_GE(Took(), 20ms);
  EXPECT_LE(Took(), 23ms);
}

TEST_F(TimeManagementTest, SearchesOfExpensiveMovesStopInTime) {
  costs_.move = 1ms;
  EXPECT_GT(AskInTime("alphabeta:time=20ms").nodes, 0);
  EXPECT_GE(Took(), 20ms);
  EXPECT_LE(Took(), 23ms);
}

// The end of a game may be judged at many times the cost of its middle.
TEST_F(TimeManagementTest, MovesThatGetExpensiveDuringASearchStopInTime) {
  // With a table alphabeta soon knows this game to its greatest depth.
  for (const std::string search : {"alphabeta:table=off", "mcts:solver=off"}) {
    costs_.move = 100ns;
    costs_.later_move = 5us;
    costs_.later = costs_.clock.Now() + 10ms;
    AskInTime(search + ",time=20ms");
    EXPECT_GE(Took(), 20ms) << search;
    EXPECT_LE(Took(), 20300us) << search;
  }
}

TEST_F(TimeManagementTest, TheCheckForAWinStopsWhenTimeRunsOut) {
  costs_.moves = 20'000;
  costs_.move = 1us;
  costs_.winner = 20'000;
  for (const std::string search : {"alphabeta", "mcts"}) {
    AskInTime(search + ":time=2ms");
    EXPECT_LE(Took(), 2300us) << search;
    EXPECT_EQ(AskInTime(search + ":time=30ms").value, 1) << search;
  }
}

TEST_F(TimeManagementTest, LimitsOnWorkDoNotStopTheCheck) {
  costs_.moves = 20'000;
  costs_.winner = 20'000;
  EXPECT_EQ(AskInTime("alphabeta:nodes=1").value, 1);
  EXPECT_EQ(AskInTime("mcts:playouts=1").value, 1);
}

TEST_F(TimeManagementTest, FewMovesAreCheckedWhateverTheLimits) {
  costs_.moves = kAlwaysTriedMoves;
  costs_.winner = kAlwaysTriedMoves;
  const std::atomic<bool> stop = true;
  for (const std::string search : {"alphabeta", "mcts"}) {
    EXPECT_EQ(AskInTime(search + ":time=1us", {.stop = &stop}).value, 1);
  }
}

}  // namespace
}  // namespace boardwalk::ai
