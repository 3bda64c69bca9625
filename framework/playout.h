// Uniform random games: what Monte-Carlo searches are made of, and the simplest
// measure of a game's speed.

#pragma once

#include <algorithm>
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

// Plays random moves from `state` on until the game is over or `max_plies`
// moves have been made. Returns how many were made.
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

// What a run of playouts did. A game that was not over when the run stopped is
// not counted as a game; its moves are counted.
struct PlayoutStatistics {
  int64_t games = 0;     // finished or cut after the greatest number of plies
  int64_t finished = 0;  // of these, finished
  int64_t moves = 0;
  int64_t stopped_moves = 0;  // of these, in the game that is not counted
  uint64_t legal_moves = 0;   // summed over the positions a move was made in
  double seconds = 0;         // of CPU time
};

// A generator that sums up the numbers of moves that it chose from.
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

// Plies that RunPlayouts makes before it asks again whether to stop.
inline constexpr int64_t kPliesBetweenStops = 1024;

// Plays random games from `start`, each cut after `max_plies`, until
// `stop(statistics so far)`, asked after every game and, in a long one, every
// kPliesBetweenStops plies. Fills all but `seconds`.
template <GameState S, typename Stop>
PlayoutStatistics RunPlayouts(const S& start, uint64_t seed, int64_t max_plies,
                              Stop&& stop) {
  PlayoutStatistics statistics;
  CountingRandom random(seed);
  MoveListFor<S> list;
  S state = start;
  do {
    if (statistics.stopped_moves == 0) state = start;
    const int64_t left = max_plies - statistics.stopped_moves;
    const int64_t asked = std::min(left, kPliesBetweenStops);
    const int64_t played = Playout(state, list, random, asked);
    statistics.moves += played;
    statistics.legal_moves = random.total();
    if (played == asked && asked < left) {
      statistics.stopped_moves += played;
    } else {
      statistics.stopped_moves = 0;
      statistics.games += 1;
      statistics.finished += state.IsTerminal() ? 1 : 0;
    }
  } while (!stop(statistics));
  return statistics;
}

}  // namespace boardwalk
