// Published figures, bounds computed by hand, and properties of all counts.

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

// `figure` is published, rounded to `unit`.
#define EXPECT_FIGURE(value, figure, unit) \
  EXPECT_NEAR(value, figure, 0.5000001 * (unit))

TEST(EloTest, FastchessPairs) {
  const PairCounts pairs = {.counts = {40, 32, 69, 18, 36}};
  const EloEstimate elo = EstimateElo(pairs);
  EXPECT_EQ(elo.certainty, Certainty::kInterval);
  EXPECT_FIGURE(elo.value, -19.62, 0.01);
  EXPECT_FIGURE(elo.error, 32.94, 0.01);
  const EloEstimate nelo = EstimateNormalizedElo(pairs);
  EXPECT_EQ(nelo.certainty, Certainty::kInterval);
  EXPECT_FIGURE(nelo.value, -20.64, 0.01);
  // Published as 34.48, with V taken as known: nearly right for close players.
  EXPECT_NEAR(nelo.error, 34.48, 0.35);
  // Published as 0.1203, by the normal distribution.
  EXPECT_NEAR(LikelihoodOfSuperiority(pairs), 0.1203, 0.013);
}

TEST(EloTest, FastchessManyPairs) {
  const EloEstimate nelo = EstimateNormalizedElo(
      PairCounts{.counts = {379, 10170, 21828, 10640, 343}});
  EXPECT_FIGURE(nelo.value, 3.05, 0.01);
  EXPECT_FIGURE(nelo.error, 2.31, 0.01);
}

TEST(EloTest, CutechessGames) {
  const GameCounts games = {.counts = {759, 1863, 880}};
  const EloEstimate elo = EstimateElo(games);
  EXPECT_FIGURE(elo.value, 12.0, 0.1);
  EXPECT_FIGURE(elo.error, 7.9, 0.1);
  EXPECT_FIGURE(LikelihoodOfSuperiority(games), 0.999, 0.001);
}

TEST(EloTest, FastchessGames) {
  const GameCounts games = {.counts = {96, 111, 136}};
  const EloEstimate elo = EstimateElo(games);
  EXPECT_FIGURE(elo.value, 40.70, 0.01);
  EXPECT_FIGURE(elo.error, 30.43, 0.01);
  // Published as 0.9960, by the normal distribution.
  EXPECT_NEAR(LikelihoodOfSuperiority(games), 0.9960, 0.0012);
}

TEST(EloTest, Moments) {
  const PairCounts pairs = {.counts = {1, 0, 2, 0, 1}};
  EXPECT_EQ(pairs.Total(), 4);
  EXPECT_EQ(pairs.Mean(), 0.5);
  EXPECT_EQ(pairs.Variance(), 0.125);
  const GameCounts games = {.counts = {0, 1, 1}};
  EXPECT_EQ(games.Mean(), 0.75);
  EXPECT_EQ(games.Variance(), 0.0625);
  EXPECT_EQ(GameCounts().Mean(), 0.5);
  EXPECT_EQ(GameCounts().Variance(), 0);
}

TEST(EloTest, NothingIsKnownWithoutGames) {
  for (const EloEstimate& estimate :
       {EstimateElo(GameCounts()), EstimateElo(PairCounts()),
        EstimateNormalizedElo(GameCounts()),
        EstimateNormalizedElo(PairCounts())}) {
    EXPECT_EQ(estimate.certainty, Certainty::kNone);
    EXPECT_EQ(estimate.value, 0);
    EXPECT_EQ(estimate.low, 0);
    EXPECT_EQ(estimate.high, 0);
  }
  EXPECT_EQ(LikelihoodOfSuperiority(GameCounts()), 0.5);
  EXPECT_EQ(LikelihoodOfSuperiority(PairCounts()), 0.5);
}

