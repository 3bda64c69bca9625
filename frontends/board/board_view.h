// The board of a game for a page: the empty board, which is drawn once, and the
// pieces that are put on it. A finished game as views: the positions that a
// page puts on a board (../web/README.md).
//
// Example, given `const AnyGame& rules`, `const BoardView& board` and
// `const comparison::FinishedGame& game`:
//
//   ASSIGN_OR_RETURN(const auto views, ViewsOfGame(rules, board, game));
//   std::cout << views["views"].size() << " positions";

#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/board.h"
#include "framework/json.h"
#include "frontends/comparison/result.h"

namespace boardwalk::board {

// Immutable and thread-safe.
class BoardView {
 public:
  // `title` is read to people who do not see the pictures.
  BoardView(const AnyGame& game, std::string title);

  // Whether the game has no layout; then positions are shown as text.
  bool empty() const { return layout_.cells.empty(); }
  const BoardLayout& layout() const { return layout_; }
  // The indices of the cells with these names; other names are left out.
  std::vector<int> Cells(const std::vector<std::string>& names) const;
  const std::string& CellName(int cell) const {
    return layout_.cells[cell].name;
  }

  // {"svg", "cells": [{"name", "x", "y"}], "seats": [{"color", "symbol"}],
  // "letters", "turns"}: the board without pieces, and what those of each seat
  // look like. REQUIRES: 0 <= turn < layout().turns, here and below.
  Json BoardJson(int turn) const;
  // [[cell, kind]] of the pieces in the order of their cells, and how kinds
  // that are not yet in `kinds` look, {kind: {"svg", "label"}}.
  Json PiecesJson(const std::vector<Piece>& pieces, Json& kinds) const;
  // [[cell, kind or null]] of the cells on which something else stands.
  Json ChangesJson(const std::vector<Piece>& before,
                   const std::vector<Piece>& after, Json& kinds) const;
  // A picture of a position.
  std::string Picture(const AnyState& state,
                      const std::vector<std::string>& path, int turn) const;

 private:
  std::string KindOf(const Piece& piece, Json& kinds) const;

  const std::string title_;
  const BoardLayout layout_;
  const int num_players_;
  std::unordered_map<std::string, int> by_name_;
};

// {"views": [view of the first position, then for each move {"ply", "seat",
// "move", "path", "changes", "kinds", "to_move"} as the event `move` has them],
// "moves": [{"seat", "text", "value", "depth", "nodes", "playouts",
// "seconds"}], "opening": how many of the moves are the opening's}. Seats count
// from 1; unknown numbers are left out. Without a layout a view has "text"
// instead of cells. The opening comes first, if it leads from the game's first
// position to the record's. `rules` are the game's, `board` is that of `rules`.
// Errors: a position that cannot be read, an illegal move, another end than the
// record's.
absl::StatusOr<Json> ViewsOfGame(const AnyGame& rules, const BoardView& board,
                                 const comparison::FinishedGame& game);

}  // namespace boardwalk::board
