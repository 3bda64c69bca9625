// The evaluation of Breakthrough: weighted features of both sides, counted on
// whole sets of squares at once; and which pieces cannot be stopped.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "framework/evaluated_by.h"
#include "framework/game.h"
#include "framework/linear_evaluation.h"

namespace boardwalk::breakthrough {

// Bit row * 8 + column, as the side to move sees the board: its own rows are
// the first two. The board is turned around with every move.
using Squares = uint64_t;
constexpr Squares kRow = 0xff;
constexpr Squares kFileA = 0x0101010101010101;
constexpr Squares kFileH = kFileA << 7;
constexpr Squares Turned(Squares rows) { return __builtin_bswap64(rows); }
// One row ahead, to each side.
constexpr Squares LeftOf(Squares set) { return (set & ~kFileA) << 7; }
constexpr Squares RightOf(Squares set) { return (set & ~kFileH) << 9; }

// What the evaluation counts, as indices of kFeatures. Squares are named as
// each seat sees its own rows.
enum FeatureIndex {
  kSquares = 0,  // 24 pairs of squares, by row
  kSeventh = 24,
  kPairs,  // of the rows 1 and 2, 3 and 4, 5 to 7
  kSupported = kPairs + 3,
  kHanging,
  kThreatened,
  kReach,
  kSafe,
  kThreats = kSafe + 1,     // of the rows 6 and 7, of the other side
  kChances = kThreats + 4,  // the same of the side to move
  kExchange = kChances + 4,
  kTempo,
  kFeatureCount
};
using Values = std::array<int, kFeatureCount>;

// The weights are of logistic regression on 560,000 positions where the best
// lines of searches ended, of 16,000 games as `boardwalk learn breakthrough
// --nodes 1000` plays them, together with all 160,000 positions of 3,000 games
// of `boardwalk compare --players alphabeta:nodes=400 alphabeta:nodes=250
// --openings 12 --rounds 1500`. Without the latter, a piece that can be
// captured counts too much, as lines seldom end so: mcts then lost to `plain`.
// `boardwalk tune` takes quiet positions alone, in which no pieces touch; it
// leaves the weights of `hanging` and `threatened` as they are.
inline constexpr std::array<Feature, kFeatureCount> kFeatures = {{
    {"a1", "pieces on a1 or h1", 95},
    {"b1", "pieces on b1 or g1", 114},
    {"c1", "pieces on c1 or f1", 113},
    {"d1", "pieces on d1 or e1", 108},
    {"a2", "pieces on a2 or h2", 100},
    {"b2", "pieces on b2 or g2", 99},
    {"c2", "pieces on c2 or f2", 101},
    {"d2", "pieces on d2 or e2", 111},
    {"a3", "pieces on a3 or h3", 119},
    {"b3", "pieces on b3 or g3", 129},
    {"c3", "pieces on c3 or f3", 122},
    {"d3", "pieces on d3 or e3", 135},
    {"a4", "pieces on a4 or h4", 134},
    {"b4", "pieces on b4 or g4", 142},
    {"c4", "pieces on c4 or f4", 146},
    {"d4", "pieces on d4 or e4", 150},
    {"a5", "pieces on a5 or h5", 162},
    {"b5", "pieces on b5 or g5", 158},
    {"c5", "pieces on c5 or f5", 178},
    {"d5", "pieces on d5 or e5", 173},
    {"a6", "pieces on a6 or h6", 223},
    {"b6", "pieces on b6 or g6", 235},
    {"c6", "pieces on c6 or f6", 233},
    {"d6", "pieces on d6 or e6", 238},
    {"row7", "pieces one row before the last", 620},
    {"pairs12", "pieces side by side in rows 1 and 2", 8},
    {"pairs34", "pieces side by side in rows 3 and 4", 3},
    {"pairs57", "pieces side by side in rows 5 to 7", 25},
    {"supported", "protected pieces in rows 5 to 7", 14},
    {"hanging", "the turn: enemies that can be captured at a gain", 182},
    {"threatened", "the turn: own pieces that could be so captured", -20},
    {"reach", "squares of rows 5 to 7 where pieces could capture", -5},
    {"safe", "squares of row 5 to go to without being captured", 4},
    {"safe6", "such squares of row 6 for enemies", -15},
    {"safe7", "such squares of row 7 for enemies", -224},
    {"break6", "squares of row 6 that enemies can take by an exchange", -19},
    {"break7", "such squares of row 7", -236},
    {"own_safe6", "the turn: squares of row 6 to go to safely", 23},
    {"own_safe7", "the turn: such squares of row 7", 83},
    {"own_break6", "the turn: squares of row 6 to take by an exchange", 31},
    {"own_break7", "the turn: such squares of row 7", 338},
    // The fewer pieces are left, the more a lead decides.
    {"exchange", "the lead in pieces, times an eighth of the pieces gone", 7},
    {"tempo", "the turn", 5},
}};

inline constexpr int kAllPieces = 32;

constexpr Squares Rows(int first, int last) {  // from 1
  return ~Squares{0} >> (64 - 8 * (last - first + 1)) << 8 * (first - 1);
}
// The row from which it is that many to the last one; none for 8.
constexpr Squares RowFromLast(int rows) {
  return rows < 8 ? kRow << ((56 - 8 * rows) & 63) : 0;
}
constexpr Squares Attacked(Squares by) { return LeftOf(by) | RightOf(by); }
// The same by pieces that go down.
constexpr Squares AttackedDown(Squares by) {
  return (by & ~kFileA) >> 9 | (by & ~kFileH) >> 7;
}
constexpr Squares Wider(Squares set) {
  return set | (set & ~kFileH) << 1 | (set & ~kFileA) >> 1;
}
// Where a piece that goes straight up could be captured or blocked on its way
// by some of `enemies`, if its side is to move; with `late` if it is not.
constexpr Squares Stopped(Squares enemies, bool late) {
  Squares stopped = 0, reached = enemies;
  for (int rows = 1; rows <= 6; ++rows) {
    // Both sides have moved about half of the rows between them.
    reached = (rows % 2 == (late ? 1 : 0) ? Wider(reached) : reached) >> 8;
    stopped |= reached;
  }
  return stopped;
}

// The result for the side to move, whose pieces are `own`, where a race is
// decided: the foremost piece of a side cannot be stopped, and the other side
// is slower. Both sets are as that side sees the board, and nobody has won.
inline std::optional<ExactValue> DecidedRace(Squares own, Squares other) {
  const int ours = std::countl_zero(own) / 8;
  const int theirs = std::countr_zero(other) / 8;
  if (ours <= theirs) {
    // To capture everything could be quicker.
    if (std::popcount(other) < ours) return std::nullopt;
    const Squares foremost = own & RowFromLast(ours);
    // With two moves to go, it can also choose a way.
    const Squares winners =
        ours == 2 ? ((foremost << 8 & ~other) | Attacked(foremost)) &
                        ~AttackedDown(other)
                  : foremost & ~Stopped(other, false);
    if (winners == 0) return std::nullopt;
    return ExactValue{1, 2 * ours - 1};
  }
  if (std::popcount(own) < theirs) return std::nullopt;
  const Squares foremost = Turned(other) & RowFromLast(theirs);
  const bool two_at_once = theirs == 1 && std::popcount(foremost) > 1;
  if (!two_at_once && (foremost & ~Stopped(Turned(own), true)) == 0) {
    return std::nullopt;
  }
  return ExactValue{-1, 2 * theirs};
}

// Calls count(feature, value) for what a row of pieces has by itself. Row 8
// counts as row 7, as finished positions may be evaluated, too.
constexpr void CountRow(int row, int pieces, auto count) {
  for (int column = 0; column < 8; ++column) {
    if ((pieces >> column & 1) == 0) continue;
    if (row >= 6) {
      count(kSeventh, 1);
    } else {
      count(kSquares + 4 * row + (column < 4 ? column : 7 - column), 1);
    }
  }
  const auto set = static_cast<unsigned>(pieces);
  count(kPairs + (row < 2   ? 0
                  : row < 4 ? 1
                            : 2),
        std::popcount(set & set >> 1));
}
// Calls count(feature, value) for the rest of what `own` has, `sign` times.
// Both sets are as its side sees the board; it is to move or not.
[[gnu::always_inline]] inline void CountSide(Squares own, Squares other,
                                             bool to_move, int sign,
                                             auto& count) {
  const auto add = [&](int feature, Squares set) {
    count(feature, sign * std::popcount(set));
  };
  const Squares left = LeftOf(own), right = RightOf(own);
  const Squares once = left | right, twice = left & right;
  const Squares enemy_left = (other & ~kFileA) >> 9;
  const Squares enemy_right = (other & ~kFileH) >> 7;
  const Squares enemy_once = enemy_left | enemy_right;
  const Squares enemy_twice = enemy_left & enemy_right;
  add(kSupported, own & once & Rows(5, 7));
  add(kReach, once & Rows(5, 7));
  // Captured at a gain: attacked by more than protect it.
  const Squares weak = own & ((enemy_once & ~once) | (enemy_twice & ~twice));
  count(to_move ? kThreatened : kHanging, std::popcount(weak));
  // Where the next piece can go: nobody captures there, or one enemy does, and
  // is captured.
  const Squares ahead = own << 8 & ~other;
  const Squares ways = (once | ahead) & ~own, safe = ways & ~enemy_once;
  const Squares breaks =
      ways & enemy_once & ~enemy_twice & ((ahead & once) | twice);
  add(kSafe, safe & Rows(5, 5));
  const int chances = to_move ? kChances : kThreats;
  count(chances, std::popcount(safe & Rows(6, 6)));
  count(chances + 1, std::popcount(safe & Rows(7, 7)));
  count(chances + 2, std::popcount(breaks & Rows(6, 6)));
  count(chances + 3, std::popcount(breaks & Rows(7, 7)));
}

// See RowEvaluation.
struct Form {
  // Both sets are as the side sees the board.
  struct View {
    Squares own, other;
  };
  static constexpr Values kWeights = WeightsOf(kFeatures);

