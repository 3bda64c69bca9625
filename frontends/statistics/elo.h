// The difference in strength of two players, with its uncertainty.
//
// Example:
//
//   PairCounts pairs = {.counts = {40, 32, 69, 18, 36}};  // LL LD WL+DD WD WW
//   EloEstimate elo = EstimateElo(pairs);                 // -19.62 +- 32.94
//   EloEstimate nelo = EstimateNormalizedElo(pairs);      // -20.64 +- 34.79
//   double los = LikelihoodOfSuperiority(pairs);          // 0.1324
//
// Everything here is a pure function of counts, safe to call from any thread,
// and gives finite numbers for all counts that are not negative. Swapping the
// players (reversing the bins) negates every Elo and turns a likelihood of
// superiority p into 1 - p.

#pragma once

#include <array>
#include <cstdint>

namespace boardwalk::statistics {

// The 97.5 % quantile of the standard normal distribution.
inline constexpr double kNormal975 = 1.959963984540054;

// Counts of scores. There are m + 1 evenly spaced scores 0, 1/m .. 1, where m =
// kBins - 1. Games have three bins (loss, draw, win). Two games from one
// opening with seats swapped depend on each other, but pairs do not depend on
// other pairs; pairs have five bins (the pentanomial).
// REQUIRES: counts are not negative and their sum is below 2^53. Defined for
// three and five bins, as are the functions below.
template <int kBins>
struct Counts {
  std::array<int64_t, kBins> counts{};
  int64_t Total() const;
  // The mean mu of a game or pair, in [0, 1]; 1/2 without games.
  double Mean() const;
  // The variance V of one game or pair (not of the mean), the sum of squares
  // divided by their number, in [0, 1/4]; 0 without games.
  double Variance() const;
};
using GameCounts = Counts<3>;  // losses, draws, wins
using PairCounts = Counts<5>;  // LL, LD, WL + DD, WD, WW

// The kind of an estimate.
enum class Certainty {
  kNone,       // nothing; all numbers are 0
  kInterval,   // a value with its 95 % interval
  kAtLeast,    // no finite estimate: `low` is a bound, right 97.5 % of the time
  kAtMost,     // no finite estimate: `high` is a bound
  kReference,  // 0 by definition: others are compared with it (ratings.h)
};

// All numbers are finite and low <= value <= high, whatever the certainty. Next
// to a bound, the other numbers serve only to order players.
struct EloEstimate {
  Certainty certainty = Certainty::kNone;
  double value = 0;
  double error = 0;  // half of the 95 % interval, (high - low) / 2
  double low = 0;
  double high = 0;
};

// The difference of strength in Elo. With n games or pairs and se = sqrt(V/n),
//   value = Elo(mu) = -400 log10(1/mu - 1)
//   low, high = Elo(mu - 1.959964 se), Elo(mu + 1.959964 se).
// Where the sign-flip test does not tell the players apart (see
// LikelihoodOfSuperiority), the interval is extended to 0; where it does, it
// ends at 0 at the latest. That matters for few scores.
// An end of the interval of the mean is never closer to 0 or 1 than
// (1 - 0.975^(1/n))/m: a player whose mean is closer to 1 would lose no point
// in n scores with a probability above 97.5 %, but this one has lost some.
//
// Where all n scores are the same, a, the variance is 0, which promises too
// much. The interval is then exact: another score has a probability of at most
// q = 1 - 0.025^(1/n) (Clopper and Pearson 1934, one-sided 97.5 %), so the mean
// lies between a (1 - q) and a + (1 - a) q. For example, 200 draws in 200 games
// are 0 +- 6.3 Elo. For a = 1 (all won) only the lower end exists, kAtLeast,
// and for a = 0 only the upper, kAtMost. Without games: kNone.
template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts);

// The difference of strength in standard deviations of a game, so that drawish
// and decisive games compare (Van den Bergh, Normalized Elo, 2021). With k = 1
// for games and 2 for pairs the value is that of fastchess,
//   value = 800/ln 10 r / sqrt(k),  r = (mu - 1/2) / sqrt(V).
//
// The interval takes V as estimated from the same games. (fastchess takes it as
// known. That holds for players that are close; where one of them scores 90 %,
// its interval contains the truth in half of all matches.) The variance of r is
//   (1 - g r + (h - 1) r^2 / 4) / n, and at least 1 / n,
// with the skewness g and the kurtosis h of a score (Mertens 2002, for the
// Sharpe ratio, which is the same quotient). It is computed from the counts and
// one further score that is spread evenly over the bins: what did not occur is
// rare, not impossible. The ends are those of asinh(r / sqrt(k)), a scale on
// which the variance hardly depends on r; for games without draws, that is half
// of the log odds of the score.
//
// In simulations of equal and very unequal players, in drawish and decisive
// games, the interval contains the truth in 91 % of all matches or more from
// ten pairs on, and in 94 % or more from a hundred on. It is too wide, 99 %, if
// one player hardly ever loses and most games are drawn.
//
// Where all scores are the same, V = 0: at 1/2 the value is 0 and the ends are
// those of the q above, 800/ln 10 sqrt(q / (k (1 - q))); above 1/2 there is
// only the smallest value that q leaves possible, kAtLeast, below 1/2 the
// largest, kAtMost. Without games: kNone.
template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts);

// The likelihood of superiority (LOS), in [0, 1]: 1 minus the probability that
// equal players have a result that is as good for the first where it is ahead,
// by the sign-flip test (SignFlipTail in significance.h, with the distance of a
// score from 1/2 as the difference); 1/2 where neither is ahead, and mirrored
// where the second is. For many scores that is the usual (1 + erf((mu - 1/2) /
// (sqrt 2 se))) / 2; for few, the usual one promises too much. Where all n
// scores are the same, a > 1/2, it is 1 - (1/(2a))^n, and 1/2 at least: the
// confidence at which the lower end of EstimateElo is 0. So five pairs of five
// won are 0.969, and the bound is below 0.
//
// It agrees with the intervals: they go beyond 0 to both sides, or end there,
// exactly if LOS is from 0.025 to 0.975.
template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts);

// The expected score of a player that is `elo` better, 1/(1 + 10^(-elo/400)),
// and its inverse. Scores closer than 1e-15 to 0 or 1 count as 1e-15 or
// 1 - 1e-15, which is +-6,000 Elo.
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace boardwalk::statistics
