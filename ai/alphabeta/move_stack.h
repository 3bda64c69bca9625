// The move lists of a depth-first search, one a ply, used over and over so that
// a search allocates nothing once it has been as deep before.

#ifndef BOARDWALK_AI_ALPHABETA_MOVE_STACK_H_
#define BOARDWALK_AI_ALPHABETA_MOVE_STACK_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "framework/game.h"

namespace boardwalk::ai {

template <GameState S>
class MoveStack {
 public:
  // The empty list of `ply` >= 0. Lists keep their places: a reference stays
  // good while deeper plies are used.
  MoveListFor<S>& Cleared(int ply) {
    while (lists_.size() <= static_cast<size_t>(ply)) {
      lists_.push_back(std::make_unique<MoveListFor<S>>());
    }
    lists_[ply]->clear();
    return *lists_[ply];
  }

 private:
  std::vector<std::unique_ptr<MoveListFor<S>>> lists_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_MOVE_STACK_H_
