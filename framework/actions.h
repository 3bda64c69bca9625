// Moves as fixed numbers, for programs that learn: a number means the same move
// in every position of its game. It is made by the game's ActionOf where it has
// that (see game.h), and of its Layout and Path elsewhere.
//
// Example, given `const Rules& rules`, `const State& state` and `Move move`:
//
//   const ActionNumbers<Rules> actions(rules);
//   std::vector<bool> mask(actions.Count());
//   mask[actions.Of(state, move)] = true;

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// The number of a move by the indices of the cells where it begins and ends, on
// a board of that many cells; they are the same for a placement.
constexpr int64_t ActionOfCells(int64_t first, int64_t last, int64_t cells) {
  return first * cells + last;
}
// Of a move that touches no cell, and how many numbers there are with it.
constexpr int64_t PassAction(int64_t cells) { return cells * cells; }
constexpr int64_t ActionsOfCells(int64_t cells) { return cells * cells + 1; }

// It is thread-safe. REQUIRES: the rules outlive it.
template <GameRules R>
class ActionNumbers {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // Whether the game's moves have numbers.
  static constexpr bool kAny = HasActions<R> || (HasLayout<R> && HasPath<R>);

  explicit ActionNumbers(const R& rules) : rules_(&rules) {
    if constexpr (kFromPaths) {
      for (const Cell& cell : rules.Layout().cells) {
        cells_.emplace(cell.name, static_cast<int64_t>(cells_.size()));
      }
    }
  }

  // Numbers are below it; 0 if there are none.
  int64_t Count() const {
    if constexpr (HasActions<R>) return rules_->NumActions();
    return kFromPaths ? ActionsOfCells(static_cast<int64_t>(cells_.size())) : 0;
  }

  // Inline and without an allocation where the rules have ActionOf. From paths
  // it is slow: -1 if a name in the path is no cell of the layout. REQUIRES:
  // the move is legal; kAny.
  int64_t Of(const State& state, Move move) const {
    if constexpr (HasActions<R>) {
      return rules_->ActionOf(state, move);
    } else {
      return FromPath(rules_->Path(state, move));
    }
  }

 private:
  static constexpr bool kFromPaths = kAny && !HasActions<R>;

  int64_t FromPath(const std::vector<std::string>& path) const {
    const auto cells = static_cast<int64_t>(cells_.size());
    if (path.empty()) return PassAction(cells);
    const auto first = cells_.find(path.front());
    const auto last = cells_.find(path.back());
    if (first == cells_.end() || last == cells_.end()) return -1;
    return ActionOfCells(first->second, last->second, cells);
  }

  const R* rules_;
  std::unordered_map<std::string, int64_t> cells_;  // index by name
};

}  // namespace boardwalk
