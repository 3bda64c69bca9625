// The player `mcts`: parameters, limits and seed of mcts_search.h.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ai/common/player_errors.h"
#include "ai/common/position_history.h"
#include "ai/mcts/mcts_search.h"
#include "ai/mcts/options.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

template <GameRules R>
class MctsPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;
  using typename PlayerFor<R>::Move;

  // Fails if the machine does not have the memory.
  static absl::StatusOr<std::unique_ptr<Player>> Make(
      const Evaluator<R>& evaluator, const Parameters& parameters) {
    auto player =
        std::unique_ptr<MctsPlayer>(new MctsPlayer(evaluator, parameters));
    if (!player->search_.Ok()) {
      return NoMemory("mcts", parameters.Int("memory"));
    }
    return player;
  }

  static PlayerBinding<R> Binding() {
    std::vector<ParameterSpec> parameters = {kTimeParameter,
                                             kPlayoutsParameter};
    for (const ParameterSpec& spec : MctsParameters()) {
      parameters.push_back(spec);
    }
    parameters.push_back(kSeedParameter);
    return {{"mcts", "Monte-Carlo tree search for any number of players",
             std::move(parameters)},
            Make};
  }

  int Threads() const override { return search_.Threads(); }

 protected:
  absl::Status StartAt(const State& state, uint64_t seed) override {
    past_.Start(state);
    search_.Seed(MixSeeds(seed, own_seed_));
    played_.clear();
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits& outer,
                                    const Observer& observer) override {
    const Limits limits = Tighter(own_limits_, outer);
    auto decision =
        search_.Run({state, played_, past_.Before(state), limits}, observer);
    played_.clear();
    return decision;
  }
  void ObserveMove(Move move) override {
    played_.push_back(EraseMove(move));
    past_.Observe(move);
  }
  void ObserveDropOut() override {
    played_.push_back(kDropOut);  // no move of the tree
    past_.ObserveDropOut();
  }

 private:
  MctsPlayer(const Evaluator<R>& evaluator, const Parameters& parameters)
      : PlayerFor<R>(evaluator.rules()),
        own_limits_(LimitsFrom(parameters)),
        own_seed_(parameters.Int("seed")),
        search_(evaluator, MctsOptionsFrom(parameters, evaluator.Evaluates())) {
  }

  const Limits own_limits_;
  const int64_t own_seed_;
  MctsSearch<R> search_;
  std::vector<AnyMove> played_;  // since the last search
  PositionHistory<R> past_;
};

}  // namespace boardwalk::ai
