// What a position is worth. `plain`: how far each piece has come, where a
// straggler costs more than its share, and who has the move. `table`: how many
// moves each side needs to fill the far camp when the other side is not on the
// board. The table holds that number for every placement of six pieces; it has
// 37.5 MB, and `boardwalk prepare chinese8` computes it.

#ifndef BOARDWALK_GAMES_CHINESE8_EVALUATE_H_
#define BOARDWALK_GAMES_CHINESE8_EVALUATE_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "framework/game.h"
#include "framework/tables/distance_table.h"
#include "framework/tables/prepared_table.h"
#include "games/chinese8/reach.h"

namespace boardwalk::chinese8 {

// For Blue, who goes from cell 0 to cell 63; Red's piece on a cell is worth
// what Blue's is on 63 - cell. The values differ by at most 1012, so six pieces
// a side stay within +-kMaxEvaluation.
consteval std::array<int16_t, 64> ProgressTable() {
  std::array<int16_t, 64> table{};
  for (int cell = 0; cell < 64; ++cell) {
    const int row = cell / 8, column = cell % 8;
    const int left = 14 - row - column;  // steps along rows and columns
    const int astray = row > column ? row - column : column - row;
    // Because of the square a step of the last piece counts more than one of
    // the first. The second term draws pieces to the diagonal, where most jumps
    // are.
    int value = -(2 * left * left + 40 * left) - 6 * astray;
    // All cells of the far camp must be filled, in no particular order.
    if (left <= 2) value = 60 - 6 * left;
    table[cell] = static_cast<int16_t>(value);
  }
  return table;
}

inline constexpr std::array<int16_t, 64> kProgress = ProgressTable();

// The value for Blue of having the move, which is worth `worth` to its owner.
inline int Tempo(int to_move, int worth) {
  return to_move == 0 ? worth : -worth;
}

// The value for Blue by the cells alone. The side to move is half a move ahead
// of what the board shows. Without this term, values of odd and even depths
// cannot be compared (README.md).
inline int ByCells(int progress, int to_move) {
  return progress + Tempo(to_move, 200);
}

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

// The table of distances: its file, and how it is computed.
Preparation DistancePreparation();

// The value for Blue by the number of moves that each side needs if the other
// stays out of its way. The cells count as well: they decide between placements
// of the same distance, and they see stragglers that the other side blocks.
// Having the move counts half a move. The weights were tuned by matches: the
// ratio for alpha-beta, the scale for Monte-Carlo tree search.
inline int ByDistances(int blue, int red, int to_move, int progress) {
  constexpr int kMove = 800;
  constexpr int kShare = 3;
  return std::clamp(
      kMove * (red - blue) + Tempo(to_move, kMove / 2) + kShare * progress,
      -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace boardwalk::chinese8

#endif  // BOARDWALK_GAMES_CHINESE8_EVALUATE_H_
