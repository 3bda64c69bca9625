// Games, players, moves and endings as JSON; README.md says what stands in it.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_VIEWS_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_VIEWS_H_

#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/record.h"
#include "frontends/board/board_view.h"
#include "frontends/session/session.h"

namespace boardwalk::web {

// Numbers as numbers, everything else as the user types it.
Json ParametersJson(const std::vector<ParameterSpec>& specs);

Json GamesJson(const Catalog& catalog);
// One game with its parameters, and the players that are offered for it.
Json GameJson(const AnyGame& game, const std::vector<PlayerInfo>& offered);

// How the drawing of the position is read.
Json LegendJson(const board::BoardView& board, const AnyState& state);

// A move that was played, and what its player said of it.
Json MoveJson(int seat, const RecordedMove& move);

// How the game ended. REQUIRES: it is over.
Json OverJson(const session::Session& session);

// What a player thinks of `state`.
Json ThinkingJson(const board::BoardView& board, const AnyState& state,
                  const Decision& so_far);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_VIEWS_H_
