// What it costs that a move comes from another program: a player that answers
// at once, inside and through the protocol. And how long after its limit a
// program that does not answer is noticed, and killed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/parameters.h"
#include "frontends/engine/engine_player.h"
#include "games/registry.h"

namespace boardwalk::bench {
namespace {

const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";
const char* const kFake = BOARDWALK_BINARY_DIR "/bin/fake_engine";

// Moves of `player` from the opening, in real time; in the middle of a game if
// `plies` were played before.
void Moves(benchmark::State& state, const std::string& game_name,
           const std::string& player_name, int plies) {
  const auto catalog =
      Catalog::Create(BuiltInGames(), {engine::EnginePlayerPlugin()});
  const auto game = catalog->MakeGame(game_name).value();
  const auto player = game->MakePlayer(player_name);
  if (!player.ok()) {
    state.SkipWithError(std::string(player.status().message()).c_str());
    return;
  }
  auto position = game->InitialState();
  (void)(*player)->Start(*position, 1);
  for (int ply = 0; ply < plies && !position->IsTerminal(); ++ply) {
    const AnyMove move = position->LegalMoves().back();
    (void)position->Apply(move);
    (*player)->Observe(move);
  }
  while (state.KeepRunning()) {
    const auto decision = (*player)->Choose(*position, {}, {});
    if (!decision.ok()) {
      state.SkipWithError(std::string(decision.status().message()).c_str());
      return;
    }
  }
}

std::string Engine(const std::string& game) {
  return absl::StrCat(
      "engine:cmd=",
      QuoteValue(absl::StrCat(kProgram, " ugi ", game, " --player random")));
}

void EngineMoveInside(benchmark::State& state) {
  Moves(state, "teeko", "random", 8);
}
BENCHMARK(EngineMoveInside)->UseRealTime();

void EngineMove(benchmark::State& state) {
  Moves(state, "teeko", Engine("teeko"), 8);
}
BENCHMARK(EngineMove)->UseRealTime();

void EngineMoveAfter300(benchmark::State& state) {
  Moves(state, "teeko", Engine("teeko"), 300);
}
BENCHMARK(EngineMoveAfter300)->UseRealTime();

// Some 150 legal moves, each a path.
void EngineMoveStar(benchmark::State& state) {
  Moves(state, "star:size=6", Engine("star:size=6"), 60);
}
BENCHMARK(EngineMoveStar)->UseRealTime();

// A program that errs in this way, with 100 ms to answer: as a limit of time
// by its CPU clock, as in a match, or where there is none but `wall`. The
// counters are milliseconds after the limit, of all that was tried.
void Fault(benchmark::State& state, const std::string& how, bool has_time) {
  using std::chrono::steady_clock;
  constexpr auto kLimit = std::chrono::milliseconds(100);
  const auto catalog =
      Catalog::Create(BuiltInGames(), {engine::EnginePlayerPlugin()});
  const auto game = catalog->MakeGame("teeko").value();
  const auto position = game->InitialState();
  const std::string name = absl::StrCat(
      "engine:cmd=", QuoteValue(absl::StrCat(kFake, " ", how)), ",wall=100ms");
  double worst = 0, sum = 0;
  while (state.KeepRunning()) {
    state.PauseTiming();
    const auto player = game->MakePlayer(name).value();
    (void)player->Start(*position, 1);
    Limits limits = {.nodes = 100, .clock = player->OwnClock()};
    if (has_time) limits = {.time = kLimit, .clock = player->OwnClock()};
    state.ResumeTiming();
    const auto begin = steady_clock::now();
    const bool answered = player->Choose(*position, limits, {}).ok();
    const double late = std::chrono::duration<double, std::milli>(
                            steady_clock::now() - begin - kLimit)
                            .count();
    if (answered) state.SkipWithError("it answered");
    worst = std::max(worst, late);
    sum += late;
  }
  state.counters["late_mean"] = sum / static_cast<double>(state.iterations());
  state.counters["late_worst"] = worst;
}

void EngineFaultStall(benchmark::State& state) { Fault(state, "stall", true); }
void EngineFaultLoop(benchmark::State& state) { Fault(state, "loop", true); }
void EngineFaultNonsense(benchmark::State& state) {
  Fault(state, "nonsense", true);
}
void EngineFaultCrash(benchmark::State& state) { Fault(state, "crash", true); }
void EngineFaultStallNodes(benchmark::State& state) {
  Fault(state, "stall", false);
}
void EngineFaultLoopNodes(benchmark::State& state) {
  Fault(state, "loop", false);
}
BENCHMARK(EngineFaultStall)->UseRealTime()->Iterations(20);
BENCHMARK(EngineFaultLoop)->UseRealTime()->Iterations(20);
BENCHMARK(EngineFaultNonsense)->UseRealTime()->Iterations(20);
BENCHMARK(EngineFaultCrash)->UseRealTime()->Iterations(20);
BENCHMARK(EngineFaultStallNodes)->UseRealTime()->Iterations(20);
BENCHMARK(EngineFaultLoopNodes)->UseRealTime()->Iterations(20);

}  // namespace
}  // namespace boardwalk::bench
