#include "ai/alphabeta/futility_margin.h"

#include "ai/common/score.h"
#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// After `count` differences from `least` to below `most`.
FutilityMargin Learned(int count, Score least, Score most) {
  FutilityMargin margin;
  Random random(1);
  for (int i = 0; i < count; ++i) {
    margin.Learn(least + static_cast<Score>(random.Below(
                             static_cast<uint32_t>(most - least))));
  }
  return margin;
}

TEST(FutilityMarginTest, NothingIsFarEnoughBeforeMuchIsKnown) {
  EXPECT_EQ(Learned(FutilityMargin::kFirst - 1, -1, 1).points(),
            kInfiniteScore);
  EXPECT_LT(Learned(FutilityMargin::kFirst, -1, 1).points(), 10);
}

// In every unit of evaluation, and wherever the middle is.
TEST(FutilityMarginTest, FewSearchesScoreLess) {
  for (const Score width : {100, 1'000, 10'000}) {
    for (const Score least : {-width, -width / 2, 0}) {
      const FutilityMargin margin = Learned(100'000, least, least + width);
      const double share = 1.0 / FutilityMargin::kOneIn;
      EXPECT_NEAR(margin.points(), -(least + share * width), 0.05 * width);
    }
  }
}

TEST(FutilityMarginTest, LossesThatAreNotRareAreNeverFarEnough) {
  FutilityMargin margin;
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    margin.Learn(i % 10 == 0 ? -kWinScore
                             : static_cast<Score>(random.Below(200)) - 100);
  }
  EXPECT_GT(margin.points(), kMaxEvaluation / 2);
}

// It grows at once and shrinks slowly: to prune too much costs more.
TEST(FutilityMarginTest, ForgetsAnotherPhaseOfTheGame) {
  FutilityMargin margin = Learned(10'000, -1'000, 1'000);
  const Score before = margin.points();
  Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    margin.Learn(static_cast<Score>(random.Below(100)) - 50);
  }
  EXPECT_LT(margin.points(), before * 3 / 4);
}

}  // namespace
}  // namespace boardwalk::ai
