// How many moves the pieces of one side need to fill a goal when nobody else is
// on the board, by breadth-first search from the goal: for every placement, or
// for those that need few (NearDistances).
//
// Example of declarations:
//
//   struct Strip {  // one piece that steps along a row
//     static constexpr int kCells = 9;  // that pieces may stand on
//     static constexpr int kPieces = 1;
//     static constexpr int kBits = 4;  // for each distance, 4 or 8
//     uint64_t Goal() const { return 1; }
//     // to[i]: where the i-th lowest of `pieces` can move to. All moves can be
//     // taken back.
//     void Destinations(uint64_t pieces,
//                       std::array<uint64_t, kPieces>& to) const {
//       to[0] = (pieces << 1 | pieces >> 1) & 0x1ff;
//     }
//   };
//   absl::StatusOr<int> DistanceOf(uint64_t pieces) {
//     ASSIGN_OR_RETURN(const std::string packed,
//                      BuildDistances(Strip(), {.threads = 2}));
//     return DistanceAt<Strip>(packed.data(), pieces);
//   }
//   int NearDistanceOf(uint64_t pieces) {
//     const NearDistances<Strip> near(Strip(), /*farthest=*/5);
//     return near.At(pieces);  // near.kFar beyond 5
//   }
//
// Four bits a placement, two to a byte, the lower half first, or a byte each,
// in the order of Placements. So kBits is 4 where no distance is above 15.

#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/bits.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/tables/prepared_table.h"

namespace boardwalk {

// Ways to place equal pieces on the cells of a board, numbered.
//
// Example, given `uint64_t pieces`:
//
//   using Six = Placements<64, 6>;
//   const uint32_t number = Six::Rank(pieces);  // 0 to Six::kCount - 1
//   Six::AtRank(number) == pieces;
//
// The combinatorial number system (Lehmer, *The Machine Tools of
// Combinatorics*, 1964): the set {c0 < c1 < ...} has the number C(c0, 1) +
// C(c1, 2) + ... A smaller number is a smaller word, so a move of the lower
// pieces changes the number little.
template <int kCells, int kPieces>
class Placements {
  static_assert(1 <= kPieces && kPieces < kCells && kCells <= 64);

 public:
  // C(n, k), exact for all arguments used here.
  static constexpr uint64_t Choose(int n, int k) {
    uint64_t ways = 1;
    for (int i = 1; i <= k; ++i) {
      ways = ways * static_cast<uint64_t>(n - k + i) / static_cast<uint64_t>(i);
    }
    return n < k ? 0 : ways;
  }

  static constexpr uint64_t kCount64 = Choose(kCells, kPieces);
  static_assert(kCount64 <= UINT32_MAX);
  static constexpr auto kCount = static_cast<uint32_t>(kCount64);

  // The part of the rank that a piece on `cell` has, with `below` pieces on
  // lower cells.
  static uint32_t Term(int below, int cell) { return kTerms[below][cell]; }

  // REQUIRES here and below: `set` is kPieces of the cells, `rank` < kCount.
  static uint32_t Rank(uint64_t set) {
    uint32_t rank = 0;
    for (int below = 0; below < kPieces; ++below) {
      rank += Term(below, PopLowest(set));
    }
    return rank;
  }

  static uint64_t AtRank(uint32_t rank) {
    uint64_t set = 0;
    int cell = kCells;
    for (int below = kPieces - 1; below >= 0; --below) {
      do {
        --cell;
      } while (Term(below, cell) > rank);
      rank -= Term(below, cell);
      set |= uint64_t{1} << cell;
    }
    return set;
  }

  // The set of the next rank; of no meaning after the last one. (Gosper, HAKMEM
  // item 175, 1972.)
  static uint64_t Next(uint64_t set) {
    const uint64_t lowest = set & (~set + 1);
    const uint64_t ripple = set + lowest;
    return ripple | ((set ^ ripple) >> 2 >> std::countr_zero(lowest));
  }

