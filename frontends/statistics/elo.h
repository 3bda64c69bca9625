// How much better one of two players is, with its uncertainty.
//
// Example:
//
//   PairCounts pairs = {.counts = {40, 32, 69, 18, 36}};  // LL LD WL+DD WD WW
//   EloEstimate elo = EstimateElo(pairs);                 // -19.62 +- 32.94
//   EloEstimate nelo = EstimateNormalizedElo(pairs);      // -20.64 +- 34.48
//   double los = LikelihoodOfSuperiority(pairs);          // 0.1203
//
// Everything here is a pure function of counts, safe to call from any thread,
// and gives finite numbers for all counts that are not negative. Swapping the
// players (reversing the bins) negates every Elo and takes the likelihood of
// superiority from 1.

#ifndef BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
#define BOARDWALK_FRONTENDS_STATISTICS_ELO_H_

#include <array>
#include <cstdint>

namespace boardwalk::statistics {

// A normal variable stays below it with 97.5 %, in units of its spread.
inline constexpr double kNormal975 = 1.959963984540054;

// Scores of a player: how often each of m + 1 evenly spaced values 0, 1/m .. 1
// occurred, m = kBins - 1. Games have three bins (loss, draw, win). Two games
// from one opening with seats swapped depend on each other, but pairs do not
// depend on other pairs; pairs have five bins (the pentanomial).
// REQUIRES: counts are not negative and their sum is below 2^53. Defined for
// three and five bins, as are the functions below.
template <int kBins>
struct Counts {
  std::array<int64_t, kBins> counts{};
  int64_t Total() const;
  // The mean mu of a game or pair, in [0, 1]; 1/2 of nothing.
  double Mean() const;
  // The variance V of one game or pair (not of the mean), the sum of squares
  // divided by their number, in [0, 1/4]; 0 of nothing.
  double Variance() const;
};
using GameCounts = Counts<3>;  // losses, draws, wins
using PairCounts = Counts<5>;  // LL, LD, WL + DD, WD, WW

// How far an estimate can be believed.
enum class Certainty {
  kNone,      // nothing to say; all numbers are 0
  kInterval,  // value with its 95 % interval
  kAtLeast,   // no finite estimate: `low` is a bound, right 97.5 % of the time
  kAtMost,    // the same downwards: `high` is the bound
};

// Numbers are finite and low <= value <= high whatever the certainty. Beside a
// bound the other numbers only put players in an order.
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
// Where an end of the interval of the mean is outside of (0, 1) or close to it,
// it is cut off: a player that lost points somewhere has a mean below
// 1 - (1 - 0.975^(1/n))/m, for with a higher one it would have lost none with a
// probability over 97.5 %.
//
// Where all n scores are alike, a, the variance 0 would promise too much. Then
// another score has a probability of at most q = 1 - 0.025^(1/n) (Clopper and
// Pearson 1934, one-sided 97.5 %) and the mean lies between a (1 - q) and
// a + (1 - a) q: a draw in every one of 200 games is 0 +- 6.3 Elo. For a = 1
// (all won) only the lower end exists, kAtLeast, and for a = 0 only the upper,
// kAtMost. Without games kNone.
template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts);

// The same measured by the standard deviation of a game instead of by the
// score, so that drawish and decisive games compare (Van den Bergh, Normalized
// Elo, 2021; as fastchess). With k = 1 for games and 2 for pairs,
//   value = (mu - 1/2) / sqrt(kV) * 800/ln 10
//   error = 1.959964 sqrt(V/n) / sqrt(kV) * 800/ln 10.
// The error takes V as known, which is right near equality and too small for
// very unequal players.
//
// Where all scores are alike, V = 0: at 1/2 the value is 0 and the ends are
// those of the q above, 800/ln 10 sqrt(q / (k (1 - q))); above 1/2 there is
// only the smallest value that q leaves possible, kAtLeast, below 1/2 the
// largest, kAtMost. Without games kNone.
template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts);

// The probability that the first player is the better one, in [0, 1]:
// (1 + erf((mu - 1/2) / (sqrt 2 se))) / 2; 1/2 where nothing is known. Where
// all n scores are alike, that they are as often above as below 1/2 is refuted
// as by n wins in n games from a uniform prior: 1 - 2^-(n+1), 1/2 or 2^-(n+1).
template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts);

// The expected score of a player that is `elo` better, 1/(1 + 10^(-elo/400)),
// and back. Of scores closer than 1e-15 to 0 or 1 the Elo is that of 1e-15 or
// 1 - 1e-15, +-6,000.
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