  static constexpr View Turned(const View& view) {
    return {breakthrough::Turned(view.other), breakthrough::Turned(view.own)};
  }
  static constexpr int Row(const View& view, int row) {
    return static_cast<int>(view.own >> 8 * row & kRow);
  }
  static constexpr void CountRow(int row, int pieces, auto count) {
    breakthrough::CountRow(row, pieces, count);
  }
  [[gnu::always_inline]] static void CountBoth(const View& view,
                                               const View& turned,
                                               auto& count) {
    CountSide(view.own, view.other, true, 1, count);
    CountSide(turned.own, turned.other, false, -1, count);
    const int ours = std::popcount(view.own);
    const int theirs = std::popcount(view.other);
    count(kExchange, (ours - theirs) * (kAllPieces - ours - theirs) / 8);
    count(kTempo, 1);
  }
  // Pieces count, and the more the further they are.
  static constexpr int kByRow[8] = {105, 100, 103, 110, 125, 170, 300, 1000};
  static int Plain(const View& view) {
    int lead = 0;
    for (int row = 0; row < 8; ++row) {
      const auto count = [row](Squares pieces) {
        return std::popcount(pieces >> 8 * row & kRow);
      };
      lead +=
          kByRow[row] * count(view.own) - kByRow[7 - row] * count(view.other);
    }
    return lead;
  }
};
using Evaluation = RowEvaluation<Form>;

}  // namespace boardwalk::breakthrough
