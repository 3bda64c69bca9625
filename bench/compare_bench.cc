// The cost of comparing players besides their own work: time per move, games
// stored per second, memory, and a report of many games.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "framework/clock.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"
#include "games/registry.h"

namespace boardwalk::comparison {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

double ProcessSeconds() {
  return duration<double>(ProcessCpuClock().Now()).count();
}

// Resident memory of the process.
double ResidentMib() {
  std::ifstream statm("/proc/self/statm");
  int64_t total = 0, resident = 0;
  statm >> total >> resident;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// A comparison in a file, played in one thread.
class Comparison {
 public:
  Comparison(std::vector<std::string> games, std::vector<std::string> players,
             int64_t rounds, Limits limits) {
    configuration_.games = std::move(games);
    configuration_.players = std::move(players);
    configuration_.rounds = rounds;
    configuration_.limits = limits;
    configuration_.openings = 2;
    configuration_ = plan().configuration();
    store_ = Get(
        results::OpenToPlay(folder_.File("results.sqlite"), configuration_));
  }

  comparison::RunCounts Run(const comparison::RunOptions& options = {}) {
    return Get(comparison::RunPlan(plan(), *store_, options));
  }
  comparison::Plan plan() const {
    return Get(comparison::Plan::Create(catalog_, configuration_));
  }
  const comparison::Store& store() const { return *store_; }

  template <typename T>
  static T Get(absl::StatusOr<T> result) {
    if (!result.ok()) Fail(result.status());
    return *std::move(result);
  }

 private:
  static void Fail(const absl::Status& status) {
    fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    std::abort();
  }

  const Catalog catalog_ = Get(AllGames());
  comparison::Configuration configuration_;
  const TemporaryFolder folder_;
  std::unique_ptr<comparison::Store> store_;
};

// CPU time of the process beyond that of the players, at 1 ms a move.
void OverheadAMove(benchmark::State& state) {
  double players = 0, process = 0;
  while (state.KeepRunning()) {
    Comparison comparison({"onejump", "chinese8"}, {"alphabeta", "mcts"}, 2,
                          {.time = milliseconds(1)});
    const double start = ProcessSeconds();
    comparison.Run({.on_game = [&](const comparison::GameSummary& game) {
      for (const comparison::SeatResult& seat : game.seats)
        players += seat.seconds;
      return true;
    }});
    process += ProcessSeconds() - start;
  }
  state.counters["overhead_percent"] = 100 * (process - players) / players;
}
BENCHMARK(OverheadAMove)->Unit(benchmark::kMillisecond);

// Games between random players, played and stored, per second of CPU time; and
// the memory after a number of games and after ten times as many.
void RandomGamesStored(benchmark::State& state) {
  constexpr int64_t kRounds = 500;
  double seconds = 0, first = 0, last = 0;
  int64_t games = 0;
  while (state.KeepRunning()) {
    for (const int64_t rounds : {kRounds, 10 * kRounds}) {
      Comparison comparison({"onejump"}, {"random", "random:seed=1"}, rounds,
                            {});
      const double start = ProcessSeconds();
      games += comparison.Run().played;
      seconds += ProcessSeconds() - start;
      (rounds == kRounds ? first : last) = ResidentMib();
    }
  }
  state.counters["games/s"] = static_cast<double>(games) / seconds;
  state.counters["MiB_1000_games"] = first;
  state.counters["MiB_10000_games"] = last;
}
BENCHMARK(RandomGamesStored)->Unit(benchmark::kMillisecond);

// All reports of 100,000 games; playing them is not measured.
void ReportOfManyGames(benchmark::State& state) {
  Comparison comparison({"teeko:phase=placement"},
                        {"random", "greedy", "random:seed=1"}, 100'000 / 6 + 1,
                        {});
  comparison.Run();
  size_t bytes = 0;
  while (state.KeepRunning()) {
    const report::Summary summary = Comparison::Get(
        report::Summarize(comparison.plan(), comparison.store()));
    bytes += report::TextReport(summary).size();
    bytes += report::HtmlReport(summary).size();
    benchmark::DoNotOptimize(bytes);
  }
}
BENCHMARK(ReportOfManyGames)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::comparison
