// The sign-flip test against counting all signs, Holm's example, and whether
// what is called certain is as rare between equal players as it should be.

#include "frontends/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

// By trying all signs.
double CountedTail(const std::vector<Difference>& differences) {
  std::vector<int64_t> sizes;
  int64_t sum = 0;
  for (const Difference& difference : differences) {
    for (int64_t i = 0; i < difference.count; ++i) {
      sizes.push_back(std::abs(difference.value));
      sum += difference.value;
    }
  }
  int64_t as_good = 0;
  for (uint32_t signs = 0; signs >> sizes.size() == 0; ++signs) {
    int64_t other = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      other += (signs >> i & 1) != 0 ? sizes[i] : -sizes[i];
    }
    as_good += other >= std::abs(sum) ? 1 : 0;
  }
  return sum == 0 ? 0.5
                  : std::min(0.5, std::ldexp(static_cast<double>(as_good),
                                             -static_cast<int>(sizes.size())));
}

TEST(SignFlipTest, KnownValues) {
  EXPECT_EQ(SignFlipTail({}, 2), 0.5);
  EXPECT_EQ(SignFlipTail({{2, 1}}, 2), 0.5);
  EXPECT_EQ(SignFlipTail({{2, 5}}, 2), 1.0 / 32);
  EXPECT_EQ(SignFlipTail({{-2, 5}, {0, 40}}, 2), 1.0 / 32);
  EXPECT_EQ(SignFlipTail({{2, 4}, {-2, 4}}, 2), 0.5);
  // Five of six heads: (1 + 6) / 64.
  EXPECT_DOUBLE_EQ(SignFlipTail({{1, 5}, {-1, 1}}, 1), 7.0 / 64);
  // Alike, but smaller than possible.
  EXPECT_DOUBLE_EQ(SignFlipTail({{1, 2}, {1, 2}}, 2), 16.0 / 81);
}

TEST(SignFlipTest, CountsAllSigns) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    std::vector<Difference> differences;
    const auto kinds = 1 + random.Below(4);
    for (uint64_t kind = 0; kind < kinds; ++kind) {
      differences.push_back(
          {.value = 30 * (static_cast<int64_t>(random.Below(9)) - 4),
           .count = static_cast<int64_t>(random.Below(5))});
    }
    differences.push_back({.value = 0, .count = 1});  // not all alike
    EXPECT_NEAR(SignFlipTail(differences, 120), CountedTail(differences),
                1e-12);
  }
}

