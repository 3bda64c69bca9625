// What the games of a tournament are worth, and what its entrants did wrong.
// The one owner of the rules of scoring.
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

// By seat. Who wins alone has won. Several who finish together have drawn, and
// the others lost. Who is at fault has lost, and so has one that cannot play,
// even against another such one. A draw by the rules is one for all; one by
// adjudication is nothing. Time is no part of this. REQUIRES: `configuration`
// has a contest.
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

// What place `rank`, from 1, of the class tournament adds to the marks of the
// course.
double BonusOf(int rank);

}  // namespace boardwalk::contest

#endif  // BOARDWALK_FRONTENDS_CONTEST_POINTS_H_
