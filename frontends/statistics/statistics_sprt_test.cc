// Published figures, properties of all counts, and error rates by simulation.

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/sprt.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using ::testing::HasSubstr;

TEST(SprtTest, CutechessLogisticOnGames) {
  const GameCounts games = {.counts = {759, 1863, 880}};
  EXPECT_NEAR(LogLikelihoodRatio(games, {.elo0 = 0, .elo1 = 5}), 2.947, 0.0005);
}

TEST(SprtTest, FastchessNormalizedOnPairs) {
  const PairCounts pairs = {.counts = {379, 10170, 21828, 10640, 343}};
  const SprtHypotheses hypotheses = {
      .elo0 = 0, .elo1 = 2, .model = EloModel::kNormalized};
  EXPECT_NEAR(LogLikelihoodRatio(pairs, hypotheses), 2.946, 0.002);
  const SprtState state = EvaluateSprt(pairs, hypotheses);
  EXPECT_NEAR(state.upper, 2.944, 0.0005);
  EXPECT_EQ(state.verdict, SprtVerdict::kAcceptH1);
}

TEST(SprtTest, Bounds) {
  const SprtState state =
      EvaluateSprt(PairCounts(), {.alpha = 0.01, .beta = 0.1});
  EXPECT_EQ(state.llr, 0);
  EXPECT_EQ(state.verdict, SprtVerdict::kContinue);
  EXPECT_NEAR(state.lower, std::log(0.1 / 0.99), 1e-12);
  EXPECT_NEAR(state.upper, std::log(0.9 / 0.01), 1e-12);
}

TEST(SprtTest, Verdicts) {
  const SprtHypotheses hypotheses = {.elo0 = 0, .elo1 = 20};
  const PairCounts ahead = {.counts = {10, 60, 200, 120, 30}};
  EXPECT_EQ(EvaluateSprt(ahead, hypotheses).verdict, SprtVerdict::kAcceptH1);
  const PairCounts behind = {.counts = {30, 120, 200, 60, 10}};
  EXPECT_EQ(EvaluateSprt(behind, hypotheses).verdict, SprtVerdict::kAcceptH0);
  const PairCounts few = {.counts = {1, 3, 9, 4, 1}};
  EXPECT_EQ(EvaluateSprt(few, hypotheses).verdict, SprtVerdict::kContinue);
}

// A player that won everything is never found weaker, nor one that lost
// everything stronger, whatever the hypotheses.
TEST(SprtTest, NoVerdictContradictsTheScore) {
  for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
    const double max_elo =
        model == EloModel::kLogistic ? kMaxSprtElo : kMaxSprtNormalizedElo;
    for (const double low : {-1.0, -0.5, -0.1, 0.0, 0.1, 0.5}) {
      for (const double high : {-0.5, 0.0, 0.1, 0.5, 1.0}) {
        if (high <= low) continue;
        const SprtHypotheses hypotheses = {
            .elo0 = low * max_elo, .elo1 = high * max_elo, .model = model};
        ASSERT_TRUE(CheckHypotheses(hypotheses).ok());
        for (const int64_t pairs : {1, 2, 5, 20, 100, 1000}) {
          const auto verdict = [&](const PairCounts& counts) {
            return EvaluateSprt(counts, hypotheses).verdict;
          };
          EXPECT_NE(verdict({.counts = {0, 0, 0, 0, pairs}}),
                    SprtVerdict::kAcceptH0)
              << hypotheses.elo0 << " " << hypotheses.elo1 << " " << pairs;
          EXPECT_NE(verdict({.counts = {pairs, 0, 0, 0, 0}}),
                    SprtVerdict::kAcceptH1)
              << hypotheses.elo0 << " " << hypotheses.elo1 << " " << pairs;
        }
      }
    }
  }
}

// Without draws the likelihood is that of a binomial, except for the 1e-3 of
// the empty bin.
TEST(SprtTest, WinsAndLossesAreABinomial) {
  const GameCounts games = {.counts = {400, 0, 600}};
  const double s1 = ScoreOfElo(50);
  EXPECT_NEAR(LogLikelihoodRatio(games, {.elo0 = 0, .elo1 = 50}),
              600 * std::log(s1 / 0.5) + 400 * std::log((1 - s1) / 0.5), 0.01);
}

// Compares with the maximum over a fine grid of all distributions of three bins
// with that score. No losses count as 1e-3 losses.
TEST(SprtTest, TheRatioIsThatOfTheLargestLikelihoods) {
  for (const int64_t losses : {25, 0}) {
    const double lost = losses == 0 ? 1e-3 : static_cast<double>(losses);
    const auto best = [&](double score) {
      double most = -1e300;
      for (int i = 1; i < 200'000; ++i) {
        const double win = score * i / 200'000;
        const double draw = 2 * (score - win);
        const double loss = 1 - win - draw;
        if (draw <= 0 || loss <= 0) continue;
        most = std::max(most, lost * std::log(loss) + 31 * std::log(draw) +
                                  44 * std::log(win));
      }
      return most;
    };
    EXPECT_NEAR(LogLikelihoodRatio(GameCounts{.counts = {losses, 31, 44}},
                                   {.elo0 = -10, .elo1 = 80}),
                best(ScoreOfElo(80)) - best(ScoreOfElo(-10)), 1e-4);
  }
}

