// Published figures, closed forms, properties of all data; and the parts that
// ratings are made of.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/plackett_luce.h"
#include "frontends/statistics/ratings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using ::testing::ElementsAre;

const double kEloOfLog = 400 / std::log(10);

// A game that one of `players` won; of that weight.
Stage Won(std::vector<int> players, int winner, double weight = 1) {
  Stage stage = {.players = std::move(players), .credit = {}, .weight = weight};
  for (const int player : stage.players) {
    stage.credit.push_back(player == winner ? 1 : 0);
  }
  return stage;
}

// A game that all of `players` share.
Stage Drawn(std::vector<int> players, double weight = 1) {
  Stage stage = {.players = std::move(players), .credit = {}, .weight = weight};
  const size_t seats = stage.players.size();
  stage.credit.assign(seats, 1 / static_cast<double>(seats));
  return stage;
}

CountedBlock Block(std::vector<Stage> stages, int64_t count) {
  return {.stages = std::move(stages), .count = count};
}

// The log strengths at the maximum of the likelihood, with mean 0 over the
// players that each connected group of stages has. If there is no maximum,
// after a draw of each kind of stage.
struct Strengths {
  std::vector<double> log_strength;
  bool bounded = false;  // there is no maximum
};
Strengths FitPlackettLuce(int players, const std::vector<Stage>& stages) {
  ChoiceTable table(players);
  for (const Stage& stage : stages) table.Add(stage, 1);
  Strengths strengths;
  strengths.bounded = !LossGraph(table).StronglyConnected();
  if (strengths.bounded) table.AddDraws(1);
  std::vector<double> theta(players);
  Maximize(table, {}, theta);
  const LossGraph graph(table);
  for (int player = 0; player < players; ++player) {
    double sum = 0;
    int members = 0;
    for (int other = 0; other < players; ++other) {
      if (!graph.Equals(player, other)) continue;
      sum += theta[other];
      ++members;
    }
    strengths.log_strength.push_back(theta[player] - sum / members);
  }
  return strengths;
}

// Three rankings, a stage for each place but the last.
TEST(RatingsTest, RankingsByChoix) {
  const Strengths strengths =
      FitPlackettLuce(4, {Won({0, 1, 2}, 0), Won({1, 2}, 1), Won({3, 2, 0}, 3),
                          Won({2, 0}, 2), Won({1, 3}, 1)});
  EXPECT_FALSE(strengths.bounded);
  const std::vector<double> published = {-0.44328, 0.69506, -0.67061, 0.41883};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(strengths.log_strength[i], published[i], 1e-4);
  }
}

// A number that differs from 0 only by rounding is 0: in a table 3e-15 looks
// like a bound.
TEST(RatingsTest, WhatOnlyRoundingKeepsFromZeroIsZero) {
  for (int wins = 1; wins <= 12; ++wins) {
    for (int losses = 0; losses <= 12; ++losses) {
      for (int third = 0; third <= 3; ++third) {
        const std::vector<CountedBlock> blocks = {
            Block({Won({0, 1}, 0)}, wins), Block({Won({0, 1}, 1)}, losses),
            Block({Won({0, 2}, 0), Won({2, 0}, 2), Drawn({1, 2})}, third)};
        for (const Rating& rating :
             RatePlayers(third > 0 ? 3 : 2, blocks, 8, 1)) {
          for (const double elo :
               {rating.value, rating.error, rating.low, rating.high}) {
            EXPECT_TRUE(elo == 0 || std::abs(elo) >= 1e-6) << elo;
          }
        }
      }
    }
  }
}

// With one kind of stage, strengths are in proportion to the credits.
TEST(RatingsTest, SharedWinnersAndDraws) {
  const std::vector<Stage> stages = {
      Won({0, 1, 2}, 0, 4),
      {.players = {2, 1, 0}, .credit = {0.5, 0.5, 0}, .weight = 2},
      Drawn({1, 0, 2}, 3)};
  const Strengths strengths = FitPlackettLuce(3, stages);
  const std::vector<double> credits = {5, 2, 2};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(strengths.log_strength[i],
                std::log(credits[i]) - std::log(5 * 2 * 2) / 3, 1e-9);
  }
}

