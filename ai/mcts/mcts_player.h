// The player of mcts_search.h. Makes a new tree for every move.

#ifndef BOARDWALK_AI_MCTS_MCTS_PLAYER_H_
#define BOARDWALK_AI_MCTS_MCTS_PLAYER_H_

#include <memory>

#include "ai/common/no_limit.h"
#include "ai/mcts/mcts_search.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

inline constexpr ParameterSpec kExplorationParameter = OptionalRealParameter(
    "exploration", {0, 100}, "weight of the unknown against the good");
inline constexpr ParameterSpec kCutoffParameter = OptionalIntParameter(
    "cutoff", {0, 10'000},
    "plies of a playout before the evaluation judges; 0 plays to the end");
inline constexpr ParameterSpec kMemoryParameter =
    IntParameter("memory", 256, {1, 65'536}, "MiB for the tree");

template <GameRules R>
class MctsPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;

  MctsPlayer(const R& rules, const Parameters& parameters)
      : PlayerFor<R>(rules),
        own_(LimitsFrom(parameters)),
        own_seed_(static_cast<uint64_t>(parameters.Int("seed"))),
        search_(rules, OptionsFrom(parameters)) {}

  static PlayerBinding<R> Binding() {
    return {{"mcts",
             "Monte-Carlo tree search (UCT) for any number of players",
             {kTimeParameter, kPlayoutsParameter, kExplorationParameter,
              kCutoffParameter, kMemoryParameter, kSeedParameter}},
            [](const R& rules, const Parameters& parameters)
                -> absl::StatusOr<std::unique_ptr<Player>> {
              return std::make_unique<MctsPlayer>(rules, parameters);
            }};
  }

 protected:
  absl::Status StartAt(const State&, uint64_t seed) override {
    search_.Seed(Mix64(seed) ^ own_seed_);
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits& outer,
                                    const Observer& observer) override {
    const Limits limits = Tighter(own_, outer);
    if (!limits.time && !limits.playouts) {
      return NoLimit("mcts", "time=1s or playouts=1000");
    }
    return search_.Run(state, limits, observer);
  }

 private:
  static MctsOptions OptionsFrom(const Parameters& parameters) {
    MctsOptions options;
    if (parameters.Has("exploration")) {
      options.exploration = parameters.Real("exploration");
    }
    options.memory_bytes = parameters.Int("memory") << 20;
    if (parameters.Has("cutoff")) options.cutoff = parameters.Int("cutoff");
    return options;
  }

  const Limits own_;
  const uint64_t own_seed_;
  MctsSearch<R> search_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MCTS_PLAYER_H_
