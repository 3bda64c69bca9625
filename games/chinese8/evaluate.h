// What a position is worth: how far each piece has come, a straggler costing
// more than its share, and who has the move.

#ifndef BOARDWALK_GAMES_CHINESE8_EVALUATE_H_
#define BOARDWALK_GAMES_CHINESE8_EVALUATE_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "framework/game.h"

namespace boardwalk::chinese8 {

// For Blue, who goes from cell 0 to cell 63; Red's piece on a cell is worth
// what Blue's is on 63 - cell. At most 1012 apart, so six pieces a side stay
// within +-kMaxEvaluation.
consteval std::array<int16_t, 64> ProgressTable() {
  std::array<int16_t, 64> table{};
  for (int cell = 0; cell < 64; ++cell) {
    const int row = cell / 8, column = cell % 8;
    const int left = 14 - row - column;  // steps along rows and columns
    const int astray = row > column ? row - column : column - row;
    // The square makes the last piece's steps worth more than the first's, the
    // second term brings pieces back to the diagonal, where most jumps are.
    int value = -(2 * left * left + 40 * left) - 6 * astray;
    // The cells of the far camp are all to be filled, none much sooner.
    if (left <= 2) value = 60 - 6 * left;
    table[cell] = static_cast<int16_t>(value);
  }
  return table;
}

inline constexpr std::array<int16_t, 64> kProgress = ProgressTable();

// For Blue, what having the move is worth to whoever has it.
inline int Tempo(int to_move, int worth) {
  return to_move == 0 ? worth : -worth;
}

// The value for Blue by the cells alone. Who is to move has half a move more
// than the board shows: without it values go up and down with the plies
// searched, and what is found at a depth that is one off says little
// (README.md).
inline int ByCells(int progress, int to_move) {
  return progress + Tempo(to_move, 200);
}

// The value for Blue by the number of moves that each side needs if the other
// stays out of its way. The cells count besides: they decide between placements
// of the same distance, and know of stragglers that the other side will not let
// by. Having the move is half a move. The weights were found by matches: the
// ratio for alpha-beta, the scale for Monte-Carlo search.
inline int ByDistances(int blue, int red, int to_move, int progress) {
  constexpr int kMove = 800;
  constexpr int kShare = 3;
  return std::clamp(
      kMove * (red - blue) + Tempo(to_move, kMove / 2) + kShare * progress,
      -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace boardwalk::chinese8

#endif  // BOARDWALK_GAMES_CHINESE8_EVALUATE_H_
