// The player `random`: any legal move, uniformly. Also the simplest example of
// the player interface.

#pragma once

#include <memory>

#include "framework/game_adapter.h"

namespace boardwalk::ai {

template <GameRules R>
class RandomPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;

  RandomPlayer(const R& rules, const Parameters& parameters)
      : PlayerFor<R>(rules), own_seed_(parameters.Int("seed")) {}

  static PlayerBinding<R> Binding() {
    return {{.id = "random",
             .title = "Uniformly random moves",
             .parameters = {kSeedParameter},
             .needs_limit = false},
            [](const R& rules, const Parameters& parameters)
                -> absl::StatusOr<std::unique_ptr<Player>> {
              return std::make_unique<RandomPlayer>(rules, parameters);
            }};
  }

 protected:
  absl::Status StartAt(const State&, uint64_t seed) override {
    random_ = Random(MixSeeds(seed, own_seed_));
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits&,
                                    const Observer&) override {
    Decision decision;
    decision.move = EraseMove(*PickRandomMove(state, list_, random_));
    decision.line = {decision.move};
    return decision;
  }

 private:
  const int64_t own_seed_;
  Random random_{0};
  MoveListFor<State> list_;
};

}  // namespace boardwalk::ai
