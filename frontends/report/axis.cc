#include "frontends/report/axis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace boardwalk::report {
namespace {

constexpr double kLeast = 1e-12;
constexpr double kMax = 1e18;

// The steps between ticks, one after the other coarser.
double StepAfter(double step) {
  const double digits =
      step / std::pow(10, std::floor(std::log10(step) + 1e-9));
  return step * (digits < 1.5 ? 2 : digits < 3 ? 2.5 : 2);
}

// 1, 2 and 5 times powers of ten that enclose the two.
std::vector<double> LogTicks(double low, double high) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
  for (int power = first; power <= last; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      ticks.push_back(digit * std::pow(10, power));
    }
  }
  // The last one that is not above, the first that is not below.
  size_t begin = 0, end = ticks.size() - 1;
  while (begin + 1 < ticks.size() && ticks[begin + 1] <= low * 1.0001) ++begin;
  while (end > begin + 1 && ticks[end - 1] >= high * 0.9999) --end;
  return {ticks.begin() + static_cast<std::ptrdiff_t>(begin),
          ticks.begin() + static_cast<std::ptrdiff_t>(end) + 1};
}

bool IsPowerOfTen(double number) {
  const double power = std::log10(number);
  return std::abs(power - std::round(power)) < 1e-6;
}

}  // namespace

Axis Axis::Linear(double low, double high, int most_ticks, double least_step) {
  if (!(high - low > 1e-9 * std::max(std::abs(low), std::abs(high)))) {
    const double room = low == 0 ? 1 : std::abs(low) / 10;
    low -= room;
    high += room;
  }
  double step = std::pow(10, std::floor(std::log10((high - low) / 100)));
  const auto ticks = [&] {
    return std::ceil(high / step - 1e-9) - std::floor(low / step + 1e-9) + 1;
  };
  while (ticks() > most_ticks || step < least_step * (1 - 1e-9)) {
    step = StepAfter(step);
  }
  Axis axis;
  const double first = std::floor(low / step + 1e-9);
  for (int i = 0; i < static_cast<int>(ticks()); ++i) {
    axis.ticks_.push_back((first + i) * step);
  }
  axis.low_ = axis.ticks_.front();
  axis.high_ = axis.ticks_.back();
  return axis;
}

Axis Axis::Logarithmic(double low, double high, int most_ticks) {
  low = std::clamp(low, kLeast, kMax);
  high = std::clamp(high, low, kMax);
  Axis axis;
  axis.logarithmic_ = true;
  std::vector<double> ticks = LogTicks(low, high);
  axis.low_ = ticks.front();
  axis.high_ = ticks.back();
  // Fewer: powers of ten alone, then every second of them, every third, ...
  const auto limit = static_cast<size_t>(std::max(most_ticks, 2));
  if (ticks.size() > limit) {
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(),
                               [](double tick) { return !IsPowerOfTen(tick); }),
                ticks.end());
  }
  const size_t every = (ticks.size() + limit - 1) / limit;
  for (size_t i = 0; i < ticks.size(); i += std::max<size_t>(every, 1)) {
    axis.ticks_.push_back(ticks[i]);
  }
  return axis;
}

double Axis::Scaled(double number) const {
  if (!logarithmic_) return (number - low_) / (high_ - low_);
  return std::log(std::max(number, kLeast) / low_) / std::log(high_ / low_);
}

double Axis::At(double number) const {
  return from_ + std::clamp(Scaled(number), 0.0, 1.0) * (to_ - from_);
}

}  // namespace boardwalk::report