 private:
  static constexpr auto kTerms = [] {
    std::array<std::array<uint32_t, kCells>, kPieces> terms{};
    for (int below = 0; below < kPieces; ++below) {
      for (int cell = 0; cell < kCells; ++cell) {
        // The entries that are read are less than kCount.
        terms[below][cell] = static_cast<uint32_t>(Choose(cell, below + 1));
      }
    }
    return terms;
  }();
};

template <typename Board>
using PlacementsOn = Placements<Board::kCells, Board::kPieces>;

// The largest distance that fits; the search itself uses the other values.
template <typename Board>
inline constexpr int kMaxPackedDistance = Board::kBits == 4 ? 15 : 253;

// The bytes of a table.
template <typename Board>
inline constexpr uint64_t kPackedBytes =
    (PlacementsOn<Board>::kCount64 * Board::kBits + 7) / 8;

// The entry of a packed table.
template <typename Board>
int PackedAt(const char* packed, uint32_t rank) {
  static_assert(Board::kBits == 4 || Board::kBits == 8);
  if constexpr (Board::kBits == 8) {
    return static_cast<unsigned char>(packed[rank]);
  } else {
    const auto pair = static_cast<unsigned char>(packed[rank / 2]);
    return pair >> (4 * (rank & 1)) & 15;
  }
}

template <typename Board>
int DistanceAt(const char* packed, uint64_t pieces) {
  return PackedAt<Board>(packed, PlacementsOn<Board>::Rank(pieces));
}

namespace internal {

// The search, level by level. Within a level the threads take blocks of
// placements from a common counter. If several threads write one entry, they
// all write the same distance, so the result does not depend on their order.
template <typename Board>
class DistanceBuilder {
 public:
  using All = PlacementsOn<Board>;

  DistanceBuilder(const Board& board, const LongWork& work)
      : board_(board),
        work_(work),
        distances_(std::make_unique<std::atomic<uint8_t>[]>(All::kCount)) {}

  absl::StatusOr<std::string> Build() {
    for (uint32_t rank = 0; rank < All::kCount; ++rank) {
      distances_[rank].store(kUnknown, std::memory_order_relaxed);
    }
    distances_[All::Rank(board_.Goal())].store(0, std::memory_order_relaxed);
    uint32_t known = 0;
    for (uint8_t level = 0; known < All::kCount; ++level) {
      ASSIGN_OR_RETURN(const uint32_t found, ExpandLevel(level));
      if (work_.StopRequested()) return absl::CancelledError("interrupted");
      if (found == 0) {
        return absl::InternalError(
            "some placements have no way to the goal: there is no distance");
      }
      if (level > kMaxPackedDistance<Board>) {
        return Internal("some distances are above ", kMaxPackedDistance<Board>,
                        ": they do not fit in ", Board::kBits, " bits");
      }
      known += found;
    }
    return Pack();
  }

 private:
  static constexpr uint8_t kUnknown = 255;
  static constexpr uint32_t kBlock = 1 << 14;
  static constexpr uint32_t kBlocks = (All::kCount + kBlock - 1) / kBlock;

  // How many placements have the distance `level`; their neighbours get the
  // next one.
  absl::StatusOr<uint32_t> ExpandLevel(uint8_t level) {
    std::atomic<uint32_t> next{0}, found{0};
    std::atomic<bool> out_of_memory{false};
    const auto take_blocks = [&](bool reports) {
      for (uint32_t block; (block = next.fetch_add(1)) < kBlocks;) {
        if (work_.StopRequested()) return;
        const uint32_t in_block = ExpandBlock(block, level);
        found += in_block;
        expanded_ += in_block;
        if (reports && work_.progress) {
          work_.progress(static_cast<double>(expanded_) / All::kCount);
        }
      }
    };
    {
      // These join when they are destroyed, also where an exception passes.
      std::vector<std::jthread> others;
      for (int i = 1; i < work_.threads; ++i) {
        try {
          others.emplace_back([&] {
            try {
              take_blocks(/*reports=*/false);
            } catch (const std::bad_alloc&) {
              out_of_memory = true;
            }
          });
        } catch (const std::system_error& error) {
          next = kBlocks;  // nothing is left for those that run
          return ResourceExhausted("thread ", i + 1, " of ", work_.threads,
                                   " cannot be started (", error.what(),
                                   "); give fewer threads");
        }
      }
      take_blocks(/*reports=*/true);
    }
    if (out_of_memory) throw std::bad_alloc();
    return found;
  }

