// A game of a comparison as JSON. Ids, rounds and blocks count from 1, seats
// from 0. Numbers of 64 bits, which JSON readers round, are text.

#ifndef BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_
#define BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_

#include "frontends/cli/json.h"
#include "frontends/compare/configuration.h"
#include "frontends/compare/result.h"

namespace boardwalk::cli {

// Whether what differs from run to run is shown: seconds of all clocks, and
// what is said of an overrun.
enum class Times { kShown, kLeftOut };

// id, game, round, block, seed, players, returns, ending, loser, detail, plies,
// fingerprint, seats: [{moves, nodes, playouts, depth, seconds, wall,
// max_seconds}]. `depth` is the mean of a move.
Json GameJson(const compare::GameSummary& game,
              const compare::Configuration& configuration, Times times);

// The same with opening, start, moves: [{move, value, depth, nodes, playouts,
// seconds, wall}] and final.
Json WholeGameJson(const compare::FinishedGame& game,
                   const compare::Configuration& configuration, Times times);

// What is said of how the game ended, fit for `times`.
std::string DetailText(const compare::GameSummary& game, Times times);

// The mean of the depths of a seat's moves; 0 where it told none.
double MeanDepth(const compare::SeatResult& seat);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_GAME_JSON_H_
