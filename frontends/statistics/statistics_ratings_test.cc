#include <cmath>
#include <vector>

#include "framework/random.h"
#include "frontends/statistics/ratings.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

constexpr int kReplicates = 200;

Stage Won(std::vector<int> players, int winner) {
  Stage stage = {.players = std::move(players), .credit = {}};
  for (const int player : stage.players) {
    stage.credit.push_back(player == winner ? 1 : 0);
  }
  return stage;
}

TEST(RatingsTest, FullRankingsAsPublished) {
  // The example of choix.
  std::vector<Stage> stages;
  for (const std::vector<int>& ranking :
       std::vector<std::vector<int>>{{0, 1, 2}, {3, 2, 0}, {1, 3}}) {
    for (Stage& stage : StagesOfRanking(ranking)) stages.push_back(stage);
  }
  const Strengths found = FitPlackettLuce(4, stages);
  EXPECT_FALSE(found.bounded);
  const double expected[] = {-0.44328, 0.69506, -0.67061, 0.41883};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(found.log_strength[i], expected[i], 1e-4);
  }
}

TEST(RatingsTest, TwoPlayersAreTheLogisticElo) {
  // 30 wins, 20 losses and 10 draws: 35 points of 60.
  const std::vector<CountedBlock> blocks = {
      {{Won({0, 1}, 0)}, 30},
      {{Won({1, 0}, 1)}, 20},
      {{{.players = {0, 1}, .credit = {0.5, 0.5}}}, 10}};
  const auto ratings = RatePlayers(2, blocks, kReplicates, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kInterval);
  EXPECT_NEAR(ratings[0].value - ratings[1].value, EloOfScore(35.0 / 60), 1e-6);
  EXPECT_NEAR(ratings[0].value + ratings[1].value, 0, 1e-9);
  const EloEstimate direct = EstimateElo(GameCounts{{20, 10, 30}});
  EXPECT_NEAR(2 * ratings[0].error, direct.error, 0.2 * direct.error);
}

TEST(RatingsTest, ThreePlayersByTheFractionsTheyWin) {
  // One meeting alone: the chances are the shares of the wins, 5 : 3 : 2.
  const std::vector<CountedBlock> blocks = {{{Won({0, 1, 2}, 0)}, 5},
                                            {{Won({0, 1, 2}, 1)}, 3},
                                            {{Won({0, 1, 2}, 2)}, 2}};
  const auto ratings = RatePlayers(3, blocks, kReplicates, 1);
  EXPECT_NEAR(ratings[0].value - ratings[1].value, 400 * std::log10(5.0 / 3),
              1e-6);
  EXPECT_NEAR(ratings[1].value - ratings[2].value, 400 * std::log10(3.0 / 2),
              1e-6);
}

TEST(RatingsTest, APlayerMaySitTwice) {
  // Player 0 in two of three seats wins half: one seat's share is a quarter,
  // player 1's the other half.
  const std::vector<CountedBlock> blocks = {{{Won({0, 1}, 1)}, 1},
                                            {{Won({0, 1}, 0)}, 1}};
  EXPECT_NEAR(RatePlayers(2, blocks, kReplicates, 1)[0].value, 0, 1e-6);
  const std::vector<CountedBlock> twice = {
      {{{.players = {0, 0, 1}, .credit = {1, 0, 0}}}, 1},
      {{{.players = {0, 1, 0}, .credit = {0, 1, 0}}}, 1}};
  const auto ratings = RatePlayers(2, twice, kReplicates, 1);
  EXPECT_NEAR(ratings[1].value - ratings[0].value, 400 * std::log10(2.0), 1e-6);
}

