// The distance tables of chinese8 and the star: building, checking against the
// yardsticks' move generators, opening, and evaluating.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/handwritten/chinese8.h"
#include "bench/handwritten/star.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"
#include "games/star/star.h"

namespace boardwalk::bench {
namespace {

using chinese8::LoneBoard;
using All = PlacementsOn<LoneBoard>;

// The number of placements at each distance from the goal.
constexpr std::array<int64_t, 16> kAtDistance = {
    1,         16,        181,        1'827,      16'544,     125'387,
    752'488,   3'389'808, 10'661'155, 21'071'894, 23'159'802, 12'541'449,
    2'985'947, 262'410,   5'456,      3};

const std::string& Packed() {
  static const auto* const packed =
      new std::string(BuildDistances(LoneBoard(), {.threads = 2}).value_or(""));
  return *packed;
}

// Argument: threads. In real time.
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

// A table holds distances if the goal has 0 and every other placement is one
// more than its nearest neighbour. Checks random placements, whose neighbours
// are those one move away by the yardstick's rules.
template <typename Board, typename Neighbours>
void CheckNeighbours(benchmark::State& state, const char* packed,
                     const Neighbours& neighbours) {
  Random random(1);
  while (state.KeepRunning()) {
    const uint32_t rank = random.Below(PlacementsOn<Board>::kCount);
    const int distance = PackedAt<Board>(packed, rank);
    int nearest = distance;
    for (const uint64_t pieces :
         neighbours(PlacementsOn<Board>::AtRank(rank))) {
      const int next = DistanceAt<Board>(packed, pieces);
      if (std::abs(next - distance) > 1) state.SkipWithError("too far apart");
      nearest = std::min(nearest, next);
    }
    if (nearest != std::max(distance - 1, 0)) {
      state.SkipWithError("none is nearer");
    }
  }
}

// The placements one move away, by the yardstick's rules.
std::vector<uint64_t> NeighboursOf(uint64_t pieces) {
  handwritten::chinese8::State lone = {{pieces, 0}, 0, 0};
  handwritten::chinese8::Move moves[400];
  const int count = handwritten::chinese8::Generate(lone, moves);
  std::vector<uint64_t> found;
  found.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    found.push_back(pieces ^ uint64_t{1} << moves[i].from ^
                    uint64_t{1} << moves[i].to);
  }
  return found;
}

// Also checks the counts of all entries.
void PrepareCheck(benchmark::State& state) {
  std::array<int64_t, 16> counts{};
  for (uint32_t rank = 0; rank < All::kCount; ++rank) {
    ++counts[PackedAt<LoneBoard>(Packed().data(), rank)];
  }
  if (counts != kAtDistance) state.SkipWithError("the counts are wrong");
  if (DistanceAt<LoneBoard>(Packed().data(), chinese8::kCamps[1]) != 0 ||
      DistanceAt<LoneBoard>(Packed().data(), chinese8::kCamps[0]) != 12) {
    state.SkipWithError("the goal or the opening is wrong");
  }
  CheckNeighbours<LoneBoard>(state, Packed().data(), NeighboursOf);
}
BENCHMARK(PrepareCheck)->Iterations(1'000'000);

// Positions of random games, in order, as a search would visit them.
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

// Ranks of placements of random games.
void PrepareRank(benchmark::State& state) {
  const std::vector<chinese8::State> positions = Positions();
  size_t i = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(All::Rank(positions[i].Pieces(0)));
    i = (i + 1) % positions.size();
  }
}
BENCHMARK(PrepareRank);

// Opening a file reads all of it for the checksum.
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

