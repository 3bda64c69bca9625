// Uniform random games: what Monte-Carlo searches are made of, and the plainest
// measure of a game's speed.

#ifndef BOARDWALK_FRAMEWORK_PLAYOUT_H_
#define BOARDWALK_FRAMEWORK_PLAYOUT_H_

#include <cstdint>
#include <optional>

#include "framework/game.h"

namespace boardwalk {

// A uniformly random legal move, std::nullopt when the game is over. Takes one
// draw from `random`; `list` is room to work in, its contents are lost.
template <GameState S, typename R>
std::optional<typename S::Move> PickRandomMove(const S& state,
                                               MoveListFor<S>& list,
                                               R& random) {
  if constexpr (HasRandomMove<S>) {
    return state.RandomMove(random);
  } else {
    list.clear();
    state.LegalMoves(list);
    if (list.empty()) return std::nullopt;
    return list[random.Below(static_cast<uint32_t>(list.size()))];
  }
}

// Plays `state` on at random until the game is over or `max_plies` moves have
// been made; returns how many were. Whether it ended, `state` tells.
template <GameState S, typename R>
int64_t Playout(S& state, MoveListFor<S>& list, R& random, int64_t max_plies) {
  int64_t plies = 0;
  for (; plies < max_plies; ++plies) {
    const auto move = PickRandomMove(state, list, random);
    if (!move.has_value()) break;
    state.Apply(*move);
  }
  return plies;
}

// What a run of playouts amounted to.
struct PlayoutStatistics {
  int64_t games = 0;     // cut ones included
  int64_t finished = 0;  // those that reached their end
  int64_t moves = 0;
  uint64_t legal_moves = 0;  // summed over the positions a move was made in
  double seconds = 0;        // of CPU time
};

// A generator that sums up the numbers of moves it was asked to choose from.
class CountingRandom {
 public:
  explicit CountingRandom(uint64_t seed) : random_(seed) {}
  uint32_t Below(uint32_t n) {
    total_ += n;
    return random_.Below(n);
  }
  uint64_t total() const { return total_; }

 private:
  Random random_;
  uint64_t total_ = 0;
};

// Plays random games from `start`, each cut after `max_plies`, until
// `stop(statistics so far)`, asked after every game. Fills all but `seconds`.
template <GameState S, typename Stop>
PlayoutStatistics RunPlayouts(const S& start, uint64_t seed, int64_t max_plies,
                              Stop&& stop) {
  PlayoutStatistics statistics;
  CountingRandom random(seed);
  MoveListFor<S> list;
  S state = start;
  do {
    state = start;
    statistics.moves += Playout(state, list, random, max_plies);
    statistics.games += 1;
    statistics.finished += state.IsTerminal() ? 1 : 0;
    statistics.legal_moves = random.total();
  } while (!stop(statistics));
  return statistics;
}

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_PLAYOUT_H_