  uint32_t ExpandBlock(uint32_t block, uint8_t level) {
    const uint32_t end =
        block + 1 < kBlocks ? (block + 1) * kBlock : All::kCount;
    uint32_t found = 0;
    uint32_t at = block * kBlock;  // the rank of `pieces`
    uint64_t pieces = 0;
    for (uint32_t rank = at; rank < end; ++rank) {
      if (distances_[rank].load(std::memory_order_relaxed) != level) continue;
      // For a short distance stepping is cheaper than AtRank.
      if (pieces == 0 || rank - at > 16) {
        pieces = All::AtRank(rank);
      } else {
        for (; at < rank; ++at) pieces = All::Next(pieces);
      }
      at = rank;
      Expand(pieces, static_cast<uint8_t>(level + 1));
      ++found;
    }
    return found;
  }

  // Sets the distance of the placements one move from `pieces` that have none.
  void Expand(uint64_t pieces, uint8_t distance) {
    std::array<uint64_t, Board::kPieces> to;
    board_.Destinations(pieces, to);
    uint64_t left = pieces;
    for (int piece = 0; piece < Board::kPieces; ++piece) {
      const uint64_t rest = pieces & ~(left & (~left + 1));
      left &= left - 1;
      const std::array<uint32_t, Board::kPieces> bases = RankBases(rest);
      for (uint64_t cells = to[piece]; cells != 0;) {
        const uint64_t lower = (cells & (~cells + 1)) - 1;
        const int below = std::popcount(rest & lower);
        const uint32_t rank = bases[below] + All::Term(below, PopLowest(cells));
        if (distances_[rank].load(std::memory_order_relaxed) == kUnknown) {
          distances_[rank].store(distance, std::memory_order_relaxed);
        }
      }
    }
  }

  // [i]: what the pieces of `rest` add to the rank when one more piece is added
  // with i of them below it.
  static std::array<uint32_t, Board::kPieces> RankBases(uint64_t rest) {
    std::array<uint32_t, Board::kPieces> bases;
    std::array<int, Board::kPieces> cells;
    uint32_t base = 0;
    for (int i = 0; i + 1 < Board::kPieces; ++i) {
      cells[i] = PopLowest(rest);
      base += All::Term(i + 1, cells[i]);
    }
    bases[0] = base;
    for (int i = 0; i + 1 < Board::kPieces; ++i) {
      base += All::Term(i, cells[i]) - All::Term(i + 1, cells[i]);
      bases[i + 1] = base;
    }
    return bases;
  }

  std::string Pack() const {
    std::string packed(kPackedBytes<Board>, '\0');
    for (uint32_t rank = 0; rank < All::kCount; ++rank) {
      const unsigned distance =
          distances_[rank].load(std::memory_order_relaxed);
      constexpr uint32_t kPerByte = 8 / Board::kBits;
      char& byte = packed[rank / kPerByte];
      byte = static_cast<char>(static_cast<unsigned char>(byte) |
                               distance << (4 * (rank % kPerByte)));
    }
    return packed;
  }

  const Board& board_;
  const LongWork& work_;
  const std::unique_ptr<std::atomic<uint8_t>[]> distances_;
  std::atomic<uint64_t> expanded_{0};
};

}  // namespace internal

// The packed table of kPackedBytes<Board>; needs one more byte for each
// placement while it works. The same whatever the number of threads. Errors:
// stopped; no memory or no thread to be had (kResourceExhausted); placements
// from which the goal cannot be reached, or only in more moves than kBits hold,
// which are faults of `board`.
template <typename Board>
absl::StatusOr<std::string> BuildDistances(const Board& board,
                                           const LongWork& work) {
  try {
    return internal::DistanceBuilder<Board>(board, work).Build();
  } catch (const std::bad_alloc&) {
    return ResourceExhausted(
        "not enough memory: computing ", PlacementsOn<Board>::kCount,
        " distances takes ",
        PlacementsOn<Board>::kCount64 + kPackedBytes<Board>, " bytes");
  }
}

// The same for the placements that need few moves: by breadth-first search up
// to a distance, into a hash table. It is made in a moment.
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
