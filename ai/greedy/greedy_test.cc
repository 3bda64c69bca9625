#include "ai/greedy/greedy_player.h"

#include <set>

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
