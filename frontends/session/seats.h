// The players that may have a seat: a person, or a player of the game.

#pragma once

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

// The default opponent, which also gives the hints: mcts with one second a move
// where the game has it, else another search, else the first player. REQUIRES:
// the game has a player.
std::string DefaultOpponent(const AnyGame& game);

// The opponent that the menu proposes: the level in the middle, else that.
std::string UsualLevel(const AnyGame& game);

}  // namespace boardwalk::session
