// Connect Four, loaded as a plug-in, against a loop written by hand.

#include "bench/handwritten/connectfour.h"
#include "bench/plugin_side_by_side.h"

namespace boardwalk::bench {
namespace {

constexpr int64_t kGamesPerSlice = 250'000;

void ConnectfourPlayouts(benchmark::State& state) {
  PluginPlayouts(state, "connectfour", kGamesPerSlice,
                 connectfour::Playout<Random>);
}
BENCHMARK(ConnectfourPlayouts)->Unit(benchmark::kMillisecond);

void ConnectfourPerft9(benchmark::State& state) {
  constexpr uint64_t kLeaves = 39'394'572;
  PluginPerft(state, "connectfour", 9, kLeaves, [](int depth) {
    return connectfour::Perft(connectfour::State(), depth);
  });
}
BENCHMARK(ConnectfourPerft9)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