// The star of size 3: the number of placements at each distance from the goal.
constexpr std::array<int64_t, 22> kStarAtDistance = {
    1,         10,        81,        482,       2'422,     9'955,
    34'259,    100'481,   252'544,   543'828,   1'014'961, 1'640'568,
    2'259'460, 2'578'741, 2'373'939, 1'724'744, 957'228,   378'320,
    96'403,    14'268,    1'095,     26};

using StarBoard = star::LoneBoard;

const std::string& StarPacked() {
  static const auto* const packed =
      new std::string(BuildDistances(StarBoard(), {.threads = 2}).value_or(""));
  return *packed;
}

void PrepareStarBuild(benchmark::State& state) {
  while (state.KeepRunning()) {
    const auto packed = BuildDistances(StarBoard(), {.threads = 1});
    if (!packed.ok()) state.SkipWithError("not built");
  }
}
BENCHMARK(PrepareStarBuild)->Unit(benchmark::kSecond)->Iterations(1);

// The placements one move away, by the yardstick's graph of the star.
class StarNeighbours {
 public:
  StarNeighbours() {
    number_.reserve(static_cast<size_t>(graph_.cells));
    for (int cell = 0; cell < graph_.cells; ++cell) {
      const int triangle = graph_.triangle[cell];
      const bool stays = triangle < 0 || triangle == 0 || triangle == 3;
      number_.push_back(stays ? static_cast<int>(cells_.size()) : -1);
      if (stays) cells_.push_back(cell);
    }
  }

  std::vector<uint64_t> Of(uint64_t pieces) const {
    std::vector<uint64_t> found;
    for (uint64_t left = pieces; left != 0;) {
      const int from = PopLowest(left);
      const uint64_t rest = pieces ^ uint64_t { 1 } << from;
      std::vector<bool> reached(static_cast<size_t>(graph_.cells));
      Jump(rest, cells_[from], reached);
      for (int direction = 0; direction < 6; ++direction) {
        const int next = graph_.Next(cells_[from], direction);
        if (next >= 0 && !Taken(rest, next)) reached[next] = true;
      }
      reached[cells_[from]] = false;
      for (int cell = 0; cell < graph_.cells; ++cell) {
        if (reached[cell] && number_[cell] >= 0) {
          found.push_back(rest | uint64_t{1} << number_[cell]);
        }
      }
    }
    return found;
  }

 private:
  bool Taken(uint64_t pieces, int cell) const {
    return number_[cell] >= 0 && (pieces >> number_[cell] & 1) != 0;
  }
  void Jump(uint64_t pieces, int at, std::vector<bool>& reached) const {
    for (int direction = 0; direction < 6; ++direction) {
      const int over = graph_.Next(at, direction);
      if (over < 0 || !Taken(pieces, over)) continue;
      const int to = graph_.Next(over, direction);
      if (to < 0 || Taken(pieces, to) || reached[to]) continue;
      reached[to] = true;
      Jump(pieces, to, reached);
    }
  }

  const StarGraph graph_{3};
  std::vector<int> number_;  // by cell; -1 where no piece may stay
  std::vector<int> cells_;   // by number
};

// Like PrepareCheck.
void PrepareStarCheck(benchmark::State& state) {
  std::array<int64_t, 22> counts{};
  for (const char distance : StarPacked()) {
    ++counts[std::min(21, static_cast<int>(distance))];
  }
  if (counts != kStarAtDistance) state.SkipWithError("the counts are wrong");
  // The goal has the last number and the opening the first.
  if (StarPacked().back() != 0 || StarPacked().front() != 17) {
    state.SkipWithError("the goal or the opening is wrong");
  }
  const StarNeighbours neighbours;
  CheckNeighbours<StarBoard>(state, StarPacked().data(), [&](uint64_t pieces) {
    return neighbours.Of(pieces);
  });
}
BENCHMARK(PrepareStarCheck)->Iterations(100'000);

// Evaluates positions of random games, by the plain evaluation or the table,
// which needs the file of `boardwalk prepare`. Argument: players.
void PrepareStarEvaluate(benchmark::State& state, const char* evaluation) {
  const std::string players = std::to_string(state.range(0));
  const auto plain = star::CompactRules::Create(
      Parameters::Parse("star", star::Info().parameters,
                        {{"size", "3"}, {"players", players}})
          .value());
  const auto rules = (*plain)->WithEvaluation(evaluation);
  if (!rules.ok()) {
    state.SkipWithError(std::string(rules.status().message()).c_str());
    return;
  }
  std::vector<star::CompactState> positions;
  positions.reserve(1 << 14);
  Random random(2);
  star::CompactState position = (*rules)->InitialState();
  while (positions.size() < 1 << 14) {
    const auto move = position.RandomMove(random);
    if (move.has_value()) position.Apply(*move);
    if (position.IsTerminal()) position = (*rules)->InitialState();
    positions.push_back(position);
  }
  size_t i = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize((*rules)->Evaluate(positions[i], 0));
    i = (i + 1) % positions.size();
  }
}
BENCHMARK_CAPTURE(PrepareStarEvaluate, plain, "plain")->Arg(2)->Arg(3);
BENCHMARK_CAPTURE(PrepareStarEvaluate, near, "near")->Arg(2);
BENCHMARK_CAPTURE(PrepareStarEvaluate, table, "table")->Arg(2)->Arg(3);

}  // namespace
}  // namespace boardwalk::bench
