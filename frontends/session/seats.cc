#include "frontends/session/seats.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/status_macros.h"

namespace boardwalk::session {
namespace {

bool Declares(const PlayerInfo& player, absl::string_view parameter) {
  return std::ranges::any_of(player.parameters, [&](const ParameterSpec& spec) {
    return spec.name == parameter;
  });
}

}  // namespace

std::vector<PlayerInfo> SeatChoices(const AnyGame& game) {
  std::vector<PlayerInfo> choices = {HumanInfo()};
  choices.insert(choices.end(), game.Players().begin(), game.Players().end());
  return choices;
}

absl::StatusOr<std::string> SeatName(const AnyGame& game,
                                     absl::string_view name) {
  const std::vector<PlayerInfo> choices = SeatChoices(game);
  ASSIGN_OR_RETURN(auto choice, ChoosePlayer(choices, name));
  const PlayerInfo& info = choices[choice.index];
  Parameters& parameters = choice.parameters;
  const bool limited = CheckHasLimit(info, LimitsFrom(parameters)).ok();
  if (!limited && Declares(info, "time")) {
    RETURN_IF_ERROR(parameters.Set("time", FormatDuration(kUsualMoveTime)));
  }
  const std::string canonical = CanonicalName(info.id, parameters);
  if (IsHuman(canonical)) return canonical;
  // One that cannot be made, such as a program that is not there, is refused
  // before the game. What is Unavailable has a fallback (FindFallbackName).
  const absl::Status made = game.MakePlayer(canonical).status();
  if (!made.ok() && !absl::IsUnavailable(made)) return made;
  return canonical;
}

bool IsHuman(absl::string_view name) { return name == HumanInfo().id; }

std::optional<std::chrono::nanoseconds> ThoughtTime(const AnyGame& game,
                                                    absl::string_view name) {
  const std::vector<PlayerInfo> choices = SeatChoices(game);
  const auto choice = ChoosePlayer(choices, name);
  if (!choice.ok()) return std::nullopt;
  const PlayerInfo& info = choices[choice->index];
  const std::optional<std::chrono::nanoseconds> limit =
      LimitsFrom(choice->parameters).time;
  if (limit.has_value()) return limit;
  // Each level thinks for about twice as long as the one before.
  std::chrono::nanoseconds time = std::chrono::milliseconds(100);
  for (const Level& level : kLevels) {
    if (level.id == kTimedLevel) break;
    if (level.id == info.id) return time;
    time *= 2;
  }
  return std::nullopt;
}

size_t TableBytes(const AnyGame& game, absl::string_view name) {
  const std::vector<PlayerInfo> choices = SeatChoices(game);
  const auto choice = ChoosePlayer(choices, name);
  if (!choice.ok() || !Declares(choices[choice->index], "memory")) {
    return IsHuman(name) ? 0 : kUsualTables;
  }
  return static_cast<size_t>(choice->parameters.Int("memory")) << 20;  // MiB
}

std::string DefaultOpponent(const AnyGame& game) {
  const std::vector<PlayerInfo>& players = game.Players();
  const auto by_time = [](const PlayerInfo& info) {
    return Declares(info, "time");
  };
  auto best = std::ranges::find_if(
      players, [](const PlayerInfo& info) { return info.id == "mcts"; });
  if (best == players.end()) {
    best = std::ranges::find_if(players, by_time);
  }
  if (best == players.end()) best = players.begin();
  return by_time(*best)
             ? absl::StrCat(best->id, ":time=", FormatDuration(kUsualMoveTime))
             : best->id;
}

std::string UsualLevel(const AnyGame& game) {
  constexpr absl::string_view kUsual = kLevels[kLevels.size() / 2].id;
  for (const PlayerInfo& info : game.Players()) {
    if (info.id == kUsual) return std::string(kUsual);
  }
  return DefaultOpponent(game);
}

}  // namespace boardwalk::session
