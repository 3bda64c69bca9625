#include "ai/greedy/greedy_player.h"

#include <set>

#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeGame(
    const std::string& settings = "") {
  return MakeAdapter<R>(settings, {GreedyPlayer<R>::Binding()});
}

TEST(GreedyTest, PlaysAMoveOfTheBestEvaluation) {
  const auto game = MakeGame<trio::Rules>();
  for (const auto& state : RandomPositions(game->rules(), 200, 30, 3)) {
    PlainMinimax<trio::Rules> plain(game->rules());
    Score best = -kInfiniteScore;
    Score chosen = -kInfiniteScore;
    const Decision decision = Ask(game, state, "greedy");
    for (const auto& [move, score] : plain.Root(state, 1)) {
      best = std::max(best, score);
      if (EraseMove(move) == decision.move) chosen = score;
    }
    EXPECT_EQ(chosen, best);
    EXPECT_EQ(decision.value, ValueOf(best, 3));
  }
}

// Without an evaluation all moves tie at the start: each is played with some
// seed, and a seed always plays the same one.
TEST(GreedyTest, BreaksTiesBySeed) {
  const auto game = MakeGame<tictactoe::Rules>();
  const auto start = game->rules().InitialState();
  std::set<uint64_t> played;
  for (int seed = 0; seed < 200; ++seed) {
    const std::string name = absl::StrCat("greedy:seed=", seed);
    const AnyMove move = Ask(game, start, name).move;
    EXPECT_EQ(Ask(game, start, name).move, move);
    played.insert(move.bits);
  }
  EXPECT_EQ(played.size(), 9u);
}

// What it overlooks is chosen anew by seed: half of the moves are seldom enough
// to miss the best one every time, or never.
TEST(GreedyTest, OverlooksSomeMoves) {
  const auto game = MakeGame<trio::Rules>();
  int best = 0;
  uint64_t positions = 0;
  for (const auto& state : RandomPositions(game->rules(), 200, 30, 3)) {
    const auto value = Ask(game, state, "greedy").value;
    const Decision decision =
        Ask(game, state, "greedy:overlooks=0.5", {}, positions);
    ASSERT_TRUE(Erase(game, state).IsLegal(decision.move));
    EXPECT_LE(decision.value, value);
    best += decision.value == value ? 1 : 0;
    ++positions;
  }
  EXPECT_GT(best, 50);
  EXPECT_LT(best, 200);
}

// Even who overlooks nearly everything sees a win, and plays some move.
TEST(GreedyTest, NeverOverlooksAWin) {
  const auto game = MakeGame<tictactoe::Rules>();
  const auto state = game->rules().ParsePosition("XX./OO./...").value();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Decision decision = Ask(game, state, "greedy:overlooks=1", {}, seed);
    EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "c1");
  }
}

// Move 0 loses at once, move 1 draws.
class TrapState {
 public:
  using Move = uint8_t;
  int NumPlayers() const { return 2; }
  int ToMove() const { return 0; }
  bool IsTerminal() const { return played_ >= 0; }
  SeatValues Returns() const {
    return played_ == 0 ? SeatValues{-1, 1} : SeatValues{};
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    list.push_back(0);
    list.push_back(1);
  }
  void Apply(Move move) { played_ = move; }
  uint64_t Hash() const { return static_cast<uint64_t>(played_) + 1; }
  bool operator==(const TrapState&) const = default;

 private:
  int played_ = -1;
};
class TrapRules : public BareRules<TrapRules, TrapState> {};

// A move that loses proves no loss where others were overlooked.
TEST(GreedyTest, WhatIsOverlookedIsNotProved) {
  const auto game = MakeGame<TrapRules>();
  const TrapState start;
  int lost = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Decision decision = Ask(game, start, "greedy:overlooks=1", {}, seed);
    lost += decision.move == EraseMove(TrapState::Move{0}) ? 1 : 0;
    EXPECT_GT(decision.value.value(), -1);
    EXPECT_EQ(Ask(game, start, "greedy", {}, seed).value, 0);
  }
  EXPECT_GT(lost, 0);
  EXPECT_LT(lost, 20);
}

TEST(GreedyTest, WinsAtOnceWithoutAnEvaluation) {
  const auto game = MakeGame<tictactoe::Rules>();
  const auto state = game->rules().ParsePosition("XX./OO./...").value();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Decision decision = Ask(game, state, "greedy", {}, seed);
    EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "c1");
    EXPECT_EQ(decision.value, 1);
  }
}

}  // namespace
}  // namespace boardwalk::ai
