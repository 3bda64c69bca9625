// Answers that are known in closed form, a simulated regression, and results
// that have no finite maximum without the ridge.

#include <cmath>
#include <vector>

#include "framework/random.h"
#include "frontends/statistics/logistic.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using Weights = std::vector<double>;

// `won` of `games` positions with the value `value` are won, each a game.
void AddGames(Observations& positions, int value, int games, int won) {
  for (int i = 0; i < games; ++i) {
    positions.Add(static_cast<int64_t>(positions.size()), {value},
                  i < won ? 1 : 0);
  }
}

TEST(LogisticTest, TheScaleIsThatOfTheOddsOfOneFeature) {
  Observations positions(1);
  AddGames(positions, 2, 400, 300);
  // Odds of 3 to 1 at 2 * 50 points.
  EXPECT_NEAR(FitScale(positions, {50.0}), std::log(3.0) / 100, 1e-12);
  EXPECT_NEAR(LogLoss(positions, {50.0}, std::log(3.0) / 100),
              -0.75 * std::log(0.75) - 0.25 * std::log(0.25), 1e-12);
}

TEST(LogisticTest, OneFeatureHasTheWeightOfItsOdds) {
  Observations positions(1);
  AddGames(positions, 2, 400, 300);
  const LogisticFit fit = FitWeights(positions, {80.0}, 0.01);
  ASSERT_TRUE(fit.converged);
  // But for the ridge towards 80.
  EXPECT_NEAR(fit.weights[0], 100 * std::log(3.0) / 2, 0.05);
  // The variance of log odds is 1/(n p (1 - p)); the ridge makes it a little
  // less.
  EXPECT_NEAR(fit.errors[0], 100 / std::sqrt(400 * 0.1875) / 2, 0.01);
}

TEST(LogisticTest, DrawsAreHalfAWin) {
  Observations drawn(1), halved(1);
  for (int game = 0; game < 10; ++game) {
    drawn.Add(game, {1}, 0.5);
    drawn.Add(game, {3}, 1);
    halved.Add(game, {1}, 1);
    halved.Add(game, {1}, 0);
    halved.Add(game, {3}, 1);
    halved.Add(game, {3}, 1);
  }
  EXPECT_NEAR(FitWeights(drawn, {1}, 1).weights[0],
              FitWeights(halved, {1}, 1).weights[0], 1e-6);
}

TEST(LogisticTest, FindsTheWeightsThatMadeTheResults) {
  const Weights truth = {100, -30, 8, 0};
  constexpr double kScale = 0.01;
  Observations positions(4);
  Random random(7);
  for (int game = 0; game < 40'000; ++game) {
    std::vector<int> values;
    double sum = 0;
    for (const double weight : truth) {
      values.push_back(static_cast<int>(random.Below(9)) - 4);
      sum += weight * values.back();
    }
    const double p = 1 / (1 + std::exp(-kScale * sum));
    const bool won = random.Below(1'000'000) < 1e6 * p;
    positions.Add(game, values, won ? 1 : 0);
  }
  const LogisticFit fit = FitWeights(positions, {50, 50, 50, 50}, kScale);
  ASSERT_TRUE(fit.converged);
  for (size_t i = 0; i < truth.size(); ++i) {
    EXPECT_GT(fit.errors[i], 0.3);
    EXPECT_LT(fit.errors[i], 2);
    EXPECT_NEAR(fit.weights[i], truth[i], 3.5 * fit.errors[i]) << i;
  }
  EXPECT_LT(LogLoss(positions, fit.weights, kScale),
            LogLoss(positions, truth, kScale));
  EXPECT_NEAR(FitScale(positions, truth), kScale, 0.0003);
}

TEST(LogisticTest, PositionsOfAGameAreOneObservation) {
  Observations once(1), repeated(1);
  for (int game = 0; game < 100; ++game) {
    const double result = game % 4 == 0 ? 0 : 1;
    once.Add(game, {1}, result);
    for (int i = 0; i < 9; ++i) repeated.Add(game, {1}, result);
  }
  const LogisticFit one = FitWeights(once, {1}, 1);
  const LogisticFit nine = FitWeights(repeated, {1}, 1);
  EXPECT_NEAR(one.weights[0], nine.weights[0], 1e-9);
  EXPECT_NEAR(one.errors[0], nine.errors[0], 1e-9);
}

TEST(LogisticTest, SeparatedResultsGiveFiniteWeights) {
  Observations positions(2);
  for (int game = 0; game < 50; ++game) {
    positions.Add(game, {1, 2}, 1);
    positions.Add(50 + game, {-1, -2}, 0);
  }
  const LogisticFit fit = FitWeights(positions, {100, 100}, 0.01);
  EXPECT_TRUE(fit.converged);
  for (const double weight : fit.weights) {
    EXPECT_TRUE(std::isfinite(weight));
    EXPECT_GT(weight, 100);
    EXPECT_LT(weight, 500);
  }
  // Nor does a scale grow for ever.
  EXPECT_LE(FitScale(positions, {100, 100}), 1);
}

TEST(LogisticTest, WhatNeverOccursStaysAndWhatIsFixed) {
  Observations positions(3);
  for (int game = 0; game < 100; ++game) {
    positions.Add(game, {1, 0, game % 3}, game % 3 == 0 ? 0 : 1);
  }
  const LogisticFit fit =
      FitWeights(positions, {10, 20, 30}, 0.01, {true, false, false});
  EXPECT_EQ(fit.weights[0], 10);
  EXPECT_EQ(fit.weights[1], 20);
  EXPECT_GT(fit.weights[2], 31);
  EXPECT_THAT(fit.errors, ::testing::ElementsAre(0, 0, ::testing::Gt(0)));
}

TEST(LogisticTest, TheOthersMakeUpForWhatIsFixed) {
  Observations positions(2);
  for (int game = 0; game < 400; ++game) {
    positions.Add(game, {1, 1}, game % 4 == 0 ? 0 : 1);
  }
  const LogisticFit fit = FitWeights(positions, {10, 60}, 0.01, {true, false});
  EXPECT_EQ(fit.weights[0], 10);
  EXPECT_NEAR(fit.weights[0] + fit.weights[1], 100 * std::log(3.0), 0.1);
}

TEST(LogisticTest, NothingToLearnFromChangesNothing) {
  const Observations none(2);
  EXPECT_EQ(LogLoss(none, {1, 2}, 1), 0);
  const LogisticFit fit = FitWeights(none, {1, 2}, 0.01);
  EXPECT_THAT(fit.weights, ::testing::ElementsAre(1, 2));
  EXPECT_GT(FitScale(none, {1, 2}), 0);
}

}  // namespace
}  // namespace boardwalk::statistics