// Player 0 in two of three seats wins with the probability 2g / (2g + 1).
TEST(RatingsTest, APlayerInTwoSeats) {
  const std::vector<Stage> stages = {
      {.players = {0, 0, 1}, .credit = {1, 0, 0}, .weight = 3},
      {.players = {0, 1, 0}, .credit = {0, 0, 1}, .weight = 3},
      {.players = {1, 0, 0}, .credit = {1, 0, 0}, .weight = 4}};
  const Strengths strengths = FitPlackettLuce(2, stages);
  EXPECT_NEAR(strengths.log_strength[0] - strengths.log_strength[1],
              std::log(6.0 / 4 / 2), 1e-9);
}

TEST(RatingsTest, APlayerAgainstItselfSaysNothing) {
  const Strengths strengths = FitPlackettLuce(
      3, {Won({0, 1}, 0, 3), Won({0, 1}, 1), Drawn({0, 0}, 50), Drawn({2, 2})});
  EXPECT_FALSE(strengths.bounded);
  EXPECT_NEAR(strengths.log_strength[0], std::log(3) / 2, 1e-9);
  EXPECT_EQ(strengths.log_strength[2], 0);
}

TEST(RatingsTest, TwoPlayersAreTheEloOfTheirScore) {
  const Strengths strengths = FitPlackettLuce(
      2, {Won({0, 1}, 0, 136), Won({0, 1}, 1, 96), Drawn({0, 1}, 111)});
  EXPECT_NEAR(
      kEloOfLog * (strengths.log_strength[0] - strengths.log_strength[1]),
      EstimateElo(GameCounts{.counts = {96, 111, 136}}).value, 1e-8);
}

// Each player meets only the next, so each difference is that of two players.
// Minorize-maximize needs millions of iterations here.
TEST(RatingsTest, StrengthsFarApart) {
  for (const double wins : {1e3, 1e6, 1e9, 1e12}) {
    SCOPED_TRACE(wins);
    constexpr int kPlayers = 12;
    std::vector<Stage> stages;
    for (int i = 0; i + 1 < kPlayers; ++i) {
      const int better = i % 3 == 0 ? i + 1 : i;
      stages.push_back(Won({i, i + 1}, better, wins));
      stages.push_back(Won({i, i + 1}, 2 * i + 1 - better, 1));
    }
    const Strengths strengths = FitPlackettLuce(kPlayers, stages);
    EXPECT_FALSE(strengths.bounded);
    for (int i = 0; i + 1 < kPlayers; ++i) {
      EXPECT_NEAR(strengths.log_strength[i] - strengths.log_strength[i + 1],
                  (i % 3 == 0 ? -1 : 1) * std::log(wins), 1e-6);
    }
  }
}

// One iteration of Hunter's minorize-maximize, whose only fixed point is the
// maximum: gamma_i <- w_i / sum over stages of 1 / (sum of gamma).
std::vector<double> MinorizeMaximize(const std::vector<Stage>& stages,
                                     const std::vector<double>& gamma) {
  std::vector<double> wins(gamma.size());
  std::vector<double> divisors(gamma.size());
  for (const Stage& stage : stages) {
    double sum = 0;
    for (const int player : stage.players) sum += gamma[player];
    for (size_t seat = 0; seat < stage.players.size(); ++seat) {
      wins[stage.players[seat]] += stage.weight * stage.credit[seat];
      divisors[stage.players[seat]] += stage.weight / sum;
    }
  }
  std::vector<double> next(gamma.size());
  for (size_t i = 0; i < gamma.size(); ++i) next[i] = wins[i] / divisors[i];
  return next;
}

// Stages of up to four seats, some shared, of weights between 1/1000 and 1000.
std::vector<Stage> RandomStages(int players, int stages, Random& random) {
  std::vector<Stage> result;
  for (int i = 0; i < stages; ++i) {
    Stage& stage = result.emplace_back();
    stage.weight = std::pow(10, 6 * random.Real() - 3);
    const int seats = 2 + static_cast<int>(random.Below(3));
    double credits = 0;
    for (int seat = 0; seat < seats; ++seat) {
      stage.players.push_back(static_cast<int>(random.Below(players)));
      stage.credit.push_back(random.Below(3) == 0 ? 1 : 0);
      credits += stage.credit.back();
    }
    if (credits == 0) stage.credit[0] = credits = 1;
    for (double& credit : stage.credit) credit /= credits;
  }
  return result;
}

