#include "frontends/report/field_score.h"

#include <algorithm>

namespace boardwalk::report {
namespace {

constexpr double kAddedBlocks = 4;
constexpr double kMaxVariance = 0.25;

}  // namespace

void FieldScore::Add(int64_t blocks, double sum, double squares) {
  const auto n = static_cast<double>(blocks);
  pairings_ += 1;
  blocks_ += n;
  sum_ += sum;
  deviations_ += std::max(0.0, squares - sum * sum / n);
}

double FieldScore::Mean() const { return empty() ? 0.5 : sum_ / blocks_; }

double FieldScore::Variance() const {
  if (empty()) return 0;
  const double of_a_block = (deviations_ + kAddedBlocks * kMaxVariance) /
                            (blocks_ - pairings_ + kAddedBlocks);
  return of_a_block / blocks_;
}

}  // namespace boardwalk::report
