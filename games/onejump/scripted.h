// The document's strategy for one-jump checkers: a full minimax of three plies
// on the board cost, which takes the first of equal moves.

#pragma once

#include <optional>

#include "framework/game_adapter.h"
#include "games/onejump/onejump.h"

namespace boardwalk::onejump {

// b + 3B - w - 3W.
int BoardCost(const State& state);

// The legal moves in the document's order: cells row by row from A1, for each
// cell north-east, south-east, south-west, north-west.
MoveListFor<State> DocumentMoves(const State& state);

// The action that the document's program computes; std::nullopt if the side to
// move has none.
std::optional<State::Move> ComputedAction(const State& state);

// The player that takes it.
PlayerBinding<Rules> ScriptedPlayer();

}  // namespace boardwalk::onejump
