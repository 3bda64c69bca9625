// The document's strategies for Teeko: the lowest empty square; the first mark
// from square 16 down and the first direction from 8 down.

#pragma once

#include <optional>

#include "framework/game_adapter.h"
#include "games/teeko/teeko.h"

namespace boardwalk::teeko {

// The document's directions: 1 up-left, 2 up, 3 up-right, 4 left, 5 right,
// 6 down-left, 7 down, 8 down-right.
inline constexpr int kDirections = 8;

// The square next to `square` (from 0) in `direction` (1 to 8), std::nullopt
// off the board.
std::optional<int> Neighbour(int square, int direction);

// The direction from `from` to the square `to`. REQUIRES: they are adjacent.
int DirectionOf(int from, int to);

// What the document's program plays. REQUIRES: the game is not over.
State::Move ScriptedMove(const State& state);

// The player that plays so.
PlayerBinding<Rules> ScriptedPlayer();

}  // namespace boardwalk::teeko
