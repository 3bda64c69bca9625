#include "frontends/statistics/resample.h"

#include <algorithm>
#include <cmath>

namespace boardwalk::statistics {
namespace {

constexpr double kHalfLogTwoPi = 0.9189385332046727;
constexpr double kNegligible = 1e-30;

// ln n!, by Stirling's series; std::lgamma writes a global variable.
double LogFactorial(int64_t n) {
  if (n < 16) {
    double product = 1;
    for (int64_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
    return std::log(product);
  }
  const double x = static_cast<double>(n);
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  return (x + 0.5) * std::log(x) - x + kHalfLogTwoPi +
         inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
}

}  // namespace

int64_t DrawBinomial(int64_t n, double p, Random& random) {
  double left = random.Real();  // of the probability still to be passed
  if (n == 0 || p <= 0) return 0;
  if (p >= 1) return n;
  const double odds = p / (1 - p);
  const double trials = static_cast<double>(n);
  const int64_t mode = std::min(n, static_cast<int64_t>((trials + 1) * p));
  double below =
      std::exp(LogFactorial(n) - LogFactorial(mode) - LogFactorial(n - mode) +
               static_cast<double>(mode) * std::log(p) +
               static_cast<double>(n - mode) * std::log1p(-p));
  double above = below;
  left -= below;
  if (left < 0) return mode;
  int64_t low = mode;
  int64_t high = mode;
  // What rounding leaves over beyond the tails goes to the mode.
  while (below + above > kNegligible) {
    if (low > 0) {
      below *=
          static_cast<double>(low) / (static_cast<double>(n - low + 1) * odds);
      left -= below;
      --low;
      if (left < 0) return low;
    } else {
      below = 0;
    }
    if (high < n) {
      above *=
          static_cast<double>(n - high) * odds / static_cast<double>(high + 1);
      left -= above;
      ++high;
      if (left < 0) return high;
    } else {
      above = 0;
    }
  }
  return mode;
}

std::vector<int64_t> Resample(absl::Span<const int64_t> counts,
                              Random& random) {
  int64_t mass = 0;  // of the kinds still to come
  for (const int64_t count : counts) mass += count;
  int64_t draws = mass;
  std::vector<int64_t> sample(counts.size(), 0);
  for (size_t i = 0; i < counts.size() && draws > 0; ++i) {
    if (counts[i] == 0) continue;
    sample[i] = DrawBinomial(
        draws, static_cast<double>(counts[i]) / static_cast<double>(mass),
        random);
    draws -= sample[i];
    mass -= counts[i];
  }
  return sample;
}

}  // namespace boardwalk::statistics
