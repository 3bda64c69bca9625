// Plays one game of a plan.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_PLAY_GAME_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_PLAY_GAME_H_

#include <atomic>

#include "absl/status/statusor.h"
#include "framework/clock.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/result.h"

namespace boardwalk::tournament {

// With players made for it, from the opening of its round. `clock` judges them;
// null for the CPU clock. Once `stop` is set, what comes back is no result,
// even if it has an end: the last move was not thought through. Errors: a
// player that cannot be made or refuses to start.
absl::StatusOr<FinishedGame> PlayGame(const Plan& plan,
                                      const PlannedGame& planned,
                                      const Clock* clock,
                                      const std::atomic<bool>& stop);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_PLAY_GAME_H_
