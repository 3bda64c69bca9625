// Playouts per second of the Monte-Carlo search, tree included: of CPU time for
// one thread, of real time for several.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "ai/mcts/mcts_player.h"
#include "framework/game_adapter.h"
#include "games/chinese8/chinese8.h"
#include "games/onejump/onejump.h"
#include "games/star/star.h"
#include "games/teeko/teeko.h"

namespace boardwalk::bench {
namespace {

// Plain UCT with uniform playouts to the end.
constexpr char kPlain[] =
    "mcts:exploration=1,fpu=100,playout=uniform,cutoff=0,history=0,rave=0,"
    "bias=0,minimax=0,leaftemperature=1,solver=off,reuse=off,repetitions=off";

// The game of rules `R` with this player only, which compiles quickly.
template <GameRules R>
std::shared_ptr<const AnyGame> MakeGame(const std::string& settings) {
  const GamePlugin plugin =
      MakePlugin<R>(std::vector{ai::MctsPlayer<R>::Binding()});
  const auto name = ParseName(plugin.info.id + settings).value();
  return plugin
      .make(Parameters::Parse(name.id, plugin.info.parameters, name.given)
                .value(),
            {})
      .value();
}

// Searches the opening again and again, `playouts` each time.
void Search(benchmark::State& state, const std::shared_ptr<const AnyGame>& game,
            const std::string& name, int64_t playouts) {
  const auto start = game->InitialState();
  const auto player = game->MakePlayer(name).value();
  Limits limits;
  limits.playouts = playouts;
  int64_t done = 0;
  uint64_t seed = 0;
  while (state.KeepRunning()) {
    if (!player->Start(*start, ++seed).ok()) state.SkipWithError("no start");
    const auto decision = player->Choose(*start, limits, {});
    if (!decision.ok()) {
      state.SkipWithError(decision.status().ToString().c_str());
      break;
    }
    done += *decision->playouts;
  }
  state.counters["playouts/s"] = benchmark::Counter(
      static_cast<double>(done), benchmark::Counter::kIsRate);
}

void MctsOnejumpPlain(benchmark::State& state) {
  Search(state, MakeGame<onejump::Rules>(""), kPlain, 50'000);
}
BENCHMARK(MctsOnejumpPlain)->Unit(benchmark::kMillisecond);

void MctsOnejump(benchmark::State& state) {
  Search(state, MakeGame<onejump::Rules>(""), "mcts", 50'000);
}
BENCHMARK(MctsOnejump)->Unit(benchmark::kMillisecond);

void MctsChinese8(benchmark::State& state) {
  Search(state, MakeGame<chinese8::Rules>(""), "mcts", 50'000);
}
BENCHMARK(MctsChinese8)->Unit(benchmark::kMillisecond);

void MctsTeeko(benchmark::State& state) {
  Search(state, MakeGame<teeko::Rules>(""), "mcts", 50'000);
}
BENCHMARK(MctsTeeko)->Unit(benchmark::kMillisecond);

void MctsStarForTwo(benchmark::State& state) {
  Search(state, MakeGame<star::CompactRules>(":size=4,players=2"), "mcts",
         20'000);
}
BENCHMARK(MctsStarForTwo)->Unit(benchmark::kMillisecond);

// One and two threads on one tree.
void MctsThreads(benchmark::State& state) {
  Search(state, MakeGame<onejump::Rules>(""),
         std::string(kPlain) + ",threads=" + std::to_string(state.range(0)),
         100'000);
}
BENCHMARK(MctsThreads)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
