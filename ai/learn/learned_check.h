// Checks a learned evaluation in the positions of games, against the sum of its
// weights as its definition says it, cell by cell.
//
// Example, given `const AnyGame& game` and `const LearnedWeights& weights`:
//
//   const LearnedCheck check = CheckLearned(game, weights, /*seed=*/1);
//   for (const std::string& failure : check.failures) std::cout << failure;

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ai/learn/learned_evaluation.h"
#include "framework/any_game.h"

namespace boardwalk::ai {

struct LearnedCheck {
  int64_t positions = 0;
  // A hash of all values in their order: machines and compilers that agree on
  // it evaluate alike, bit for bit.
  uint64_t values = 0;
  // The first failure of each kind; empty if there are none.
  std::vector<std::string> failures;
};

// In the positions of random games it computes with wide instructions what the
// definition says, stays within +-kMaxEvaluation, and evaluates a position for
// one seat as the turned position for each other one: with two seats the value
// for one is minus that for the other, with more all seats have one rule.
// REQUIRES: the game describes its board.
LearnedCheck CheckLearned(const AnyGame& game, const LearnedWeights& weights,
                          uint64_t seed);

}  // namespace boardwalk::ai
