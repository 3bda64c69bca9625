// Measures a game that is loaded as a plug-in against its yardstick.

#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "bench/loaded_game.h"
#include "bench/side_by_side.h"
#include "framework/random.h"

namespace boardwalk::bench {

// Random games of the game `id`, `games` a slice; `playout(random, max_plies)`
// plays one by hand and returns its number of moves.
template <typename Playout>
void PluginPlayouts(benchmark::State& state, const std::string& id,
                    int64_t games, Playout&& playout) {
  constexpr int64_t kMaxPlies = 1000;
  constexpr double kNoLimit = 1e6;  // in seconds
  const auto game = LoadedGame(id);
  if (game == nullptr) return state.SkipWithError(kNotThere);
  const auto start = game->InitialState();
  PlayoutOptions options{
      .seconds = kNoLimit, .games = games, .max_plies = kMaxPlies, .seed = 1};
  Random random(1);
  SideBySide(
      state,
      [&] {
        ++options.seed;
        return game->Playouts(*start, options)->moves;
      },
      [&] {
        int64_t moves = 0;
        for (int64_t i = 0; i < games; ++i) moves += playout(random, kMaxPlies);
        return moves;
      });
}

// Perft of the game `id` from its start, which has `leaves` at `depth`;
// `perft(depth)` counts them by hand.
template <typename Perft>
void PluginPerft(benchmark::State& state, const std::string& id, int depth,
                 uint64_t leaves, Perft&& perft) {
  const auto game = LoadedGame(id);
  if (game == nullptr) return state.SkipWithError(kNotThere);
  const auto start = game->InitialState();
  const auto checked = [&state, leaves](uint64_t counted) {
    if (counted != leaves) state.SkipWithError("wrong number of leaves");
    return counted;
  };
  SideBySide(
      state, [&] { return checked(game->Perft(*start, depth).value()); },
      [&] { return checked(perft(depth)); });
}

}  // namespace boardwalk::bench
