// Alpha-beta: nodes a second, and what its features save on the way to a depth.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/clock.h"
#include "framework/random.h"
#include "games/registry.h"

namespace boardwalk::bench {
namespace {

// Every feature off: plain alpha-beta by iterative deepening.
constexpr char kPlain[] =
    "table=off,scout=off,aspiration=off,ordering=off,reductions=off,"
    "quiescence=off,nullmove=off";
constexpr size_t kPositions = 5;
// Where searches of one position differ much.
constexpr size_t kManyPositions = 20;

// Live positions after 16 random moves, the same every time.
std::vector<std::unique_ptr<AnyState>> MiddleGames(const AnyGame& game,
                                                   size_t count = kPositions) {
  constexpr int kPlies = 16;
  std::vector<std::unique_ptr<AnyState>> states;
  for (uint64_t seed = 1; states.size() < count; ++seed) {
    Random random(seed);
    auto state = game.InitialState();
    for (int ply = 0; ply < kPlies && !state->IsTerminal(); ++ply) {
      const std::vector<AnyMove> moves = state->LegalMoves();
      const auto pick = random.Below(static_cast<uint32_t>(moves.size()));
      if (!state->Apply(moves[pick]).ok()) std::abort();
    }
    if (!state->IsTerminal() && !state->CanWinAtOnce()) {
      states.push_back(std::move(state));
    }
  }
  return states;
}

// By a player that knows nothing from before.
Decision Think(Player& player, const AnyState& state, const Limits& limits) {
  if (!player.Start(state, 1).ok()) std::abort();
  return player.Choose(state, limits, {}).value();
}
Decision Think(const AnyGame& game, const AnyState& state,
               const std::string& player, const Limits& limits) {
  return Think(*game.MakePlayer(player).value(), state, limits);
}

// Nodes a second of CPU time from five middle games, 300 ms each.
void AlphaBetaNodes(benchmark::State& state, const std::string& name) {
  const auto game = AllGames().value().MakeGame(name).value();
  const auto positions = MiddleGames(*game);
  Limits limits;
  limits.clock = &ThreadCpuClock();
  limits.time = std::chrono::milliseconds(300);
  double nodes = 0, seconds = 0;
  while (state.KeepRunning()) {
    for (const auto& position : positions) {
      const Decision decision = Think(*game, *position, "alphabeta", limits);
      nodes += static_cast<double>(*decision.nodes);
      seconds += decision.seconds;
    }
  }
  state.counters["nodes/s"] = nodes / seconds;
}
BENCHMARK_CAPTURE(AlphaBetaNodes, onejump, std::string("onejump"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaNodes, chinese8, std::string("chinese8"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaNodes, teeko, std::string("teeko:phase=movement"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaNodes, star4, std::string("star:size=4"))
    ->Unit(benchmark::kMillisecond);

// The way to a depth from middle games, with everything and with `less`, which
// takes something away and is given thirty times as long and stopped then:
// `times_time` and `times_nodes` are how much more it took, bounds unless
// `got_there`, the share of positions in which it reached the depth, is 1.
void AlphaBetaToDepth(benchmark::State& state, const std::string& name,
                      int depth, const std::string& less, size_t count) {
  const auto game = AllGames().value().MakeGame(name).value();
  const auto positions = MiddleGames(*game, count);
  constexpr double kMax = 30;
  double seconds = 0, nodes = 0, less_seconds = 0, less_nodes = 0;
  int reached = 0;
  while (state.KeepRunning()) {
    for (const auto& position : positions) {
      Limits limits;
      limits.clock = &ThreadCpuClock();
      limits.depth = depth;
      const Decision all = Think(*game, *position, "alphabeta", limits);
      seconds += all.seconds;
      nodes += static_cast<double>(*all.nodes);
      limits.time = std::chrono::nanoseconds(
          static_cast<int64_t>(kMax * all.seconds * 1e9));
      const Decision rest =
          Think(*game, *position, absl::StrCat("alphabeta:", less), limits);
      less_seconds += rest.seconds;
      less_nodes += static_cast<double>(*rest.nodes);
      reached += *rest.depth == *all.depth ? 1 : 0;
    }
  }
  const double searches =
      static_cast<double>(count) * static_cast<double>(state.iterations());
  state.counters["ms"] = seconds * 1e3 / searches;
  state.counters["times_time"] = less_seconds / seconds;
  state.counters["times_nodes"] = less_nodes / nodes;
  state.counters["got_there"] = reached / searches;
}
BENCHMARK_CAPTURE(AlphaBetaToDepth, onejump_12_plain, std::string("onejump"),
                  12, std::string(kPlain), kPositions)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaToDepth, chinese8_8_plain, std::string("chinese8"),
                  8, std::string(kPlain), kPositions)
    ->Unit(benchmark::kMillisecond);

// What each feature saves, in all games.
const bool features_are_registered = [] {
  struct Way {
    const char* game;
    int depth;
  };
  constexpr Way kWays[] = {{"onejump", 14},
                           {"chinese8", 9},
                           {"teeko:phase=movement", 10},
                           {"star:size=3", 8}};
  constexpr const char* kFeatures[] = {"table",   "ordering",   "reductions",
                                       "scout",   "aspiration", "quiescence",
                                       "nullmove"};
  for (const Way& way : kWays) {
    for (const char* feature : kFeatures) {
      benchmark::RegisterBenchmark(absl::StrCat("AlphaBetaToDepth/", way.game,
                                                "_", way.depth, "_", feature)
                                       .c_str(),
                                   AlphaBetaToDepth, std::string(way.game),
                                   way.depth, absl::StrCat(feature, "=off"),
                                   kManyPositions)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
    }
  }
  return true;
}();

// By the wall clock: how much sooner two threads are at a depth than one, over
// two hundred middle games, and how many more nodes they visit. From a single
// position two threads may as well visit half as many nodes as twice as many;
// with forty positions the next run was up to a tenth off. `apart` is what two
// searches do at the same time that have nothing to do with each other, by one
// alone: what this machine's two cores are worth just now. The tables' memory
// has been in use before, as it has in a game after the first move.
void AlphaBetaTwoThreads(benchmark::State& state, const std::string& name,
                         int depth) {
  const auto game = AllGames().value().MakeGame(name).value();
  const auto positions = MiddleGames(*game, /*count=*/200);
  Limits limits;
  limits.depth = depth;
  const auto make = [&](int threads) {
    auto player =
        game->MakePlayer(absl::StrCat("alphabeta:memory=64,threads=", threads))
            .value();
    Think(*player, *positions[0], limits);
    return player;
  };
  const auto single = make(1), pair = make(2), neighbour = make(1);
  double one = 0, two = 0, apart = 0, one_nodes = 0, two_nodes = 0;
  while (state.KeepRunning()) {
    for (const auto& position : positions) {
      const Decision alone = Think(*single, *position, limits);
      const Decision together = Think(*pair, *position, limits);
      Decision first, second;
      std::thread other([&] { first = Think(*neighbour, *position, limits); });
      second = Think(*single, *position, limits);
      other.join();
      one += alone.seconds;
      two += together.seconds;
      apart += (first.seconds + second.seconds) / 2;
      one_nodes += static_cast<double>(*alone.nodes);
      two_nodes += static_cast<double>(*together.nodes);
    }
  }
  state.counters["speedup"] = one / two;
  state.counters["apart"] = 2 * one / apart;
  state.counters["times_nodes"] = two_nodes / one_nodes;
  state.counters["one_ms"] = one * 1e3 / static_cast<double>(positions.size()) /
                             static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(AlphaBetaTwoThreads, onejump_17, std::string("onejump"), 17)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaTwoThreads, chinese8_11, std::string("chinese8"), 11)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(AlphaBetaTwoThreads, star4_11, std::string("star:size=4"), 11)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
