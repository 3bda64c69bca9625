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

// An EvaluateMove for games of two in which a move is made quickly: what the
// evaluation is after it, for the side that makes it. `state` is a copy.
// REQUIRES: Evaluate and ToMove may also be asked of finished positions.
template <typename R>
int EvaluateAfter(const R& rules, typename R::State state,
                  typename R::State::Move move) {
  state.Apply(move);
  return -rules.Evaluate(state, state.ToMove());
}

}  // namespace boardwalk
