// Reads moves as people type them: with other separators between the cells than
// the game writes, or by the piece that is to move.
//
// Example, given `const AnyState& state`:
//
//   for (const auto& meant : session::MovesMeant(state, "1 0 3 -1")) {
//     std::cout << meant.text << '\n';  // 1,0:3,-1
//   }

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk::session {

// The words and numbers in a text, in lower case, without what stands between
// them: "1,0-3,-1" is 1, 0, 3, -1, and "A6-B5" is a, 6, b, 5. A minus counts as
// a sign if a digit follows and no letter or digit precedes.
std::vector<std::string> Words(absl::string_view text);

struct MeantMove {
  AnyMove move;
  std::string text;
};

// The legal moves that `line` may mean: the move that is written so, or else
// those with the same words. Where a game writes several cells without anything
// between them, `line` may separate them. If there is none, those that place a
// piece on the cell named `line`.
std::vector<MeantMove> MovesMeant(const AnyState& state,
                                  absl::string_view line);

// The only one of MovesMeant. The error is WhyNoMove, or the game's words for
// `line` where it says several moves.
absl::StatusOr<AnyMove> MoveMeant(const AnyState& state,
                                  absl::string_view line);

// The cells that `line` names, in order; nothing if something else than cells
// and letters between them stands there.
std::vector<std::string> CellsNamed(const AnyState& state,
                                    absl::string_view line);

// Up to `limit` legal moves, those first that `line` is most like: those that
// place a piece on a cell that it names, then the nearest by spelling, of the
// piece that it begins with, if it does.
std::vector<std::string> NearestMoves(const AnyState& state,
                                      absl::string_view line, int limit);

// Why `line` is no legal move: the rule, where it names cells and the game
// explains by them (AnyState::WhyIllegal), else the game's words for `text`,
// which is `line` or how the game writes it (InNotation).
absl::Status WhyNoMove(const AnyState& state, absl::string_view line,
                       absl::string_view text);

// `line` as the game would write a move of these words, where some legal move
// has as many, numbers where it has numbers, so that the game's reason why it
// is none speaks of the move: "3,0:9,9" for "3 0 9 9". Else `line`.
std::string InNotation(const AnyState& state, absl::string_view line);

// A cell with a piece of the side to move, and the texts of its legal moves in
// the order of their bytes; there may be none.
struct PieceMoves {
  std::string cell;
  std::vector<std::string> moves;
};

// The piece whose cell `line` begins with, or with `whole` names and nothing
// else; nothing where no piece of the side to move is meant or where moves
// place pieces.
std::optional<PieceMoves> PieceMeant(const AnyState& state,
                                     absl::string_view line, bool whole);

}  // namespace boardwalk::session
