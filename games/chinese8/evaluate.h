// What a position is worth. `plain`: a weighted sum of how far each piece has
// come, where a straggler costs more than its share, and of who has the move.
// `table`: how many moves each side needs to fill the far camp when the other
// side is not on the board. The table holds that number for every placement of
// six pieces; it has 37.5 MB, and `boardwalk prepare chinese8` computes it.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "framework/game.h"
#include "framework/linear_evaluation.h"
#include "framework/tables/distance_table.h"
#include "framework/tables/prepared_table.h"
#include "games/chinese8/reach.h"

namespace boardwalk::chinese8 {

// What is counted for each side, as indices of kFeatures. All but the last ones
// follow from the cells of the pieces alone.
enum FeatureIndex {
  kSquares,
  kSteps,
  kAstray,
  kHome,
  kInside,
  kStart,
  kTurn,
  kHops,
  kMoves,
  kLeap,
  kFeatureCount
};
using Values = std::array<int, kFeatureCount>;

// boardwalk tune chinese8 --player
//   alphabeta:weights=-16+-320+-48+480+-48+0+1600+0+0+0 --nodes 2000
//   --rounds 3000 --seed 0 --openings 6 --max-plies 1000 --fix moves,leap
inline constexpr int kWeightUnit = 8;
inline constexpr std::array<Feature, kFeatureCount> kFeatures = {{
    {"squares", "squares of the steps left, for pieces outside the camp", 1},
    {"steps", "steps along rows and columns left, outside the camp", -696},
    // Most jumps are near the diagonal.
    {"astray", "steps away from the diagonal, outside the camp", -382},
    // Less than they gain by the steps that they have not left.
    {"home", "pieces in the far camp", -836},
    {"inside", "steps left to the corner, inside the camp", -454},
    {"start", "pieces on cells where they began", -90},
    // The side to move is half a move ahead of what the board shows. Without
    // this, values of odd and even depths cannot be compared (README.md).
    {"turn", "having the move", 1165},
    {"hops", "jumps forward over a neighbour", 743},
    // These two take as long as listing the moves of both sides. They gain as
    // much as that costs (README.md).
    {"moves", "cells that the pieces can move to, whoever has the move", 0},
    {"leap", "the steps gained by the longest move", 0},
}};
inline constexpr Values kWeights = WeightsOf(kFeatures);

// Adds to `values` what Blue's piece on a cell, which goes from cell 0 to cell
// 63, counts. Red's piece on a cell counts as much as Blue's on 63 - cell.
constexpr void CountCell(int cell, int sign, Values& values) {
  const int row = cell / 8, column = cell % 8;
  const int left = 14 - row - column;  // steps along rows and columns
  if (left <= 2) {
    values[kHome] += sign;
    values[kInside] += sign * left;
    return;
  }
  values[kSquares] += sign * left * left;
  values[kSteps] += sign * left;
  values[kAstray] += sign * (row > column ? row - column : column - row);
  if (left >= 12) values[kStart] += sign;
}

// What that makes with these weights, in parts of kWeightUnit.
constexpr std::array<int, 64> WorthOfCells(const Values& weights) {
  std::array<int, 64> worth{};
  for (int cell = 0; cell < 64; ++cell) {
    Values values{};
    CountCell(cell, 1, values);
    for (int i = 0; i < kFeatureCount; ++i)
      worth[cell] += values[i] * weights[i];
  }
  return worth;
}

inline constexpr std::array<int, 64> kWorth = WorthOfCells(kWeights);
// For `table`: quadratic in the steps left, so that stragglers count, which the
// distances do not see behind other pieces.
inline constexpr std::array<int, 64> kWorthBesideTable =
    WorthOfCells({-16, -320, -48, 480, -48});

// The value for Blue of having the move, which is worth `worth` to its owner.
inline int Tempo(int to_move, int worth) {
  return to_move == 0 ? worth : -worth;
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

// The cells with each sum of row and column.
inline constexpr auto kDiagonals = [] {
  std::array<uint64_t, 15> diagonals{};
  for (int cell = 0; cell < 64; ++cell) {
    diagonals[cell / 8 + cell % 8] |= uint64_t{1} << cell;
  }
  return diagonals;
}();

// The greatest and the least row plus column of a set of cells.
inline int FarthestStep(uint64_t cells) {
  for (int step = 14; step > 0; --step) {
    if ((cells & kDiagonals[step]) != 0) return step;
  }
  return 0;
}
inline int NearestStep(uint64_t cells) {
  for (int step = 0; step < 14; ++step) {
    if ((cells & kDiagonals[step]) != 0) return step;
  }
  return 14;
}

// The jumps over a neighbour towards the far camp, for Blue and for Red.
inline int Hops(uint64_t own, uint64_t occupied, int seat) {
  constexpr uint64_t kNotFirst = 0xfefefefefefefefeu;  // columns
  constexpr uint64_t kNotLast = 0x7f7f7f7f7f7f7f7fu;
  const uint64_t empty = ~occupied;
  const auto along = [&](int step, uint64_t inside) {
    if (seat == 0) {
      return std::popcount((((own << step) & inside & occupied) << step) &
                           inside & empty);
    }
    return std::popcount((((own >> step) & inside & occupied) >> step) &
                         inside & empty);
  };
  const uint64_t inside = seat == 0 ? kNotFirst : kNotLast;
  return along(1, inside) + along(8, ~uint64_t{0}) + along(9, inside);
}

// Where all pieces of a seat could go.
struct Mobility {
  int moves = 0;
  int leap = 0;  // steps gained by the longest move
};
inline Mobility MobilityOf(uint64_t own, uint64_t occupied, int seat) {
  std::array<uint64_t, 8> from{}, to{};
  uint64_t left = own;
  for (int i = 0; i < kPiecesPerSeat; ++i, left &= left - 1) {
    from[i] = left & (~left + 1);
  }
  AllDestinations<kNativeLanes>(occupied, from, to);
  Mobility mobility;
  for (int i = 0; i < kPiecesPerSeat; ++i) {
    mobility.moves += std::popcount(to[i]);
    const int start = std::countr_zero(from[i]);
    const int at = start / 8 + start % 8;
    mobility.leap =
        std::max(mobility.leap, seat == 0 ? FarthestStep(to[i]) - at
                                          : at - NearestStep(to[i]));
  }
  return mobility;
}

// The table of distances: its file, and how it is computed.
Preparation DistancePreparation();

// The value for Blue by the number of moves that each side needs if the other
// stays out of its way. The cells count as well: they decide between placements
// of the same distance, and they see stragglers that the other side blocks.
// Having the move counts half a move. `progress` is their value. The weights
// were tuned by matches: the ratio for alpha-beta, the scale for Monte-Carlo
// tree search.
inline int ByDistances(int blue, int red, int to_move, int progress) {
  constexpr int kMove = 800;
  constexpr int kShare = 3;
  return std::clamp(
      kMove * (red - blue) + Tempo(to_move, kMove / 2) + kShare * progress,
      -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace boardwalk::chinese8
