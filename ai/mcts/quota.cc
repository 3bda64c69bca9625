#include "ai/mcts/quota.h"

#include <algorithm>

namespace boardwalk::ai {

void Quota::Start(int64_t most) {
  most_ = most;
  claimed_.store(0, std::memory_order_relaxed);
  for (Share& share : shares_) {
    share.claimed = 0;
    share.done.store(0, std::memory_order_relaxed);
  }
}

// Several are claimed at a time, for threads that write to one place wait for
// each other, but so few that all end at about the same time.
bool Quota::Claim(int thread) {
  constexpr int64_t kMaxAtATime = 16;
  Share& share = shares_[static_cast<size_t>(thread)];
  if (share.claimed == 0) {
    const auto threads = static_cast<int64_t>(shares_.size());
    int64_t claimed = claimed_.load(std::memory_order_relaxed);
    do {
      const int64_t left = most_ - claimed;
      if (left <= 0) return false;
      share.claimed = std::clamp<int64_t>(left / (4 * threads), 1, kMaxAtATime);
    } while (!claimed_.compare_exchange_weak(claimed, claimed + share.claimed,
                                             std::memory_order_relaxed));
  }
  --share.claimed;
  return true;
}

int64_t Quota::Done() const {
  int64_t done = 0;
  for (const Share& share : shares_) {
    done += share.done.load(std::memory_order_relaxed);
  }
  return done;
}

}  // namespace boardwalk::ai
