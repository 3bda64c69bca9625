#include "frontends/python/player.h"

#include <atomic>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/python/interruptible.h"

namespace boardwalk::python {

absl::StatusOr<std::unique_ptr<Player>> Player::Create(
    std::shared_ptr<const AnyGame> game, const std::string& name,
    uint64_t seed) {
  ASSIGN_OR_RETURN(const PlayerChoice choice,
                   ChoosePlayer(game->Players(), name));
  ASSIGN_OR_RETURN(std::string canonical,
                   CanonicalPlayerName(game->Players(), name));
  ASSIGN_OR_RETURN(auto made, game->MakePlayer(name));
  const bool has_limit = CheckHasLimit(game->Players()[choice.index],
                                       LimitsFrom(choice.parameters))
                             .ok();
  std::unique_ptr<Player> player(
      new Player(std::move(game), std::move(canonical), seed));
  player->player_ = std::move(made);
  player->has_limit_ = has_limit;
  return player;
}

absl::Status Player::Follow(const State& state) {
  std::optional<absl::Span<const int64_t>> more;
  if (seen_ != nullptr) more = state.ActionsSince(*seen_);
  if (!more) {
    more = absl::MakeConstSpan(state.history());
    seen_ = nullptr;
    RETURN_IF_ERROR(player_->Start(state.start(), seed_));
    seen_ = std::make_unique<State>(
        std::shared_ptr<const AnyState>(state.start().Clone()));
  }
  for (const int64_t action : *more) {
    ASSIGN_OR_RETURN(const AnyMove move,
                     seen_->position().MoveOfAction(action));
    player_->Observe(move);
    RETURN_IF_ERROR(seen_->ApplyAction(action));
  }
  return absl::OkStatus();
}

absl::StatusOr<Decision> Player::Think(const State& state, Limits limits,
                                       absl::FunctionRef<bool()> interrupted) {
  if (&state.position().Game() != game_.get()) {
    return InvalidArgument("the position belongs to another game than the ",
                           "player: to ", state.position().Game().Name(),
                           ", not to this object of ", game_->Name());
  }
  if (state.position().IsTerminal()) {
    return InvalidArgument("the game is over: nobody is to move");
  }
  RETURN_IF_ERROR(Follow(state));
  if (!has_limit_ && limits == Limits{}) limits.time = kUsualMoveTime;
  std::atomic<bool> stop = false;
  limits.stop = &stop;
  return RunInterruptibly(
      [&] { return player_->Choose(state.position(), limits, {}); },
      interrupted, [&stop] { stop = true; });
}

}  // namespace boardwalk::python
