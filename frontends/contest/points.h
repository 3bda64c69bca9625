// The points of the games of a tournament, and the faults of its entrants. The
// one owner of the rules of scoring.
//
// Example, given `const comparison::Configuration& configuration` and
// `const comparison::GameSummary& game`:
//
//   for (const SeatOutcome& outcome : OutcomesOf(configuration, game)) {
//     std::cout << outcome.points << "\n";
//   }
//   for (const Fault& fault : FaultsOf(configuration, game)) {
//     std::cout << fault.seat << ": " << fault.reason << "\n";
//   }

#ifndef BOARDWALK_FRONTENDS_CONTEST_POINTS_H_
#define BOARDWALK_FRONTENDS_CONTEST_POINTS_H_

#include <string>
#include <vector>

#include "framework/record.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"

namespace boardwalk::contest {

struct SeatOutcome {
  // kNone: the game was adjudicated, or ended before it was decided.
  enum class Result { kWon, kDrawn, kLost, kNone };
  Result result = Result::kNone;
  int points = 0;  // 2 for a win, 1 for a draw, else 0

  bool operator==(const SeatOutcome&) const = default;
};

// By seat. A seat that wins alone has won. Seats that finish together have
// drawn, and the others have lost. A seat at fault has lost, and so has one
// whose player cannot play, even against another such player. A draw by the
// rules is a draw for all seats; an adjudicated game has no result. Times do
// not count. REQUIRES: `configuration` has a contest.
std::vector<SeatOutcome> OutcomesOf(
    const comparison::Configuration& configuration,
    const comparison::GameSummary& game);

// The requirements that players broke, the one that ended the game included, in
// the order of the moves. Those that cannot play at all come first, with move 0
// and kFailure. REQUIRES: `configuration` has a contest.
std::vector<Fault> FaultsOf(const comparison::Configuration& configuration,
                            const comparison::GameSummary& game);

// "illegal move", "over time", "crash", ...: the kind of a fault, for people.
std::string FaultName(Termination kind);

// The marks of the course that a rank, from 1, in the class tournament earns.
double BonusOf(int rank);

}  // namespace boardwalk::contest

#endif  // BOARDWALK_FRONTENDS_CONTEST_POINTS_H_
