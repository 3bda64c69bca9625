// Ratings of many players from games of two or more, by the model of Bradley
// and Terry (1952), for more than two players that of Plackett (1975) and Luce:
// everybody has a strength, and one of several is chosen with a probability in
// proportion to it.
//
//   // One game of three in which player 2 won, as one stage.
//   Stage stage = {.players = {0, 1, 2}, .credit = {0, 0, 1}};
//   std::vector<Rating> ratings =
//       RatePlayers(3, {{.stages = {stage}, .count = 1}}, 1000, /*seed=*/1);

#ifndef BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
#define BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// A choice of one out of several: who was to be chosen (a player may sit in two
// seats), and how much of the choice each seat has; the credits sum to 1 (w
// shared winners have 1/w each, of a draw everybody has 1/n). A full ranking is
// a stage for each place but the last. A game of two is one stage and a draw
// half a win: Bradley-Terry.
struct Stage {
  std::vector<int> players;    // from 0
  std::vector<double> credit;  // as many
};

// The stages of a full ranking, best first.
std::vector<Stage> StagesOfRanking(absl::Span<const int> ranking);

// Natural logarithms of the most likely strengths of `players` players, mean 0.
// Minorize-maximize (Hunter 2004) and then Newton's method, to 1e-9.
struct Strengths {
  std::vector<double> log_strength;
  // There are no most likely strengths, since some have won everything against
  // the rest, or never met them. A draw of all who met was then added to every
  // kind of meeting, so that the numbers are finite.
  bool bounded = false;
};
Strengths FitPlackettLuce(int players, absl::Span<const Stage> stages);

// In Elo: 400/ln 10 times the log strength, with mean 0 over the players that
// have games. kAtLeast and kAtMost are for those who gave or took no credit to
// or from anybody else (see `bounded`): the strength at which what they did has
// a chance of 2.5 %, the others being what they are. kNone: no games.
using Rating = EloEstimate;

// The unit of the bootstrap: games that belong together. Those that are alike
// are counted, so that memory does not grow with their number.
struct CountedBlock {
  std::vector<Stage> stages;
  int64_t count = 0;
};

// Ratings of players 0 to `players` - 1. The interval is from the 2.5 % to the
// 97.5 % quantile of `replicates` >= 40 bootstrap samples, in which every block
// occurs a Poisson-distributed number of times (Hanley, MacGibbon 2006), and
// contains the value. Repeats itself for a seed.
std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
