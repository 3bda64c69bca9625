// The published figures here come from the issues and tests of fastchess and
// cutechess.

#include <cmath>

#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

TEST(EloTest, PentanomialAsPublished) {
  const PairCounts pairs = {{40, 32, 69, 18, 36}};
  const EloEstimate elo = EstimateElo(pairs);
  EXPECT_EQ(elo.certainty, Certainty::kInterval);
  EXPECT_NEAR(elo.value, -19.62, 0.005);
  EXPECT_NEAR(elo.error, 32.94, 0.005);
  const EloEstimate normalized = EstimateNormalizedElo(pairs);
  EXPECT_NEAR(normalized.value, -20.64, 0.005);
  EXPECT_NEAR(normalized.error, 34.48, 0.005);
  EXPECT_NEAR(LikelihoodOfSuperiority(pairs), 0.1203, 0.00005);

  const EloEstimate many =
      EstimateNormalizedElo(PairCounts{{379, 10170, 21828, 10640, 343}});
  EXPECT_NEAR(many.value, 3.05, 0.005);
  EXPECT_NEAR(many.error, 2.31, 0.005);
}

TEST(EloTest, GamesAsPublished) {
  const GameCounts first = {{759, 1863, 880}};
  EXPECT_NEAR(EstimateElo(first).value, 12.0, 0.05);
  EXPECT_NEAR(EstimateElo(first).error, 7.9, 0.05);
  EXPECT_NEAR(LikelihoodOfSuperiority(first), 0.999, 0.0005);
  const GameCounts second = {{96, 111, 136}};
  EXPECT_NEAR(EstimateElo(second).value, 40.70, 0.005);
  EXPECT_NEAR(EstimateElo(second).error, 30.43, 0.005);
  EXPECT_NEAR(LikelihoodOfSuperiority(second), 0.9960, 0.00005);
}

TEST(EloTest, AllWinsGiveABound) {
  // 0.025^(1/10) = 0.69150 is the least mean of ten wins in a row.
  const EloEstimate won = EstimateElo(GameCounts{{0, 0, 10}});
  EXPECT_EQ(won.certainty, Certainty::kAtLeast);
  EXPECT_NEAR(won.low, 400 * std::log10(0.691503 / 0.308497), 0.001);
  const EloEstimate lost = EstimateElo(PairCounts{{10, 0, 0, 0, 0}});
  EXPECT_EQ(lost.certainty, Certainty::kAtMost);
  EXPECT_EQ(lost.high, -won.low);
  EXPECT_EQ(LikelihoodOfSuperiority(GameCounts{{0, 0, 10}}), 1);
  EXPECT_EQ(EstimateNormalizedElo(GameCounts{{0, 0, 10}}).certainty,
            Certainty::kNone);
}

TEST(EloTest, NoGamesSayNothing) {
  EXPECT_EQ(EstimateElo(PairCounts{}).certainty, Certainty::kNone);
  EXPECT_EQ(EstimateNormalizedElo(PairCounts{}).certainty, Certainty::kNone);
  EXPECT_EQ(LikelihoodOfSuperiority(PairCounts{}), 0.5);
  EXPECT_EQ(PairCounts{}.Mean(), 0.5);
}

TEST(EloTest, DrawsAloneAreEven) {
  const EloEstimate even = EstimateElo(PairCounts{{0, 0, 7, 0, 0}});
  EXPECT_EQ(even.certainty, Certainty::kInterval);
  EXPECT_EQ(even.value, 0);
  EXPECT_EQ(even.error, 0);
  EXPECT_EQ(LikelihoodOfSuperiority(PairCounts{{0, 0, 7, 0, 0}}), 0.5);
}

template <int kBins>
void ExpectSound(const Counts<kBins>& counts) {
  for (const auto estimate :
       {EstimateElo<kBins>, EstimateNormalizedElo<kBins>}) {
    const EloEstimate one = estimate(counts);
    const EloEstimate other = estimate(counts.Swapped());
    ASSERT_TRUE(std::isfinite(one.value) && std::isfinite(one.error) &&
                std::isfinite(one.low) && std::isfinite(one.high));
    ASSERT_LE(one.low, one.value);
    ASSERT_LE(one.value, one.high);
    ASSERT_GE(one.error, 0);
    ASSERT_NEAR(one.value, -other.value, 1e-7);
    ASSERT_NEAR(one.low, -other.high, 1e-7);
  }
  ASSERT_NEAR(LikelihoodOfSuperiority(counts) +
                  LikelihoodOfSuperiority(counts.Swapped()),
              1, 1e-9);
}

TEST(EloTest, SoundWhateverTheCounts) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    GameCounts games;
    PairCounts pairs;
    // Often with empty bins, sometimes huge.
    const uint32_t most = 1u << random.Below(20);
    for (int64_t& count : games.counts) {
      count = random.Below(3) == 0 ? 0 : random.Below(most);
    }
    for (int64_t& count : pairs.counts) {
      count = random.Below(2) == 0 ? 0 : random.Below(most);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectSound(games));
    ASSERT_NO_FATAL_FAILURE(ExpectSound(pairs));
  }
}

// The interval holds the truth in 95 of 100 matches, though the two games of a
// pair depend on each other: some openings are won by whoever begins.
TEST(EloTest, TheIntervalHoldsTheTruth) {
  Random random(7);
  int held = 0;
  constexpr int kMatches = 2000, kPairs = 150;
  // Of a pair: half are 1-1 by the opening, else two games at 0.7.
  const double truth = EloOfScore(0.5 * 0.5 + 0.5 * 0.7);
  for (int match = 0; match < kMatches; ++match) {
    PairCounts counts;
    for (int pair = 0; pair < kPairs; ++pair) {
      const int wins = random.Below(2) == 0
                           ? 1
                           : (random.Real() < 0.7) + (random.Real() < 0.7);
      ++counts.counts[2 * wins];
    }
    const EloEstimate elo = EstimateElo(counts);
    held += elo.low <= truth && truth <= elo.high;
  }
  EXPECT_NEAR(held / static_cast<double>(kMatches), 0.95, 0.015);
}

}  // namespace
}  // namespace boardwalk::statistics