TEST(RatingsTest, FitsAreFixedPointsOfMinorizeMaximize) {
  Random random(5);
  int unbounded = 0;
  for (int i = 0; i < 300; ++i) {
    const int players = 2 + static_cast<int>(random.Below(7));
    const std::vector<Stage> stages =
        RandomStages(players, 1 + static_cast<int>(random.Below(60)), random);
    const Strengths strengths = FitPlackettLuce(players, stages);
    ASSERT_EQ(strengths.log_strength.size(), players);
    double sum = 0;
    std::vector<double> gamma;
    for (const double log_strength : strengths.log_strength) {
      ASSERT_TRUE(std::isfinite(log_strength));
      sum += log_strength;
      gamma.push_back(std::exp(log_strength));
    }
    EXPECT_NEAR(sum, 0, 1e-8);
    if (strengths.bounded) continue;
    ++unbounded;
    const std::vector<double> next = MinorizeMaximize(stages, gamma);
    for (int player = 0; player < players; ++player) {
      if (strengths.log_strength[player] == 0) continue;  // perhaps met nobody
      EXPECT_NEAR(next[player] / gamma[player], 1, 1e-7) << player;
    }
  }
  EXPECT_GT(unbounded, 100);
}

TEST(RatingsTest, WithoutAMaximumADrawIsAddedToEachKindOfStage) {
  // 9.5 : 0.5 instead of 9 : 0.
  const Strengths won = FitPlackettLuce(2, {Won({0, 1}, 0, 9)});
  EXPECT_TRUE(won.bounded);
  EXPECT_NEAR(won.log_strength[0], std::log(19) / 2, 1e-9);

  // A draw of three seats of which one player has two, 2/3 of it: 2g : 1 is
  // 4 + 2/3 : 1/3.
  const Strengths twice = FitPlackettLuce(
      2, {{.players = {0, 0, 1}, .credit = {0, 1, 0}, .weight = 4}});
  EXPECT_TRUE(twice.bounded);
  EXPECT_NEAR(twice.log_strength[0], std::log(7) / 2, 1e-9);

  // Two groups that never met have mean 0 each.
  const Strengths apart =
      FitPlackettLuce(5, {Won({0, 1}, 0, 9), Drawn({2, 3}, 4)});
  EXPECT_TRUE(apart.bounded);
  EXPECT_NEAR(apart.log_strength[0], std::log(19) / 2, 1e-9);
  EXPECT_NEAR(apart.log_strength[1], -std::log(19) / 2, 1e-9);
  EXPECT_NEAR(apart.log_strength[2], 0, 1e-9);
  EXPECT_EQ(apart.log_strength[4], 0);

  // Losses are transitive.
  EXPECT_FALSE(
      FitPlackettLuce(3, {Won({0, 1}, 0), Won({1, 2}, 1), Won({2, 0}, 2)})
          .bounded);
  EXPECT_TRUE(FitPlackettLuce(3, {Won({0, 1}, 0), Won({1, 0}, 1),
                                  Won({0, 1, 2}, 0), Won({2, 1}, 1)})
                  .bounded);
}

TEST(RatingsTest, NothingPlayed) {
  EXPECT_THAT(FitPlackettLuce(2, {}).log_strength, ElementsAre(0, 0));
  EXPECT_TRUE(RatePlayers(0, {}, 100, 1).empty());
  for (const std::vector<CountedBlock>& blocks :
       std::vector<std::vector<CountedBlock>>{{},
                                              {Block({Won({0, 1}, 0)}, 0)},
                                              {Block({Won({0, 1}, 0, 0)}, 3)},
                                              {Block({}, 3)},
                                              {Block({Drawn({0, 0})}, 3)}}) {
    for (const Rating& rating : RatePlayers(2, blocks, 100, 1)) {
      EXPECT_EQ(rating.certainty, Certainty::kNone);
      EXPECT_EQ(rating.value, 0);
    }
  }
}

TEST(RatingsTest, RatingsAreEloOfTheWholeData) {
  const std::vector<CountedBlock> blocks = {
      Block({Won({0, 1}, 0), Won({1, 0}, 0)}, 30),
      Block({Won({0, 1}, 0), Won({1, 0}, 1)}, 50),
      Block({Won({0, 1}, 1), Drawn({1, 0})}, 20)};
  const std::vector<Rating> ratings = RatePlayers(2, blocks, 1000, 1);
  const EloEstimate pairs =
      EstimateElo(PairCounts{.counts = {0, 20, 50, 0, 30}});
  EXPECT_EQ(ratings[0].certainty, Certainty::kInterval);
  EXPECT_NEAR(ratings[0].value, pairs.value / 2, 1e-8);
  EXPECT_NEAR(ratings[1].value, -pairs.value / 2, 1e-8);
  // A bootstrap answers the same question by another method.
  EXPECT_NEAR(ratings[0].error, pairs.error / 2, 0.08 * pairs.error / 2);
  EXPECT_NEAR(ratings[0].low, pairs.low / 2, 3);
  EXPECT_NEAR(ratings[0].high, pairs.high / 2, 3);
}

