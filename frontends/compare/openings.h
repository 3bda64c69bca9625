// Random distinct legal openings: the positions that the blocks of a game start
// from, so that deterministic players do not play one game many times.
//
//   Openings openings(game, /*plies=*/4, /*seed=*/7);
//   const Opening opening = openings.Get(round);

#ifndef BOARDWALK_FRONTENDS_COMPARE_OPENINGS_H_
#define BOARDWALK_FRONTENDS_COMPARE_OPENINGS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "framework/any_game.h"

namespace boardwalk::compare {

struct Opening {
  std::unique_ptr<AnyState> state;
  std::vector<std::string> moves;  // from the initial position
};

// Uniform random lines from the initial position, in an order that follows from
// the seed and the game's name alone. Left out are lines to a position that an
// earlier one led to (also by other moves), that end the game, and those after
// which the side to move can win at once. Thread-safe.
class Openings {
 public:
  Openings(std::shared_ptr<const AnyGame> game, int plies, uint64_t seed);

  // The opening of a round, from 0. When there are no more distinct ones (after
  // kMaxMisses candidates in a row brought nothing new) they are used again in
  // the same order; where there is none at all, the initial position. Takes 8
  // bytes of memory and a hash an opening; finds those up to `round` first.
  Opening Get(int64_t round);

  // How many distinct ones `rounds` rounds have: at most `rounds`, at least 1.
  int64_t Distinct(int64_t rounds);

  static constexpr int kMaxMisses = 2000;
};

}  // namespace boardwalk::compare

#endif  // BOARDWALK_FRONTENDS_COMPARE_OPENINGS_H_
