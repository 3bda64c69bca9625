#include "frontends/session/seats.h"

#include <algorithm>
#include <array>
#include <utility>

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

// A player by its canonical name.
struct Named {
  PlayerInfo info;
  Parameters parameters;
};

std::optional<Named> FindNamed(const AnyGame& game, absl::string_view name) {
  const std::vector<PlayerInfo> choices = SeatChoices(game);
  auto choice = ChoosePlayer(choices, name);
  if (!choice.ok()) return std::nullopt;
  return Named{choices[choice->index], std::move(choice->parameters)};
}

// On larger boards levels take time as nowhere else.
constexpr size_t kUsualCells = 2000;
// How many playouts levels have where the game does not choose them
// (ai/bind.h). Each may add a node for each move of a position
// (ai/mcts/node.h), of which there are at most half as many as cells, about.
constexpr std::array<size_t, kLevels.size()> kLevelPlayouts = {0, 5, 40, 400,
                                                               8000};
constexpr size_t kNode = 32;
// What searches have unless more is asked for.
constexpr size_t kMostOfLevel = size_t{256} << 20;

// The number of a level in kLevels.
std::optional<size_t> LevelOf(const PlayerInfo& player) {
  const auto level = std::ranges::find(kLevels, player.id, &Level::id);
  if (level == kLevels.end()) return std::nullopt;
  return static_cast<size_t>(level - kLevels.begin());
}

bool Has(const AnyGame& game, absl::string_view id) {
  return std::ranges::any_of(
      game.Players(), [id](const PlayerInfo& info) { return info.id == id; });
}

// The player `id` with one second a move, else one that thinks for so long as
// it is told, else the first.
std::string WithUsualTime(const AnyGame& game, absl::string_view id) {
  const std::vector<PlayerInfo>& players = game.Players();
  const auto by_time = [](const PlayerInfo& info) {
    return Declares(info, "time");
  };
  auto best = std::ranges::find_if(
      players, [id](const PlayerInfo& info) { return info.id == id; });
  if (best == players.end()) {
    best = std::ranges::find_if(players, by_time);
  }
  if (best == players.end()) best = players.begin();
  return by_time(*best)
             ? absl::StrCat(best->id, ":time=", FormatDuration(kUsualMoveTime))
             : best->id;
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
  const auto named = FindNamed(game, name);
  if (!named.has_value()) return std::nullopt;
  const std::optional<std::chrono::nanoseconds> limit =
      LimitsFrom(named->parameters).time;
  if (limit.has_value()) return limit;
  const auto level = LevelOf(named->info);
  if (!level.has_value() || named->info.id == kTimedLevel ||
      game.Layout().cells.size() > kUsualCells) {
    return std::nullopt;
  }
  // Each level thinks for about twice as long as the one before.
  return std::chrono::milliseconds(100) * (1 << *level);
}

bool AnswersAtOnce(const AnyGame& game, absl::string_view name) {
  const auto named = FindNamed(game, name);
  return named.has_value() && !named->info.needs_limit;
}

size_t TableBytes(const AnyGame& game, absl::string_view name) {
  if (IsHuman(name)) return 0;
  const auto named = FindNamed(game, name);
  if (!named.has_value()) return kUsualTables;
  if (Declares(named->info, "memory")) {
    return static_cast<size_t>(named->parameters.Int("memory")) << 20;  // MiB
  }
  const auto level = LevelOf(named->info);
  if (!level.has_value()) return kUsualTables;
  return std::clamp(
      kLevelPlayouts[*level] * game.Layout().cells.size() / 2 * kNode,
      kUsualTables, kMostOfLevel);
}

int ThreadsOf(const AnyGame& game, absl::string_view name) {
  const auto named = FindNamed(game, name);
  if (!named.has_value() || !Declares(named->info, "threads")) return 1;
  return static_cast<int>(named->parameters.Int("threads"));
}

std::string DefaultOpponent(const AnyGame& game) {
  return WithUsualTime(game, "mcts");
}

std::string DefaultAdviser(const AnyGame& game) {
  return WithUsualTime(game, game.NumPlayers() == 2 && Has(game, "alphabeta")
                                 ? "alphabeta"
                                 : "mcts");
}

std::string UsualLevel(const AnyGame& game) {
  constexpr absl::string_view kUsual = kLevels[1].id;
  return Has(game, kUsual) ? std::string(kUsual) : DefaultOpponent(game);
}

}  // namespace boardwalk::session
