// Who may sit at the table, by name.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_SEATS_H_
#define BOARDWALK_FRONTENDS_CONSOLE_SEATS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk::console {

// `human`, then the players of the game.
std::vector<PlayerInfo> SeatChoices(const AnyGame& game);

// The canonical name of a player for a seat. A search that was given no limit
// gets a second a move, so that it answers. Errors name what is on offer.
absl::StatusOr<std::string> SeatName(const AnyGame& game,
                                     absl::string_view name);

bool IsHuman(absl::string_view name);

// The player that sits opposite when nobody says who: mcts with a second a
// move where the game has it, else another search, else whoever there is. Also
// gives the hints. REQUIRES: the game has a player.
std::string DefaultOpponent(const AnyGame& game);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_SEATS_H_
