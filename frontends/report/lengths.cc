#include "frontends/report/lengths.h"

#include <cstddef>

namespace boardwalk::report {
namespace {

constexpr double kFew = 0.03;

// Bins that take the lengths from `min` to `max`.
int64_t BinsOf(int64_t min, int64_t max, int64_t width) {
  return max / width - min / width + 1;
}

int64_t WidthFor(int64_t min, int64_t max) {
  for (int64_t tens = 1;; tens *= 10) {
    for (const int64_t digit : {1, 2, 5}) {
      if (BinsOf(min, max, digit * tens) <= Lengths::kMaxBins) {
        return digit * tens;
      }
    }
  }
}

}  // namespace

int64_t LengthCounter::Quantile(double share) const {
  const double needed = share * static_cast<double>(games_);
  int64_t so_far = 0;
  for (const auto& [plies, count] : counts_) {
    so_far += count;
    if (static_cast<double>(so_far) >= needed) return plies;
  }
  return 0;
}

Lengths LengthCounter::Finish() const {
  Lengths lengths;
  if (counts_.empty()) return lengths;
  lengths.min = counts_.begin()->first;
  lengths.max = counts_.rbegin()->first;
  lengths.median = Quantile(0.5);
  const int64_t most = Quantile(1 - kFew);
  const int64_t last = lengths.max > 2 * most ? most : lengths.max;
  lengths.bin_width = WidthFor(lengths.min, last);
  const int64_t first_bin = lengths.min / lengths.bin_width;
  lengths.first = first_bin * lengths.bin_width;
  lengths.bins.resize(
      static_cast<size_t>(BinsOf(lengths.min, last, lengths.bin_width)));
  double sum = 0;
  for (const auto& [plies, count] : counts_) {
    sum += static_cast<double>(plies) * static_cast<double>(count);
    const auto bin = static_cast<size_t>(plies / lengths.bin_width - first_bin);
    (bin < lengths.bins.size() ? lengths.bins[bin] : lengths.longer) += count;
  }
  lengths.mean = sum / static_cast<double>(games_);
  return lengths;
}

}  // namespace boardwalk::report
