// Samples follow the distributions that they are named after.

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "framework/random.h"
#include "frontends/statistics/resample.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using ::testing::ElementsAre;

TEST(ResampleTest, BinomialHasNoChoiceAtTheEnds) {
  Random random(1);
  EXPECT_EQ(DrawBinomial(0, 0.5, random), 0);
  EXPECT_EQ(DrawBinomial(7, 0, random), 0);
  EXPECT_EQ(DrawBinomial(7, 1, random), 7);
}

// The frequencies of small numbers against their probabilities, multiplied out.
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

// Counts of two kinds lean against each other: covariance -n p q.
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

TEST(ResampleTest, RepeatsItself) {
  Random a(6);
  Random b(6);
  EXPECT_EQ(Resample({10, 20, 30}, a), Resample({10, 20, 30}, b));
}

}  // namespace
}  // namespace boardwalk::statistics
