// Ratings of many players from games of two or more, by the Plackett-Luce model
// (for two players: Bradley-Terry), with intervals by a bootstrap over blocks.
//
// Example, given `const Stage& other` and `uint64_t seed`:
//
//   // A game of three in which player 2 won, as one stage.
//   Stage stage = {.players = {0, 1, 2}, .credit = {0, 0, 1}};
//   // Seven blocks of three games in which player 2 won twice, player 0 once.
//   CountedBlock block = {.stages = {stage, stage, other}, .count = 7};
//   std::vector<Rating> ratings = RatePlayers(3, {block}, 500, seed);
//
// In the model a player of strength g wins against others with the probability
// g / (sum of all their strengths). Pure functions, safe to call from any
// thread.
//
// Sources: Hunter, MM Algorithms for Generalized Bradley-Terry Models (2004),
// for the model and when its likelihood has a maximum; Efron and Tibshirani, An
// Introduction to the Bootstrap (1993), for the percentile interval.

#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "framework/random.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// The choice of one winner: `players` (a player may have two seats) and the
// credit of each seat. w shared winners have 1/w each, in a draw of n all have
// 1/n. A game is one stage; a full ranking is a stage for each place but the
// last.
// REQUIRES: as many credits as players; credits are not negative and sum to 1;
// weight is finite and not negative. A stage of weight 0 does not count.
struct Stage {
  std::vector<int> players;  // in [0, number of players)
  std::vector<double> credit;
  double weight = 1;  // how often it occurred
};

// A rating in Elo: 400/ln 10 times the log strength.
//
// Ratings have mean 0 over the reference. It is the largest group of players in
// which each lost to each other, directly or through others, which is most
// often all players. (Among groups of equal size, it is the one that can be
// compared with the most others, then the one in the middle of these.) The
// likelihood has a maximum only within such a group (Hunter's assumption 1), so
// only the reference has estimates, kInterval. Other players are
//  - kAtLeast if the reference lost to them but they did not lose to it: the
//    likelihood grows with their rating without end,
//  - kAtMost if it is the other way round,
//  - kNone if neither lost to the other, or if they met nobody.
// A reference of one player is kReference: it has no rating, and the others are
// compared with it. If there are only two players and one won everything, both
// have bounds, half of the difference each, and their mean is 0.
using Rating = EloEstimate;

// Games that are independent of all others: mostly the games of all rotations
// of seats from one opening. Equal blocks are counted, so that memory does not
// grow with games. Counts of 0 or less do not count.
struct CountedBlock {
  std::vector<Stage> stages;
  int64_t count = 0;
};

// Rates `players` players. Values are the maximum of the likelihood of all
// data, log strengths right to 1e-6 or better. Where it has none, a draw of all
// its seats is added to each kind of stage (the seats that met, whoever won) to
// order the players.
//
// Intervals are the 2.5 % and 97.5 % quantiles over `replicates` bootstrap
// samples of as many blocks as there are, and contain the value. A sample
// without a maximum gets a draw of weight 1/20 for each kind of stage, which is
// about what an exact bound would allow for. From fewer than about twenty
// blocks intervals are too narrow, as is usual for the bootstrap. Where all
// samples have the same rating because all blocks are equal, the interval is
// where the profile likelihood is within a factor of e^-1.92 of the maximum
// (Wilks 1938), and a block counts as one stage.
//
// The bound of kAtLeast and kAtMost is where the profile likelihood falls to
// 0.025 of its supremum. For two players, that is the one-sided bound of 97.5 %
// by Clopper and Pearson over blocks.
//
// Deterministic for a seed. REQUIRES: replicates >= 0 (200 to 1000 are usual;
// with 0 all intervals are those of the likelihood).
// Time: players^3 for each of about ten steps of each sample, and the squares
// of the sizes of the kinds of stage.
std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed);

// Draws the number of successes in n independent trials of probability p. Takes
// one number from `random` and time proportional to the standard deviation:
// inversion from the mode outwards. REQUIRES: 0 <= n < 2^53, 0 <= p <= 1.
int64_t DrawBinomial(int64_t n, double p, Random& random);

// A bootstrap sample of things that are counted by kind: as many draws with
// replacement as there are things (multinomial). Takes a binomial for each
// kind, so the time hardly depends on the counts. REQUIRES: counts are not
// negative.
std::vector<int64_t> Resample(absl::Span<const int64_t> counts, Random& random);

}  // namespace boardwalk::statistics