// For games without draws the interval is that of the log odds of the score:
// asinh of (mu - 1/2) / sqrt(mu (1 - mu)) is half of them. Pairs of independent
// games have the same value. Their interval is a little wider, because their
// variance is estimated from half as many scores.
TEST(EloTest, NormalizedEloOfDecisiveGamesIsTheLogOdds) {
  const double p = 0.9;
  const double log_odds = std::log(p / (1 - p));
  const int64_t n = 100'000'000;
  const auto ends = [](const EloEstimate& elo) {
    const double scale = 800 / std::log(10);
    return std::pair(2 * std::asinh(elo.low / scale),
                     2 * std::asinh(elo.high / scale));
  };
  const double reach = kNormal975 / std::sqrt(n * p * (1 - p));
  const auto [low, high] = ends(
      EstimateNormalizedElo(GameCounts{.counts = {n / 10, 0, 9 * n / 10}}));
  EXPECT_NEAR(low, log_odds - reach, 1e-3 * reach);
  EXPECT_NEAR(high, log_odds + reach, 1e-3 * reach);
  const auto [low_of_pairs, high_of_pairs] = ends(EstimateNormalizedElo(
      PairCounts{.counts = {n / 200, 0, 9 * n / 100, 0, 81 * n / 200}}));
  EXPECT_NEAR((low_of_pairs + high_of_pairs) / 2, log_odds, 1e-3 * reach);
  EXPECT_NEAR((high_of_pairs - low_of_pairs) / 2, 1.056 * reach, 1e-3 * reach);
}