TEST(RatingsTest, RepeatsItselfForASeed) {
  const std::vector<CountedBlock> blocks = {Block({Won({0, 1}, 0)}, 30),
                                            Block({Won({0, 1}, 1)}, 21)};
  const Rating a = RatePlayers(2, blocks, 300, 7)[0];
  const Rating b = RatePlayers(2, blocks, 300, 7)[0];
  const Rating c = RatePlayers(2, blocks, 300, 8)[0];
  EXPECT_EQ(a.low, b.low);
  EXPECT_EQ(a.high, b.high);
  EXPECT_NE(a.low + a.high, c.low + c.high);
}

// The score of one against another at a difference of ratings.
double ScoreBetween(double a, double b) { return ScoreOfElo(a - b); }

TEST(RatingsTest, TwoPlayersOneWonAll) {
  for (const int64_t n : {1, 12, 5'000}) {
    SCOPED_TRACE(n);
    const std::vector<CountedBlock> blocks = {
        Block({Won({0, 1}, 1), Won({1, 0}, 1)}, n)};
    const std::vector<Rating> ratings = RatePlayers(2, blocks, 200, 1);
    EXPECT_EQ(ratings[0].certainty, Certainty::kAtMost);
    EXPECT_EQ(ratings[1].certainty, Certainty::kAtLeast);
    EXPECT_NEAR(ratings[1].low, -ratings[0].high, 1e-6);
    // Over blocks, not games: the bound of Clopper and Pearson.
    EXPECT_NEAR(std::pow(ScoreBetween(ratings[1].low, ratings[0].high), n),
                0.025, 1e-5);
    EXPECT_GT(ratings[1].value, ratings[0].value);
  }
}

// A player that loses everything does not change the ratings of the others.
TEST(RatingsTest, BelowTheReference) {
  std::vector<CountedBlock> blocks = {Block({Won({0, 1}, 0)}, 60),
                                      Block({Won({0, 1}, 1)}, 40)};
  const std::vector<Rating> alone = RatePlayers(3, blocks, 0, 1);
  EXPECT_EQ(alone[2].certainty, Certainty::kNone);
  blocks.push_back(Block({Won({0, 2}, 0)}, 25));
  blocks.push_back(Block({Won({1, 2}, 1)}, 25));
  const std::vector<Rating> ratings = RatePlayers(3, blocks, 0, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ratings[i].certainty, Certainty::kInterval);
    EXPECT_NEAR(ratings[i].value, alone[i].value, 1e-8);
    EXPECT_NEAR(ratings[i].error, alone[i].error, 1e-6);
  }
  EXPECT_EQ(ratings[2].certainty, Certainty::kAtMost);
  // Fifty games lost to players of nearly 0.
  const double all_lost = 1 - std::pow(0.025, 1.0 / 50);
  EXPECT_NEAR(ratings[2].high, EloOfScore(all_lost), 10);
  EXPECT_LT(ratings[2].value, ratings[1].value);
}

// Finds the bound by a search over a grid of all strengths that agree with it.
TEST(RatingsTest, TheBoundIsWhereTheLikelihoodIsAFortieth) {
  const std::vector<CountedBlock> blocks = {
      Block({Won({0, 1}, 0)}, 9), Block({Won({0, 1}, 1)}, 5),
      Block({Won({0, 1, 2}, 2)}, 7), Block({Won({0, 2}, 2)}, 4)};
  const std::vector<Rating> ratings = RatePlayers(3, blocks, 0, 1);
  ASSERT_EQ(ratings[2].certainty, Certainty::kAtLeast);
  // Log strengths: +d/2, -d/2 and c above their mean.
  const auto log_likelihood = [](double d, double c) {
    const double a = std::exp(d / 2);
    const double b = std::exp(-d / 2);
    const double top = std::exp(c);
    return 9 * std::log(a / (a + b)) + 5 * std::log(b / (a + b)) +
           7 * std::log(top / (a + b + top)) + 4 * std::log(top / (a + top));
  };
  const auto best = [&](double c) {
    double most = -1e300;
    for (int i = -30'000; i < 30'000; ++i) {
      most = std::max(most, log_likelihood(i * 1e-4, c));
    }
    return most;
  };
  EXPECT_NEAR(best(ratings[2].low / kEloOfLog) - best(100), std::log(0.025),
              1e-5);
}

