// The player of alphabeta_search.h. It has no randomness.

#ifndef BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_
#define BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_

#include <memory>

#include "ai/alphabeta/alphabeta_search.h"
#include "ai/common/no_limit.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

template <GameRules R>
class AlphaBetaPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;

  AlphaBetaPlayer(const R& rules, const Parameters& parameters)
      : PlayerFor<R>(rules), own_(LimitsFrom(parameters)), search_(rules) {}

  static PlayerBinding<R> Binding() {
    return {{"alphabeta",
             "Alpha-beta by iterative deepening; paranoid for 3 and more",
             {kTimeParameter, kNodesParameter, kDepthParameter}},
            [](const R& rules, const Parameters& parameters)
                -> absl::StatusOr<std::unique_ptr<Player>> {
              return std::make_unique<AlphaBetaPlayer>(rules, parameters);
            }};
  }

 protected:
  absl::Status StartAt(const State&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits& outer,
                                    const Observer& observer) override {
    const Limits limits = Tighter(own_, outer);
    if (!limits.time && !limits.nodes && !limits.depth) {
      return NoLimit("alphabeta", "time=1s, nodes=10000 or depth=6");
    }
    return search_.Run(state, limits, observer);
  }

 private:
  const Limits own_;
  AlphaBetaSearch<R> search_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_
