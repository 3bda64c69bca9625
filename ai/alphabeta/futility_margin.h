// The margin of reverse futility pruning, learned from the searches of a game:
// so it fits every evaluation, whatever its unit and however much a single move
// changes it.
//
// Example, given `Score evaluation`, `Score beta` and `Score Search();`:
//
//   FutilityMargin margin;  // one for each depth
//   if (evaluation - margin.points() < beta) {
//     const Score score = Search();
//     margin.Learn(score - evaluation);
//   }

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "ai/common/score.h"

namespace boardwalk::ai {

// Integers alone, so that searches repeat themselves on every machine.
class FutilityMargin {
 public:
  // One search in `kOneIn` scores less than its evaluation minus `points()`.
  // What is pruned in error is pruned by every iteration, so that errors must
  // be rare. A loss counts as very far off. Before `kFirst` searches nothing is
  // far enough.
  static constexpr int kOneIn = 512;
  static constexpr int kFirst = 64;

  Score points() const {
    return known_ < kFirst ? kInfiniteScore : -quantile_ / kUnit;
  }

  // A search has found `difference` more than the evaluation.
  void Learn(Score difference) {
    const int32_t found = std::clamp(difference, -kFar, kFar) * kUnit;
    LearnSpread(found);
    if (known_ < kFirst) {
      ++known_;
      quantile_ = mean_ - 3 * deviation_;
      return;
    }
    // Many small steps back for a large one out, so that it rests where one
    // difference in kOneIn lies beyond (stochastic approximation; Robbins,
    // Monro 1951).
    const int32_t step = std::max(deviation_ / (16 * kOneIn), 1);
    quantile_ += found < quantile_ ? -step * (kOneIn - 1) : step;
  }

 private:
  static constexpr int32_t kUnit = 64;  // parts of a point
  static constexpr Score kFar = 2 * kMaxEvaluation;

  // The mean and the mean deviation from it of the last differences: those tell
  // how large a step is. One that is far off moves them no more than four
  // deviations do.
  void LearnSpread(int32_t found) {
    if (known_ == kFirst) {
      const int32_t most = 4 * deviation_ + kUnit;
      found = std::clamp(found, mean_ - most, mean_ + most);
    }
    const int32_t weight = std::min(known_ + 1, kFirst);
    mean_ += (found - mean_) / weight;
    deviation_ += (std::abs(found - mean_) - deviation_) / weight;
  }

  int32_t mean_ = 0, deviation_ = 0;  // in parts, as the quantile
  int32_t quantile_ = 0;
  int32_t known_ = 0;  // searches, at most kFirst
};

}  // namespace boardwalk::ai
