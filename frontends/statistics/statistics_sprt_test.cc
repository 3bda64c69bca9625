#include <cmath>

#include "framework/random.h"
#include "frontends/statistics/sprt.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

TEST(SprtTest, AsPublished) {
  // Of cutechess, its exact likelihoods over games.
  EXPECT_NEAR(
      LogLikelihoodRatio(GameCounts{{759, 1863, 880}}, {.elo0 = 0, .elo1 = 5}),
      2.947, 0.0005);
  // Of fastchess, normalized over pairs.
  EXPECT_NEAR(LogLikelihoodRatio(
                  PairCounts{{379, 10170, 21828, 10640, 343}},
                  {.elo0 = 0, .elo1 = 2, .model = EloModel::kNormalized}),
              2.946, 0.002);
}

TEST(SprtTest, BoundsAreThoseOfWald) {
  const SprtState state =
      EvaluateSprt(PairCounts{}, {.alpha = 0.05, .beta = 0.1});
  EXPECT_NEAR(state.lower, std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(state.upper, std::log(0.9 / 0.05), 1e-12);
  EXPECT_EQ(state.llr, 0);
  EXPECT_EQ(state.verdict, SprtVerdict::kContinue);
}

TEST(SprtTest, ClearEvidenceDecides) {
  const SprtHypotheses hypotheses = {.elo0 = 0, .elo1 = 20};
  EXPECT_EQ(EvaluateSprt({{10, 20, 100, 60, 40}}, hypotheses).verdict,
            SprtVerdict::kAcceptH1);
  EXPECT_EQ(EvaluateSprt({{40, 60, 100, 20, 10}}, hypotheses).verdict,
            SprtVerdict::kAcceptH0);
  EXPECT_EQ(EvaluateSprt({{1, 2, 3, 2, 1}}, hypotheses).verdict,
            SprtVerdict::kContinue);
}

TEST(SprtTest, FiniteWhateverTheCounts) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    PairCounts counts;
    const uint32_t most = 1u << random.Below(16);
    for (int64_t& count : counts.counts) {
      count = random.Below(2) == 0 ? 0 : random.Below(most);
    }
    for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
      const SprtHypotheses one = {.elo0 = -5, .elo1 = 5, .model = model};
      const double llr = LogLikelihoodRatio(counts, one);
      ASSERT_TRUE(std::isfinite(llr));
      // Hypotheses that mirror each other turn with the sides.
      ASSERT_NEAR(llr, -LogLikelihoodRatio(counts.Swapped(), one),
                  1e-4 * (1 + std::abs(llr)));
    }
  }
}

// One test of a player whose pairs have the given chances; whether H1 is taken.
bool TakesH1(const double (&chances)[5], const SprtHypotheses& hypotheses,
             Random& random) {
  PairCounts counts;
  for (;;) {
    double at = random.Real();
    int bin = 0;
    while (bin < 4 && at >= chances[bin]) at -= chances[bin++];
    ++counts.counts[bin];
    const SprtVerdict verdict = EvaluateSprt(counts, hypotheses).verdict;
    if (verdict != SprtVerdict::kContinue) {
      return verdict == SprtVerdict::kAcceptH1;
    }
  }
}

TEST(SprtTest, ErrsAsOftenAsItSays) {
  const SprtHypotheses hypotheses = {
      .elo0 = 0, .elo1 = 60, .alpha = 0.1, .beta = 0.1};
  Random random(5);
  // Even chances, and chances whose mean is that of 60 Elo, 0.58550.
  const double even[5] = {0.1, 0.2, 0.4, 0.2, 0.1};
  const double better[5] = {0.05, 0.135, 0.375, 0.30, 0.14};
  double mean = 0;
  for (int bin = 0; bin < 5; ++bin) mean += better[bin] * bin / 4;
  ASSERT_NEAR(EloOfScore(mean), 60, 2);
  constexpr int kTests = 1000;
  int false_h1 = 0, false_h0 = 0;
  for (int i = 0; i < kTests; ++i) {
    false_h1 += TakesH1(even, hypotheses, random);
    false_h0 += !TakesH1(better, hypotheses, random);
  }
  EXPECT_NEAR(false_h1 / static_cast<double>(kTests), 0.1, 0.03);
  EXPECT_NEAR(false_h0 / static_cast<double>(kTests), 0.1, 0.03);
}

}  // namespace
}  // namespace boardwalk::statistics
