// The distance table of chinese8: building it, checking it against the
// yardstick's own moves, reading it, and evaluating by it.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/handwritten/chinese8.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"

namespace boardwalk::bench {
namespace {

using chinese8::LoneBoard;
using All = PlacementsOn<LoneBoard>;

// How many placements are how far from the goal.
constexpr std::array<int64_t, 16> kAtDistance = {
    1,         16,        181,        1'827,      16'544,     125'387,
    752'488,   3'389'808, 10'661'155, 21'071'894, 23'159'802, 12'541'449,
    2'985'947, 262'410,   5'456,      3};

const std::string& Packed() {
  static const auto* const packed =
      new std::string(BuildDistances(LoneBoard(), {.threads = 2}).value_or(""));
  return *packed;
}

// With as many threads as the argument says; real time.
void PrepareBuild(benchmark::State& state) {
  while (state.KeepRunning()) {
    const auto packed = BuildDistances(
        LoneBoard(), {.threads = static_cast<int>(state.range(0))});
    if (!packed.ok()) state.SkipWithError("not built");
  }
}
BENCHMARK(PrepareBuild)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseRealTime();

// Counts all entries. A random placement and those one move away, by the
// yardstick's generator, must differ by one at most, and one of them must be
// nearer: with the goal at 0 that makes a distance.
void PrepareCheck(benchmark::State& state) {
  std::array<int64_t, 16> counts{};
  for (uint32_t rank = 0; rank < All::kCount; ++rank) {
    ++counts[PackedAt(Packed().data(), rank)];
  }
  if (counts != kAtDistance) state.SkipWithError("the counts are wrong");
  if (DistanceAt<LoneBoard>(Packed().data(), chinese8::kCamps[1]) != 0 ||
      DistanceAt<LoneBoard>(Packed().data(), chinese8::kCamps[0]) != 12) {
    state.SkipWithError("the goal or the opening is wrong");
  }
  Random random(1);
  while (state.KeepRunning()) {
    const uint32_t rank = random.Below(All::kCount);
    const uint64_t pieces = All::AtRank(rank);
    const int distance = PackedAt(Packed().data(), rank);
    int nearest = distance;
    handwritten::chinese8::State lone = {{pieces, 0}, 0, 0};
    handwritten::chinese8::Move moves[400];
    const int count = handwritten::chinese8::Generate(lone, moves);
    for (int i = 0; i < count; ++i) {
      const uint64_t moved = pieces ^ uint64_t { 1 } << moves[i].from ^
                             uint64_t { 1 } << moves[i].to;
      const int next = DistanceAt<LoneBoard>(Packed().data(), moved);
      if (std::abs(next - distance) > 1) state.SkipWithError("too far apart");
      nearest = std::min(nearest, next);
    }
    if (nearest != std::max(distance - 1, 0)) {
      state.SkipWithError("none is nearer");
    }
  }
}
BENCHMARK(PrepareCheck)->Iterations(1'000'000);

// Positions of random games, as a search meets them one after the other.
std::vector<chinese8::State> Positions() {
  std::vector<chinese8::State> positions;
  Random random(2);
  chinese8::State state;
  positions.reserve(1 << 16);
  while (positions.size() < 1 << 16) {
    const auto move = state.RandomMove(random);
    if (move.has_value()) state.Apply(*move);
    if (state.IsTerminal()) state = {};
    positions.push_back(state);
  }
  return positions;
}

void Evaluate(benchmark::State& state, const chinese8::Rules& rules) {
  const std::vector<chinese8::State> positions = Positions();
  size_t i = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(rules.Evaluate(positions[i], 0));
    i = (i + 1) % positions.size();
  }
}
void PrepareEvaluatePlain(benchmark::State& state) {
  Evaluate(state, chinese8::Rules());
}
BENCHMARK(PrepareEvaluatePlain);

// Needs the file of `boardwalk prepare chinese8`.
void PrepareEvaluateTable(benchmark::State& state) {
  const chinese8::Rules plain;
  const auto rules = plain.WithEvaluation("table");
  if (!rules.ok()) {
    state.SkipWithError(std::string(rules.status().message()).c_str());
    return;
  }
  Evaluate(state, **rules);
}
BENCHMARK(PrepareEvaluateTable);

// The numbers of random placements.
void PrepareRank(benchmark::State& state) {
  const std::vector<chinese8::State> positions = Positions();
  size_t i = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(All::Rank(positions[i].Pieces(0)));
    i = (i + 1) % positions.size();
  }
}
BENCHMARK(PrepareRank);

// Opening the file: all of it is read for the checksum.
void PrepareOpen(benchmark::State& state) {
  const auto path = TablePath(chinese8::DistancePreparation().table);
  if (!path.ok()) return state.SkipWithError("no cache folder");
  while (state.KeepRunning()) {
    const auto table =
        PreparedTable::Open(*path, chinese8::DistancePreparation().table);
    if (!table.ok()) state.SkipWithError("not there: boardwalk prepare");
  }
}
BENCHMARK(PrepareOpen)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace boardwalk::bench
