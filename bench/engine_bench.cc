// What it costs that a move comes from another program: a player that answers
// at once, inside and through the protocol.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/parameters.h"
#include "frontends/engine/engine_player.h"
#include "games/registry.h"

namespace boardwalk::bench {
namespace {

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
  return absl::StrCat("engine:cmd=",
                      QuoteValue(absl::StrCat(BOARDWALK_PROGRAM, " ugi ", game,
                                              " --player random")));
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

}  // namespace
}  // namespace boardwalk::bench
