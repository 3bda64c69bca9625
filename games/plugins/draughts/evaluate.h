// The evaluation of English draughts: weighted features of both sides, counted
// on whole sets of squares at once.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "framework/evaluated_by.h"
#include "framework/linear_evaluation.h"

namespace boardwalk::draughts {

// Sets of dark squares: bit row * 8 + column, from the bottom left; steps over
// an edge end on light squares, off the board. Black, seat 0, is at the top.
using Squares = uint64_t;
constexpr Squares kBoard = 0xaa55aa55aa55aa55;
constexpr int kSteps[] = {-9, -7, 7, 9};  // the first two are Black's
constexpr Squares kLastRows[] = {0xff, Squares{0xff} << 56};  // of each seat
constexpr Squares kCentre = kBoard & 0x0000ffffffff0000;

// The name of a square by column and row from the bottom left: 1 is at the top
// left. "" for a light one.
inline std::string Name(int column, int row) {
  const int number = (7 - row) * 4 + column / 2 + 1;
  return (column + row) % 2 != 0 ? "" : std::to_string(number);
}

// The board turned by half, so that Black's men go up.
constexpr Squares Turned(Squares set) {
  set = __builtin_bswap64(set);
  set = (set >> 4 & 0x0f0f0f0f0f0f0f0f) | (set & 0x0f0f0f0f0f0f0f0f) << 4;
  set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
  return (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
}

// What the evaluation counts, as indices of kFeatures. Squares of men are named
// as White sees the board.
enum FeatureIndex {
  kSquares = 0,  // of rows 1 to 7
  kKings = 28,
  kCentreKings,
  kEdgeKings,
  kCornerKings,
  kBridge,
  kBacked,
  kManSteps,
  kKingSteps,
  kThreatened,
  kFree,
  kForemost,
  kAdvance,
  kGuards,
  kExchange,
  kOpposition,
  kFeatureCount
};
using Values = std::array<int, kFeatureCount>;

// The weights are of logistic regression on 1.5 million positions where the
// best lines of searches ended, of 11,700 games as `boardwalk learn draughts
// --nodes 1000` plays them. Positions of games instead gave worse ones: most of
// them are in the middle of an exchange.
inline constexpr std::array<Feature, kFeatureCount> kFeatures = {{
    {"m29", "men on square 29, or 4 of Black", 116},
    {"m30", "men on square 30, or 3 of Black", 119},
    {"m31", "men on square 31, or 2 of Black", 127},
    {"m32", "men on square 32, or 1 of Black", 120},
    {"m25", "men on square 25, or 8 of Black", 103},
    {"m26", "men on square 26, or 7 of Black", 106},
    {"m27", "men on square 27, or 6 of Black", 102},
    {"m28", "men on square 28, or 5 of Black", 108},
    {"m21", "men on square 21, or 12 of Black", 106},
    {"m22", "men on square 22, or 11 of Black", 102},
    {"m23", "men on square 23, or 10 of Black", 105},
    {"m24", "men on square 24, or 9 of Black", 103},
    {"m17", "men on square 17, or 16 of Black", 97},
    {"m18", "men on square 18, or 15 of Black", 98},
    {"m19", "men on square 19, or 14 of Black", 99},
    {"m20", "men on square 20, or 13 of Black", 101},
    {"m13", "men on square 13, or 20 of Black", 95},
    {"m14", "men on square 14, or 19 of Black", 93},
    {"m15", "men on square 15, or 18 of Black", 94},
    {"m16", "men on square 16, or 17 of Black", 91},
    {"m9", "men on square 9, or 24 of Black", 90},
    {"m10", "men on square 10, or 23 of Black", 95},
    {"m11", "men on square 11, or 22 of Black", 91},
    {"m12", "men on square 12, or 21 of Black", 88},
    {"m5", "men on square 5, or 28 of Black", 80},
    {"m6", "men on square 6, or 27 of Black", 93},
    {"m7", "men on square 7, or 26 of Black", 94},
    {"m8", "men on square 8, or 25 of Black", 85},
    {"kings", "kings", 160},
    {"centre_kings", "kings in the middle", 3},
    {"edge_kings", "kings at the edge", -1},
    {"corner_kings", "kings in the double corners", 15},
    {"bridge", "men on 30 and 32, or 1 and 3 of Black", 9},
    {"backed", "men with a piece behind", 2},
    {"steps", "steps of men to an empty square", 3},
    {"king_steps", "empty squares beside kings", 3},
    {"threatened", "the turn: own pieces beside an enemy that could jump", -5},
    {"free", "men that have passed all enemies on their way", -4},
    {"foremost", "the row of the foremost of these", 2},
    // In an ending all men are to advance, and no guard is needed.
    {"advance", "rows of men, times an eighth of the pieces gone", 3},
    {"guards", "men in their own first row, times the same", 1},
    // The side ahead exchanges pieces.
    {"exchange", "the lead, times a quarter of the pieces gone", -2},
    {"opposition", "with 12 pieces or less, as many each: the move", 1},
}};

inline constexpr int kAllPieces = 24;
inline constexpr int kFewPieces = 12;
inline constexpr Squares kEdge = kBoard & 0xff818181818181ff;
inline constexpr Squares kMiddle = kBoard & 0x00003c3c3c3c0000;
inline constexpr Squares kDoubleCorners = 0x0201000000008040;

// Calls count(feature, value) for what a row of men has by itself.
constexpr void CountRow(int row, int men, auto count) {
  for (int column = 0; column < 8 && row < 7; ++column) {
    if ((men >> column & 1) == 0) continue;
    count(kSquares + 4 * row + column / 2, 1);
  }
  if (row == 0 && (men & 0x44) == 0x44) count(kBridge, 1);
}
// A position as a side sees it whose men go up.
struct View {
  Squares own, other, kings;
};
constexpr View Turned(const View& view) {
  return {Turned(view.other), Turned(view.own), Turned(view.kings)};
}
// A state as its side to move sees the board.
constexpr View ViewOf(const auto& state) {
  const View view = {state.pieces[1], state.pieces[0], state.kings};
  return state.to_move == 1 ? view : Turned(view);
}
constexpr Squares Above(Squares set) { return set << 7 | set << 9; }
constexpr Squares Below(Squares set) { return set >> 7 | set >> 9; }
// The squares of men in a row, counted from their own first.
constexpr int RowOfMen(const View& view, int row) {
  return static_cast<int>((view.own & ~view.kings) >> 8 * row & 0xff);
}
// The rows that men have come forward, together.
constexpr int RowsOf(Squares men) {
  // Bits of the number of the row.
  return std::popcount(men & 0xff00ff00ff00ff00) +
         2 * std::popcount(men & 0xffff0000ffff0000) +
         4 * std::popcount(men & 0xffffffff00000000);
}

// Calls count(feature, value) for what the side has, `sign` times; it is to
// move or not.
[[gnu::always_inline]] inline void CountSide(const View& view, bool to_move,
                                             int sign, auto& count) {
  const auto add = [&](int feature, Squares set) {
    count(feature, sign * std::popcount(set));
  };
  const auto [own, other, all_kings] = view;
  const Squares empty = kBoard & ~(own | other);
  const Squares men = own & ~all_kings;
  const Squares left = own << 7, right = own << 9;
  add(kBacked, men & (left | right));
  count(kManSteps, sign * (std::popcount(men << 7 & empty) +
                           std::popcount(men << 9 & empty)));
  Squares jumped = (other >> 9 & empty << 9) | (other >> 7 & empty << 7);
  if (all_kings != 0) {
    const Squares kings = own & all_kings, enemy_kings = other & all_kings;
    jumped |= (enemy_kings << 9 & empty >> 9) | (enemy_kings << 7 & empty >> 7);
    add(kKings, kings);
    add(kCentreKings, kings & kMiddle);
    add(kEdgeKings, kings & kEdge);
    add(kCornerKings, kings & kDoubleCorners);
    add(kKingSteps, (Above(kings) | Below(kings)) & empty);
  }
  // Of the other side the search itself sees the captures.
  if (to_move) add(kThreatened, own & jumped);
  Squares watched = other;
  for (int row = 0; row < 6; ++row) watched |= Below(watched) & kBoard;
  const Squares free = men & ~watched;
  add(kFree, free);
  count(kForemost, sign * ((64 - std::countl_zero(free) + 7) / 8));
}

// Calls count(feature, value) for all that is no matter of single rows, as the
// side to move has more of it.
[[gnu::always_inline]] inline void CountBoth(const View& view,
                                             const View& turned, auto& count) {
  CountSide(view, true, 1, count);
  CountSide(turned, false, -1, count);
  const int own = std::popcount(view.own), other = std::popcount(view.other);
  const int gone = kAllPieces - own - other;
  const Squares men = view.own & ~view.kings;
  const Squares enemy_men = turned.own & ~turned.kings;
  const int lead = 2 * (own - other) + std::popcount(view.own & view.kings) -
                   std::popcount(view.other & view.kings);
  count(kExchange, lead * gone / 4);
  count(kAdvance, (RowsOf(men) - RowsOf(enemy_men)) * gone / 8);
  count(kGuards, (std::popcount(men & 0xff) - std::popcount(enemy_men & 0xff)) *
                     gone / 8);
  if (own == other && own + other <= kFewPieces) {
    // In the columns that begin in one's own first row.
    const Squares system = (view.own | view.other) & 0x5555555555555555;
    count(kOpposition, std::popcount(system) % 2 * 2 - 1);
  }
}

// See RowEvaluation.
struct Form {
  using View = draughts::View;
  static constexpr Values kWeights = WeightsOf(kFeatures);

  static constexpr View Turned(const View& view) {
    return draughts::Turned(view);
  }
  static constexpr int Row(const View& view, int row) {
    return RowOfMen(view, row);
  }
  static constexpr void CountRow(int row, int men, auto count) {
    draughts::CountRow(row, men, count);
  }
  [[gnu::always_inline]] static void CountBoth(const View& view,
                                               const View& turned,
                                               auto& count) {
    draughts::CountBoth(view, turned, count);
  }
  // Little more than pieces.
  static int Plain(const View& view) {
    const auto worth = [&](Squares pieces, Squares first_row) {
      const Squares kings = pieces & view.kings;
      return 100 * std::popcount(pieces) + 45 * std::popcount(kings) +
             6 * std::popcount((pieces ^ kings) & first_row) +
             2 * std::popcount(pieces & kCentre);
    };
    constexpr Squares kFirstRow = 0xff;
    return worth(view.own, kFirstRow) - worth(view.other, kFirstRow << 56);
  }
};

class Evaluation : public RowEvaluation<Form> {
 public:
  using RowEvaluation::RowEvaluation;

  // A logit, by results of play between equals (boardwalk report
  // --calibration).
  int Points() const { return plain() ? 220 : 500; }
  // What a move gains that captures so many pieces, of a man if it is one.
  int Gain(int from, int to, bool man, int captured) const {
    const int step = man ? ManWorth(to) - ManWorth(from) : 0;
    return weights()[kKings] * captured + step;
  }

 private:
  // On its last row a man is a king.
  int ManWorth(int square) const {
    return weights()[square >= 56 ? kKings
                                  : kSquares + square / 8 * 4 + square % 8 / 2];
  }
};

}  // namespace boardwalk::draughts