TEST(SprtTest, ModelsAgreeOnTheirScale) {
  // Games with a standard deviation of 1/2, and pairs with 1/sqrt 8, for which
  // Elo and normalized Elo agree.
  const PairCounts pairs = {.counts = {245, 0, 500, 0, 255}};
  const double logistic = LogLikelihoodRatio(pairs, {.elo0 = 0, .elo1 = 5});
  const double normalized = LogLikelihoodRatio(
      pairs, {.elo0 = 0, .elo1 = 5, .model = EloModel::kNormalized});
  EXPECT_NEAR(normalized, logistic, 0.01 * std::abs(logistic));
}

template <int kBins>
void ExpectSoundForAllCounts(EloModel model, double most, double precision,
                             uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 5'000; ++i) {
    Counts<kBins> counts;
    Counts<kBins> swapped;
    const double largest = std::pow(10, 9 * random.Real());
    for (int bin = 0; bin < kBins; ++bin) {
      const double size = largest * std::pow(random.Real(), 5);
      counts.counts[bin] =
          random.Below(3) == 0 ? 0 : static_cast<int64_t>(size);
      swapped.counts[kBins - 1 - bin] = counts.counts[bin];
    }
    SCOPED_TRACE(testing::PrintToString(counts.counts));
    const double a = most * (2 * random.Real() - 1);
    const double b = most * (2 * random.Real() - 1);
    const SprtHypotheses hypotheses = {
        .elo0 = std::min(a, b), .elo1 = std::max(a, b), .model = model};
    const SprtHypotheses mirrored = {
        .elo0 = -hypotheses.elo1, .elo1 = -hypotheses.elo0, .model = model};
    const double llr = LogLikelihoodRatio(counts, hypotheses);
    EXPECT_TRUE(std::isfinite(llr));
    EXPECT_NEAR(LogLikelihoodRatio(swapped, mirrored), -llr,
                precision * (1 + std::abs(llr)));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(SprtTest, SoundForAllCounts) {
  ExpectSoundForAllCounts<3>(EloModel::kLogistic, kMaxSprtElo, 1e-6, 1);
  ExpectSoundForAllCounts<5>(EloModel::kLogistic, kMaxSprtElo, 1e-6, 2);
  ExpectSoundForAllCounts<3>(EloModel::kNormalized, 50, 1e-6, 3);
  ExpectSoundForAllCounts<5>(EloModel::kNormalized, 50, 1e-6, 4);
  // Ratios of millions, where ten steps are not enough to converge.
  ExpectSoundForAllCounts<5>(EloModel::kNormalized, kMaxSprtNormalizedElo, 0.01,
                             5);
}

TEST(SprtTest, UnsoundHypotheses) {
  EXPECT_TRUE(CheckHypotheses({}).ok());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const SprtHypotheses& hypotheses) {
    return std::string(CheckHypotheses(hypotheses).message());
  };
  EXPECT_EQ(message({.elo0 = 5, .elo1 = 5}), "elo1 (5) must be above elo0 (5)");
  EXPECT_THAT(message({.elo0 = nan}), HasSubstr("between -1000 and 1000"));
  EXPECT_THAT(message({.elo1 = 2000}), HasSubstr("not 2000"));
  EXPECT_THAT(message({.elo1 = 500, .model = EloModel::kNormalized}),
              HasSubstr("between -200 and 200"));
  EXPECT_THAT(message({.alpha = 0}),
              HasSubstr("between 1e-06 and 0.499999, not 0"));
  EXPECT_THAT(message({.beta = 0.5}), HasSubstr("not 0.5"));
  EXPECT_THAT(message({.beta = nan}), HasSubstr("alpha and beta"));
}

// Draws pairs from a distribution over five bins.
class Pairs {
 public:
  Pairs(const std::array<double, 5>& shares, uint64_t seed)
      : shares_(shares), random_(seed) {}

  SprtVerdict PlayTest(const SprtHypotheses& hypotheses) {
    PairCounts counts;
    for (;;) {
      ++counts.counts[Draw()];
      const SprtVerdict verdict = EvaluateSprt(counts, hypotheses).verdict;
      if (verdict != SprtVerdict::kContinue) return verdict;
    }
  }

  double ShareOfH1(int tests, const SprtHypotheses& hypotheses) {
    int accepted = 0;
    for (int i = 0; i < tests; ++i) {
      accepted += PlayTest(hypotheses) == SprtVerdict::kAcceptH1 ? 1 : 0;
    }
    return accepted / static_cast<double>(tests);
  }

