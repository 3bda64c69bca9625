// Teeko by the framework against a loop written by hand.

#include "bench/handwritten/teeko.h"
#include "bench/side_by_side.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "games/teeko/teeko.h"

namespace boardwalk::bench {
namespace {

using Phase = boardwalk::teeko::Rules::Phase;

constexpr int64_t kMaxPlies = 1000;
constexpr int64_t kMovesPerSlice = 1'000'000;

boardwalk::teeko::State Start(Phase phase) {
  return boardwalk::teeko::Rules(phase).InitialState();
}

void TeekoPlayouts(benchmark::State& state) {
  teeko::Prepare();
  uint64_t seed = 1;
  Random random(1);
  SideBySide(
      state,
      [&seed] {
        return RunPlayouts(Start(Phase::kFull), seed++, kMaxPlies,
                           [](const PlayoutStatistics& so_far) {
                             return so_far.moves >= kMovesPerSlice;
                           })
            .moves;
      },
      [&random] {
        int64_t moves = 0;
        while (moves < kMovesPerSlice)
          moves += teeko::Playout(random, kMaxPlies);
        return moves;
      });
}
BENCHMARK(TeekoPlayouts)->Unit(benchmark::kMillisecond);

void TeekoMovementPerft9(benchmark::State& state) {
  teeko::Prepare();
  constexpr uint64_t kLeaves = 545'312'377;
  const auto checked = [&state](uint64_t leaves) {
    if (leaves != kLeaves) state.SkipWithError("wrong number of leaves");
    return leaves;
  };
  SideBySide(
      state,
      [&checked] {
        boardwalk::teeko::State start = Start(Phase::kMovement);
        return checked(Perft(start, 9));
      },
      [&checked] { return checked(teeko::Perft(teeko::MovementStart(), 9)); });
}
BENCHMARK(TeekoMovementPerft9)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
