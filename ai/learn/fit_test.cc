#include "ai/learn/fit.h"

#include <cmath>
#include <memory>
#include <vector>

#include "ai/common/chances.h"
#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// A board of three cells in a row; each is a pattern of its own.
LearnedWeights Three() {
  LearnedWeights weights;
  weights.game = "three";
  weights.cells = 3;
  weights.turned = {{0, 1, 2}, {2, 1, 0}};
  weights.types = {{{{0}}}, {{{1}}}, {{{2}}}};
  weights.by_stage.resize(1);
  weights.by_stage[0].weights.assign(3, std::vector<int16_t>(3));
  return weights;
}

const PlaneShape kShape = {
    .seats = 2, .kinds = 1, .words = 1, .bits = {0, 1, 2}};

// Positions in which the first cell decides, by two logits, and the plain
// evaluation by one for each hundred points.
TrainingPositions Positions(const LearnedEvaluation& form) {
  TrainingPositions positions(form);
  Random random(5);
  for (uint64_t game = 0; game < 4000; ++game) {
    const int mover = static_cast<int>(random.Below(2));
    uint64_t planes[2] = {};
    double logits = 0;
    for (int cell = 0; cell < 3; ++cell) {
      const uint32_t owner = random.Below(3);
      if (owner == 2) continue;
      planes[owner] |= uint64_t{1} << cell;
      // The second seat sees the last cell as its first.
      if (cell != (mover == 0 ? 0 : 2)) continue;
      logits += static_cast<int>(owner) == mover ? 2 : -2;
    }
    const int plain = static_cast<int>(random.Below(401)) - 200;
    logits += plain / 100.0;
    const bool wins = random.Real() < 1 / (1 + std::exp(-logits));
    positions.Add(planes, mover, plain, wins ? 1 : 0, game);
  }
  return positions;
}

TEST(FitPatternsTest, FindsWhatDecides) {
  const LearnedWeights shape = Three();
  const auto form = LearnedEvaluation::Create(shape, kShape).value();
  const TrainingPositions positions = Positions(*form);
  EXPECT_EQ(positions.size(), 4000u);
  EXPECT_NEAR(static_cast<double>(positions.held_out()), 400, 60);
  int epochs = 0;
  const PatternFit fit =
      FitPatterns(shape, positions, {.epochs = 20, .rate = 1},
                  [&](int epoch, double) { epochs = epoch; });
  EXPECT_EQ(epochs, 20);
  const LearnedWeights::Stage& stage = fit.weights.by_stage[0];
  const auto lead = [&](size_t type) {
    return (stage.weights[type][1] - stage.weights[type][2]) / 2;
  };
  EXPECT_NEAR(lead(0), 2000, 300);
  EXPECT_NEAR(lead(1), 0, 300);
  EXPECT_NEAR(lead(2), 0, 300);
  // Ten points a point: a hundred points are a logit.
  EXPECT_NEAR(static_cast<double>(stage.plain) / kPlainUnit, 10, 1.5);
  EXPECT_NEAR(fit.plain_points_per_logit[0], 140, 40) << "alone it tells less";
  EXPECT_LT(fit.loss, fit.loss_plain - 0.1);
}

TEST(FitPatternsTest, IsTheSameEachTime) {
  const LearnedWeights shape = Three();
  const auto form = LearnedEvaluation::Create(shape, kShape).value();
  const TrainingPositions positions = Positions(*form);
  const auto fit = [&](uint64_t seed) {
    return FitPatterns(shape, positions, {.epochs = 2, .seed = seed}, nullptr)
        .weights;
  };
  EXPECT_EQ(fit(1), fit(1));
  EXPECT_NE(fit(1), fit(2)) << "another order of the positions";
}

}  // namespace
}  // namespace boardwalk::ai
