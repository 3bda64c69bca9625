// How many moves a side needs to fill the far camp when the other side is not
// on the board, for every placement of its six pieces: the table behind the
// evaluation `table`. 37.5 MB, computed by `boardwalk prepare chinese8`.

#ifndef BOARDWALK_GAMES_CHINESE8_DISTANCES_H_
#define BOARDWALK_GAMES_CHINESE8_DISTANCES_H_

#include <array>
#include <bit>
#include <cstdint>

#include "framework/tables/distance_table.h"
#include "framework/tables/prepared_table.h"
#include "games/chinese8/reach.h"

namespace boardwalk::chinese8 {

// Blue's pieces alone.
struct LoneBoard {
  static constexpr int kCells = 64;
  static constexpr int kPieces = kPiecesPerSeat;
  static constexpr int kBits = 4;

  static uint64_t Goal() { return 0xe0c0800000000000u; }
  static void Destinations(uint64_t pieces, std::array<uint64_t, kPieces>& to) {
    std::array<uint64_t, 8> from{}, reached;
    uint64_t left = pieces;
    for (int i = 0; i < kPieces; ++i, left &= left - 1) {
      from[i] = left & (~left + 1);
    }
    AllDestinations<kNativeLanes>(pieces, from, reached);
    for (int i = 0; i < kPieces; ++i) to[i] = reached[i];
  }
};

// Red's pieces as Blue sees its own: the board turned by half a circle, in
// which cell 63 - c takes the place of c.
inline uint64_t TurnedRound(uint64_t cells) {
  cells = __builtin_bswap64(cells);
  cells =
      (cells & 0x0f0f0f0f0f0f0f0fu) << 4 | (cells >> 4 & 0x0f0f0f0f0f0f0f0fu);
  cells =
      (cells & 0x3333333333333333u) << 2 | (cells >> 2 & 0x3333333333333333u);
  return (cells & 0x5555555555555555u) << 1 |
         (cells >> 1 & 0x5555555555555555u);
}

// The file, and how it is computed.
Preparation DistancePreparation();

}  // namespace boardwalk::chinese8

#endif  // BOARDWALK_GAMES_CHINESE8_DISTANCES_H_