// Each player won everything against all weaker ones, so all have bounds; the
// reference is the one in the middle.
TEST(RatingsTest, ALadder) {
  std::vector<CountedBlock> blocks;
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b)
      blocks.push_back(Block({Won({a, b}, a)}, 3));
  }
  const std::vector<Rating> ratings = RatePlayers(5, blocks, 100, 1);
  EXPECT_EQ(ratings[2].certainty, Certainty::kReference);
  EXPECT_EQ(ratings[2].value, 0);
  EXPECT_EQ(ratings[2].error, 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ratings[i].certainty, Certainty::kAtLeast);
    EXPECT_EQ(ratings[4 - i].certainty, Certainty::kAtMost);
    EXPECT_NEAR(ratings[i].low, -ratings[4 - i].high, 1e-5);
    EXPECT_GT(ratings[i].value, ratings[i + 1].value);
    EXPECT_LT(ratings[4 - i].value, ratings[3 - i].value);
  }
  EXPECT_GT(ratings[0].low, ratings[1].low);
}

// Two players that only lost to the same third one cannot be compared, nor can
// groups that never met.
TEST(RatingsTest, WhatCannotBeCompared) {
  const std::vector<Rating> ratings =
      RatePlayers(7,
                  std::vector<CountedBlock>{
                      Block({Won({0, 1}, 0)}, 5), Block({Won({0, 1}, 1)}, 5),
                      Block({Won({0, 2}, 2)}, 5), Block({Won({2, 3}, 2)}, 5),
                      Block({Drawn({4, 5})}, 9)},
                  100, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kInterval);
  EXPECT_EQ(ratings[1].certainty, Certainty::kInterval);
  EXPECT_EQ(ratings[2].certainty, Certainty::kAtLeast);
  for (const int i : {3, 4, 5, 6}) {
    EXPECT_EQ(ratings[i].certainty, Certainty::kNone) << i;
  }
}

// All samples are equal: every pair is split. The interval still has a width.
TEST(RatingsTest, BlocksAlikeKeepAWidth) {
  const CountedBlock split = Block({Won({0, 1}, 0), Won({1, 0}, 1)}, 50);
  const std::vector<Rating> ratings =
      RatePlayers(2, std::vector<CountedBlock>{split}, 200, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kInterval);
  EXPECT_NEAR(ratings[0].value, 0, 1e-9);
  // The likelihood of 25 wins and 25 losses within e^-1.9207.
  const double score = ScoreBetween(ratings[0].high, ratings[1].low);
  EXPECT_NEAR(25 * std::log(4 * score * (1 - score)), -1.9207, 1e-4);
  EXPECT_NEAR(ratings[0].low, -ratings[0].high, 1e-5);
}

// A third of the samples lack the only loss. The end is then about where a loss
// would have been seen in 97.5 % of all matches.
TEST(RatingsTest, SamplesWithoutAMaximum) {
  const std::vector<Rating> ratings =
      RatePlayers(2,
                  std::vector<CountedBlock>{Block({Won({0, 1}, 0)}, 49),
                                            Block({Won({0, 1}, 1)}, 1)},
                  500, 1);
  EXPECT_EQ(ratings[0].certainty, Certainty::kInterval);
  const double exact = 1 - std::pow(0.975, 1.0 / 50);
  EXPECT_NEAR(ScoreBetween(ratings[1].low, ratings[0].high) / exact, 1, 0.05);
}

void ExpectSound(const std::vector<Rating>& ratings) {
  double sum = 0;
  for (const Rating& rating : ratings) {
    for (const double number :
         {rating.value, rating.error, rating.low, rating.high}) {
      ASSERT_TRUE(std::isfinite(number));
    }
    EXPECT_LE(rating.low, rating.value);
    EXPECT_LE(rating.value, rating.high);
    EXPECT_NEAR(rating.error, (rating.high - rating.low) / 2, 1e-6);
    if (rating.certainty == Certainty::kInterval) sum += rating.value;
    if (rating.certainty == Certainty::kNone) {
      EXPECT_EQ(rating.high, 0);
    }
  }
  EXPECT_NEAR(sum, 0, 1e-5);
}

