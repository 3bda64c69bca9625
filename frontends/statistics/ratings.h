// Ratings of many players from games of two or more: Bradley-Terry and
// Plackett-Luce by minorize-maximize (Hunter 2004), with intervals by a
// bootstrap over blocks.
//
//   // One game of three in which player 2 won, as one stage.
//   Stage stage = {.players = {0, 1, 2}, .credit = {0, 0, 1}};

#ifndef BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
#define BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// A choice of one out of several: `players` (a player may sit in two seats) and
// how much of the win each has; the credits sum to 1 (w shared winners 1/w
// each, a draw 1/n each). A full ranking is a stage for each place but the
// last. A game of two is one stage, a draw half a win: Bradley-Terry.
struct Stage {
  std::vector<int> players;
  std::vector<double> credit;
  double weight = 1;  // how often it occurred
};

// The stages of a full ranking, best first.
std::vector<Stage> StagesOfRanking(absl::Span<const int> ranking);

// Log strengths (natural), mean 0, of `players` players. Where the likelihood
// has no maximum (somebody won or lost everything against the rest, or nothing
// connects two groups) a draw of everybody who met is added to each kind of
// stage, so that the numbers are finite; `bounded` tells it.
struct Strengths {
  std::vector<double> log_strength;
  bool bounded = false;
};
Strengths FitPlackettLuce(int players, absl::Span<const Stage> stages);

// A rating in Elo: 400/ln 10 times the log strength, mean 0 over the players
// that played. kAtLeast and kAtMost for those above or below whom there is
// nobody that they lost to or won from; kNone for those without games.
using Rating = EloEstimate;

// Blocks that are alike are counted, so that memory does not grow with games.
struct CountedBlock {
  std::vector<Stage> stages;
  int64_t count = 0;
};

// The 2.5 % and 97.5 % quantiles over `replicates` bootstrap samples of whole
// blocks make the interval; repeats itself for a seed.
std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
