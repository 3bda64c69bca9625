// How many moves the pieces of one side need to fill a goal when nobody else is
// on the board, for the placements that need few: by breadth-first search from
// the goal up to a distance, into a hash table. It is made in a moment;
// distance_table.h has the distances of all placements.
//
// Example of declarations:
//
//   struct Strip {  // two pieces that step along a row
//     static constexpr int kCells = 40;  // that pieces may stand on
//     static constexpr int kPieces = 2;
//     uint64_t Goal() const { return 3; }
//     // to[i]: where the i-th lowest of `pieces` can move to. All moves can be
//     // taken back.
//     void Destinations(uint64_t pieces, std::array<uint64_t, 2>& to) const {
//       for (uint64_t& cells : to) {
//         const uint64_t piece = TakeLowest(pieces);
//         cells = (piece << 1 | piece >> 1) & ~pieces & ((1ull << 40) - 1);
//       }
//     }
//   };
//   int MovesFrom(uint64_t pieces) {
//     const NearDistances<Strip> near(Strip(), /*farthest=*/9);
//     return near.At(pieces);  // near.kFar beyond 9
//   }

#ifndef BOARDWALK_FRAMEWORK_TABLES_NEAR_DISTANCES_H_
#define BOARDWALK_FRAMEWORK_TABLES_NEAR_DISTANCES_H_

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/bits.h"
#include "framework/tables/distance_table.h"

namespace boardwalk {

template <typename Board>
class NearDistances {
 public:
  static constexpr int kMaxDistance = 14;
  // Of all placements that are farther away than the table reaches.
  static constexpr int kFar = 15;

  // Has the distances up to `farthest`. REQUIRES: 0 <= farthest <=
  // kMaxDistance. Throws std::bad_alloc.
  NearDistances(const Board& board, int farthest) {
    assert(0 <= farthest && farthest <= kMaxDistance);
    std::vector<uint64_t> level = {board.Goal()}, next;
    AddIfNew(board.Goal(), 0);
    for (int distance = 1; distance <= farthest; ++distance) {
      next.clear();
      for (const uint64_t pieces : level) {
        AddNeighbours(board, pieces, distance, next);
      }
      level.swap(next);
    }
  }

  // The distance of a placement, or kFar. Most calls wait for memory once.
  int At(uint64_t pieces) const {
    const uint32_t entry = entries_[Find(Tag(pieces))];
    return entry == 0 ? kFar : static_cast<int>(entry & kLow) - 1;
  }

  size_t placements() const { return placements_; }
  size_t bytes() const { return entries_.size() * sizeof(uint32_t); }

 private:
  using All = PlacementsOn<Board>;
  // An entry is the rank of a placement and, in the low bits, its distance + 1;
  // 0 is an empty one.
  static constexpr uint32_t kLow = 15;
  static_assert(All::kCount <= UINT32_MAX / (kLow + 1));

  static uint32_t Tag(uint64_t pieces) {
    return All::Rank(pieces) * (kLow + 1);
  }

  // Adds what is one move from `pieces` and new, also to `next`.
  void AddNeighbours(const Board& board, uint64_t pieces, int distance,
                     std::vector<uint64_t>& next) {
    std::array<uint64_t, Board::kPieces> to;
    board.Destinations(pieces, to);
    uint64_t left = pieces;
    for (uint64_t cells : to) {
      const uint64_t rest = pieces & ~TakeLowest(left);
      while (cells != 0) {
        const uint64_t moved = rest | TakeLowest(cells);
        if (AddIfNew(moved, distance)) next.push_back(moved);
      }
    }
  }

  bool AddIfNew(uint64_t pieces, int distance) {
    const uint32_t tag = Tag(pieces);
    uint32_t& entry = entries_[Find(tag)];
    if (entry != 0) return false;
    entry = tag | static_cast<uint32_t>(distance + 1);
    if (++placements_ > entries_.size() / 2) Grow();
    return true;
  }

  void Grow() {
    std::vector<uint32_t> old(entries_.size() * 2);
    old.swap(entries_);
    for (const uint32_t entry : old) {
      if (entry != 0) entries_[Find(entry)] = entry;
    }
  }

  // Where the entry of the placement with that tag, or the entry itself, is or
  // would be: linear probing from a multiplicative hash (Knuth, *Sorting and
  // Searching*, 1973).
  size_t Find(uint32_t tag) const {
    const int bits = std::countr_zero(entries_.size());
    size_t i = tag / (kLow + 1) * 0x9e3779b1u >> (32 - bits);
    while (entries_[i] != 0 && (entries_[i] ^ tag) > kLow) {
      i = (i + 1) & (entries_.size() - 1);
    }
    return i;
  }

  std::vector<uint32_t> entries_ = std::vector<uint32_t>(1 << 10);
  size_t placements_ = 0;
};

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_TABLES_NEAR_DISTANCES_H_
