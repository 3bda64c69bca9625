// The moves that a search compares, as a table for people.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_RANKING_H_
#define BOARDWALK_FRONTENDS_CONSOLE_RANKING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/player.h"

namespace boardwalk::console {

// A line for each of the first `most` moves ranked in `state`, best first, in
// columns: the move, its value, its visits, how play is to go on. Columns of
// which nothing is known are left out. Lines are cut to `width` characters;
// where moves are left out, a last line says how many.
std::vector<std::string> RankingLines(const AnyState& state,
                                      const std::vector<RankedMove>& ranking,
                                      size_t most, size_t width);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_RANKING_H_
