#include "ai/mcts/move_table.h"

#include <algorithm>
#include <cstring>

namespace boardwalk::ai {

// What nobody has written to costs nothing yet, and is all zero, as an empty
// entry is.
MoveTable::MoveTable(int64_t bytes) {
  const auto within = static_cast<uint64_t>(std::max<int64_t>(bytes, 0));
  if (within < 2 * sizeof(Bucket)) return;
  num_buckets_ = within / sizeof(Bucket) - 1;  // one to align the others
  size_t space = (num_buckets_ + 1) * sizeof(Bucket);
  memory_.reset(std::calloc(space, 1));
  void* place = memory_.get();
  if (place == nullptr) return;
  buckets_ = static_cast<Bucket*>(
      std::align(alignof(Bucket), num_buckets_ * sizeof(Bucket), place, space));
}

void MoveTable::Wipe() {
  epoch_ = 0;
  if (buckets_ == nullptr) return;
  std::memset(static_cast<void*>(buckets_), 0, num_buckets_ * sizeof(Bucket));
}

void MoveTable::Add(uint64_t key, double value) {
  if (num_buckets_ == 0) return;
  Bucket& bucket = BucketOf(key);
  const uint32_t tag = TagOf(key);
  const auto add = static_cast<int64_t>(value * kValueUnit);
  size_t at = bucket.At(tag);
  uint32_t count = bucket.counts[at].load(std::memory_order_relaxed);
  int64_t total = bucket.totals[at].load(std::memory_order_relaxed);
  if (count == 0 || bucket.tags[at].load(std::memory_order_relaxed) != tag) {
    at = bucket.LeastUsed();
    count = 0;
    total = 0;
    bucket.tags[at].store(tag, std::memory_order_relaxed);
  }
  bucket.totals[at].store(total + add, std::memory_order_relaxed);
  bucket.counts[at].store(count + 1, std::memory_order_relaxed);
}

}  // namespace boardwalk::ai
