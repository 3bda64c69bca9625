// A finished game as the positions that a page puts on a board: views, which
// ../web/README.md describes.
//
// Example, given `const AnyGame& rules`, `const BoardView& board` and
// `const comparison::FinishedGame& game`:
//
//   ASSIGN_OR_RETURN(const auto views, ViewsOfGame(rules, board, game));
//   std::cout << views["views"].size() << " positions";

#ifndef BOARDWALK_FRONTENDS_BOARD_GAME_VIEWS_H_
#define BOARDWALK_FRONTENDS_BOARD_GAME_VIEWS_H_

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/board/board_view.h"
#include "frontends/comparison/result.h"
#include "nlohmann/json.hpp"

namespace boardwalk::board {

// {"views": [view of the first position, then for each move {"ply", "seat",
// "move", "path", "changes", "kinds", "to_move"} as the event `move` has them],
// "moves": [{"seat", "text", "value", "depth", "nodes", "playouts",
// "seconds"}], "opening": how many of the moves are the opening's}. Seats count
// from 1; unknown numbers are left out. Without a layout a view has "text"
// instead of cells. The opening comes first, if it leads from the game's first
// position to the record's. `rules` are the game's, `board` is that of `rules`.
// Errors: a position that cannot be read, an illegal move, another end than the
// record's.
absl::StatusOr<nlohmann::ordered_json> ViewsOfGame(
    const AnyGame& rules, const BoardView& board,
    const comparison::FinishedGame& game);

}  // namespace boardwalk::board

#endif  // BOARDWALK_FRONTENDS_BOARD_GAME_VIEWS_H_
