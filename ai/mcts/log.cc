#include "ai/mcts/log.h"

#include <bit>
#include <cassert>

namespace boardwalk::ai {

// With n = m * 2^k and m in [3/4, 3/2): ln n = k ln 2 + ln m, and
// ln m = 2 (t + t^3/3 + t^5/5 + ...) for t = (m - 1)/(m + 1), |t| <= 1/5.
double DeterministicLog(uint32_t n) {
  assert(n > 0);
  constexpr double kLn2 = 0.693147180559945309417;
  int exponent = std::bit_width(n) - 1;
  double mantissa =
      static_cast<double>(n) / static_cast<double>(uint64_t{1} << exponent);
  if (mantissa >= 1.5) {
    mantissa /= 2;
    ++exponent;
  }
  const double t = (mantissa - 1) / (mantissa + 1);
  const double square = t * t;
  double sum = 0;
  for (int k = 17; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent * kLn2 + 2 * t * sum;
}

}  // namespace boardwalk::ai
