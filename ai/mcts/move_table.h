// What became of moves wherever they were made: the memory of RAVE and of
// progressive history. A hash table of fixed size that forgets the least used.

#ifndef BOARDWALK_AI_MCTS_MOVE_TABLE_H_
#define BOARDWALK_AI_MCTS_MOVE_TABLE_H_

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "framework/player.h"

namespace boardwalk::ai {

// Threads add to it and read it without locks; what two add to one entry at the
// same time may lose one of the two.
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

  // The name of a move by `seat`; with `place`, a hash, of the move as seen
  // from there.
  uint64_t Key(AnyMove move, int seat, uint64_t place = 0) const;

  Record Find(uint64_t key) const;
  void Add(uint64_t key, double value);

 private:
  struct Entry {
    std::atomic<uint32_t> tag{0};
    std::atomic<uint32_t> count{0};
    std::atomic<int64_t> total{0};
  };
  static constexpr int kEntriesABucket = 4;
  struct alignas(64) Bucket {
    Entry entries[kEntriesABucket];
  };
  struct Release {
    void operator()(void* memory) const { std::free(memory); }
  };

  Bucket& BucketOf(uint64_t key) const {
    return buckets_[key & (num_buckets_ - 1)];
  }

  uint64_t num_buckets_ = 0;  // a power of 2
  std::unique_ptr<void, Release> memory_;
  Bucket* buckets_ = nullptr;  // the first place in memory_ that is aligned
  uint64_t epoch_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MOVE_TABLE_H_
