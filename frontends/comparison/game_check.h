// Holds games of a file to their plan and their rules. Who moved, how a game
// ended, its result, its length and the sums over its moves follow from its
// moves and from what its players reported, so they are computed again and
// compared.

#pragma once

#include "absl/status/status.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/result.h"
#include "frontends/comparison/store.h"

namespace boardwalk::comparison {

// OK if `game` is the planned one with its number, begins with its opening, and
// all that follows from its moves is as it says. Nothing tells whether times,
// values and the reasons of forfeits are those that were. A game that is not in
// the catalog is held to the plan alone. The error (kDataLoss) names the game
// and what is wrong. Takes as long as to play the moves again.
absl::Status CheckGame(const Plan& plan, const FinishedGame& game);

// The same for all games of the store.
absl::Status CheckGames(const Plan& plan, const Store& store);

}  // namespace boardwalk::comparison
