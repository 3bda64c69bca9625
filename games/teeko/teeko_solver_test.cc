#include "games/teeko/solver.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "framework/game.h"
#include "framework/random.h"
#include "games/teeko/board.h"
#include "games/teeko/evaluate.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"

namespace boardwalk::teeko {
namespace {

const Solver& Full() {
  static const Solver solver(/*placement_only=*/false);
  return solver;
}

void ExpectCounts(const Solver& solver, int marks, int wins, int losses,
                  int draws) {
  const Solver::Counts counts = solver.Count(marks);
  EXPECT_EQ(counts.wins, wins) << marks << " marks";
  EXPECT_EQ(counts.losses, losses) << marks << " marks";
  EXPECT_EQ(counts.draws, draws) << marks << " marks";
}

TEST(TeekoSolverTest, MovementPhase) {
  ExpectCounts(Full(), 8, 194'996, 36'479, 660'020);
  EXPECT_EQ(Full().Count(8).longest, 13);
}

TEST(TeekoSolverTest, PlacementBeforeTheMovement) {
  ExpectCounts(Full(), 0, 0, 0, 1);
  ExpectCounts(Full(), 1, 0, 0, 16);
  ExpectCounts(Full(), 2, 0, 0, 240);
  ExpectCounts(Full(), 3, 24, 0, 1'656);
  ExpectCounts(Full(), 4, 406, 16, 10'498);
  ExpectCounts(Full(), 5, 4'868, 164, 38'648);
  ExpectCounts(Full(), 6, 27'136, 2'320, 130'704);
  ExpectCounts(Full(), 7, 84'092, 9'708, 306'600);
}

TEST(TeekoSolverTest, PlacementAlone) {
  const Solver placement(/*placement_only=*/true);
  ExpectCounts(placement, 8, 0, 9'267, 882'228);
  ExpectCounts(placement, 7, 37'068, 4'180, 359'152);
  ExpectCounts(placement, 6, 16'720, 0, 143'440);
}

// The values agree with each other under the game's own moves.
TEST(TeekoSolverTest, EveryValueFollowsFromThoseOfTheMoves) {
  const Rules rules(Rules::Phase::kFull);
  Random random(3);
  for (int game = 0; game < 1000; ++game) {
    State state = rules.InitialState();
    for (int ply = 0; ply < 40 && !state.IsTerminal(); ++ply) {
      ExactValue best = {-1, 0};
      MoveListFor<State> moves;
      state.LegalMoves(moves);
      for (const State::Move move : moves) {
        State next = state;
        next.Apply(move);
        const ExactValue after = Full().Value(next);
        const ExactValue value = {-after.outcome,
                                  after.outcome == 0 ? 0 : after.plies + 1};
        if (value.outcome > best.outcome) best = value;
        if (value.outcome == best.outcome) {
          best.plies = best.outcome > 0 ? std::min(best.plies, value.plies)
                                        : std::max(best.plies, value.plies);
        }
      }
      ASSERT_EQ(Full().Value(state), best) << rules.FormatPosition(state);
      state.Apply(*state.RandomMove(random));
    }
  }
}

// What the evaluation says of near ends, against all positions of the movement
// phase.
TEST(TeekoSolverTest, TheEvaluationKnowsTheNearEnds) {
  const Chances chances(/*placement_only=*/false);
  int forks = 0, forks_won = 0;
  for (uint32_t own = 0; own <= kAllSquares; ++own) {
    if (std::popcount(own) != kMarksPerSide || IsGoal(own)) continue;
    for (uint32_t other = 0; other <= kAllSquares; ++other) {
      if (std::popcount(other) != kMarksPerSide || (own & other) != 0) continue;
      const ExactValue exact = Full().Value(own, other);
      if (exact.outcome < 0 && exact.plies == 0) continue;
      const int value = chances.ForMover(own, other);
      const bool wins = exact.outcome > 0 && exact.plies == 1;
      ASSERT_EQ(value == kWinInOne, wins) << own << " " << other;
      if (value == -kLossInTwo) {
        ASSERT_EQ(exact, (ExactValue{-1, 2})) << own << " " << other;
      }
      if (value != kWinInThree) continue;
      ++forks;
      forks_won += exact.outcome > 0;
    }
  }
  EXPECT_EQ(forks, 90'808);
  EXPECT_GT(forks_won, forks * 0.98);
}

// Mirrors change nothing.
TEST(TeekoSolverTest, TheEvaluationIsTheSameFromAllSides) {
  const auto mirrored = [](uint32_t marks) {
    return (marks & 0x1111) << 3 | (marks & 0x2222) << 1 |
           (marks & 0x4444) >> 1 | (marks & 0x8888) >> 3;
  };
  const auto upside_down = [](uint32_t marks) {
    return (marks & 0xf) << 12 | (marks & 0xf0) << 4 | (marks & 0xf00) >> 4 |
           marks >> 12;
  };
  const Rules rules(Rules::Phase::kFull);
  const Chances chances(/*placement_only=*/false);
  Random random(8);
  for (int game = 0; game < 2000; ++game) {
    State state = rules.InitialState();
    for (int ply = 0; ply < 20 && !state.IsTerminal(); ++ply) {
      const uint32_t own = state.Marks(state.ToMove());
      const uint32_t other = state.Marks(1 - state.ToMove());
      const int value = chances.ForMover(own, other);
      ASSERT_EQ(chances.ForMover(mirrored(own), mirrored(other)), value);
      ASSERT_EQ(chances.ForMover(upside_down(own), upside_down(other)), value);
      state.Apply(*state.RandomMove(random));
    }
  }
}

}  // namespace
}  // namespace boardwalk::teeko
