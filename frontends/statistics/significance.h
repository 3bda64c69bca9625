// Whether a difference between two players is more than chance, also where many
// pairs of players are looked at, and how many more blocks would tell.
//
// Example:
//
//   // Nine blocks that one player won by 2, and three that it lost by 1.
//   double chance = SignFlipTail({{2, 9}, {-1, 3}}, /*largest=*/2);
//   // Two further comparisons of the same players.
//   std::vector<double> adjusted = HolmAdjusted({2 * chance, 0.2, 0.01});
//   bool certain = adjusted[0] <= 0.05;
//
// Pure functions, safe to call from any thread.
//
// Sources: Fisher, The Design of Experiments (1935), section 21, and Pitman,
// Significance Tests Which May Be Applied to Samples from Any Populations
// (1937), for the sign-flip test; Holm, A Simple Sequentially Rejective
// Multiple Test Procedure (1979); Cohen, Statistical Power Analysis for the
// Behavioral Sciences (1988), for the number of blocks; Robbins, Statistical
// Methods Related to the Law of the Iterated Logarithm (1970), and de la Pena,
// A General Class of Exponential Inequalities for Martingales and Ratios
// (1999), for evidence that holds at any time.

#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace boardwalk::statistics {

// The number of blocks that one player won by `value` (lost if negative), in
// any unit. Values need not be distinct, and 0 counts as a block.
struct Difference {
  int64_t value = 0;
  int64_t count = 0;
};

// The probability that equal players have a result at least as good for the
// player that is ahead, in (0, 1/2]; 1/2 if nobody is ahead. Values are at most
// `largest` in size.
//
// If two players are equal, a block is as likely to end with a difference of -d
// as with d. So all signs of the differences are equally likely, and the
// result is the share of them whose sum is at least the observed one. That is
// exact for any number of blocks: n blocks that all have the same sign give
// 2^-n. With more than kMaxExactBlocks differences other than 0, or if there
// are so many different ones that it would take more than about 0.1 s, it is
// the tail of the normal distribution beyond sum / sqrt(n V), where V is the
// variance of a difference.
//
// n blocks with the same difference d, smaller than the largest one, may hide
// that larger ones are possible. Then it is (1 + d/largest)^-n: the greatest
// probability of n such blocks if the mean difference is 0 (Clopper and Pearson
// 1934).
// REQUIRES: counts are not negative; the sum of |value| count is below 2^53.
// Time: the number of blocks times the sum of all |value| count, divided by the
// common divisor of the values; for two kinds of differences the sum of both.
double SignFlipTail(absl::Span<const Difference> differences, int64_t largest);
inline constexpr int64_t kMaxExactBlocks = 1000;

// The evidence against two players being equal, for whom looks at it again and
// again, or stops when it pleases: the probability that it ever reaches x for
// equal players is at most 1/x (Ville 1939). 1 without blocks.
//
// If two players are equal, the product of exp(t d) / cosh(t d) over the
// differences d of their blocks, as shares of `largest`, is a martingale that
// begins at 1, for any t. This is the mean of such products over t of both
// signs and of sizes from 8 down to 2^-10, which finds large and small
// differences alike (Robbins 1970; de la Pena 1999). Takes more blocks than
// SignFlipTail to say the same: 9 won ones instead of 7 for p = 0.02.
double SequentialEvidence(absl::Span<const Difference> differences,
                          int64_t largest);
// The p-value of it, min(1, 1/evidence).
double SequentialP(absl::Span<const Difference> differences, int64_t largest);

// The probability that a normal variable is above x standard deviations, and
// the x for which this is p. REQUIRES: 0 < p < 1.
double NormalTail(double x);
double NormalTailQuantile(double p);

// Adjusts the p-values of a family of tests, in their order (Holm 1979). If
// those at most `alpha` are called significant, the probability that any true
// null hypothesis is among them is at most `alpha`, however the tests depend on
// each other. In [0, 1].
std::vector<double> HolmAdjusted(absl::Span<const double> p_values);

// The probability with which a real difference of the given size is to be
// found.
inline constexpr double kPower = 0.8;

// About the number of blocks in which SequentialP finds a mean difference
// `difference` on the level `alpha` with the probability kPower, where blocks
// have the variance `variance`:
//   (z + sqrt(z^2 + 2 ln(28/alpha)))^2 variance / difference^2,
// z = NormalTailQuantile(1 - kPower): twice to three times as many as a study
// that nobody looks at before. REQUIRES: difference > 0; 0 < alpha < 1.
double BlocksToTell(double difference, double variance, double alpha);

}  // namespace boardwalk::statistics