// If the score is the bound, all of n are won with a probability of 2.5 %.
TEST(EloTest, AllWonGivesTheBoundOfClopperAndPearson) {
  for (const int64_t n : {1, 2, 10, 1'000, 1'000'000}) {
    SCOPED_TRACE(n);
    const EloEstimate won = EstimateElo(PairCounts{.counts = {0, 0, 0, 0, n}});
    EXPECT_EQ(won.certainty, Certainty::kAtLeast);
    EXPECT_NEAR(std::pow(ScoreOfElo(won.low), n), 0.025, 1e-9);
    const EloEstimate games = EstimateElo(GameCounts{.counts = {0, 0, n}});
    EXPECT_EQ(games.certainty, Certainty::kAtLeast);
    EXPECT_EQ(games.low, won.low);
    const EloEstimate lost = EstimateElo(PairCounts{.counts = {n, 0, 0, 0, 0}});
    EXPECT_EQ(lost.certainty, Certainty::kAtMost);
    EXPECT_EQ(lost.high, -won.low);
  }
  // 0.025^(1/10) = 0.6915
  EXPECT_NEAR(EstimateElo(GameCounts{.counts = {0, 0, 10}}).low, 140.2, 0.1);
}

// The bound is the normalized Elo of 69.15 % wins and no draws.
TEST(EloTest, AllWonNormalized) {
  const double share = std::pow(0.025, 0.1);
  const double scale = 800 / std::log(10);
  const EloEstimate games =
      EstimateNormalizedElo(GameCounts{.counts = {0, 0, 10}});
  EXPECT_EQ(games.certainty, Certainty::kAtLeast);
  EXPECT_NEAR(games.low, scale * (share - 0.5) / std::sqrt(share * (1 - share)),
              1e-9);
  const EloEstimate pairs =
      EstimateNormalizedElo(PairCounts{.counts = {10, 0, 0, 0, 0}});
  EXPECT_EQ(pairs.certainty, Certainty::kAtMost);
  EXPECT_NEAR(pairs.high, -games.low / std::sqrt(2), 1e-9);
}

// Only drawn games, or only pairs of a win and a loss, have the variance 0, but
// do not prove equality.
TEST(EloTest, AllAlikeKeepsAWidth) {
  const EloEstimate draws = EstimateElo(GameCounts{.counts = {0, 200, 0}});
  EXPECT_EQ(draws.certainty, Certainty::kInterval);
  EXPECT_EQ(draws.value, 0);
  EXPECT_NEAR(draws.error, 6.35, 0.01);
  EXPECT_EQ(draws.high, -draws.low);
  const EloEstimate one = EstimateElo(PairCounts{.counts = {0, 0, 1, 0, 0}});
  EXPECT_NEAR(ScoreOfElo(one.high), 1 - 0.025 / 2, 1e-9);

  const EloEstimate normalized =
      EstimateNormalizedElo(GameCounts{.counts = {0, 200, 0}});
  EXPECT_EQ(normalized.certainty, Certainty::kInterval);
  EXPECT_EQ(normalized.value, 0);
  // Close to 1.96 / sqrt(200) * 800/ln 10 = 48.15.
  EXPECT_NEAR(normalized.error, 47.41, 0.01);

  const EloEstimate ahead = EstimateElo(PairCounts{.counts = {0, 0, 0, 50, 0}});
  EXPECT_EQ(ahead.certainty, Certainty::kInterval);
  EXPECT_NEAR(ScoreOfElo(ahead.value), 0.75, 1e-12);
  const double same = std::pow(0.025, 1.0 / 50);
  EXPECT_NEAR(ScoreOfElo(ahead.low), 0.75 * same, 1e-12);
  EXPECT_NEAR(ScoreOfElo(ahead.high), 0.75 * same + 1 - same, 1e-12);
  EXPECT_EQ(
      EstimateNormalizedElo(PairCounts{.counts = {0, 0, 0, 50, 0}}).certainty,
      Certainty::kAtLeast);
  EXPECT_EQ(
      EstimateNormalizedElo(PairCounts{.counts = {0, 50, 0, 0, 0}}).certainty,
      Certainty::kAtMost);
}

TEST(EloTest, SuperiorityOfScoresAlike) {
  EXPECT_EQ(LikelihoodOfSuperiority(GameCounts{.counts = {0, 0, 1}}), 0.5);
  EXPECT_EQ(LikelihoodOfSuperiority(GameCounts{.counts = {3, 0, 0}}), 1.0 / 8);
  EXPECT_EQ(LikelihoodOfSuperiority(GameCounts{.counts = {0, 9, 0}}), 0.5);
  // (1 / 1.5)^2 and (1 / 1.5)^1, which says nothing.
  EXPECT_DOUBLE_EQ(
      LikelihoodOfSuperiority(PairCounts{.counts = {0, 0, 0, 2, 0}}), 5.0 / 9);
  EXPECT_EQ(LikelihoodOfSuperiority(PairCounts{.counts = {0, 0, 0, 1, 0}}),
            0.5);
}

// Few scores never promise more than as many scores that are better: four won
// pairs and a level one are less than five won pairs.
TEST(EloTest, SuperiorityOfFewScores) {
  const auto superiority = [](const PairCounts& pairs) {
    return LikelihoodOfSuperiority(pairs);
  };
  EXPECT_EQ(superiority({.counts = {0, 0, 0, 0, 5}}), 1 - 1.0 / 32);
  EXPECT_EQ(superiority({.counts = {0, 0, 1, 0, 4}}), 1 - 1.0 / 16);
  EXPECT_EQ(superiority({.counts = {0, 0, 0, 1, 4}}), 1 - 1.0 / 32);
}

// Whether the players are told apart is the same by the likelihood of
// superiority and by both intervals: all counts of up to nine pairs, and larger
// ones at random.
void ExpectAgreement(const EloEstimate& elo, double superiority) {
  if (elo.certainty != Certainty::kAtMost) {
    EXPECT_TRUE(superiority > 0.975 ? elo.low >= 0 : elo.low <= 1e-9);
  }
  if (elo.certainty != Certainty::kAtLeast) {
    EXPECT_TRUE(superiority < 0.025 ? elo.high <= 0 : elo.high >= -1e-9);
  }
}
void ExpectAgreement(const PairCounts& pairs, int& told, int& extended) {
  const double superiority = LikelihoodOfSuperiority(pairs);
  const bool tells = superiority < 0.025 || superiority > 0.975;
  const EloEstimate elo = EstimateElo(pairs);
  ExpectAgreement(elo, superiority);
  ExpectAgreement(EstimateNormalizedElo(pairs), superiority);
  told += tells ? 1 : 0;
  extended += elo.low == 0 || elo.high == 0 ? 1 : 0;
}
TEST(EloTest, SuperiorityAndIntervalsAgree) {
  int told = 0;
  int extended = 0;
  for (int code = 0; code < 100'000; ++code) {
    PairCounts pairs;
    int rest = code;
    for (int64_t& count : pairs.counts) {
      count = rest % 10;
      rest /= 10;
    }
    if (pairs.Total() > 9) continue;
    SCOPED_TRACE(testing::PrintToString(pairs.counts));
    ExpectAgreement(pairs, told, extended);
    if (testing::Test::HasFailure()) return;
  }
  Random random(4);
  for (int i = 0; i < 3'000; ++i) {
    PairCounts pairs;
    const uint32_t size = 2 + random.Below(300);
    for (int64_t& count : pairs.counts) {
      count = static_cast<int64_t>(random.Below(size));
    }
    SCOPED_TRACE(testing::PrintToString(pairs.counts));
    ExpectAgreement(pairs, told, extended);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(told, 1000);
  EXPECT_GT(extended, 100);
}

// One drawn game in twenty: 1.96 standard errors reach beyond a score of 1.
TEST(EloTest, EndsAreCutOffInsideOfTheScores) {
  const EloEstimate elo = EstimateElo(GameCounts{.counts = {0, 1, 19}});
  EXPECT_EQ(elo.certainty, Certainty::kInterval);
  EXPECT_NEAR(1 - ScoreOfElo(elo.high), (1 - std::pow(0.975, 1.0 / 20)) / 2,
              1e-12);
  EXPECT_LT(ScoreOfElo(elo.low), 0.975);
}

TEST(EloTest, ScoresAndBack) {
  EXPECT_EQ(ScoreOfElo(0), 0.5);
  EXPECT_NEAR(ScoreOfElo(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(EloOfScore(0.75), 190.848501887865, 1e-9);
  for (const double elo : {-2500.0, -3.5, 0.0, 20.0, 1800.0}) {
    EXPECT_NEAR(EloOfScore(ScoreOfElo(elo)), elo, 1e-5);
  }
  EXPECT_NEAR(EloOfScore(0), -6000, 1);
  EXPECT_NEAR(EloOfScore(1), 6000, 1);
  EXPECT_EQ(ScoreOfElo(-1e300), 0);
  EXPECT_EQ(ScoreOfElo(1e300), 1);
}

// Counts of all sizes, often with empty bins.
template <int kBins>
Counts<kBins> RandomCounts(Random& random) {
  Counts<kBins> counts;
  const double largest = std::pow(10, 12 * random.Real() * random.Real());
  const uint32_t empty = random.Below(4);
  for (int64_t& count : counts.counts) {
    if (random.Below(3) < empty) continue;
    count = static_cast<int64_t>(largest * std::pow(random.Real(), 4) * 1.5);
  }
  return counts;
}

template <int kBins>
Counts<kBins> Swapped(const Counts<kBins>& counts) {
  Counts<kBins> swapped;
  for (int i = 0; i < kBins; ++i) {
    swapped.counts[i] = counts.counts[kBins - 1 - i];
  }
  return swapped;
}

void ExpectSound(const EloEstimate& elo) {
  for (const double number : {elo.value, elo.error, elo.low, elo.high}) {
    EXPECT_TRUE(std::isfinite(number));
  }
  EXPECT_LE(elo.low, elo.value);
  EXPECT_LE(elo.value, elo.high);
  EXPECT_NEAR(elo.error, (elo.high - elo.low) / 2, 1e-9 * (1 + elo.error));
}

void ExpectMirrored(const EloEstimate& elo, const EloEstimate& swapped) {
  const double slack = 1e-6 * (1 + std::abs(elo.value) + elo.error);
  EXPECT_NEAR(swapped.value, -elo.value, slack);
  EXPECT_NEAR(swapped.low, -elo.high, slack);
  EXPECT_NEAR(swapped.high, -elo.low, slack);
  EXPECT_EQ(swapped.certainty == Certainty::kAtMost,
            elo.certainty == Certainty::kAtLeast);
  EXPECT_EQ(swapped.certainty == Certainty::kNone,
            elo.certainty == Certainty::kNone);
}

template <int kBins>
void ExpectSoundForAllCounts(uint64_t seed) {
  Random random(seed);
  std::array<int, 4> seen{};
  for (int i = 0; i < 20'000; ++i) {
    const Counts<kBins> counts = RandomCounts<kBins>(random);
    const Counts<kBins> swapped = Swapped(counts);
    SCOPED_TRACE(testing::PrintToString(counts.counts));
    const EloEstimate elo = EstimateElo(counts);
    ++seen[static_cast<int>(elo.certainty)];
    ExpectSound(elo);
    ExpectMirrored(elo, EstimateElo(swapped));
    ExpectSound(EstimateNormalizedElo(counts));
    ExpectMirrored(EstimateNormalizedElo(counts),
                   EstimateNormalizedElo(swapped));
    const double los = LikelihoodOfSuperiority(counts);
    EXPECT_GE(los, 0);
    EXPECT_LE(los, 1);
    EXPECT_NEAR(los + LikelihoodOfSuperiority(swapped), 1, 1e-9);
    if (elo.certainty == Certainty::kInterval) {
      EXPECT_NEAR(ScoreOfElo(elo.value), counts.Mean(), 1e-9);
      EXPECT_TRUE(los == 0.5 || (los > 0.5) == (elo.value > 0));
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_THAT(seen, testing::Each(testing::Gt(100)));
}

TEST(EloTest, SoundForAllCountsOfGames) { ExpectSoundForAllCounts<3>(1); }
TEST(EloTest, SoundForAllCountsOfPairs) { ExpectSoundForAllCounts<5>(2); }

// Games in which the opening favours a seat. Player A wins with the probability
// 0.79 in that seat and 0.19 in the other; draws have the probability 0.06.
class FavouredSeats {
 public:
  explicit FavouredSeats(uint64_t seed) : random_(seed) {}

  // Counts pairs, and the games in them.
  void Play(int pairs, PairCounts& by_pair, GameCounts& by_game) {
    for (int i = 0; i < pairs; ++i) {
      const int first = Game(kFavoured);
      const int second = Game(kOther);
      ++by_pair.counts[first + second];
      ++by_game.counts[first];
      ++by_game.counts[second];
    }
  }

  static double TrueScore() { return (kFavoured + kOther) / 2 + kDraw / 2; }

 private:
  static constexpr double kFavoured = 0.79;
  static constexpr double kOther = 0.19;
  static constexpr double kDraw = 0.06;

  // In half points.
  int Game(double wins) {
    const double u = random_.Real();
    return u < wins ? 2 : u < wins + kDraw ? 1 : 0;
  }

  Random random_;
};

// The share of 2,000 intervals that contain the truth. If they were wrong by a
// factor of 1.3, it would be 0.87 or 0.99; its standard deviation is 0.005.
TEST(EloTest, PairsCoverTheTruth) {
  FavouredSeats match(7);
  const double truth = EloOfScore(FavouredSeats::TrueScore());
  constexpr int kRepetitions = 2'000;
  int covered = 0;
  int superior = 0;
  double error_of_games = 0;
  double error_of_pairs = 0;
  for (int i = 0; i < kRepetitions; ++i) {
    PairCounts pairs;
    GameCounts games;
    match.Play(150, pairs, games);
    const EloEstimate elo = EstimateElo(pairs);
    covered += elo.low <= truth && truth <= elo.high ? 1 : 0;
    superior += LikelihoodOfSuperiority(pairs) > 0.975 ? 1 : 0;
    error_of_pairs += elo.error;
    error_of_games += EstimateElo(games).error;
  }
  EXPECT_NEAR(covered / static_cast<double>(kRepetitions), 0.95, 0.015);
  // Counted one by one, games that favour a seat look noisier than they are.
  EXPECT_GT(error_of_games, 1.2 * error_of_pairs);
  EXPECT_GT(superior, kRepetitions / 10);
}

// For equal players it is below p with the probability p.
TEST(EloTest, SuperiorityIsCalibrated) {
  Random random(3);
  const std::array<double, 5> shares = {0.025, 0.1, 0.4, 0.9, 0.975};
  std::array<int, 5> below{};
  constexpr int kRepetitions = 5'000;
  for (int i = 0; i < kRepetitions; ++i) {
    GameCounts games;
    for (int j = 0; j < 400; ++j) ++games.counts[random.Below(3)];
    const double los = LikelihoodOfSuperiority(games);
    for (size_t k = 0; k < shares.size(); ++k) below[k] += los < shares[k];
  }
  for (size_t k = 0; k < shares.size(); ++k) {
    const double deviation =
        std::sqrt(shares[k] * (1 - shares[k]) / kRepetitions);
    // In the middle neighbouring scores differ by 0.024 in their likelihood.
    EXPECT_NEAR(below[k] / static_cast<double>(kRepetitions), shares[k],
                3 * deviation + 0.01 * shares[k]);
  }
}

}  // namespace
}  // namespace boardwalk::statistics
