#include "ai/mcts/outcomes.h"

namespace boardwalk::ai {

uint8_t Outcomes::Find(const SeatValues& values, int known) const {
  for (int i = 1; i < known; ++i) {
    if (values_[i] == values) return static_cast<uint8_t>(i);
  }
  return kUnproved;
}

uint8_t Outcomes::NumberOf(const SeatValues& values) {
  const uint8_t found = Find(values, known_.load(std::memory_order_acquire));
  if (found != kUnproved) return found;
  const MutexLock lock(&growing_);
  const int known = known_.load(std::memory_order_relaxed);
  const uint8_t meanwhile = Find(values, known);
  if (meanwhile != kUnproved || known == kMax) return meanwhile;
  values_[known] = values;
  known_.store(known + 1, std::memory_order_release);
  return static_cast<uint8_t>(known);
}

}  // namespace boardwalk::ai
