// A game of a comparison as JSON. Ids, rounds and blocks count from 1, seats
// from 0. Numbers of 64 bits, which JSON readers round, are text.

#ifndef BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_
#define BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_

#include "frontends/cli/json.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/result.h"

namespace boardwalk::cli {

// Whether what differs from run to run is shown: seconds of all clocks, and
// what is said of an overrun.
enum class Times { kShown, kLeftOut };

// id, game, round, block, seed, players, returns, ending, loser, detail, plies,
// fingerprint, seats: [{moves, nodes, playouts, depth, seconds, wall,
// max_seconds}]. `depth` is the mean of a move.
Json GameJson(const tournament::GameSummary& game,
              const tournament::Configuration& configuration, Times times);

// The same with opening, start, moves: [{move, value, depth, nodes, playouts,
// seconds, wall}] and final.
Json WholeGameJson(const tournament::FinishedGame& game,
                   const tournament::Configuration& configuration, Times times);

// What is said of how the game ended, fit for `times`.
std::string DetailText(const tournament::GameSummary& game, Times times);

// The mean of the depths of a seat's moves; 0 where it told none.
double MeanDepth(const tournament::SeatResult& seat);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_