 private:
  int Draw() {
    double u = random_.Real();
    for (int bin = 0; bin < 4; ++bin) {
      u -= shares_[bin];
      if (u < 0) return bin;
    }
    return 4;
  }

  std::array<double, 5> shares_;
  Random random_;
};

TEST(SequentialTestTest, RefusesUnsoundHypotheses) {
  EXPECT_TRUE(SequentialTest::Create({.elo0 = 0, .elo1 = 10}).ok());
  EXPECT_FALSE(SequentialTest::Create({.elo0 = 10, .elo1 = 10}).ok());
  EXPECT_FALSE(SequentialTest::Create({.elo0 = 0, .elo1 = 9000}).ok());
}

TEST(SequentialTestTest, CountsPairsWithGamesOfTheirOwnUntilTheVerdict) {
  const SprtHypotheses hypotheses = {.elo0 = 0, .elo1 = 100};
  SequentialTest test = *SequentialTest::Create(hypotheses);
  for (int copies = 0; copies < 500; ++copies) test.Add(4, /*fingerprint=*/7);
  EXPECT_EQ(test.pairs().Total(), 1);
  EXPECT_EQ(test.repeats(), 499);
  EXPECT_EQ(test.state().verdict, SprtVerdict::kContinue);
  uint64_t fingerprint = 8;
  while (test.state().verdict == SprtVerdict::kContinue && fingerprint < 500) {
    test.Add(4, fingerprint++);
  }
  EXPECT_EQ(test.state().verdict, SprtVerdict::kAcceptH1);
  EXPECT_EQ(test.state().llr, EvaluateSprt(test.pairs(), hypotheses).llr);
  EXPECT_EQ(test.later_pairs(), 0);
  const double llr = test.state().llr;
  for (int later = 0; later < 50; ++later) test.Add(0, fingerprint++);
  EXPECT_EQ(test.state().verdict, SprtVerdict::kAcceptH1);
  EXPECT_EQ(test.state().llr, llr);
  EXPECT_EQ(test.later_pairs(), 50);
}

constexpr int kTests = 700;

// Symmetric shares, shifted until the mean is `score`.
std::array<double, 5> SharesOfScore(double score) {
  const double lean = score - 0.5;
  return {0.1 - lean / 2, 0.2 - lean, 0.4, 0.2 + lean, 0.1 + lean / 2};
}

// The rates have standard deviations of 0.008 and 0.011. They are below the
// nominal ones because the last pair overshoots the bound.
TEST(SprtTest, ErrorRatesLogistic) {
  const SprtHypotheses hypotheses = {
      .elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.1};
  Pairs equal(SharesOfScore(0.5), 11);
  const double false_h1 = equal.ShareOfH1(kTests, hypotheses);
  EXPECT_GT(false_h1, 0.02);
  EXPECT_LT(false_h1, 0.07);
  Pairs better(SharesOfScore(ScoreOfElo(40)), 12);
  const double false_h0 = 1 - better.ShareOfH1(kTests, hypotheses);
  EXPECT_GT(false_h0, 0.055);
  EXPECT_LT(false_h0, 0.13);
  // Halfway both verdicts are equally likely.
  Pairs halfway(SharesOfScore(ScoreOfElo(20)), 13);
  const SprtHypotheses even = {.elo0 = 0, .elo1 = 40};
  EXPECT_NEAR(halfway.ShareOfH1(kTests / 2, even), 0.5, 0.09);
}

TEST(SprtTest, ErrorRatesNormalized) {
  const SprtHypotheses hypotheses = {.elo0 = 0,
                                     .elo1 = 40,
                                     .alpha = 0.05,
                                     .beta = 0.1,
                                     .model = EloModel::kNormalized};
  Pairs equal(SharesOfScore(0.5), 21);
  const double false_h1 = equal.ShareOfH1(kTests, hypotheses);
  EXPECT_GT(false_h1, 0.02);
  EXPECT_LT(false_h1, 0.07);
  // The mean where (mu - 1/2) / sigma is that of a normalized Elo of 40.
  const double tau = std::sqrt(2) * 40 * std::log(10) / 800;
  double lean = 0;
  for (int i = 0; i < 100; ++i) {
    const std::array<double, 5> shares = SharesOfScore(0.5 + lean);
    double variance = 0;
    for (int bin = 0; bin < 5; ++bin) {
      const double distance = bin / 4.0 - 0.5;
      variance += shares[bin] * distance * distance;
    }
    variance -= lean * lean;
    lean = tau * std::sqrt(variance);
  }
  Pairs better(SharesOfScore(0.5 + lean), 22);
  const double false_h0 = 1 - better.ShareOfH1(kTests, hypotheses);
  EXPECT_GT(false_h0, 0.055);
  EXPECT_LT(false_h0, 0.13);
}

}  // namespace
}  // namespace boardwalk::statistics
