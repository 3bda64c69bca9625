// Fits the weights of a learned evaluation to positions and what became of
// them, by logistic regression: the sum of the weights is the logarithm of the
// odds of winning (M. Buro, 1995, 1998). Stochastic gradient descent with a
// rate for each weight (J. Duchi, E. Hazan, Y. Singer, Adaptive Subgradient
// Methods for Online Learning and Stochastic Optimization, 2011).
//
// A weight is a part that all stages share and one of its stage, so that what
// is rare in a stage is learned from the others.
//
// The result is a function of the positions in their order, the same on every
// machine.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "ai/learn/learned_evaluation.h"

namespace boardwalk::ai {

// Positions as one seat sees them: in games for two that to move.
class TrainingPositions {
 public:
  // REQUIRES: `shape` has the patterns of the positions; it outlives them.
  explicit TrainingPositions(const LearnedEvaluation& shape) : shape_(shape) {}

  // `planes` as AnyState::PlaneWords, `plain` the game's own evaluation for the
  // seat, `target` the probability that it wins. `before` others move before
  // it. A tenth is held out, by `group`: positions of one game belong together.
  void Add(const uint64_t* planes, int seat, int plain, double target,
           uint64_t group, int before = 0);

  size_t size() const { return targets_.size(); }
  size_t held_out() const { return held_out_; }

 private:
  friend class WeightFitter;
  const LearnedEvaluation& shape_;
  std::vector<uint16_t> numbers_;  // a row for each position
  std::vector<uint8_t> stages_;
  std::vector<uint8_t> befores_;
  std::vector<int16_t> plains_;
  std::vector<float> targets_;
  std::vector<bool> is_held_out_;
  std::vector<uint16_t> row_;  // while one is added
  size_t held_out_ = 0;
};

struct FitOptions {
  int epochs = 12;
  double rate = 0.08;
  uint64_t seed = 1;
};

struct PatternFit {
  LearnedWeights weights;
  // By stage: points of the game's own evaluation that multiply the odds by e,
  // where it alone tells who wins; 0 where it tells nothing.
  std::vector<int> plain_points_per_logit;
  double loss_plain = 0;  // of the game's own evaluation, on positions held out
  double loss = 0;        // the same, of the learned one
};

// `shape` has everything but the weights.
// Calls `progress` after each epoch, with its number from 1 and the loss on the
// positions held out.
PatternFit FitPatterns(const LearnedWeights& shape,
                       const TrainingPositions& positions,
                       const FitOptions& options,
                       const std::function<void(int, double)>& progress);

}  // namespace boardwalk::ai
