// Random distinct legal openings: the positions that the blocks of a game start
// from, so that deterministic players do not play one game many times.
//
// Example, given `std::shared_ptr<const AnyGame> game` and `int64_t round`:
//
//   Openings openings(game, /*plies=*/4, /*seed=*/7);
//   const Opening opening = openings.Get(round);

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_OPENINGS_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_OPENINGS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "framework/any_game.h"
#include "framework/mutex.h"

namespace boardwalk::tournament {

struct Opening {
  std::unique_ptr<AnyState> state;
  std::vector<std::string> moves;  // from the initial position
};

// Uniform random lines from the initial position, in an order that follows from
// the seed and the game's name alone. Left out are lines to a position that an
// earlier one led to (also by other moves), that end the game, and those after
// which the side to move can win at once. Of 0 plies there is one opening, the
// initial position. Thread-safe.
class Openings {
 public:
  // After so many candidates in a row that brought nothing new there are no
  // more distinct ones, as far as it matters.
  static constexpr int kMaxMisses = 2000;
  // Nor are more looked for than these: memory does not grow without end.
  static constexpr size_t kMaxDistinct = 1'000'000;

  // REQUIRES: 0 <= plies.
  Openings(std::shared_ptr<const AnyGame> game, int plies, uint64_t seed);

  // The opening of a round, from 0. When there are no more distinct ones they
  // are used again in the same order; where there is none at all, it is the
  // initial position. Finds those of all rounds up to `round` first, and keeps
  // 8 bytes and a hash of each.
  // Once `stop` is set the search ends, and what comes back is any position.
  Opening Get(int64_t round, const std::atomic<bool>* stop = nullptr);

  // How many distinct ones `rounds` rounds have: at most `rounds`, at least 1.
  int64_t Distinct(int64_t rounds);

 private:
  // The line of a candidate, null if it comes to an end too soon; notes its
  // moves where asked.
  std::unique_ptr<AnyState> Draw(uint64_t candidate,
                                 std::vector<std::string>* moves) const;
  // Goes on looking until `number` distinct ones are known or there are no
  // more.
  void Find(size_t number, const std::atomic<bool>* stop)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::shared_ptr<const AnyGame> game_;
  const int plies_;
  const uint64_t seed_;
  Mutex mutex_;
  // Candidates, by round, and hashes of where they lead.
  std::vector<uint64_t> found_ ABSL_GUARDED_BY(mutex_);
  std::unordered_set<uint64_t> positions_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_candidate_ ABSL_GUARDED_BY(mutex_) = 0;
  bool all_found_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_OPENINGS_H_
