// Where pieces can go: all six of a player at once, on vectors with a lane for
// each piece.
//
// Every lane has its own occupancy, because a piece is lifted before it jumps.
// A jump of distance 2k along a line is identified by its middle cell: that
// cell is occupied, and the k cells on either side of it are on the board and
// empty. These sets of middles, twelve a lane, are computed once. Then repeated
// shifts move each piece along them until nothing new is reached.
//
// The vectors are the portable ones of GCC and Clang; only their width depends
// on the machine.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace boardwalk::chinese8 {

inline constexpr int kPiecesPerSeat = 6;

// How many pieces go into one vector.
#if defined(__AVX512F__)
inline constexpr int kNativeLanes = 8;
#elif defined(__AVX2__)
inline constexpr int kNativeLanes = 4;
#else
inline constexpr int kNativeLanes = 2;
#endif

template <int kLanes>
struct Lanes {
  using Vector [[gnu::vector_size(8 * kLanes)]] = uint64_t;
};

// Vectors are passed by reference: by value their calling convention would
// depend on the machine.
template <int kLanes>
inline bool AnySet(const typename Lanes<kLanes>::Vector& v) {
#ifdef __AVX512F__
  if constexpr (kLanes == 8) {
    const __m512i bits = reinterpret_cast<const __m512i&>(v);
    return _mm512_test_epi64_mask(bits, bits) != 0;
  }
#endif
#ifdef __AVX2__
  if constexpr (kLanes == 4) {
    const __m256i bits = reinterpret_cast<const __m256i&>(v);
    return _mm256_testz_si256(bits, bits) == 0;
  }
#endif
  uint64_t any = 0;
  for (int lane = 0; lane < kLanes; ++lane) any |= v[lane];
  return any != 0;
}

// The middles of the jumps along one line: [k - 1] for distance 2k.
template <int kLanes, int kStep>
struct Middles {
  using Vector = typename Lanes<kLanes>::Vector;
  // Columns with k columns on either side; a line along a column needs none.
  static constexpr bool kVertical = kStep == 8;
  static constexpr uint64_t kInside1 =
      kVertical ? ~uint64_t{0} : 0x7e7e7e7e7e7e7e7eu;
  static constexpr uint64_t kInside2 =
      kVertical ? ~uint64_t{0} : 0x3c3c3c3c3c3c3c3cu;
  static constexpr uint64_t kInside3 =
      kVertical ? ~uint64_t{0} : 0x1818181818181818u;

  explicit Middles(const Vector& empty) {
    const Vector at1 = (empty << kStep) & (empty >> kStep);
    const Vector at2 = (empty << 2 * kStep) & (empty >> 2 * kStep);
    const Vector at3 = (empty << 3 * kStep) & (empty >> 3 * kStep);
    one = ~empty & at1;
    if constexpr (!kVertical) one &= kInside1;
    two = one & at2;
    if constexpr (!kVertical) two &= kInside2;
    three = two & at3;
    if constexpr (!kVertical) three &= kInside3;
  }

  // Adds the cells that are one jump along this line away from `reached`. Both
  // ends of a jump are empty, so shifting back adds only cells already reached.
  void Extend(Vector& reached) const {
    const Vector over1 = ((reached << kStep) | (reached >> kStep)) & one;
    const Vector over2 =
        ((reached << 2 * kStep) | (reached >> 2 * kStep)) & two;
    const Vector over3 =
        ((reached << 3 * kStep) | (reached >> 3 * kStep)) & three;
    reached |= (over1 << kStep) | (over1 >> kStep) | (over2 << 2 * kStep) |
               (over2 >> 2 * kStep) | (over3 << 3 * kStep) |
               (over3 >> 3 * kStep);
  }

  Vector one, two, three;
};

// For each of `kLanes` pieces, a set of one cell each, the set of cells that it
// can move to; an empty set for an empty set. `occupied` is every piece on the
// board.
template <int kLanes>
inline void Destinations(uint64_t occupied,
                         const typename Lanes<kLanes>::Vector& pieces,
                         typename Lanes<kLanes>::Vector& destinations) {
  using Vector = typename Lanes<kLanes>::Vector;
  const Vector empty = pieces | ~occupied;
  const Middles<kLanes, 1> row(empty);
  const Middles<kLanes, 8> column(empty);
  const Middles<kLanes, 9> diagonal(empty);
  const Middles<kLanes, 7> antidiagonal(empty);
  Vector reached = pieces;
  Vector before;
  do {
    before = reached;
    row.Extend(reached);
    column.Extend(reached);
    diagonal.Extend(reached);
    antidiagonal.Extend(reached);
    before ^= reached;
  } while (AnySet<kLanes>(before));
  Vector near = pieces | ((pieces << 1) & 0xfefefefefefefefeu) |
                ((pieces >> 1) & 0x7f7f7f7f7f7f7f7fu);
  near |= (near << 8) | (near >> 8);
  destinations = (reached | (near & empty)) & ~pieces;
}

// The same for eight pieces, or fewer and empty sets, whatever the width.
template <int kLanes>
inline void AllDestinations(uint64_t occupied,
                            const std::array<uint64_t, 8>& pieces,
                            std::array<uint64_t, 8>& destinations) {
  for (int first = 0; first < kPiecesPerSeat; first += kLanes) {
    typename Lanes<kLanes>::Vector some, reached;
    for (int i = 0; i < kLanes; ++i) some[i] = pieces[first + i];
    Destinations<kLanes>(occupied, some, reached);
    std::memcpy(&destinations[first], &reached, sizeof(reached));
  }
}

}  // namespace boardwalk::chinese8
