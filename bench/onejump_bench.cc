// One-jump checkers by the framework against a loop written by hand.

#include "bench/handwritten/onejump.h"
#include "bench/side_by_side.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "games/onejump/onejump.h"

namespace boardwalk::bench {
namespace {

constexpr int64_t kMaxPlies = 1000;
constexpr int64_t kMovesPerSlice = 1'000'000;

void OnejumpPlayouts(benchmark::State& state) {
  uint64_t seed = 1;
  Random random(1);
  SideBySide(
      state,
      [&seed] {
        return RunPlayouts(boardwalk::onejump::State(), seed++, kMaxPlies,
                           [](const PlayoutStatistics& so_far) {
                             return so_far.moves >= kMovesPerSlice;
                           })
            .moves;
      },
      [&random] {
        int64_t moves = 0;
        while (moves < kMovesPerSlice)
          moves += onejump::Playout(random, kMaxPlies);
        return moves;
      });
}
BENCHMARK(OnejumpPlayouts)->Unit(benchmark::kMillisecond);

void OnejumpPerft8(benchmark::State& state) {
  constexpr uint64_t kLeaves = 13'019'316;
  const auto checked = [&state](uint64_t leaves) {
    if (leaves != kLeaves) state.SkipWithError("wrong number of leaves");
    return leaves;
  };
  SideBySide(
      state,
      [&checked] {
        boardwalk::onejump::State start;
        return checked(Perft(start, 8));
      },
      [&checked] { return checked(onejump::Perft(onejump::Opening(), 8)); });
}
BENCHMARK(OnejumpPerft8)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
