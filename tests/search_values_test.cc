// The searches against the plainest ones, on random positions of all games:
// what is meant to save work alone changes no value, and what is said to be
// proved is so.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/testing/player_testing.h"
#include "games/chinese8/chinese8.h"
#include "games/onejump/onejump.h"
#include "games/star/star.h"
#include "games/teeko/solver.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"
#include "tests/tictactoe/tictactoe.h"

namespace boardwalk::ai {
namespace {

// What may change the value that a search of some depth finds.
constexpr char kFullWidth[] = "reductions=off,quiescence=off,nullmove=off";

// Alpha-beta finds what minimax does at this depth, with its table and without.
// The depth is small enough that no position comes back by way of another
// number of moves, with another depth to go.
template <GameRules R>
void ExpectMinimaxValues(const std::string& settings, int positions,
                         int max_plies, int depth) {
  const auto game = MakeAdapter<R>(settings, {AlphaBetaPlayer<R>::Binding()});
  PlainMinimax<R> plain(game->rules());
  for (const auto& state :
       RandomPositions(game->rules(), positions, max_plies, /*seed=*/11)) {
    SCOPED_TRACE(game->rules().FormatPosition(state));
    Score best = -kInfiniteScore;
    for (const auto& scored : plain.Root(state, depth)) {
      best = std::max(best, scored.score);
    }
    const double value = ValueOf(best, state.NumPlayers());
    for (const std::string table : {"on", "off"}) {
      EXPECT_EQ(Ask(game, state,
                    absl::StrCat("alphabeta:depth=", depth, ",table=", table,
                                 ",", kFullWidth))
                    .value,
                value)
          << "table=" << table;
    }
  }
}

TEST(SearchValuesTest, Chinese8) {
  ExpectMinimaxValues<chinese8::Rules>("", 20, 40, 3);
}
TEST(SearchValuesTest, Onejump) {
  ExpectMinimaxValues<onejump::Rules>("", 60, 60, 4);
}
TEST(SearchValuesTest, Teeko) {
  ExpectMinimaxValues<teeko::Rules>("", 60, 30, 3);
  ExpectMinimaxValues<teeko::Rules>("phase=placement", 20, 8, 4);
}
TEST(SearchValuesTest, StarForTwo) {
  ExpectMinimaxValues<star::CompactRules>("size=3", 20, 40, 3);
}
TEST(SearchValuesTest, StarForThree) {
  ExpectMinimaxValues<star::CompactRules>("size=3,players=3", 20, 40, 3);
}
TEST(SearchValuesTest, StarForSix) {
  ExpectMinimaxValues<star::CompactRules>("size=3,players=6", 10, 40, 3);
}
TEST(SearchValuesTest, LargeStar) {
  ExpectMinimaxValues<star::LargeRules>("size=5,players=3", 4, 20, 2);
}

// Whenever a player says that a position of Teeko is won or lost, it is; and
// the move that it plays then keeps the win.
TEST(SearchValuesTest, ProofsInTeekoAreTrue) {
  const auto game = MakeAdapter<teeko::Rules>(
      "phase=movement", {AlphaBetaPlayer<teeko::Rules>::Binding(),
                         MctsPlayer<teeko::Rules>::Binding()});
  const teeko::Solver solver(/*placement_only=*/false);
  for (const std::string player :
       {"alphabeta:nodes=20000", "alphabeta:nodes=20000,reductions=off",
        "mcts:playouts=1500"}) {
    SCOPED_TRACE(player);
    int wins = 0, losses = 0;
    for (const auto& state :
         RandomPositions(game->rules(), 150, /*max_plies=*/40, /*seed=*/12)) {
      const Decision decision = Ask(game, state, player);
      if (decision.value != 1 && decision.value != -1) continue;
      const int outcome = solver.Value(state).outcome;
      ASSERT_EQ(*decision.value, outcome)
          << game->rules().FormatPosition(state);
      (outcome > 0 ? wins : losses) += 1;
      teeko::State after = state;
      after.Apply(RestoreMove<teeko::State::Move>(decision.move));
      if (!after.IsTerminal()) {
        EXPECT_EQ(solver.Value(after).outcome, -outcome);
      }
    }
    EXPECT_GT(wins, 20);
    EXPECT_GT(losses, 0);
  }
}

}  // namespace
}  // namespace boardwalk::ai
