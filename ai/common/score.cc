#include "ai/common/score.h"

#include <algorithm>

namespace boardwalk::ai {

double ValueOf(Score score, int num_players) {
  if (IsDecisive(score)) return score > 0 ? 1.0 : -1.0 / (num_players - 1);
  // An evaluation out of its bounds must not pass for a proof.
  const Score within = std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
  return static_cast<double>(within) / (kMaxEvaluation + 1);
}

}  // namespace boardwalk::ai
