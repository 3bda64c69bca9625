// The players that may have a seat: a person, or a player of the game.

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"

namespace boardwalk::session {

// The player `human`, a person. No game makes it.
inline PlayerInfo HumanInfo() {
  return {
      .id = "human", .title = "A person at the console", .needs_limit = false};
}

// `human`, then the players of the game.
std::vector<PlayerInfo> SeatChoices(const AnyGame& game);

// The canonical name of a player for a seat. A search without a limit gets one
// second a move. Errors name the players that exist, or say why this one cannot
// be made.
absl::StatusOr<std::string> SeatName(const AnyGame& game,
                                     absl::string_view name);

bool IsHuman(absl::string_view name);

// About how long a player with this canonical name thinks about a move, as far
// as the name says it: by its limit of time, or by its level where the board is
// of a usual size. Unset where only a try can tell.
std::optional<std::chrono::nanoseconds> ThoughtTime(const AnyGame& game,
                                                    absl::string_view name);

// Whether a player with this canonical name needs no limit (PlayerInfo): what
// it once took for a move says what it takes.
bool AnswersAtOnce(const AnyGame& game, absl::string_view name);

// The most bytes of tables that a player with this canonical name has, about.
// Where it does not say so it has little; but levels have what their work
// takes, which is much on large boards.
inline constexpr size_t kUsualTables = size_t{32} << 20;
size_t TableBytes(const AnyGame& game, absl::string_view name);
// How many threads it thinks in.
int ThreadsOf(const AnyGame& game, absl::string_view name);

// The default opponent of scripts: mcts with one second a move where the game
// has it, else another search, else the first player. REQUIRES: the game has a
// player.
std::string DefaultOpponent(const AnyGame& game);

// Who gives the hints and judges a game: the player that is the strongest in
// the same time. That is alphabeta in games of two and mcts in those of more,
// where the game has it; else DefaultOpponent.
std::string DefaultAdviser(const AnyGame& game);

// The opponent that is proposed to people: the level `easy`, else that.
std::string UsualLevel(const AnyGame& game);

}  // namespace boardwalk::session
