// Perft: the number of move sequences of a given length from a position, the
// classic check of a move generator and its speed. Sequences that end earlier
// because the game is over do not count.

#pragma once

#include <cstdint>

#include "framework/game.h"
#include "framework/make_move.h"

namespace boardwalk {

// How many legal moves `state` has.
template <GameState S>
int CountLegalMoves(const S& state) {
  if constexpr (HasCountLegalMoves<S>) {
    return state.CountLegalMoves();
  } else {
    MoveListFor<S> list;
    state.LegalMoves(list);
    return static_cast<int>(list.size());
  }
}

// The leaves `depth` >= 0 plies below `state`; the last ply is counted in bulk.
// `state` is unchanged afterwards.
template <GameState S>
uint64_t Perft(S& state, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<uint64_t>(CountLegalMoves(state));
  MoveListFor<S> list;
  state.LegalMoves(list);
  uint64_t leaves = 0;
  for (const typename S::Move move : list) {
    leaves += AfterMove(state, move,
                        [depth](S& child) { return Perft(child, depth - 1); });
  }
  return leaves;
}

}  // namespace boardwalk
