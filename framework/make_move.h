// One way for every search to make a move and take it back.

#pragma once

#include "framework/game.h"

namespace boardwalk {

// Returns `visit(child)`, where `child` is the position after `move`. `state`
// is unchanged afterwards: `child` is `state` itself if it can undo, else a
// copy. REQUIRES: `move` is legal.
template <GameState S, typename Visit>
auto AfterMove(S& state, typename S::Move move, Visit&& visit) {
  if constexpr (HasUndo<S>) {
    const typename S::UndoInfo info = state.ApplyWithUndo(move);
    struct Restore {
      S& state;
      const typename S::UndoInfo& info;
      ~Restore() { state.Undo(info); }
    } const restore{state, info};
    return visit(state);
  } else {
    S child = state;
    child.Apply(move);
    return visit(child);
  }
}

}  // namespace boardwalk
