#include "ai/learn/learned_evaluation.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "ai/common/evaluator.h"
#include "ai/learn/learned_check.h"
#include "ai/learn/patterns.h"
#include "ai/testing/random_weights.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"
#include "games/onejump/onejump.h"
#include "games/registry.h"
#include "games/star/star.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

void ExpectSums(const AnyGame& game, const LearnedWeights& weights) {
  const LearnedCheck check = CheckLearned(game, weights, /*seed=*/3);
  EXPECT_THAT(check.failures, testing::IsEmpty());
  EXPECT_EQ(check.positions, 2000);
}

class LearnedEvaluationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(LearnedEvaluationTest, IsTheSumOfTheWeightsOfPatterns) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame(GetParam()).value();
  ExpectSums(*game, RandomWeights(*game, 7));
}

TEST(LearnedEvaluationTest, TakesAKindThatItDoesNotTellApartForTheLastOne) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("onejump").value();
  ASSERT_EQ(game->Planes().kinds, 2);
  ExpectSums(*game, RandomWeights(*game, 7, /*max_kinds=*/1));
}

INSTANTIATE_TEST_SUITE_P(Games, LearnedEvaluationTest,
                         ::testing::Values("chinese8", "onejump", "teeko",
                                           "star:size=3", "star:size=4",
                                           "star:size=3,players=3",
                                           "star:size=3,players=6"));

// The value of a position for one seat is minus that for the other.
template <GameRules R>
void ExpectAntisymmetric(const std::string& name) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame(name).value();
  const R rules;
  const auto learned =
      LearnedEvaluation::Create(RandomWeights(*game, 5), PlaneShapeOf(rules))
          .value();
  const Evaluator<R> evaluator(rules, learned);
  typename R::State state = rules.InitialState();
  Random random(1);
  MoveListFor<typename R::State> moves;
  for (int ply = 0; ply < 100 && !state.IsTerminal(); ++ply) {
    const Score score = evaluator.Evaluate(state, 0);
    EXPECT_EQ(score, -evaluator.Evaluate(state, 1));
    EXPECT_LE(std::abs(score), kMaxEvaluation);
    EXPECT_EQ(evaluator.PointsPerLogit(state), kLearnedPointsPerLogit);
    moves.clear();
    state.LegalMoves(moves);
    state.Apply(moves[random.Below(static_cast<uint32_t>(moves.size()))]);
  }
}

TEST(LearnedEvaluationTest, IsAntisymmetric) {
  ExpectAntisymmetric<chinese8::Rules>("chinese8");
  ExpectAntisymmetric<onejump::Rules>("onejump");
}

// After a move, the other seat sees the board as the first one would.
TEST(LearnedEvaluationTest, TurnsTheBoardForTheSecondSeat) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("chinese8").value();
  LearnedWeights weights = RandomWeights(*game, 7);
  for (auto& stage : weights.by_stage) stage.turn = 0;
  const auto evaluation =
      LearnedEvaluation::Create(weights, game->Planes()).value();
  const auto opening = game->InitialState();
  // Nothing but the seat to move differs.
  EXPECT_EQ(evaluation->Evaluate(opening->PlaneWords().data(), 0, 0),
            evaluation->Evaluate(opening->PlaneWords().data(), 1, 0));
}

// Where three and more play, each seat's evaluation is that which the first one
// would have if the board were turned to it.
TEST(LearnedEvaluationTest, TurnsTheBoardForEverySeat) {
  const Catalog catalog = *AllGames();
  for (const std::string name :
       {"star:size=3,players=3", "star:size=3,players=6", "star:players=4"}) {
    const auto game = catalog.MakeGame(name).value();
    const LearnedWeights weights = RandomWeights(*game, 7);
    const PlaneShape shape = game->Planes();
    const auto evaluation = LearnedEvaluation::Create(weights, shape).value();
    Random random(3);
    const auto state = game->InitialState();
    for (int ply = 0; ply < 60 && !state->IsTerminal(); ++ply) {
      const auto moves = state->LegalMoves();
      ASSERT_TRUE(
          state->Apply(moves[random.Below(static_cast<uint32_t>(moves.size()))])
              .ok());
    }
    const std::vector<uint64_t> planes = state->PlaneWords();
    for (int seat = 0; seat < game->NumPlayers(); ++seat) {
      // The same pieces where the first seat sees them, its own as seat 0's.
      std::vector<uint64_t> turned(planes.size());
      for (size_t cell = 0; cell < shape.bits.size(); ++cell) {
        const int from = shape.bits[weights.turned[seat][cell]];
        const int to = shape.bits[cell];
        for (int owner = 0; owner < shape.seats; ++owner) {
          const int seen = (owner - seat + shape.seats) % shape.seats;
          if (planes[owner * shape.words + from / 64] >> from % 64 & 1) {
            turned[seen * shape.words + to / 64] |= uint64_t{1} << to % 64;
          }
        }
      }
      EXPECT_EQ(evaluation->Evaluate(planes.data(), seat, 120, 1),
                evaluation->Evaluate(turned.data(), 0, 120, 1))
          << name << " seat " << seat;
    }
    // The opening looks the same to all.
    const std::vector<uint64_t> opening = game->InitialState()->PlaneWords();
    if (game->NumPlayers() == 6) {
      for (int seat = 1; seat < 6; ++seat) {
        EXPECT_NE(weights.turned[seat], weights.turned[0]);
        EXPECT_EQ(evaluation->Evaluate(opening.data(), seat, 0),
                  evaluation->Evaluate(opening.data(), 0, 0));
      }
    }
  }
}

