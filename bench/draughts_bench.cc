// English draughts, loaded as a plug-in, against a loop written by hand.

#include "bench/handwritten/draughts.h"
#include "bench/plugin_side_by_side.h"

namespace boardwalk::bench {
namespace {

constexpr int64_t kGamesPerSlice = 20'000;

void DraughtsPlayouts(benchmark::State& state) {
  PluginPlayouts(state, "draughts", kGamesPerSlice, draughts::Playout<Random>);
}
BENCHMARK(DraughtsPlayouts)->Unit(benchmark::kMillisecond);

void DraughtsPerft9(benchmark::State& state) {
  constexpr uint64_t kLeaves = 3'963'680;
  PluginPerft(state, "draughts", 9, kLeaves, [](int depth) {
    return draughts::Perft(draughts::State(), depth);
  });
}
BENCHMARK(DraughtsPerft9)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
