// squeeze: leaves the opponent as few moves as it can. A template over the
// rules of a game, compiled for the games that it names.

#include <memory>

#include "framework/game_adapter.h"
#include "framework/make_move.h"
#include "framework/plugin.h"
#include "games/onejump/onejump.h"
#include "games/teeko/teeko.h"

namespace boardwalk::squeeze {

template <GameRules R>
class SqueezePlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;

  explicit SqueezePlayer(const R& rules) : PlayerFor<R>(rules) {}

  static PlayerBinding<R> Binding() {
    return {{.id = "squeeze",
             .title = "Leaves the opponent as few moves as it can",
             .needs_limit = false},
            [](const R& rules,
               const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
              return std::make_unique<SqueezePlayer>(rules);
            }};
  }

 protected:
  absl::Status StartAt(const State&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits&,
                                    const Observer&) override {
    Decision decision;
    int fewest = -1;
    list_.clear();
    state.LegalMoves(list_);
    for (const auto move : list_) {
      State next = state;
      next.Apply(move);
      const int left = CountLegalMoves(next);  // none where the game is over
      if (fewest >= 0 && left >= fewest) continue;
      fewest = left;
      decision.move = EraseMove(move);
    }
    decision.line = {decision.move};
    return decision;
  }

 private:
  MoveListFor<State> list_;
};

}  // namespace boardwalk::squeeze

BOARDWALK_PLUGIN(contents) {
  using namespace boardwalk;  // NOLINT
  contents.players.push_back(BindPlayer(
      {"teeko", "onejump"}, squeeze::SqueezePlayer<teeko::Rules>::Binding(),
      squeeze::SqueezePlayer<onejump::Rules>::Binding()));
}
