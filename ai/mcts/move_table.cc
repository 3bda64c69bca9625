#include "ai/mcts/move_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ai/mcts/node.h"
#include "framework/random.h"

namespace boardwalk::ai {

// What nobody has written to costs nothing yet, and is all zero, as an empty
// entry is.
MoveTable::MoveTable(int64_t bytes) {
  const auto within = static_cast<uint64_t>(std::max<int64_t>(bytes, 0));
  const uint64_t buckets =
      within < 2 * sizeof(Bucket) ? 0 : within / sizeof(Bucket) - 1;
  if (buckets == 0) return;
  num_buckets_ = std::bit_floor(buckets);
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

uint64_t MoveTable::Key(AnyMove move, int seat, uint64_t place) const {
  return Mix64(Mix64(move.bits) + static_cast<uint64_t>(seat) +
               (place ^ Mix64(epoch_)));
}

MoveTable::Record MoveTable::Find(uint64_t key) const {
  if (num_buckets_ == 0) return {};
  const auto tag = static_cast<uint32_t>(key >> 32);
  for (const Entry& entry : BucketOf(key).entries) {
    if (entry.tag.load(std::memory_order_relaxed) != tag) continue;
    const uint32_t count = entry.count.load(std::memory_order_relaxed);
    if (count == 0) return {};
    const auto total =
        static_cast<double>(entry.total.load(std::memory_order_relaxed));
    return {count, total / (kValueUnit * count)};
  }
  return {};
}

void MoveTable::Add(uint64_t key, double value) {
  if (num_buckets_ == 0) return;
  const auto tag = static_cast<uint32_t>(key >> 32);
  Entry* least = nullptr;
  uint32_t least_count = 0;
  const auto add = static_cast<int64_t>(value * kValueUnit);
  for (Entry& entry : BucketOf(key).entries) {
    const uint32_t count = entry.count.load(std::memory_order_relaxed);
    if (count > 0 && entry.tag.load(std::memory_order_relaxed) == tag) {
      entry.total.store(entry.total.load(std::memory_order_relaxed) + add,
                        std::memory_order_relaxed);
      entry.count.store(count + 1, std::memory_order_relaxed);
      return;
    }
    if (least == nullptr || count < least_count) {
      least = &entry;
      least_count = count;
    }
  }
  least->tag.store(tag, std::memory_order_relaxed);
  least->total.store(add, std::memory_order_relaxed);
  least->count.store(1, std::memory_order_relaxed);
}

}  // namespace boardwalk::ai
