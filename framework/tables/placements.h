// Ways to place equal pieces on the cells of a board, numbered.
//
//   using Six = Placements<64, 6>;
//   const uint32_t number = Six::Rank(pieces);  // 0 to Six::kCount - 1
//   Six::AtRank(number) == pieces;
//
// The combinatorial number system (Lehmer, *The Machine Tools of
// Combinatorics*, 1964): the set {c0 < c1 < ...} has the number C(c0, 1) +
// C(c1, 2) + ... A smaller number is a smaller word, so a move of the lower
// pieces changes the number little.

#ifndef BOARDWALK_FRAMEWORK_TABLES_PLACEMENTS_H_
#define BOARDWALK_FRAMEWORK_TABLES_PLACEMENTS_H_

#include <array>
#include <bit>
#include <cstdint>

#include "framework/bits.h"

namespace boardwalk {

template <int kCells, int kPieces>
class Placements {
  static_assert(1 <= kPieces && kPieces < kCells && kCells <= 64);

 public:
  // C(n, k), exact for all that is in use here.
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

  // What a piece on `cell` adds that has `below` pieces on lower cells.
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
        // What is needed is less than kCount, the rest never read.
        terms[below][cell] = static_cast<uint32_t>(Choose(cell, below + 1));
      }
    }
    return terms;
  }();
};

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_TABLES_PLACEMENTS_H_
