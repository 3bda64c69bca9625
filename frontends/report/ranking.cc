#include "frontends/report/ranking.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace boardwalk::report {
namespace {

using statistics::Certainty;

int GroupOf(const PlayerRow& row) {
  switch (row.rating.certainty) {
    case Certainty::kAtLeast:
      return 0;
    case Certainty::kInterval:
      return 1;
    case Certainty::kAtMost:
      return 2;
    case Certainty::kNone:
      break;
  }
  return row.games > 0 ? 3 : 4;
}

// In millionths, so that rounding in a computation makes no order.
int64_t Rounded(double number) { return std::llround(number * 1e6); }

std::tuple<int, int64_t, int64_t> KeyOf(const PlayerRow& row) {
  return {GroupOf(row), -Rounded(row.rating.value),
          -Rounded(row.Share().value_or(0))};
}

}  // namespace

void Rank(std::vector<PlayerRow>& rows) {
  std::sort(
      rows.begin(), rows.end(), [](const PlayerRow& a, const PlayerRow& b) {
        return std::tuple(KeyOf(a), a.player) < std::tuple(KeyOf(b), b.player);
      });
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool tied = i > 0 && KeyOf(rows[i]) == KeyOf(rows[i - 1]);
    rows[i].rank = tied ? rows[i - 1].rank : static_cast<int>(i) + 1;
  }
}

}  // namespace boardwalk::report
