// What players say is proved is so, by the exact values of a solved game.

#include <memory>
#include <string>

#include "ai/testing/player_testing.h"
#include "games/teeko/solver.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// Whenever a player says that a position of Teeko is won or lost, it is; and
// the move that it plays then keeps the win.
TEST(ProofsTest, WhatIsProvedInTeekoIsTrue) {
  const auto game = MakeAdapter<teeko::Rules>(
      "phase=movement", {AlphaBetaPlayer<teeko::Rules>::Binding(),
                         MctsPlayer<teeko::Rules>::Binding()});
  const teeko::Solver solver(/*placement_only=*/false);
  const struct {
    std::string player;
    int least_losses;  // among the few positions that are lost
  } kCases[] = {{"alphabeta:nodes=4000", 1}, {"mcts:playouts=500", 0}};
  for (const auto& [player, least_losses] : kCases) {
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
    EXPECT_GE(wins, 8);
    EXPECT_GE(losses, least_losses);
  }
}

}  // namespace
}  // namespace boardwalk::ai
