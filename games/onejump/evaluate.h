// What a position of one-jump checkers is worth to a search.

#ifndef BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_
#define BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_

#include <bit>
#include <cstdint>

namespace boardwalk::onejump {

// A piece counts 100 and a tower three times that, as in the document's board
// cost; a piece gains 4 with each row it has advanced. So no side has more than
// 3,600.
inline constexpr int kPieceValue = 100;
inline constexpr int kTowerValue = 300;
inline constexpr int kRowValue = 4;

// Rows with an odd index, with index 2, 3, 6 or 7, and with index 4 to 7, the
// top row having index 0: the binary digits of a cell's row.
inline constexpr uint64_t kRowDigit1 = 0x783c1e0f0;
inline constexpr uint64_t kRowDigit2 = 0x7f801fe00;
inline constexpr uint64_t kRowDigit4 = 0x7fbfc0000;

// The sum of the row indices of `cells`.
inline int SumOfRows(uint64_t cells) {
  return std::popcount(cells & kRowDigit1) +
         2 * std::popcount(cells & kRowDigit2) +
         4 * std::popcount(cells & kRowDigit4);
}

// How much better black stands than white; the sets are those of `State`.
inline int Advantage(uint64_t black, uint64_t white, uint64_t towers) {
  const uint64_t black_pieces = black & ~towers;
  const uint64_t white_pieces = white & ~towers;
  const int pieces = std::popcount(black_pieces) - std::popcount(white_pieces);
  const int tower_lead =
      std::popcount(black & towers) - std::popcount(white & towers);
  const int black_rows =
      7 * std::popcount(black_pieces) - SumOfRows(black_pieces);
  return kPieceValue * pieces + kTowerValue * tower_lead +
         kRowValue * (black_rows - SumOfRows(white_pieces));
}

}  // namespace boardwalk::onejump

#endif  // BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_
