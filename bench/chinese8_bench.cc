// chinese8 by the framework against a loop written by hand.

#include <benchmark/benchmark.h>

#include "bench/handwritten/chinese8.h"
#include "bench/side_by_side.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"

namespace boardwalk::bench {
namespace {

constexpr int kGamesPerSlice = 500;

// Moves of random games.
void Chinese8Playouts(benchmark::State& state) {
  uint64_t seed = 0;
  Random random(1);
  SideBySide(
      state,
      [&] {
        return RunPlayouts(chinese8::State(), ++seed, 1000,
                           [](const PlayoutStatistics& so_far) {
                             return so_far.games >= kGamesPerSlice;
                           })
            .moves;
      },
      [&] {
        int64_t moves = 0;
        for (int i = 0; i < kGamesPerSlice; ++i) {
          moves += handwritten::chinese8::Playout(random);
        }
        return moves;
      });
}
BENCHMARK(Chinese8Playouts)->Unit(benchmark::kMillisecond);

// Leaves of perft to depth 5.
void Chinese8Perft(benchmark::State& state) {
  SideBySide(
      state,
      [] {
        chinese8::State opening;
        return Perft(opening, 5);
      },
      [] {
        return handwritten::chinese8::Perft(handwritten::chinese8::Start(), 5);
      });
}
BENCHMARK(Chinese8Perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