TEST(RatingsTest, SharedWinsAndDrawsAreSplit) {
  const Stage shared = {.players = {0, 1, 2}, .credit = {0.5, 0.5, 0}};
  const Stage draw = {.players = {0, 1, 2},
                      .credit = {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  const auto ratings = RatePlayers(
      3, std::vector<CountedBlock>{{{shared}, 6}, {{draw}, 3}}, kReplicates, 1);
  EXPECT_NEAR(ratings[0].value, ratings[1].value, 1e-6);
  EXPECT_NEAR(ratings[0].value - ratings[2].value, 400 * std::log10(4.0), 1e-6);
}

TEST(RatingsTest, AllWinsAreBounds) {
  const std::vector<CountedBlock> blocks = {{{Won({0, 1}, 0)}, 10},
                                            {{Won({1, 2}, 1)}, 5},
                                            {{Won({1, 2}, 2)}, 5},
                                            {{Won({0, 2}, 0)}, 10}};
  const auto ratings = RatePlayers(4, blocks, kReplicates, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kAtLeast);
  EXPECT_EQ(ratings[3].certainty, Certainty::kNone);
  for (const Rating& rating : ratings) {
    EXPECT_TRUE(std::isfinite(rating.low) && std::isfinite(rating.high));
  }
  // Twenty wins against two alike: 0.025^(1/20) is the chance of one.
  EXPECT_NEAR(ratings[0].low - ratings[1].value,
              EloOfScore(std::pow(0.025, 1.0 / 20)), 1e-3);
}

TEST(RatingsTest, TwoPlayersAndNothingButWins) {
  const auto ratings = RatePlayers(
      2, std::vector<CountedBlock>{{{Won({0, 1}, 0)}, 10}}, kReplicates, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kAtLeast);
  EXPECT_EQ(ratings[1].certainty, Certainty::kAtMost);
}

TEST(RatingsTest, NothingOrNobody) {
  EXPECT_TRUE(RatePlayers(0, {}, kReplicates, 1).empty());
  const auto ratings = RatePlayers(3, {}, kReplicates, 1);
  ASSERT_EQ(ratings.size(), 3u);
  EXPECT_EQ(ratings[2].certainty, Certainty::kNone);
}

TEST(RatingsTest, GroupsThatNeverMeetStayFinite) {
  const std::vector<CountedBlock> blocks = {{{Won({0, 1}, 0)}, 3},
                                            {{Won({0, 1}, 1)}, 2},
                                            {{Won({2, 3}, 2)}, 3},
                                            {{Won({2, 3}, 3)}, 4}};
  for (const Rating& rating : RatePlayers(4, blocks, kReplicates, 1)) {
    EXPECT_EQ(rating.certainty, Certainty::kInterval);
    EXPECT_LT(std::abs(rating.value), 400);
    EXPECT_TRUE(std::isfinite(rating.low) && std::isfinite(rating.high));
  }
}

// Almost nothing but wins between neighbours of a long ladder: the likelihood
// is flat, and slow methods stop early.
TEST(RatingsTest, ExtremeResultsAreSolvedExactly) {
  std::vector<CountedBlock> blocks;
  constexpr int kPlayers = 8;
  for (int i = 0; i + 1 < kPlayers; ++i) {
    blocks.push_back({{Won({i, i + 1}, i)}, 999});
    blocks.push_back({{Won({i, i + 1}, i + 1)}, 1});
  }
  const auto ratings = RatePlayers(kPlayers, blocks, 40, 1);
  for (int i = 0; i + 1 < kPlayers; ++i) {
    EXPECT_NEAR(ratings[i].value - ratings[i + 1].value, EloOfScore(0.999),
                1e-4);
  }
}

// Blocks of three games that lean the same way, so that games are no evidence
// by themselves; players of known strength.
TEST(RatingsTest, TheIntervalHoldsTheTruth) {
  constexpr int kMatches = 300, kBlocks = 120;
  const double strength[] = {1, 1.5, 2.5};
  Random random(11);
  int held = 0, total = 0;
  for (int match = 0; match < kMatches; ++match) {
    std::vector<CountedBlock> blocks;
    for (int block = 0; block < kBlocks; ++block) {
      CountedBlock counted = {.stages = {}, .count = 1};
      double at = random.Real() * 5;
      int winner = 0;
      while (winner < 2 && at >= strength[winner]) at -= strength[winner++];
      for (int game = 0; game < 3; ++game) {
        counted.stages.push_back(Won({0, 1, 2}, winner));
      }
      blocks.push_back(std::move(counted));
    }
    const auto ratings =
        RatePlayers(3, blocks, kReplicates, static_cast<uint64_t>(match));
    double mean = 0;
    for (const double one : strength) mean += 400 * std::log10(one) / 3;
    for (int i = 0; i < 3; ++i) {
      const double truth = 400 * std::log10(strength[i]) - mean;
      held += ratings[i].low <= truth && truth <= ratings[i].high;
      ++total;
    }
  }
  EXPECT_NEAR(held / static_cast<double>(total), 0.95, 0.025);
}

TEST(RatingsTest, RepeatsItselfAndTakesAsMuchAsThereIs) {
  std::vector<CountedBlock> blocks;
  for (int a = 0; a < 6; ++a) {
    for (int b = a + 1; b < 6; ++b) {
      blocks.push_back({{Won({a, b}, a), Won({b, a}, a)}, 4000});
      blocks.push_back({{Won({a, b}, a), Won({b, a}, b)}, 3000});
      blocks.push_back({{Won({a, b}, b), Won({b, a}, b)}, 500});
    }
  }
  const auto once = RatePlayers(6, blocks, kReplicates, 9);
  const auto again = RatePlayers(6, blocks, kReplicates, 9);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(once[i].low, again[i].low);
    EXPECT_GT(once[i].error, 1);
    EXPECT_LT(once[i].error, 10);
  }
}

}  // namespace
}  // namespace boardwalk::statistics
