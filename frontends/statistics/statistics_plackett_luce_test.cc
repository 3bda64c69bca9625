// The parts that ratings are made of, where these do not reach.

#include <cmath>
#include <vector>

#include "frontends/statistics/plackett_luce.h"
#include "frontends/statistics/ratings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using ::testing::ElementsAre;

Stage Won(int winner, int loser, double weight) {
  return {.players = {winner, loser}, .credit = {1, 0}, .weight = weight};
}

ChoiceTable TableOf(int players, const std::vector<Stage>& stages) {
  ChoiceTable table(players);
  for (const Stage& stage : stages) table.Add(stage, 1);
  return table;
}

TEST(PlackettLuceTest, StagesOfTheSameSeatsAreAddedUp) {
  ChoiceTable table(6);
  table.Add({.players = {5, 2, 5}, .credit = {0.5, 0.5, 0}}, 4);
  table.Add({.players = {2, 5, 5}, .credit = {1, 0, 0}, .weight = 3}, 1);
  table.Add({.players = {2, 5}, .credit = {1, 0}}, 1);
  table.Add({.players = {5, 5}, .credit = {1, 0}}, 1);  // says nothing
  table.Add({.players = {1, 0}, .credit = {1, 0}}, 0);  // nor does this
  ASSERT_EQ(table.kinds().size(), 2);
  EXPECT_THAT(table.kinds()[0].players, ElementsAre(2, 5));
  EXPECT_THAT(table.kinds()[0].seats, ElementsAre(1, 2));
  EXPECT_THAT(table.kinds()[0].credit, ElementsAre(5, 2));
  EXPECT_THAT(table.kinds()[1].credit, ElementsAre(1, 0));
}

TEST(PlackettLuceTest, LogLikelihood) {
  const ChoiceTable table =
      TableOf(2, {Won(0, 1, 3), {.players = {0, 0, 1}, .credit = {0, 0, 1}}});
  // Strengths 2 and 1: 2/3, and 1/5.
  EXPECT_NEAR(LogLikelihood(table, {std::log(2), 0}),
              3 * std::log(2.0 / 3) + std::log(0.2), 1e-12);
  // Far from each other as well.
  EXPECT_NEAR(LogLikelihood(table, {2000, 0}), -2000 - std::log(2), 1e-9);
}

TEST(PlackettLuceTest, Losses) {
  const LossGraph graph(
      TableOf(5, {Won(0, 1, 1), Won(1, 2, 1), Won(3, 0, 1), Won(0, 3, 1)}));
  EXPECT_TRUE(graph.Lost(2, 3));
  EXPECT_FALSE(graph.Lost(3, 2));
  EXPECT_TRUE(graph.Equals(0, 3));
  EXPECT_FALSE(graph.Equals(0, 1));
  EXPECT_FALSE(graph.StronglyConnected());
  EXPECT_FALSE(graph.Met(4));
  EXPECT_TRUE(LossGraph(TableOf(5, {Won(4, 1, 1), Won(1, 3, 1), Won(3, 4, 1)}))
                  .StronglyConnected());
}

// From where a whole step of Newton's would go hundreds too far.
TEST(PlackettLuceTest, FarStarts) {
  const ChoiceTable table =
      TableOf(3, {Won(0, 1, 3), Won(1, 0, 3), Won(1, 2, 8), Won(2, 1, 2)});
  for (const double far : {-300.0, -40.0, -7.0, 7.0, 40.0, 300.0}) {
    SCOPED_TRACE(far);
    std::vector<double> theta = {far, 0, far};
    Maximize(table, {}, theta);
    EXPECT_NEAR(theta[0], theta[1], 1e-9);
    EXPECT_NEAR(theta[1] - theta[2], std::log(4), 1e-9);
  }
}

TEST(PlackettLuceTest, AContrastIsHeld) {
  const ChoiceTable table =
      TableOf(3, {Won(0, 1, 6), Won(1, 0, 2), Won(1, 2, 5), Won(2, 1, 5)});
  const std::vector<double> contrast = {1, 0, -1};
  std::vector<double> theta = {2, 0, 0};
  Maximize(table, contrast, theta);
  EXPECT_NEAR(theta[0] - theta[2], 2, 1e-9);
  // There each of the two differences pulls as much as the other.
  const double above = 6 - 8 / (1 + std::exp(theta[1] - theta[0]));
  const double below = 5 - 10 / (1 + std::exp(theta[2] - theta[1]));
  EXPECT_NEAR(above, below, 1e-8);
}

TEST(PlackettLuceTest, ContrastsWhereTheLikelihoodHasFallen) {
  const ChoiceTable table = TableOf(2, {Won(0, 1, 12), Won(1, 0, 4)});
  std::vector<double> theta = {0, 0};
  Maximize(table, {}, theta);
  for (const int direction : {-1, 1}) {
    const double reached =
        ContrastAtDrop(table, theta, {1, -1}, 1.5, direction);
    EXPECT_GT(direction * (reached - std::log(3)), 0);
    const double score = 1 / (1 + std::exp(-reached));
    EXPECT_NEAR(12 * std::log(score / 0.75) + 4 * std::log((1 - score) / 0.25),
                -1.5, 1e-9);
  }
}

}  // namespace
}  // namespace boardwalk::statistics
