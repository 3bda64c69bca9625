// Alpha-beta: nodes per second, and what its features save in time to a depth.

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
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
    "quiescence=off,nullmove=off,futility=off,latemoves=off,tempo=off";
constexpr size_t kPositions = 5;
// For measurements that differ much between positions.
constexpr size_t kManyPositions = 20;

// Live positions after 16 random moves; always the same ones.
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

// Nodes per second of CPU time, in five middle games of 300 ms each.
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

// Searches middle games to a depth, with all features and without those that
// `less` turns off. The second search stops at thirty times the time of the
// first. `times_time` and `times_nodes` are the ratios of the second to the
// first; `got_there` is the share of positions in which it reached the depth.
// If that is below 1 the ratios are lower bounds.
void AlphaBetaToDepth(benchmark::State& state, const std::string& name,
                      int depth, const std::string& less, size_t count) {
  const auto game = AllGames().value().MakeGame(name).value();
  const auto positions = MiddleGames(*game, count);
  constexpr double kMaxRatio = 30;
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
          static_cast<int64_t>(kMaxRatio * all.seconds * 1e9));
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

// Each feature in every game.
const bool features_are_registered = [] {
  struct Target {
    const char* game;
    int depth;
  };
  constexpr Target kTargets[] = {{"onejump", 14},
                                 {"chinese8", 9},
                                 {"teeko:phase=movement", 10},
                                 {"star:size=3", 8}};
  constexpr const char* kFeatures[] = {"table",    "ordering",   "reductions",
                                       "scout",    "aspiration", "quiescence",
                                       "nullmove", "futility",   "latemoves"};
  for (const Target& target : kTargets) {
    for (const char* feature : kFeatures) {
      benchmark::RegisterBenchmark(
          absl::StrCat("AlphaBetaToDepth/", target.game, "_", target.depth, "_",
                       feature)
              .c_str(),
          AlphaBetaToDepth, std::string(target.game), target.depth,
          absl::StrCat(feature, "=off"), kManyPositions)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
    }
  }
  return true;
}();

// The speedup of two threads against one in wall time to a depth, over two
// hundred middle games, and the ratio of their nodes. A single position says
// little: two threads may visit half the nodes or twice as many. With forty
// positions two runs differed by up to a tenth. `apart` is what two unrelated
// searches do at the same time against one: what the two cores are worth at the
// moment. The tables have been used before, as in a game after its first move.
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
