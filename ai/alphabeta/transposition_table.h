// The transposition table: bounds on the scores of positions, and their best
// moves (Greenblatt, Eastlake, Crocker 1967; Slate, Atkin 1977).
//
// Example, given `uint64_t hash` and `int ply`:
//
//   TranspositionTable table(/*max_bytes=*/8 << 20);
//   table.NewSearch();
//   if (!table.Probe(hash, ply)) table.Store(hash, ply, {.score = 12});
//
// A bucket is a cache line of four entries; the high bits of the hash choose
// it:
//
//        0        8        16                                           64
//       +--------+--------+--------+--------+- - - - -+--------+--------+
//       | check  |  data  | check  |  data  |         | check  |  data  |
//       +--------+--------+--------+--------+- - - - -+--------+--------+
//
//   data:   bits  0..23  score + 2^23; wins and losses count plies from here
//                24..39  move, as its index in the list of legal moves
//                40..47  depth
//                48..49  bound      50  complete      56..61  generation
//   check:  hash ^ data
//
// Threads share it without a lock: an entry that two threads wrote at the same
// time fails its check and is not found (Hyatt, Mann 2002).

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ai/common/score.h"
#include "ai/common/zeroed_memory.h"

namespace boardwalk::ai {

// How a score bounds the true one.
enum class Bound : uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

class TranspositionTable {
 public:
  static constexpr uint16_t kNoMove = 0xffff;

  struct Entry {
    Score score = 0;  // for the side to move
    uint16_t move = kNoMove;
    int depth = 0;
    Bound bound = Bound::kNone;
    // Every variation ended within the search: the score holds at any depth.
    bool complete = false;
  };

  // As many buckets as fit into `max_bytes`, at least one; all empty. Pages of
  // memory are first used when an entry is stored there.
  explicit TranspositionTable(int64_t max_bytes);
  // Whether the memory could be allocated. If not, call nothing else.
  bool Ok() const { return memory_.Ok(); }

  int64_t bytes() const { return static_cast<int64_t>(count_) * kBucketBytes; }

  // Removes all entries.
  void Clear();
  // Starts a new generation. Older entries are still found; each generation of
  // age counts as four plies less of depth when one must be replaced.
  void NewSearch() { generation_ = (generation_ + 1) & kGenerationMask; }
  // The share of entries written in this generation, 0 to 1, from a sample.
  double Use() const;

  // Loads the bucket of `hash` into the cache.
  void Prefetch(uint64_t hash) const { __builtin_prefetch(BucketOf(hash)); }

  // The entry of the position with this hash, `ply` plies from the root, from
  // which wins and losses are counted. Thread-safe.
  std::optional<Entry> Probe(uint64_t hash, int ply) const;
  // Replaces the position's old entry, else the one of its bucket that is
  // worth least, by depth and age. Without a move, the position keeps that of
  // its old entry. Thread-safe.
  void Store(uint64_t hash, int ply, Entry entry);

 private:
  static constexpr size_t kEntries = 4;
  static constexpr size_t kBucketBytes = 64;
  static constexpr uint64_t kGenerationMask = 63;

  struct Slot {
    uint64_t check;
    uint64_t data;
  };
  struct alignas(kBucketBytes) Bucket {
    Slot slots[kEntries];
  };
  static_assert(sizeof(Bucket) == kBucketBytes);

  Bucket* BucketOf(uint64_t hash) const {
    // The high half of a product spreads hashes evenly over any count.
    __extension__ using Wide = unsigned __int128;
    return buckets_ + static_cast<size_t>(Wide{hash} * count_ >> 64);
  }
  static uint64_t Load(const uint64_t& word) {
    return std::atomic_ref<uint64_t>(const_cast<uint64_t&>(word))
        .load(std::memory_order_relaxed);
  }
  static void Save(uint64_t& word, uint64_t value) {
    std::atomic_ref<uint64_t>(word).store(value, std::memory_order_relaxed);
  }
  static int DepthOf(uint64_t data) {
    return static_cast<int>(data >> 40 & 0xff);
  }
  int AgeOf(uint64_t data) const {
    return static_cast<int>((generation_ - (data >> 56)) & kGenerationMask);
  }

  size_t count_;
  ZeroedMemory memory_;
  Bucket* const buckets_;  // memory_
  uint64_t generation_ = 0;
};

// Inline: it is a good part of what a search does at a node.
inline std::optional<TranspositionTable::Entry> TranspositionTable::Probe(
    uint64_t hash, int ply) const {
  for (const Slot& slot : BucketOf(hash)->slots) {
    const uint64_t data = Load(slot.data);
    if ((Load(slot.check) ^ data) != hash || data == 0) continue;
    Entry entry;
    entry.score = static_cast<Score>(data & 0xffffff) - (1 << 23);
    // A win at the greatest distance stays a win from further away.
    if (entry.score >= kWinScore - kMaxPly) {
      entry.score = std::max(entry.score - ply, kWinScore - kMaxPly);
    } else if (entry.score <= kMaxPly - kWinScore) {
      entry.score = std::min(entry.score + ply, kMaxPly - kWinScore);
    }
    entry.move = static_cast<uint16_t>(data >> 24);
    entry.depth = DepthOf(data);
    entry.bound = static_cast<Bound>(data >> 48 & 3);
    entry.complete = (data >> 50 & 1) != 0;
    return entry;
  }
  return std::nullopt;
}

}  // namespace boardwalk::ai