TEST(RatingsTest, SoundForAllResults) {
  Random random(9);
  std::array<int, 5> seen{};  // by certainty
  for (int i = 0; i < 400; ++i) {
    const int players = 2 + static_cast<int>(random.Below(5));
    std::vector<CountedBlock> blocks;
    const int kinds = 1 + static_cast<int>(random.Below(12));
    for (int kind = 0; kind < kinds; ++kind) {
      const int stages = 1 + static_cast<int>(random.Below(3));
      blocks.push_back(Block(RandomStages(players, stages, random),
                             1 + random.Below(1 + random.Below(100'000))));
      for (Stage& stage : blocks.back().stages) stage.weight = 1;
    }
    // So few samples often do not surround the value.
    const int replicates = static_cast<int>(random.Below(20));
    const std::vector<Rating> ratings =
        RatePlayers(players, blocks, replicates, random.Next());
    ASSERT_EQ(ratings.size(), players);
    ExpectSound(ratings);
    for (const Rating& rating : ratings) {
      ++seen[static_cast<int>(rating.certainty)];
    }
    if (HasFailure()) return;
  }
  EXPECT_THAT(seen, testing::Each(testing::Gt(10)));
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
  table.Add({.players = {5, 5}, .credit = {1, 0}}, 1);  // does not count
  table.Add({.players = {1, 0}, .credit = {1, 0}}, 0);  // nor this
  ASSERT_EQ(table.kinds().size(), 2);
  EXPECT_THAT(table.kinds()[0].players, ElementsAre(2, 5));
  EXPECT_THAT(table.kinds()[0].seats, ElementsAre(1, 2));
  EXPECT_THAT(table.kinds()[0].credit, ElementsAre(5, 2));
  EXPECT_THAT(table.kinds()[1].credit, ElementsAre(1, 0));
}

TEST(PlackettLuceTest, LogLikelihood) {
  const ChoiceTable table = TableOf(
      2, {Won({0, 1}, 0, 3), {.players = {0, 0, 1}, .credit = {0, 0, 1}}});
  // Strengths 2 and 1: 2/3, and 1/5.
  EXPECT_NEAR(LogLikelihood(table, {std::log(2), 0}),
              3 * std::log(2.0 / 3) + std::log(0.2), 1e-12);
  // Without overflow.
  EXPECT_NEAR(LogLikelihood(table, {2000, 0}), -2000 - std::log(2), 1e-9);
}

TEST(PlackettLuceTest, Losses) {
  const LossGraph graph(TableOf(5, {Won({0, 1}, 0, 1), Won({1, 2}, 1, 1),
                                    Won({3, 0}, 3, 1), Won({0, 3}, 0, 1)}));
  EXPECT_TRUE(graph.Lost(2, 3));
  EXPECT_FALSE(graph.Lost(3, 2));
  EXPECT_TRUE(graph.Equals(0, 3));
  EXPECT_FALSE(graph.Equals(0, 1));
  EXPECT_FALSE(graph.StronglyConnected());
  EXPECT_FALSE(graph.Met(4));
  EXPECT_TRUE(LossGraph(TableOf(5, {Won({4, 1}, 4, 1), Won({1, 3}, 1, 1),
                                    Won({3, 4}, 3, 1)}))
                  .StronglyConnected());
}

// From these starts an unbounded step would go much too far.
TEST(PlackettLuceTest, FarStarts) {
  const ChoiceTable table = TableOf(3, {Won({0, 1}, 0, 3), Won({1, 0}, 1, 3),
                                        Won({1, 2}, 1, 8), Won({2, 1}, 2, 2)});
  for (const double far : {-300.0, -40.0, -7.0, 7.0, 40.0, 300.0}) {
    SCOPED_TRACE(far);
    std::vector<double> theta = {far, 0, far};
    Maximize(table, {}, theta);
    EXPECT_NEAR(theta[0], theta[1], 1e-9);
    EXPECT_NEAR(theta[1] - theta[2], std::log(4), 1e-9);
  }
}

TEST(PlackettLuceTest, AContrastIsHeld) {
  const ChoiceTable table = TableOf(3, {Won({0, 1}, 0, 6), Won({1, 0}, 1, 2),
                                        Won({1, 2}, 1, 5), Won({2, 1}, 2, 5)});
  const std::vector<double> contrast = {1, 0, -1};
  std::vector<double> theta = {2, 0, 0};
  Maximize(table, contrast, theta);
  EXPECT_NEAR(theta[0] - theta[2], 2, 1e-9);
  // The gradients of the two differences are equal there.
  const double above = 6 - 8 / (1 + std::exp(theta[1] - theta[0]));
  const double below = 5 - 10 / (1 + std::exp(theta[2] - theta[1]));
  EXPECT_NEAR(above, below, 1e-8);
}

TEST(PlackettLuceTest, ContrastsWhereTheLikelihoodHasFallen) {
  const ChoiceTable table = TableOf(2, {Won({0, 1}, 0, 12), Won({1, 0}, 1, 4)});
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

TEST(ResampleTest, BinomialHasNoChoiceAtTheEnds) {
  Random random(1);
  EXPECT_EQ(DrawBinomial(0, 0.5, random), 0);
  EXPECT_EQ(DrawBinomial(7, 0, random), 0);
  EXPECT_EQ(DrawBinomial(7, 1, random), 7);
}

// The frequencies of small numbers against their probabilities.
TEST(ResampleTest, BinomialFrequencies) {
  constexpr int kDraws = 200'000;
  for (const double p : {0.03, 0.5, 0.8}) {
    SCOPED_TRACE(p);
    constexpr int kN = 20;
    Random random(2);
    std::vector<int> seen(kN + 1);
    for (int i = 0; i < kDraws; ++i) ++seen[DrawBinomial(kN, p, random)];
    double probability = std::pow(1 - p, kN);
    for (int k = 0; k <= kN; ++k) {
      const double deviation =
          std::sqrt(kDraws * probability * (1 - probability));
      EXPECT_NEAR(seen[k], kDraws * probability, 4.5 * deviation + 1) << k;
      probability *= (kN - k) * p / ((k + 1) * (1 - p));
    }
  }
}

TEST(ResampleTest, BinomialMomentsOfManyTrials) {
  constexpr int kDraws = 20'000;
  Random random(3);
  for (const double p : {1e-6, 0.001, 0.3, 0.999}) {
    SCOPED_TRACE(p);
    constexpr double kN = 3'000'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = static_cast<double>(
          DrawBinomial(static_cast<int64_t>(kN), p, random));
      sum += x - kN * p;
      squares += (x - kN * p) * (x - kN * p);
    }
    const double variance = kN * p * (1 - p);
    EXPECT_NEAR(sum / kDraws, 0, 4 * std::sqrt(variance / kDraws));
    EXPECT_NEAR(squares / kDraws, variance, 0.05 * variance);
  }
}

TEST(ResampleTest, AsManyAsThereAre) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const std::vector<int64_t> sample =
        Resample({0, 60'000, 1, 39'999, 0}, random);
    EXPECT_EQ(std::accumulate(sample.begin(), sample.end(), int64_t{0}),
              100'000);
    EXPECT_EQ(sample[0], 0);
    EXPECT_EQ(sample[4], 0);
  }
  EXPECT_THAT(Resample({0, 5, 0}, random), ElementsAre(0, 5, 0));
  EXPECT_THAT(Resample({0, 0}, random), ElementsAre(0, 0));
  EXPECT_THAT(Resample({}, random), ElementsAre());
}

// Counts of two kinds are negatively correlated: covariance -n p q.
TEST(ResampleTest, Covariances) {
  const std::vector<int64_t> counts = {300, 500, 200};
  constexpr int kSamples = 20'000;
  Random random(5);
  std::vector<double> products(9);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int64_t> sample = Resample(counts, random);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        products[3 * a + b] += static_cast<double>((sample[a] - counts[a]) *
                                                   (sample[b] - counts[b]));
      }
    }
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const double p = static_cast<double>(counts[a]) / 1000;
      const double q = static_cast<double>(counts[b]) / 1000;
      EXPECT_NEAR(products[3 * a + b] / kSamples,
                  1000 * (a == b ? p * (1 - p) : -p * q), 8);
    }
  }
}

TEST(ResampleTest, IsDeterministic) {
  Random a(6);
  Random b(6);
  EXPECT_EQ(Resample({10, 20, 30}, a), Resample({10, 20, 30}, b));
}

}  // namespace
}  // namespace boardwalk::statistics
