// The games of a report as data for its page, which shows them on their boards
// (board/viewer/games.js reads them, README.md describes them).
//
// Example, given `const comparison::Plan& plan` and
// `const comparison::Store& store`:
//
//   ASSIGN_OR_RETURN(const ShownGames games,
//                    ShowGames(plan, store, {.max_bytes = 1'000'000}));
//   std::cout << games.shown << " of " << games.all << " games";

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"

namespace boardwalk::report {

// The largest page of a report, unless its tables are larger.
inline constexpr size_t kMaxPageBytes = 2'000'000;

struct ShowOptions {
  size_t max_bytes = kMaxPageBytes;  // of the data
  bool times = true;                 // with the times of moves
};

struct ShownGames {
  // Without '<', so that it can stand in a script; "" if no game is shown.
  std::string json = {};
  int64_t shown = 0;
  int64_t wanted = 0;  // all, or the first of each pairing
  int64_t all = 0;     // in the results
  // Games that cannot be played again, as their plug-in is not loaded.
  int64_t unknown = 0;
};

// All games if their data have at most `max_bytes`, else the first of each
// pairing, as far as they fit. Errors: those of the store.
absl::StatusOr<ShownGames> ShowGames(const comparison::Plan& plan,
                                     const comparison::Store& store,
                                     const ShowOptions& options);

// "All 40 games", "The first game of each pairing: 12 of 4000 games. ...".
// REQUIRES: there are games.
std::string ShownGamesNote(const ShownGames& games);

// The end of a page with games: their data, the script that shows them and
// their styles; "" if there are none.
std::string GamesData(const ShownGames& games);

}  // namespace boardwalk::report
