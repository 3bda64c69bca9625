// What programs that learn can play: random games one at a time through the
// erased boundary, and batches of 256 with observations and masks. A step is a
// move and what is seen after it. One thread.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "bench/loaded_game.h"
#include "framework/any_game.h"
#include "framework/batch.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "games/registry.h"

namespace boardwalk::bench {
namespace {

std::shared_ptr<const AnyGame> GameNamed(const std::string& name) {
  const auto game = AllGames().value().MakeGame(name);
  return game.ok() ? *game : LoadedGame(name);
}

uint32_t Below(Random& random, size_t n) {
  return random.Below(static_cast<uint32_t>(n));
}

void Single(benchmark::State& state, const std::string& name) {
  const auto game = GameNamed(name);
  if (game == nullptr) return state.SkipWithError(kNotThere);
  Random random(1);
  auto position = game->InitialState();
  int64_t plies = 0;
  while (state.KeepRunning()) {
    const auto moves = position->LegalMoves();
    if (!position->Apply(moves[Below(random, moves.size())]).ok()) std::abort();
    if (position->IsTerminal() || ++plies % 1000 == 0) {
      position = game->InitialState();
    }
    benchmark::DoNotOptimize(position->LegalActions());
  }
  state.SetItemsProcessed(state.iterations());
}

void Batch(benchmark::State& state, const std::string& name) {
  constexpr int64_t kGames = 256;
  const auto game = GameNamed(name);
  if (game == nullptr) return state.SkipWithError(kNotThere);
  const auto batch =
      game->MakeBatch({.games = kGames, .max_plies = 1000}).value();
  std::vector<float> observations(game->Observation().Size() * kGames);
  std::vector<uint8_t> masks(game->NumActions() * kGames);
  std::vector<float> rewards(kGames * game->NumPlayers());
  std::vector<uint8_t> terminated(kGames), truncated(kGames);
  std::vector<int32_t> current_player(kGames);
  const BatchRows rows = {.observations = absl::MakeSpan(observations),
                          .masks = absl::MakeSpan(masks),
                          .rewards = absl::MakeSpan(rewards),
                          .terminated = absl::MakeSpan(terminated),
                          .truncated = absl::MakeSpan(truncated),
                          .current_player = absl::MakeSpan(current_player)};
  const GameRange all = {0, kGames};
  batch->Reset(rows, all);
  Random random(1);
  std::vector<int64_t> actions(kGames);
  while (state.KeepRunning()) {
    for (int64_t i = 0; i < kGames; ++i) {
      const auto legal = batch->LegalActions(i);
      actions[i] = legal[Below(random, legal.size())];
    }
    if (!batch->Check(actions, all).ok()) std::abort();
    batch->Step(actions, rows, all);
  }
  state.SetItemsProcessed(state.iterations() * kGames);
}

const bool kRegistered = [] {
  for (const char* name :
       {"ataxx", "breakthrough", "chinese8", "connectfour", "draughts",
        "onejump", "othello", "star", "star:players=6", "teeko", "tictactoe"}) {
    const std::string game = name;
    benchmark::RegisterBenchmark(
        ("single/" + game).c_str(),
        [game](benchmark::State& state) { Single(state, game); });
    benchmark::RegisterBenchmark(
        ("batch/" + game).c_str(),
        [game](benchmark::State& state) { Batch(state, game); });
  }
  return true;
}();

}  // namespace
}  // namespace boardwalk::bench
