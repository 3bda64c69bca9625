// The patterns of a board: which groups of cells are worth weights, made from
// its description and its symmetries alone.
//
// Example, given `const AnyGame& game`:
//
//   const BoardGeometry geometry(game.Layout());
//   const BoardSymmetries symmetries = FindSymmetries(game, geometry);
//   const std::vector<PatternType> types =
//       MakePatterns(geometry, symmetries.of_play, /*digits=*/3, {});

#pragma once

#include <vector>

#include "ai/learn/board_geometry.h"
#include "ai/learn/learned_evaluation.h"
#include "framework/any_game.h"

namespace boardwalk::ai {

struct BoardSymmetries {
  // Those under which play is the same; the identity first.
  std::vector<CellMap> of_play;
  // By seat: where it sees each cell of the first seat's board, so that its
  // pieces begin where those of the first seat do. The identity where no
  // symmetry does that.
  std::vector<CellMap> turned;
};

// Symmetries of the board that take the opening to itself, and after which the
// moves of random games are legal, too, lead to the same number of replies, and
// end with the same returns. Games without paths have the identity alone.
BoardSymmetries FindSymmetries(const AnyGame& game,
                               const BoardGeometry& geometry);

// Kinds of patterns. More of them tell more, and take longer to evaluate.
struct PatternKinds {
  bool lines = true;    // straight ones, of 3 to 8 cells
  bool blocks = true;   // of 2 by 3, or 2 by 2 where there are many kinds
  bool corners = true;  // blocks of 3 by 3 there
  // Blocks of up to 3 by 4, the largest that fit, which hardly overlap: few, so
  // quick to evaluate.
  bool tiles = false;
};

// Patterns of these kinds; those which `symmetries` take to each other share a
// type. Patterns of `digits` values a cell are so small that their numbers fit
// into 15 bits, and smaller where there would be too many numbers in all. A
// kind is left out if there would be more than 256 patterns with it.
std::vector<PatternType> MakePatterns(const BoardGeometry& geometry,
                                      const std::vector<CellMap>& symmetries,
                                      int digits, const PatternKinds& kinds);

// For each number of the type the smallest one that means the same by its
// mirrors.
std::vector<uint16_t> SameNumbers(const PatternType& type, int digits);

}  // namespace boardwalk::ai
