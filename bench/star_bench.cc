// Random games of the star by the framework against loops written by hand, in
// moves. A move is one whole turn; games end after 200 turns per seat.

#include <benchmark/benchmark.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "bench/handwritten/star.h"
#include "bench/side_by_side.h"
#include "framework/playout.h"
#include "games/star/star.h"

namespace boardwalk::bench {
namespace {

using star::CompactRules;
using star::CompactRulesOf;
using star::LargeRules;

constexpr int kRounds = 200;

std::vector<int> Seats(int64_t players) {
  if (players == 2) return {0, 3};
  if (players == 3) return {0, 2, 4};
  std::vector<int> seats(static_cast<size_t>(players));
  std::iota(seats.begin(), seats.end(), 0);
  return seats;
}

template <typename R>
std::unique_ptr<const R> MakeRules(int64_t size, int64_t players) {
  const auto parameters = Parameters::Parse(
      "star", R::Info().parameters,
      {{"size", std::to_string(size)}, {"players", std::to_string(players)}});
  return *R::Create(*parameters);
}

// A slice of games by the framework.
template <typename R>
class Ours {
 public:
  Ours(int64_t size, int64_t players, int64_t games)
      : rules_(MakeRules<R>(size, players)), games_(games) {}
  int64_t operator()() {
    const auto start = rules_->InitialState();
    return RunPlayouts(start, ++seed_, kRounds * start.NumPlayers(),
                       [this](const PlayoutStatistics& so_far) {
                         return so_far.games >= games_;
                       })
        .moves;
  }

 private:
  std::unique_ptr<const R> rules_;
  int64_t games_;
  uint64_t seed_ = 0;
};

template <typename Loop>
auto Yardstick(Loop& loop, int64_t games) {
  return [&loop, games] {
    int64_t moves = 0;
    for (int64_t i = 0; i < games; ++i) moves += loop.Play(kRounds);
    return moves;
  };
}

// Arguments: size, players, games per slice of ours and of the yardstick.
template <typename R>
void BesidePlain(benchmark::State& state) {
  Ours<R> ours(state.range(0), state.range(1), state.range(2));
  PlainStar plain(static_cast<int>(state.range(0)), Seats(state.range(1)), 1);
  SideBySide(state, ours, Yardstick(plain, state.range(3)));
}

// Arguments: players, games per slice of ours and of the yardstick.
void BesideCareful(benchmark::State& state) {
  Ours<CompactRules> ours(4, state.range(0), state.range(1));
  CarefulStar careful(Seats(state.range(0)), 1);
  SideBySide(state, ours, Yardstick(careful, state.range(2)));
}

BENCHMARK(BesidePlain<CompactRules>)
    ->Name("star/size4/2players/plain")
    ->Args({4, 2, 500, 60})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRules>)
    ->Name("star/size4/6players/plain")
    ->Args({4, 6, 160, 10})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesideCareful)
    ->Name("star/size4/2players/careful")
    ->Args({2, 500, 150})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesideCareful)
    ->Name("star/size4/3players/careful")
    ->Args({3, 300, 80})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesideCareful)
    ->Name("star/size4/6players/careful")
    ->Args({6, 160, 40})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<LargeRules>)
    ->Name("star/size4/6players/large_state/plain")
    ->Args({4, 6, 60, 10})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRulesOf<2>>)
    ->Name("star/size5/2players/plain")
    ->Args({5, 2, 300, 40})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRulesOf<2>>)
    ->Name("star/size5/6players/plain")
    ->Args({5, 6, 100, 8})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRulesOf<2>>)
    ->Name("star/size6/2players/plain")
    ->Args({6, 2, 250, 30})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRulesOf<3>>)
    ->Name("star/size8/2players/plain")
    ->Args({8, 2, 150, 20})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<CompactRulesOf<3>>)
    ->Name("star/size8/6players/plain")
    ->Args({8, 6, 50, 5})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<LargeRules>)
    ->Name("star/size16/2players/plain")
    ->Args({16, 2, 60, 6})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<LargeRules>)
    ->Name("star/size16/6players/plain")
    ->Args({16, 6, 20, 2})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<LargeRules>)
    ->Name("star/size64/2players/plain")
    ->Args({64, 2, 40, 2})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BesidePlain<LargeRules>)
    ->Name("star/size64/6players/plain")
    ->Args({64, 6, 12, 1})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
