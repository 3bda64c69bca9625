// A game built as a plug-in beside the same game built in, and random games
// through the erased boundary. Each number of a pair is measured in turn within
// one benchmark; `plugin/built_in` is their ratio, of work per second.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "bench/loaded_game.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "games/registry.h"

// The entry points of the same sources, compiled into this program.
extern "C" const boardwalk::PluginEntry* built_in_tictactoe();
extern "C" const boardwalk::PluginEntry* built_in_draughts();

namespace boardwalk::bench {
namespace {

constexpr int kRepetitions = 10;

double Seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::shared_ptr<const AnyGame> BuiltIn(const std::string& id) {
  PluginContents contents;
  (id == "draughts" ? built_in_draughts() : built_in_tictactoe())
      ->add(contents);
  return Catalog::Create(contents.games).value().MakeGame(id).value();
}

// Work done by one run; the time that it takes is measured.
using Work = double (*)(const AnyGame& game);

void Compare(benchmark::State& state, const std::string& id, Work work) {
  const auto built_in = BuiltIn(id), loaded = LoadedGame(id);
  if (loaded == nullptr) return state.SkipWithError(kNotThere);
  double rates[2] = {0, 0};
  while (state.KeepRunning()) {
    for (int i = 0; i < kRepetitions; ++i) {
      for (const int which : {i % 2, 1 - i % 2}) {
        const AnyGame& game = which == 0 ? *built_in : *loaded;
        const double start = Seconds();
        const double done = work(game);
        // The best run is the one that nothing else has slowed down.
        rates[which] = std::max(rates[which], done / (Seconds() - start));
      }
    }
  }
  state.counters["per_second"] = rates[1];
  state.counters["plugin/built_in"] = rates[1] / rates[0];
}

double Perft(const AnyGame& game) {
  const int depth = game.Info().id == "draughts" ? 9 : 8;
  return static_cast<double>(game.Perft(*game.InitialState(), depth).value());
}
double Playouts(const AnyGame& game) {
  const auto statistics =
      game.Playouts(*game.InitialState(), {.seconds = 0.1, .games = 20'000});
  return static_cast<double>(statistics->moves);
}
double Nodes(const AnyGame& game) {
  const auto start = game.InitialState();
  const auto player = game.MakePlayer("alphabeta:nodes=300000").value();
  if (!player->Start(*start, 1).ok()) return 0;
  return static_cast<double>(*player->Choose(*start, {}, {})->nodes);
}
double TreePlayouts(const AnyGame& game) {
  const auto start = game.InitialState();
  const auto player = game.MakePlayer("mcts:playouts=10000,solver=off").value();
  if (!player->Start(*start, 1).ok()) return 0;
  return static_cast<double>(*player->Choose(*start, {}, {})->playouts);
}

BENCHMARK_CAPTURE(Compare, TictactoePerft, "tictactoe", Perft);
BENCHMARK_CAPTURE(Compare, TictactoePlayouts, "tictactoe", Playouts);
BENCHMARK_CAPTURE(Compare, TictactoeAlphaBeta, "tictactoe", Nodes);
BENCHMARK_CAPTURE(Compare, TictactoeMcts, "tictactoe", TreePlayouts);
BENCHMARK_CAPTURE(Compare, DraughtsPerft, "draughts", Perft);
BENCHMARK_CAPTURE(Compare, DraughtsPlayouts, "draughts", Playouts);
BENCHMARK_CAPTURE(Compare, DraughtsAlphaBeta, "draughts", Nodes);
BENCHMARK_CAPTURE(Compare, DraughtsMcts, "draughts", TreePlayouts);

// What a player against AnyState can do at most.
void TeekoThroughAnyState(benchmark::State& state) {
  const auto game = AllGames()->MakeGame("teeko").value();
  const auto start = game->InitialState();
  Random random(1);
  int64_t moves = 0;
  while (state.KeepRunning()) {
    const auto position = start->Clone();
    for (int ply = 0; ply < 1000 && !position->IsTerminal(); ++ply, ++moves) {
      const auto legal = position->LegalMoves();
      const auto count = static_cast<uint32_t>(legal.size());
      if (!position->Apply(legal[random.Below(count)]).ok()) return;
    }
  }
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves),
                                                 benchmark::Counter::kIsRate);
}
BENCHMARK(TeekoThroughAnyState);

}  // namespace
}  // namespace boardwalk::bench
