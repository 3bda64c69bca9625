#include "ai/alphabeta/transposition_table.h"

#include <algorithm>
#include <cstring>

namespace boardwalk::ai {

TranspositionTable::TranspositionTable(int64_t max_bytes)
    : count_(std::max<size_t>(
          static_cast<size_t>(std::max<int64_t>(max_bytes, 0)) / kBucketBytes,
          1)),
      memory_(count_ * kBucketBytes),
      buckets_(reinterpret_cast<Bucket*>(memory_.start())) {}

void TranspositionTable::Clear() {
  std::memset(static_cast<void*>(buckets_), 0, count_ * kBucketBytes);
  generation_ = 0;
}

double TranspositionTable::Use() const {
  const size_t sample = std::min<size_t>(count_, 250);
  size_t used = 0;
  for (size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : buckets_[i * (count_ / sample)].slots) {
      const uint64_t data = Load(slot.data);
      used += data != 0 && AgeOf(data) == 0 ? 1 : 0;
    }
  }
  return static_cast<double>(used) / static_cast<double>(sample * kEntries);
}

void TranspositionTable::Store(uint64_t hash, int ply, Entry entry) {
  Bucket& bucket = *BucketOf(hash);
  Slot* worst = nullptr;
  int worst_worth = 0;
  for (Slot& slot : bucket.slots) {
    const uint64_t data = Load(slot.data);
    if (data != 0 && (Load(slot.check) ^ data) == hash) {
      // The same position: overwritten, even if it was searched deeper.
      if (entry.move == kNoMove) {
        entry.move = static_cast<uint16_t>(data >> 24);
      }
      worst = &slot;
      break;
    }
    // A generation counts as much as four plies.
    const int worth = data == 0 ? -1000 : DepthOf(data) - 4 * AgeOf(data);
    if (worst == nullptr || worth < worst_worth) {
      worst = &slot;
      worst_worth = worth;
    }
  }
  Score score = entry.score;
  if (score >= kWinScore - kMaxPly) score += ply;
  if (score <= kMaxPly - kWinScore) score -= ply;
  const uint64_t data =
      static_cast<uint64_t>(score + (1 << 23)) |
      static_cast<uint64_t>(entry.move) << 24 |
      static_cast<uint64_t>(std::clamp(entry.depth, 0, 255)) << 40 |
      static_cast<uint64_t>(entry.bound) << 48 |
      static_cast<uint64_t>(entry.complete ? 1 : 0) << 50 | generation_ << 56;
  Save(worst->data, data);
  Save(worst->check, hash ^ data);
}

}  // namespace boardwalk::ai
