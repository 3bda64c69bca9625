// Ratings of many players from games of two or more, by the Plackett-Luce model
// (of two players: Bradley-Terry), with intervals by a bootstrap over blocks.
//
// Example, given `const Stage& other` and `uint64_t seed`:
//
//   // One game of three in which player 2 won, as one stage.
//   Stage stage = {.players = {0, 1, 2}, .credit = {0, 0, 1}};
//   // Seven blocks of three games in which player 2 won twice, player 0 once.
//   CountedBlock block = {.stages = {stage, stage, other}, .count = 7};
//   std::vector<Rating> ratings = RatePlayers(3, {block}, 500, seed);
//
// A player of strength g is chosen out of several with the probability g / (sum
// of their strengths). Pure functions, safe to call from any thread.
//
// Sources: Hunter, MM Algorithms for Generalized Bradley-Terry Models (2004),
// for the model and when its likelihood has a maximum; Efron and Tibshirani, An
// Introduction to the Bootstrap (1993), for the percentile interval.

#ifndef BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
#define BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// A choice of one out of several: `players` (a player may sit in two seats) and
// how much of the win each seat has; w shared winners have 1/w each, in a draw
// of n all have 1/n. A full ranking is a stage for each place but the last. A
// game of two is one stage, a draw half a win each.
// REQUIRES: as many credits as players; credits are not negative and sum to 1;
// weight is finite and not negative. A stage of weight 0 is none.
struct Stage {
  std::vector<int> players;  // in [0, number of players)
  std::vector<double> credit;
  double weight = 1;  // how often it occurred
};

// The stages of a full ranking of two or more, best first: the first is chosen
// out of all, the next out of the rest, and so on; one fewer than players.
std::vector<Stage> StagesOfRanking(absl::Span<const int> ranking);

// The most likely strengths as natural logarithms, with mean 0 over the players
// that met others; 0 for those that did not.
//
// There is a maximum exactly if of every two players each lost to the other,
// directly or through others (Hunter's assumption 1: the graph of who gave
// credit to whom is strongly connected). Where that is not so, a draw of all
// its seats is added once to each kind of stage (the seats that met, whoever
// won), so that the numbers are finite, and `bounded` is set. Groups that no
// stage connects have mean 0 each.
//
// The logarithms are right to 1e-6 or better, for strengths 10^12 apart too.
// Time: players^3 for each of some ten steps, and the sum of the squares of the
// sizes of the kinds of stage.
struct Strengths {
  std::vector<double> log_strength;
  bool bounded = false;
};
Strengths FitPlackettLuce(int players, absl::Span<const Stage> stages);

// A rating in Elo: 400/ln 10 times the log strength.
//
// Ratings have mean 0 over the reference, the largest group of players of whom
// each lost to each other, directly or through others: most often all. (Of
// groups alike in size, that which can be compared with the most others, then
// the one most in the middle of these.) Only within it are there finite
// estimates, kInterval. Others are
//  - kAtLeast where the reference lost to them but they lost nothing to it, so
//    that any higher rating is more likely still,
//  - kAtMost the other way round,
//  - kNone where neither lost to the other, or they met nobody else.
// A reference of one player has the rating 0 without error: it is what the
// others are compared with. Only where two players make up everything and one
// won all are both bounded, by half of the difference, and their mean is 0.
using Rating = EloEstimate;

// What is independent of everything else: mostly the games of all rotations of
// seats from one opening. Blocks that are alike are counted, so that memory
// does not grow with games. A count of 0 or less is none.
struct CountedBlock {
  std::vector<Stage> stages;
  int64_t count = 0;
};

// Rates `players` players. Values come from the whole data.
//
// Intervals are the 2.5 % and 97.5 % quantiles over `replicates` samples of as
// many blocks as there are, drawn with replacement, and contain the value. A
// sample that has no maximum gets a draw of weight 1/20 added to each kind of
// stage, which is about what an exact bound would allow for. From few blocks
// (below about twenty) intervals are too narrow, as all by the bootstrap.
// Where resampling never changes a rating, as all blocks are alike, its
// interval is where the likelihood of all ratings that agree with it is within
// a factor of e^-1.92 of the maximum (Wilks 1938), and a block counts as one
// stage.
//
// The bound of kAtLeast and kAtMost is where that likelihood falls to 0.025 of
// its maximum: of two players, the one-sided bound of 97.5 % by Clopper and
// Pearson over blocks.
//
// Repeats itself for a seed. REQUIRES: replicates >= 0 (200 to 1000 are usual;
// with 0 all intervals are those by the likelihood).
std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_RATINGS_H_
