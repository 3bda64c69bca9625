// The playouts that a search may make, handed out to its threads.

#ifndef BOARDWALK_AI_MCTS_QUOTA_H_
#define BOARDWALK_AI_MCTS_QUOTA_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ai/common/thread_pool.h"

namespace boardwalk::ai {

// Claim and Count are for the thread that they name, Done is for any; Start is
// for when all are at rest.
class Quota {
 public:
  // For threads 0 to `threads` - 1.
  explicit Quota(int threads) : shares_(static_cast<size_t>(threads)) {}

  // None is made yet, and `most` may be.
  void Start(int64_t most);

  // Whether there is another playout for the thread to make.
  bool Claim(int thread);

  // The thread has made one.
  void Count(int thread) {
    std::atomic<int64_t>& done = shares_[static_cast<size_t>(thread)].done;
    done.store(done.load(std::memory_order_relaxed) + 1,
               std::memory_order_relaxed);
  }

  // How many have been made.
  int64_t Done() const;

 private:
  struct alignas(kCacheLine) Share {
    int64_t claimed = 0;           // playouts to be made
    std::atomic<int64_t> done{0};  // those made
  };

  std::vector<Share> shares_;
  int64_t most_ = 0;
  // What all threads write to, apart from what they read.
  alignas(kCacheLine) std::atomic<int64_t> claimed_{0};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_QUOTA_H_
