// What version of a game weights were learned for.

#pragma once

#include <cstdint>

#include "framework/game.h"
#include "framework/hash_text.h"
#include "framework/random.h"

namespace boardwalk {

// A hash of the cells of the board and of a random game: of what moves there
// are in each position, by their texts. Other rules, another board or another
// notation give another number. Takes less than a millisecond on small boards.
template <GameRules R>
uint64_t FingerprintOf(const R& rules) {
  constexpr int kPlies = 100;
  uint64_t hash = Mixed(0, rules.Info().id);
  if constexpr (HasLayout<R>) {
    for (const Cell& cell : rules.Layout().cells) {
      hash = Mixed(hash, cell.name);
    }
  }
  typename R::State state = rules.InitialState();
  Random random(1);
  MoveListFor<typename R::State> moves;
  for (int ply = 0; ply < kPlies && !state.IsTerminal(); ++ply) {
    moves.clear();
    state.LegalMoves(moves);
    const size_t size = moves.size();
    const auto move = moves[random.Below(static_cast<uint32_t>(size))];
    hash = Mixed(Mixed(hash, uint64_t{size}), rules.FormatMove(state, move));
    state.Apply(move);
  }
  return hash;
}

}  // namespace boardwalk
