// Players without a search, chance or memory: a function of the position. A
// game gives them to ai::BindGame.
//
// Example of declarations, given `Decision FirstMove(const State& state);`:
//
//   PlayerBinding<Rules> FirstPlayer() {
//     return FixedPlayer<Rules>({"first", "The first legal move"}, FirstMove);
//   }

#ifndef BOARDWALK_FRAMEWORK_FIXED_PLAYER_H_
#define BOARDWALK_FRAMEWORK_FIXED_PLAYER_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/game_adapter.h"

namespace boardwalk {

namespace internal {

template <GameRules R>
class FixedPlayer final : public PlayerFor<R> {
 public:
  using State = typename R::State;
  using Function = Decision (*)(const State& state);

  FixedPlayer(const R& rules, Function decide)
      : PlayerFor<R>(rules), decide_(decide) {}

 protected:
  absl::Status StartAt(const State&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits&,
                                    const Observer&) override {
    return decide_(state);
  }

 private:
  const Function decide_;
};

}  // namespace internal

// The player `info`, who plays what `decide` says; limits do not bind it, so
// `decide` must be quick. It is called with live positions only.
template <GameRules R>
PlayerBinding<R> FixedPlayer(
    PlayerInfo info, typename internal::FixedPlayer<R>::Function decide) {
  return {
      std::move(info),
      [decide](const R& rules,
               const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
        return std::make_unique<internal::FixedPlayer<R>>(rules, decide);
      }};
}

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_FIXED_PLAYER_H_