TEST(SignFlipTest, ManyBlocksAreAlmostNormal) {
  const auto tail = [](int64_t blocks) {
    return SignFlipTail({{2, blocks / 4},
                         {-2, blocks / 5},
                         {1, blocks / 4},
                         {-1, blocks - blocks / 4 * 2 - blocks / 5}},
                        2);
  };
  // On both sides of kMaxExactBlocks.
  EXPECT_NEAR(tail(kMaxExactBlocks), tail(kMaxExactBlocks + 1), 0.01);
  EXPECT_GT(SignFlipTail({{5, 100'000}}, 5), 0);
}

// Blocks of six seats with all kinds of shared wins: about 10^10 additions.
TEST(SignFlipTest, ManyKindsTakeNoTime) {
  std::vector<Difference> differences;
  for (int64_t i = 1; i <= 900; ++i) {
    differences.push_back({.value = i % 2 == 0 ? i * 7 : -i * 7, .count = 1});
  }
  differences.push_back({.value = 50'000'000, .count = 1});
  differences.push_back({.value = -49'990'000, .count = 1});
  const double tail = SignFlipTail(differences, 50'000'000);
  EXPECT_GT(tail, 0.4);
  EXPECT_LE(tail, 0.5);
}

TEST(NormalTest, TailAndQuantile) {
  EXPECT_NEAR(NormalTail(kNormal975), 0.025, 1e-12);
  EXPECT_NEAR(NormalTailQuantile(0.025), kNormal975, 1e-9);
  EXPECT_NEAR(NormalTailQuantile(0.8), -0.8416212, 1e-6);
}

// Worked by hand: 0.01 * 4, then at least that, 0.03 * 2, 0.04.
TEST(SequentialEvidenceTest, KnownValues) {
  EXPECT_DOUBLE_EQ(SequentialEvidence({}, 2), 1);
  EXPECT_DOUBLE_EQ(SequentialEvidence({{0, 7}}, 2), 1);
  EXPECT_DOUBLE_EQ(SequentialEvidence({{2, 9}, {-1, 3}}, 2),
                   SequentialEvidence({{-2, 9}, {1, 3}}, 2));
  // Each won block doubles it, nearly, from some on.
  const double ten = SequentialEvidence({{2, 10}}, 2);
  const double eleven = SequentialEvidence({{2, 11}}, 2);
  EXPECT_GT(eleven / ten, 1.9);
  EXPECT_LT(eleven / ten, 2);
  EXPECT_LT(SequentialEvidence({{2, 8}}, 2), 50);
  EXPECT_GT(SequentialEvidence({{2, 9}}, 2), 50);
  // No overflow, and no evidence of nothing.
  EXPECT_GT(SequentialEvidence({{1, 100'000}}, 2), 1e290);
  EXPECT_LT(SequentialEvidence({{1, 50'000}, {-1, 50'000}}, 2), 1);
}

// By the definition of a martingale: the mean over all that may come next.
TEST(SequentialEvidenceTest, NeitherGrowsNorShrinksForEqualPlayers) {
  std::vector<Difference> differences = {{2, 4}, {1, 3}, {-2, 2}};
  const double now = SequentialEvidence(differences, 2);
  for (const int64_t next : {0, 1, 2}) {
    differences.push_back({next, 1});
    const double won = SequentialEvidence(differences, 2);
    differences.back().value = -next;
    const double lost = SequentialEvidence(differences, 2);
    differences.pop_back();
    EXPECT_NEAR((won + lost) / 2, now, 1e-9 * now);
  }
}

// Equal players, looked at after every block.
TEST(SequentialEvidenceTest, HoldsHoweverOftenOneLooks) {
  Random random(7);
  constexpr int kStudies = 1000, kBlocks = 200;
  int found = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<Difference> differences = {{-2, 0}, {-1, 0}, {1, 0}, {2, 0}};
    for (int block = 0; block < kBlocks; ++block) {
      ++differences[random.Below(4)].count;
      if (SequentialEvidence(differences, 2) < 20) continue;
      ++found;
      break;
    }
  }
  EXPECT_LT(found, kStudies / 20);
  EXPECT_GT(found, kStudies / 200);  // it is not vacuous
}

TEST(HolmTest, Adjusts) {
  EXPECT_THAT(HolmAdjusted({0.03, 0.01, 0.04, 0.012}),
              ElementsAre(DoubleNear(0.06, 1e-12), DoubleNear(0.04, 1e-12),
                          DoubleNear(0.06, 1e-12), DoubleNear(0.04, 1e-12)));
  EXPECT_THAT(HolmAdjusted({0.6, 0.9}), ElementsAre(1, 1));
  EXPECT_THAT(HolmAdjusted({}), ElementsAre());
}

// By hand: ln(2800) = 7.937, z = 0.8416, x = 4.914. Cohen 1988, table 2.3.5,
// has 47 for one look, an effect of half a standard deviation and 1 %.
TEST(BlocksToTellTest, GrowsWithTheVarianceAndTheCare) {
  EXPECT_NEAR(BlocksToTell(0.5, 1, 0.01), 96.6, 0.1);
  EXPECT_NEAR(BlocksToTell(1, 4, 0.01), 96.6, 0.1);
  EXPECT_GT(BlocksToTell(0.5, 1, 0.001), 110);
}

// Twelve equal players, all against all. Drawn and decided games, openings that
// favour a seat, few and many pairs.
TEST(CertaintyTest, EqualPlayersAreRarelyCalledCertainlyBetter) {
  constexpr int kMatches = 400;
  constexpr int kPairings = 66;
  Random random(5);
  int likely_somewhere = 0;
  for (const int pairs : {5, 15, 60}) {
    int wrong = 0;
    for (int match = 0; match < kMatches; ++match) {
      std::vector<double> p_values;
      bool likely = false;
      for (int pairing = 0; pairing < kPairings; ++pairing) {
        PairCounts counts;
        for (int i = 0; i < pairs; ++i) {
          // Wins a half, drawn a quarter; or each wins with the first seat.
          if (random.Below(3) == 0) {
            ++counts.counts[2];
            continue;
          }
          int points = 0;
          for (int game = 0; game < 2; ++game) {
            const uint64_t u = random.Below(8);
            points += u < 3 ? 2 : u < 5 ? 1 : 0;
          }
          ++counts.counts[static_cast<size_t>(points)];
        }
        const double superiority = LikelihoodOfSuperiority(counts);
        p_values.push_back(2 * std::min(superiority, 1 - superiority));
        likely = likely || p_values.back() <= 0.05;
      }
      likely_somewhere += likely ? 1 : 0;
      const std::vector<double> adjusted = HolmAdjusted(p_values);
      wrong += *std::min_element(adjusted.begin(), adjusted.end()) <= 0.05;
    }
    // Two standard deviations above 5 %.
    EXPECT_LT(wrong, 0.072 * kMatches) << pairs;
  }
  // Without the correction more than half of all matches have one.
  EXPECT_GT(likely_somewhere, 0.5 * 3 * kMatches);
}

// A difference that blocks were planned for is found as often as planned.
TEST(CertaintyTest, PlannedPairsFindTheDifference) {
  constexpr double kElo = 40;
  constexpr int kMatches = 500;
  const double score = ScoreOfElo(kElo);
  // Pairs of independent decided games.
  const auto pairs = static_cast<int>(
      std::lround(BlocksToTell(score - 0.5, score * (1 - score) / 2, 0.01)));
  Random random(6);
  int found = 0;
  for (int match = 0; match < kMatches; ++match) {
    std::vector<Difference> differences = {{-1, 0}, {0, 0}, {1, 0}};
    for (int i = 0; i < pairs; ++i) {
      size_t won = 0;
      for (int game = 0; game < 2; ++game) won += random.Real() < score;
      ++differences[won].count;
    }
    found += SequentialP(differences, 1) <= 0.01 ? 1 : 0;
  }
  EXPECT_NEAR(found / static_cast<double>(kMatches), kPower, 0.05);
}

}  // namespace
}  // namespace boardwalk::statistics
