// What became of moves wherever they were made: the memory of RAVE and of
// progressive history. A hash table of fixed size that forgets the least used.

#ifndef BOARDWALK_AI_MCTS_MOVE_TABLE_H_
#define BOARDWALK_AI_MCTS_MOVE_TABLE_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "ai/mcts/node.h"
#include "framework/game.h"
#include "framework/player.h"
#include "framework/random.h"

namespace boardwalk::ai {

// Threads add to it and read it without locks; of what two add to one entry at
// the same time one may be lost, or a mean be wrong until the entry is
// replaced.
class MoveTable {
 public:
  // What is known of a move: how often it was made, and what that was worth on
  // average, in [-1, 1], to who made it.
  struct Record {
    uint32_t count = 0;
    double mean = 0;
  };

  // The largest table within `bytes`; none at all for less than one bucket.
  // `Ok` tells whether the machine had as much.
  explicit MoveTable(int64_t bytes);
  bool Ok() const { return num_buckets_ == 0 || buckets_ != nullptr; }

  // Forgets all. Takes no time: entries of the past are taken for strangers.
  void Clear() { ++epoch_; }
  // Forgets all, and that there ever was a past.
  void Wipe();

  // What all moves of a seat have in common; with `place`, a hash, all of its
  // moves as seen from there.
  uint64_t Origin(int seat, uint64_t place = 0) const {
    return Mix64(Mix64(epoch_ * kMaxPlayers + static_cast<uint64_t>(seat)) ^
                 place);
  }
  // The name of such a move.
  static uint64_t Key(AnyMove move, uint64_t origin) {
    return Mix64(move.bits ^ origin);
  }

  // Asked for every child of every node on the way down.
  Record Find(uint64_t key) const {
    if (num_buckets_ == 0) return {};
    const Bucket& bucket = BucketOf(key);
    const size_t at = bucket.At(TagOf(key));
    const uint32_t count = bucket.counts[at].load(std::memory_order_relaxed);
    if (bucket.tags[at].load(std::memory_order_relaxed) != TagOf(key) ||
        count == 0) {
      return {};
    }
    const auto total =
        static_cast<double>(bucket.totals[at].load(std::memory_order_relaxed));
    // Two threads that took one entry for different moves may have left a count
    // and a total that do not belong together.
    return {count, std::clamp(total / (kValueUnit * count), -1.0, 1.0)};
  }
  void Add(uint64_t key, double value);

 private:
  static constexpr size_t kEntriesABucket = 4;
  struct alignas(64) Bucket {
    std::array<std::atomic<uint32_t>, kEntriesABucket> tags;
    std::array<std::atomic<uint32_t>, kEntriesABucket> counts;
    std::array<std::atomic<int64_t>, kEntriesABucket> totals;

    // The entry with this tag, else the first: without a branch, which would be
    // guessed wrongly.
    size_t At(uint32_t tag) const {
      size_t at = 0;
      for (size_t i = 1; i < kEntriesABucket; ++i) {
        at = tags[i].load(std::memory_order_relaxed) == tag ? i : at;
      }
      return at;
    }
    size_t LeastUsed() const {
      size_t least = 0;
      for (size_t i = 1; i < kEntriesABucket; ++i) {
        if (counts[i].load(std::memory_order_relaxed) <
            counts[least].load(std::memory_order_relaxed)) {
          least = i;
        }
      }
      return least;
    }
  };
  struct Release {
    void operator()(void* memory) const { std::free(memory); }
  };

  // The bucket takes the high bits of the key, the tag the low ones.
  static uint32_t TagOf(uint64_t key) { return static_cast<uint32_t>(key); }
  Bucket& BucketOf(uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<size_t>(Wide{key} * num_buckets_ >> 64)];
  }

  uint64_t num_buckets_ = 0;
  std::unique_ptr<void, Release> memory_;
  Bucket* buckets_ = nullptr;  // the first place in memory_ that is aligned
  uint64_t epoch_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MOVE_TABLE_H_
