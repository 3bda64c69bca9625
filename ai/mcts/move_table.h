// Statistics of moves regardless of where they were made, for RAVE and
// progressive history: a hash table of fixed size that replaces the least used
// entries.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ai/common/zeroed_memory.h"
#include "ai/mcts/node.h"
#include "framework/game.h"
#include "framework/player.h"
#include "framework/random.h"

namespace boardwalk::ai {

// Find and Add are thread-safe without locks. If two threads add to one entry
// at the same time, one addition may be lost, or the mean be wrong until the
// entry is replaced.
class MoveTable {
 public:
  struct Record {
    uint32_t count = 0;  // how often the move was made
    double mean = 0;     // value for the seat that made it, in [-1, 1]
  };

  // The largest table within `bytes`. With less than one bucket the table
  // stores nothing.
  explicit MoveTable(int64_t bytes) {
    const auto limit = static_cast<uint64_t>(std::max<int64_t>(bytes, 0));
    if (limit < 2 * sizeof(Bucket)) return;
    // One fewer than fit. The number says where moves are found, so another
    // one would make other games.
    num_buckets_ = limit / sizeof(Bucket) - 1;
    memory_ = ZeroedMemory(num_buckets_ * sizeof(Bucket));
    buckets_ = reinterpret_cast<Bucket*>(memory_.start());
  }
  // False if the machine does not have the memory.
  bool Ok() const { return num_buckets_ == 0 || buckets_ != nullptr; }

  // Makes the table empty, in constant time: keys of old epochs never match.
  void Clear() { ++epoch_; }
  // Restores the state after construction; needed for reproducible searches.
  void Reset() {
    epoch_ = 0;
    if (buckets_ == nullptr) return;
    std::memset(static_cast<void*>(buckets_), 0, num_buckets_ * sizeof(Bucket));
  }

  // What the keys of all moves of a seat share; with the hash of a position,
  // of all its moves in the playouts that passed that position.
  uint64_t Origin(int seat, uint64_t position = 0) const {
    return Mix64(Mix64(epoch_ * kMaxPlayers + static_cast<uint64_t>(seat)) ^
                 position);
  }
  static uint64_t Key(AnyMove move, uint64_t origin) {
    return Mix64(move.bits ^ origin);
  }

  // Called for every child at every step down the tree.
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
    // Count and total disagree if two threads replaced the entry at the same
    // time for different moves.
    return {count, std::clamp(total / (kValueUnit * count), -1.0, 1.0)};
  }

  void Add(uint64_t key, double value) {
    if (num_buckets_ == 0) return;
    Bucket& bucket = BucketOf(key);
    const uint32_t tag = TagOf(key);
    size_t at = bucket.At(tag);
    uint32_t count = bucket.counts[at].load(std::memory_order_relaxed);
    int64_t total = bucket.totals[at].load(std::memory_order_relaxed);
    if (count == 0 || bucket.tags[at].load(std::memory_order_relaxed) != tag) {
      at = bucket.LeastUsed();
      count = 0;
      total = 0;
      bucket.tags[at].store(tag, std::memory_order_relaxed);
    }
    bucket.totals[at].store(total + static_cast<int64_t>(value * kValueUnit),
                            std::memory_order_relaxed);
    bucket.counts[at].store(count + 1, std::memory_order_relaxed);
  }

 private:
  static constexpr size_t kBucketSize = 4;
  struct alignas(64) Bucket {
    std::array<std::atomic<uint32_t>, kBucketSize> tags;
    std::array<std::atomic<uint32_t>, kBucketSize> counts;
    std::array<std::atomic<int64_t>, kBucketSize> totals;

    // The entry with this tag, else the first. Branchless, since a branch would
    // be mispredicted.
    size_t At(uint32_t tag) const {
      size_t at = 0;
      for (size_t i = 1; i < kBucketSize; ++i) {
        at = tags[i].load(std::memory_order_relaxed) == tag ? i : at;
      }
      return at;
    }
    size_t LeastUsed() const {
      size_t least = 0;
      for (size_t i = 1; i < kBucketSize; ++i) {
        if (counts[i].load(std::memory_order_relaxed) <
            counts[least].load(std::memory_order_relaxed)) {
          least = i;
        }
      }
      return least;
    }
  };

  // The high bits of a key select the bucket; the low bits are the tag.
  static uint32_t TagOf(uint64_t key) { return static_cast<uint32_t>(key); }
  Bucket& BucketOf(uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<size_t>(Wide{key} * num_buckets_ >> 64)];
  }

  uint64_t num_buckets_ = 0;
  ZeroedMemory memory_;
  Bucket* buckets_ = nullptr;  // memory_
  uint64_t epoch_ = 0;
};

}  // namespace boardwalk::ai