// Values are expected returns of all seats.
TEST(LearnedEvaluationTest, ValuesOfManySeatsAreBoundedAndSumToNothing) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("star:size=3,players=6").value();
  const auto parameters = Parameters::Parse("star", star::Info().parameters,
                                            {{"size", "3"}, {"players", "6"}});
  const auto rules = star::CompactRules::Create(*parameters).value();
  const auto learned =
      LearnedEvaluation::Create(RandomWeights(*game, 5), PlaneShapeOf(*rules))
          .value();
  const Evaluator<star::CompactRules> evaluator(*rules, learned);
  star::CompactState state = rules->InitialState();
  Random random(1);
  MoveListFor<star::CompactState> moves;
  bool differ = false;
  for (int ply = 0; ply < 100 && !state.IsTerminal(); ++ply) {
    const SeatValues values = evaluator.Values(state);
    double sum = 0;
    for (int seat = 0; seat < 6; ++seat) {
      EXPECT_GE(values[seat], -0.2);
      EXPECT_LE(values[seat], 1);
      EXPECT_LE(std::abs(evaluator.Evaluate(state, seat)), kMaxEvaluation);
      sum += values[seat];
      differ |= values[seat] != values[0];
    }
    EXPECT_NEAR(sum, 0, 1e-9);
    moves.clear();
    state.LegalMoves(moves);
    state.Apply(moves[random.Below(static_cast<uint32_t>(moves.size()))]);
  }
  EXPECT_TRUE(differ);
}

TEST(LearnedEvaluationTest, StaysWithinItsBounds) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("chinese8").value();
  LearnedWeights weights = RandomWeights(*game, 7);
  for (auto& stage : weights.by_stage) {
    for (auto& table : stage.weights) table.assign(table.size(), 8000);
  }
  const auto evaluation =
      LearnedEvaluation::Create(weights, game->Planes()).value();
  const auto planes = game->InitialState()->PlaneWords();
  EXPECT_EQ(evaluation->Evaluate(planes.data(), 0, 0), kMaxEvaluation);
}

// A forged file may have fewer seats than the game.
TEST(LearnedEvaluationTest, EvaluatesForEverySeatOfTheGame) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("star:size=3,players=6").value();
  LearnedWeights weights =
      RandomWeights(*catalog.MakeGame("star:size=3").value(), 7);
  weights.turned.resize(1);
  const auto evaluation = LearnedEvaluation::Create(weights, game->Planes());
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  const auto planes = game->InitialState()->PlaneWords();
  for (int seat = 0; seat < 6; ++seat) {
    EXPECT_LE(std::abs((*evaluation)->Evaluate(planes.data(), seat, 0)),
              kMaxEvaluation);
  }
  weights.turned.clear();
  EXPECT_EQ(
      LearnedEvaluation::Create(weights, game->Planes()).status().message(),
      "no seat sees the board");
}

TEST(LearnedEvaluationTest, RefusesWhatDoesNotFitTheBoard) {
  const Catalog catalog = *AllGames();
  const auto game = catalog.MakeGame("chinese8").value();
  const LearnedWeights good = RandomWeights(*game, 7);
  const auto error = [&](const auto& change) {
    LearnedWeights bad = good;
    change(bad);
    const auto made = LearnedEvaluation::Create(bad, game->Planes());
    return made.ok() ? "none" : std::string(made.status().message());
  };
  EXPECT_EQ(error([](auto&) {}), "none");
  EXPECT_EQ(error([](auto& bad) { bad.cells = 63; }),
            "a seat does not see every cell once");
  EXPECT_EQ(error([](auto& bad) { bad.turned[1][0] = bad.turned[1][1]; }),
            "a seat does not see every cell once");
  EXPECT_EQ(error([](auto& bad) { bad.kinds = 0; }),
            "they are for a board of 64 cells, 2 seats and 0 kinds of pieces; "
            "the game has 64, 2 and 1");
  EXPECT_EQ(error([](auto& bad) {
              bad.kinds = 2;
              bad.types = {{{{0}}}};
            }),
            "they are for a board of 64 cells, 2 seats and 2 kinds of pieces; "
            "the game has 64, 2 and 1");
  EXPECT_EQ(error([](auto& bad) { bad.types[0].places[0][0] = 64; }),
            "the places of a pattern are not as many different cells each");
  EXPECT_EQ(error([](auto& bad) { bad.types[0].places[0].pop_back(); }),
            "the places of a pattern are not as many different cells each");
  EXPECT_EQ(error([](auto& bad) { bad.types[0].places.clear(); }),
            "a pattern is on no cell");
  EXPECT_EQ(error([](auto& bad) {
              bad.types[0].mirrors = {{0, 0, 1}};
            }),
            "the mirror of a pattern is no order of its cells");
  EXPECT_EQ(error([](auto& bad) {
              CellList large;
              for (int cell = 0; cell < 11; ++cell) large.push_back(cell);
              bad.types.push_back({{large}});
            }),
            "a pattern of 11 cells is too large");
  EXPECT_EQ(error([](auto& bad) {
              for (int i = 0; i < 513; ++i) bad.types.push_back({{{i % 64}}});
            }).substr(0, 9),
            "there are");
  const std::string few =
      "there are not as many weights as their patterns and stages need";
  EXPECT_EQ(error([](auto& bad) { bad.by_stage.pop_back(); }), few);
  EXPECT_EQ(error([](auto& bad) { bad.by_stage[0].weights[0].pop_back(); }),
            few);
  EXPECT_EQ(error([](auto& bad) { bad.by_stage[0].weights.pop_back(); }), few);
}

}  // namespace
}  // namespace boardwalk::ai
