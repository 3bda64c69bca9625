// The evaluation of one-jump checkers: weighted features of both sides, counted
// on whole sets of cells at once. Cells are numbered as in onejump.h.
//
// The weights come from logistic regression on the results of self-play games,
// rounded and then tuned by matches (README.md).

#ifndef BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_
#define BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_

#include <bit>
#include <cstdint>

namespace boardwalk::onejump {

// All cells; the gaps are not among them.
inline constexpr uint64_t kBoard = 0x7fbfdfeff;

inline constexpr int kPieceValue = 100;
inline constexpr int kTowerValue = 140;
// A piece on its own first row, which keeps enemies from becoming towers.
inline constexpr int kGuardValue = 24;
inline constexpr uint64_t kTopRow = 0xf;
inline constexpr uint64_t kBottomRow = uint64_t{0xf} << 31;
// An empty cell that a piece can step to: who has none left has lost.
inline constexpr int kStepValue = 8;
// An enemy that the side could capture if it were its turn; and the turn.
inline constexpr int kThreatValue = 20;
inline constexpr int kTempoValue = 5;
// A piece that has passed all enemies.
inline constexpr int kPassedValue = 45;
// A lead (a tower counts two) grows by this with every piece that has left the
// board, so that the side ahead exchanges pieces.
inline constexpr int kExchangeValue = 6;
inline constexpr int kFullBoard = 24;
// With so few pieces left, the side ahead hunts the enemies. It pays for each
// ring around them that its towers are outside of, for the steps left to them,
// and for their towers in the middle.
inline constexpr int kFewPieces = 10;
inline constexpr int kHuntRings = 4;
inline constexpr int kDistanceValue = 4;
inline constexpr int kEscapeValue = 4;
inline constexpr int kMiddleValue = 20;
// Columns C to F of rows 3 to 6.
inline constexpr uint64_t kMiddle = 0x198cc00;

inline constexpr uint64_t Above(uint64_t cells) {
  return (cells >> 4 | cells >> 5) & kBoard;
}
inline constexpr uint64_t Below(uint64_t cells) {
  return (cells << 4 | cells << 5) & kBoard;
}

// A side as the sets of its pieces that can go up, and down.
struct Movers {
  uint64_t up;
  uint64_t down;
};

// The number of steps.
inline int Steps(const Movers& movers, uint64_t empty) {
  return std::popcount(movers.up & empty << 5) +
         std::popcount(movers.up & empty << 4) +
         std::popcount(movers.down & empty >> 4) +
         std::popcount(movers.down & empty >> 5);
}

// Those of `victims` that can be captured.
inline uint64_t Captives(const Movers& movers, uint64_t victims,
                         uint64_t empty) {
  return victims &
         ((movers.up >> 5 & empty << 5) | (movers.up >> 4 & empty << 4) |
          (movers.down << 4 & empty >> 4) | (movers.down << 5 & empty >> 5));
}

// How many of `cells` come before the first of `others` in their order, row by
// row; after the last. All if there are no others.
inline int CountBefore(uint64_t cells, uint64_t others) {
  return std::popcount(cells & ~others & (others - 1));
}
inline int CountAfter(uint64_t cells, uint64_t others) {
  return std::popcount(cells >> std::bit_width(others));
}

// What the side ahead, whose towers are `hunters`, pays in the hunt. `steps`
// are those of the enemies.
inline int HuntCost(uint64_t hunters, uint64_t enemies, uint64_t towers,
                    int steps) {
  int outside = 0;
  uint64_t near = enemies;
  for (int ring = 0; ring < kHuntRings; ++ring) {
    near |= Above(near) | Below(near);
    outside += std::popcount(hunters & ~near);
  }
  return kDistanceValue * outside + kEscapeValue * steps +
         kMiddleValue * std::popcount(enemies & towers & kMiddle);
}

// Advantage, with `towers` possibly known to be empty.
[[gnu::always_inline]] inline int Weigh(uint64_t black, uint64_t white,
                                        uint64_t towers, int tempo) {
  const uint64_t empty = kBoard & ~(black | white);
  const uint64_t black_pieces = black & ~towers;
  const uint64_t white_pieces = white & ~towers;
  const Movers black_movers = {black, black & towers};
  const Movers white_movers = {white & towers, white};

  const int black_steps = Steps(black_movers, empty);
  const int white_steps = Steps(white_movers, empty);
  int value = kTempoValue * tempo + kStepValue * (black_steps - white_steps);
  value += kThreatValue * (std::popcount(Captives(black_movers, white, empty)) -
                           std::popcount(Captives(white_movers, black, empty)));
  value += kGuardValue * (std::popcount(black_pieces & kBottomRow) -
                          std::popcount(white_pieces & kTopRow));
  value += kPassedValue *
           (CountBefore(black_pieces, white) - CountAfter(white_pieces, black));
  const int tower_lead =
      std::popcount(black & towers) - std::popcount(white & towers);
  const int black_count = std::popcount(black);
  const int white_count = std::popcount(white);
  const int left = black_count + white_count;
  const int lead = black_count - white_count + tower_lead;
  value += kPieceValue * lead + (kTowerValue - 2 * kPieceValue) * tower_lead +
           kExchangeValue * lead * (kFullBoard - left);
  if (left <= kFewPieces && lead > 0) [[unlikely]] {
    value -= HuntCost(black & towers, white, towers, white_steps);
  } else if (left <= kFewPieces && lead < 0) [[unlikely]] {
    value += HuntCost(white & towers, black, towers, black_steps);
  }
  return value;
}

// How much better black stands than white; the sets are those of `State`, and
// `tempo` is 1 if it is black's turn, else -1.
inline int Advantage(uint64_t black, uint64_t white, uint64_t towers,
                     int tempo) {
  // Without towers, as in most of the game, this saves a third of the work.
  return towers == 0 ? Weigh(black, white, 0, tempo)
                     : Weigh(black, white, towers, tempo);
}

}  // namespace boardwalk::onejump

#endif  // BOARDWALK_GAMES_ONEJUMP_EVALUATE_H_
