// Samples with replacement of things that are counted by kind, in a time that
// depends on the kinds and hardly on how many things there are.
//
// Example:
//
//   Random random(42);
//   std::vector<int64_t> sample = Resample({60'000, 39'990, 10}, random);

#ifndef BOARDWALK_FRONTENDS_STATISTICS_RESAMPLE_H_
#define BOARDWALK_FRONTENDS_STATISTICS_RESAMPLE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "framework/random.h"

namespace boardwalk::statistics {

// How many of n independent trials of probability p succeed. Takes one number
// from `random` and a time of about the standard deviation, by inversion from
// the mode outwards. REQUIRES: 0 <= n < 2^53, 0 <= p <= 1.
int64_t DrawBinomial(int64_t n, double p, Random& random);

// As many draws with replacement as there are things, counted by kind
// (multinomial): a binomial for each kind out of what the kinds before it left.
// REQUIRES: counts are not negative.
std::vector<int64_t> Resample(absl::Span<const int64_t> counts, Random& random);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_RESAMPLE_H_
