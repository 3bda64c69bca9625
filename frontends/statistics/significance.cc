#include "frontends/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace boardwalk::statistics {
namespace {

constexpr double kLeastTail = 1e-300;
// Additions of an exact test, each of about a nanosecond.
constexpr double kMaxWork = 1e8;

// The probabilities of 0 .. n successes in n trials of probability 1/2.
// REQUIRES: n <= kMaxExactBlocks, so that the first one is not 0.
std::vector<double> FairBinomial(int64_t n) {
  std::vector<double> chances = {std::ldexp(1.0, -static_cast<int>(n))};
  for (int64_t k = 0; k < n; ++k) {
    chances.push_back(chances.back() * static_cast<double>(n - k) /
                      static_cast<double>(k + 1));
  }
  return chances;
}

// Blocks that were won or lost by `size`.
struct Kind {
  int64_t size = 0;
  int64_t count = 0;
};

// The kinds of blocks, without those of size 0; the most frequent one last.
std::vector<Kind> KindsOf(absl::Span<const Difference> differences) {
  std::map<int64_t, int64_t> counts;
  for (const Difference& difference : differences) {
    if (difference.value == 0 || difference.count <= 0) continue;
    counts[std::abs(difference.value)] += difference.count;
  }
  std::vector<Kind> kinds;
  kinds.reserve(counts.size());
  for (const auto& [size, count] : counts) kinds.push_back({size, count});
  std::ranges::stable_sort(kinds, {}, &Kind::count);
  return kinds;
}

// The one that all blocks have, if they are alike.
std::optional<Difference> OnlyDifference(
    absl::Span<const Difference> differences) {
  std::optional<Difference> only;
  for (const Difference& difference : differences) {
    if (difference.count <= 0) continue;
    if (!only.has_value()) {
      only = difference;
    } else if (only->value == difference.value) {
      only->count += difference.count;
    } else {
      return std::nullopt;
    }
  }
  return only;
}

// Of ExactTail, with several kinds.
double WorkOf(const std::vector<Kind>& kinds) {
  int64_t unit = 0;
  double total = 0;
  double blocks = 0;
  for (size_t i = 0; i < kinds.size(); ++i) {
    unit = std::gcd(unit, kinds[i].size);
    total += static_cast<double>(kinds[i].size * kinds[i].count);
    // The last kind needs no addition for each block, nor does the first one.
    if (i > 0 && i + 1 < kinds.size()) {
      blocks += static_cast<double>(kinds[i].count);
    }
  }
  return blocks * total / static_cast<double>(unit);
}

// The probability that a sum of these sizes with random signs is at least
// `sum`. It is the sum of all sizes minus twice that of the negative ones, so
// those may add up to half of the rest, `room`. REQUIRES: sum > 0.
double ExactTail(const std::vector<Kind>& kinds, int64_t sum) {
  int64_t unit = 0;
  int64_t total = 0;
  for (const auto& [size, count] : kinds) {
    unit = std::gcd(unit, size);
    total += size * count;
  }
  const auto room = static_cast<size_t>((total - sum) / 2 / unit);
  std::vector<double> chances(room + 1);  // by the sum of the negative ones
  chances[0] = 1;
  for (size_t i = 0; i + 1 < kinds.size(); ++i) {
    const auto step = static_cast<size_t>(kinds[i].size / unit);
    const std::vector<double> binomial = FairBinomial(kinds[i].count);
    std::vector<double> next(room + 1);
    for (size_t at = 0; at <= room; ++at) {
      if (chances[at] == 0) continue;
      for (size_t k = 0; k < binomial.size() && at + k * step <= room; ++k) {
        next[at + k * step] += chances[at] * binomial[k];
      }
    }
    chances = std::move(next);
  }
  // The last kind has a binomial as well, of which only the sum is needed.
  const auto step = static_cast<size_t>(kinds.back().size / unit);
  std::vector<double> at_most = FairBinomial(kinds.back().count);
  std::partial_sum(at_most.begin(), at_most.end(), at_most.begin());
  double tail = 0;
  for (size_t at = 0; at <= room; ++at) {
    tail +=
        chances[at] * at_most[std::min((room - at) / step, at_most.size() - 1)];
  }
  return tail;
}

double ApproximateTail(absl::Span<const Difference> differences) {
  double n = 0;
  double sum = 0;
  double squares = 0;
  for (const Difference& difference : differences) {
    const auto value = static_cast<double>(difference.value);
    const auto count = static_cast<double>(difference.count);
    n += count;
    sum += value * count;
    squares += value * value * count;
  }
  const double variance = (squares - sum * sum / n) / n;
  return NormalTail(std::abs(sum) / std::sqrt(n * variance));
}

// How many sizes of t SequentialEvidence has.
constexpr int kSizes = 14;

// log(cosh(x)), for any x.
double LogCosh(double x) {
  return std::abs(x) + std::log1p(std::exp(-2 * std::abs(x))) - std::log(2.0);
}

}  // namespace

double SignFlipTail(absl::Span<const Difference> differences, int64_t largest) {
  int64_t sum = 0;
  for (const Difference& difference : differences) {
    sum += difference.value * difference.count;
  }
  if (sum == 0) return 0.5;
  if (const std::optional<Difference> only = OnlyDifference(differences)) {
    const double ratio = static_cast<double>(std::abs(only->value)) /
                         static_cast<double>(largest);
    const double tail = std::pow(1 + ratio, -static_cast<double>(only->count));
    return std::clamp(tail, kLeastTail, 0.5);
  }
  const std::vector<Kind> kinds = KindsOf(differences);
  int64_t blocks = 0;
  for (const Kind& kind : kinds) blocks += kind.count;
  const bool exact = blocks <= kMaxExactBlocks && WorkOf(kinds) <= kMaxWork;
  const double tail =
      exact ? ExactTail(kinds, std::abs(sum)) : ApproximateTail(differences);
  return std::clamp(tail, kLeastTail, 0.5);
}

double SequentialEvidence(absl::Span<const Difference> differences,
                          int64_t largest) {
  std::vector<double> logs;  // of the products
  for (int i = 0; i < kSizes; ++i) {
    const double size = std::ldexp(8.0, -i);
    for (const double t : {size, -size}) {
      double log = 0;
      for (const Difference& difference : differences) {
        const double x = t * static_cast<double>(difference.value) /
                         static_cast<double>(largest);
        log += static_cast<double>(difference.count) * (x - LogCosh(x));
      }
      logs.push_back(log);
    }
  }
  const double greatest = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - greatest);
  constexpr double kMostLog = 690;  // no overflow
  return std::exp(std::min(greatest, kMostLog)) * sum /
         static_cast<double>(logs.size());
}

double SequentialP(absl::Span<const Difference> differences, int64_t largest) {
  return std::min(1.0, 1 / SequentialEvidence(differences, largest));
}

double NormalTail(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }

double NormalTailQuantile(double p) {
  double low = -40;
  double high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (NormalTail(middle) > p ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::vector<double> HolmAdjusted(absl::Span<const double> p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double least = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    least = std::min(1.0, std::max(least, left * p_values[order[i]]));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

double BlocksToTell(double difference, double variance, double alpha) {
  // After n blocks the logarithm of the best product is about x^2/2 + z x for a
  // normal z, where x^2 = n difference^2 / variance, and that product has a
  // weight of 1/(2 kSizes).
  const double z = NormalTailQuantile(1 - kPower);
  const double x = z + std::sqrt(z * z + 2 * std::log(2.0 * kSizes / alpha));
  return x * x * variance / (difference * difference);
}

}  // namespace boardwalk::statistics
