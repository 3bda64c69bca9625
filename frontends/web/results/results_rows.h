// Results as JSON: what there is, and lists of their games.

#ifndef BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_ROWS_H_
#define BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_ROWS_H_

#include "absl/status/statusor.h"
#include "framework/json.h"
#include "frontends/web/api.h"
#include "frontends/web/results/results.h"

namespace boardwalk::web {

// The most games of one answer.
inline constexpr int kMaxGamesOfList = 500;

// {"id", "game", "players", "returns", "ending", "plies"}.
Json RowJson(const ResultsData& data, const ResultsData::Row& row);

// Sets "kind", "games", "planned", "variants", "players", "endings", "latest"
// and "standings" (README.md).
void AddState(const ResultsData& data, Json& state);

// {"total", "games"}: those that the query's `game`, `player`, `ending` and
// `winner` ("-": nobody) leave, sorted by `sort` (id, plies; "-plies" from the
// largest on), `count` of them from number `from` on. Errors say which of them
// makes no sense.
absl::StatusOr<Json> ListGames(const ResultsData& data, const Request& request);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_ROWS_H_
