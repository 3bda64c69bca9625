// The JSON that subcommands print.

#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/json.h"
#include "framework/record.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"

namespace boardwalk::cli {

// One line, ended by '\n'. Bytes that are not UTF-8 are replaced.
inline void PrintLine(const Json& json, std::ostream& out) {
  out << JsonText(json) << "\n";
}

// The seat to move, from 0; null when the game is over.
inline Json ToMoveJson(const AnyState& state) {
  return state.IsTerminal() ? Json(nullptr) : Json(state.ToMove());
}

// Whether to show what differs between runs: the seconds of all clocks, and the
// details of a time forfeit.
enum class Times { kShown, kLeftOut };

// A finished game. Ids, rounds and blocks count from 1, seats from 0. Numbers
// of 64 bits, which JSON readers round, are text:
//   id, game, round, block, seed, players, returns, ending, loser, detail,
//   faults: [{seat, move, kind, reason}], plies, fingerprint, seats: [{moves,
//   nodes, playouts, depth, seconds, wall, max_seconds}]
// `depth` is the mean over the moves.
Json GameJson(const comparison::GameSummary& game,
              const comparison::Configuration& configuration, Times times);

// The same with opening, start, moves: [{move, value, depth, nodes, playouts,
// seconds, wall}] and final.
Json WholeGameJson(const comparison::FinishedGame& game,
                   const comparison::Configuration& configuration, Times times);

// How the game ended, without times if they are left out.
std::string DetailText(const comparison::GameSummary& game, Times times);
// The faults of the seats that did not end the game by them.
std::vector<Fault> ShownFaults(const comparison::GameSummary& game,
                               Times times);

// The mean depth of a seat's moves; 0 if it reported none.
double MeanDepth(const comparison::SeatResult& seat);

}  // namespace boardwalk::cli
