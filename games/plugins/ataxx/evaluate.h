// The plain evaluation of Ataxx: pieces count.

#pragma once

#include <bit>
#include <cstdint>

namespace boardwalk::ataxx {

// Sets of squares: bit row * 8 + column, from the bottom left; the eighth bit
// of a row and all beyond the seventh row are empty.
using Squares = uint64_t;
constexpr Squares kBoard = 0x7f7f7f7f7f7f7f;

// The squares and their eight neighbours.
constexpr Squares Around(Squares set) {
  const Squares wide = set | set << 1 | set >> 1;
  return (wide | wide << 8 | wide >> 8) & kBoard;
}

// The squares up to two away.
constexpr Squares Near(Squares set) { return Around(Around(set)); }

// Points that multiply the odds by e. The fewer squares are empty, the more a
// piece decides.
inline int PointsAt(int pieces) { return 150 + 57 * (49 - pieces); }

inline int Lead(Squares own, Squares other) {
  return 100 * (std::popcount(own) - std::popcount(other));
}

// What a move gains: a jump leaves a square, so it gains one piece less.
inline int Gain(int square, bool grows, Squares own, Squares other) {
  const Squares around = Around(Squares{1} << square);
  return 200 * std::popcount(around & other) + 5 * std::popcount(around & own) +
         (grows ? 100 : 0);
}

}  // namespace boardwalk::ataxx
