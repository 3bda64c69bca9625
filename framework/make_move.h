// How every search makes a move and takes it back.

#ifndef BOARDWALK_FRAMEWORK_MAKE_MOVE_H_
#define BOARDWALK_FRAMEWORK_MAKE_MOVE_H_

#include <utility>

#include "framework/game.h"

namespace boardwalk {

// Calls `visit(child)` with the position after `move` and returns its result.
// `state` is unchanged afterwards. Uses undo if the state has it, else a copy.
// REQUIRES: `move` is legal.
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

#endif  // BOARDWALK_FRAMEWORK_MAKE_MOVE_H_
