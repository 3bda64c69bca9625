// The evaluation of one-jump checkers: weighted features of both sides, counted
// on whole sets of cells at once. Cells are numbered as in onejump.h.
//
// The weights come from logistic regression on the results of self-play games,
// rounded and then tuned by matches (README.md).

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "framework/linear_evaluation.h"

namespace boardwalk::onejump {

// All cells; the gaps are not among them.
inline constexpr uint64_t kBoard = 0x7fbfdfeff;

// What is counted for each side, as indices of kFeatures.
enum FeatureIndex {
  kMen,
  kTowers,
  kGuards,
  kSteps,
  kThreats,
  kTempo,
  kPassed,
  kExchange,
  kDistance,
  kEscape,
  kHeld,
  kFeatureCount
};
using Values = std::array<int, kFeatureCount>;

inline constexpr std::array<Feature, kFeatureCount> kFeatures = {{
    {"men", "pieces that are no towers", 100},
    {"towers", "towers", 140},
    // They keep enemies from becoming towers.
    {"guards", "pieces on their own first row", 24},
    // Who has none left has lost.
    {"steps", "steps to an empty cell", 8},
    {"threats", "enemies that could be captured", 20},
    {"tempo", "the turn", 5},
    {"passed", "pieces that have passed all enemies", 45},
    // A lead grows with every piece that has left the board, so that the side
    // ahead exchanges pieces.
    {"exchange", "the lead, a tower counts two, times the pieces gone", 6},
    // With few pieces left, the side ahead hunts the enemies.
    {"distance", "few pieces left: rings around enemies, towers outside", -4},
    {"escape", "few pieces left: steps of the enemies of who is ahead", -4},
    {"held", "few pieces left: their towers in the middle", -20},
}};
inline constexpr Values kWeights = WeightsOf(kFeatures);

inline constexpr uint64_t kTopRow = 0xf;
inline constexpr uint64_t kBottomRow = uint64_t{0xf} << 31;
inline constexpr int kFullBoard = 24;
inline constexpr int kFewPieces = 10;
inline constexpr int kHuntRings = 4;
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

// Calls `count(feature, value)` for the features of the hunt by the side ahead,
// whose towers are `hunters`. `steps` are those of the enemies; `sign` is 1 if
// black is ahead, else -1.
template <typename Counter>
inline void CountHunt(uint64_t hunters, uint64_t enemies, uint64_t towers,
                      int steps, int sign, Counter& count) {
  int outside = 0;
  uint64_t near = enemies;
  for (int ring = 0; ring < kHuntRings; ++ring) {
    near |= Above(near) | Below(near);
    outside += std::popcount(hunters & ~near);
  }
  count(kDistance, sign * outside);
  count(kEscape, sign * steps);
  count(kHeld, sign * std::popcount(enemies & towers & kMiddle));
}

// Calls `count(feature, value)` with how much more black has of each feature,
// except for those of the hunt if there is none. The sets are those of `State`,
// `towers` possibly known to be empty; `tempo` is 1 if it is black's turn, else
// -1.
template <typename Counter>
[[gnu::always_inline]] inline void Count(uint64_t black, uint64_t white,
                                         uint64_t towers, int tempo,
                                         Counter& count) {
  const uint64_t empty = kBoard & ~(black | white);
  const uint64_t black_pieces = black & ~towers;
  const uint64_t white_pieces = white & ~towers;
  const Movers black_movers = {black, black & towers};
  const Movers white_movers = {white & towers, white};

  const int black_steps = Steps(black_movers, empty);
  const int white_steps = Steps(white_movers, empty);
  count(kTempo, tempo);
  count(kSteps, black_steps - white_steps);
  count(kThreats, std::popcount(Captives(black_movers, white, empty)) -
                      std::popcount(Captives(white_movers, black, empty)));
  count(kGuards, std::popcount(black_pieces & kBottomRow) -
                     std::popcount(white_pieces & kTopRow));
  count(kPassed,
        CountBefore(black_pieces, white) - CountAfter(white_pieces, black));
  const int tower_lead =
      std::popcount(black & towers) - std::popcount(white & towers);
  const int black_count = std::popcount(black);
  const int white_count = std::popcount(white);
  const int left = black_count + white_count;
  const int lead = black_count - white_count + tower_lead;
  count(kMen, lead - 2 * tower_lead);
  count(kTowers, tower_lead);
  count(kExchange, lead * (kFullBoard - left));
  if (left <= kFewPieces && lead > 0) [[unlikely]] {
    CountHunt(black & towers, white, towers, white_steps, 1, count);
  } else if (left <= kFewPieces && lead < 0) [[unlikely]] {
    CountHunt(white & towers, black, towers, black_steps, -1, count);
  }
}

// How much better black stands than white.
[[gnu::always_inline]] inline int Advantage(uint64_t black, uint64_t white,
                                            uint64_t towers, int tempo,
                                            const Values& weights) {
  int value = 0;
  const auto weigh = [&](FeatureIndex feature, int count) {
    value += weights[feature] * count;
  };
  // Without towers, as in most of the game, this saves a third of the work.
  if (towers == 0) {
    Count(black, white, 0, tempo, weigh);
  } else {
    Count(black, white, towers, tempo, weigh);
  }
  return value;
}

}  // namespace boardwalk::onejump
