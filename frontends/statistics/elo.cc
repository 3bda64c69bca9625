#include "frontends/statistics/elo.h"

#include <algorithm>
#include <cmath>

namespace boardwalk::statistics {
namespace {

const double kLn10 = std::log(10.0);

// The mean that `n` wins in a row leave possible: 1/40 = mean^n.
double LeastMean(int64_t n) {
  return std::pow(0.025, 1.0 / static_cast<double>(n));
}

// Pairs are counted twice, as two games.
template <int kBins>
constexpr double kGamesEach = (kBins - 1) / 2.0;

}  // namespace

template <int kBins>
double Counts<kBins>::Mean() const {
  const int64_t total = Total();
  if (total == 0) return 0.5;
  // Whole numbers up to the division, so that swapping sides gives exactly the
  // rest to 1 wherever it can.
  int64_t sum = 0;
  for (int i = 0; i < kBins; ++i) sum += i * counts[i];
  return static_cast<double>(sum) / static_cast<double>(total * (kBins - 1));
}

template <int kBins>
double Counts<kBins>::Variance() const {
  const int64_t total = Total();
  if (total == 0) return 0;
  const double mean = Mean();
  double sum = 0;
  for (int i = 0; i < kBins; ++i) {
    const double off = Score(i) - mean;
    sum += static_cast<double>(counts[i]) * off * off;
  }
  return sum / static_cast<double>(total);
}

template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts) {
  const int64_t n = counts.Total();
  EloEstimate estimate;
  if (n == 0) return estimate;
  const double least = LeastMean(n);
  if (counts.counts[kBins - 1] == n || counts.counts[0] == n) {
    const bool won = counts.counts[0] != n;
    estimate.certainty = won ? Certainty::kAtLeast : Certainty::kAtMost;
    estimate.value = EloOfScore(won ? least : 1 - least);
    estimate.low = estimate.high = estimate.value;
    return estimate;
  }
  const double mean = counts.Mean();
  const double off =
      kNormal975 * std::sqrt(counts.Variance() / static_cast<double>(n));
  // How near to 0 or 1 so many games can show a mean to be.
  const double nearest = 1 - std::pow(0.975, 1.0 / static_cast<double>(n));
  estimate.certainty = Certainty::kInterval;
  estimate.value = EloOfScore(mean);
  estimate.low = EloOfScore(std::max(mean - off, std::min(nearest, mean)));
  estimate.high = EloOfScore(std::min(mean + off, std::max(1 - nearest, mean)));
  estimate.error = (estimate.high - estimate.low) / 2;
  return estimate;
}

template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts) {
  const int64_t n = counts.Total();
  const double variance = counts.Variance();
  EloEstimate estimate;
  if (n == 0 || !(variance > 0)) return estimate;
  const double unit = 800 / kLn10 / std::sqrt(kGamesEach<kBins> * variance);
  estimate.certainty = Certainty::kInterval;
  estimate.value = (counts.Mean() - 0.5) * unit;
  estimate.error =
      kNormal975 * std::sqrt(variance / static_cast<double>(n)) * unit;
  estimate.low = estimate.value - estimate.error;
  estimate.high = estimate.value + estimate.error;
  return estimate;
}

template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts) {
  const double ahead = counts.Mean() - 0.5;
  const double variance = counts.Variance();
  if (variance > 0) {
    const double error =
        std::sqrt(variance / static_cast<double>(counts.Total()));
    return (1 + std::erf(ahead / (std::sqrt(2.0) * error))) / 2;
  }
  if (ahead > 0) return 1;
  return ahead < 0 ? 0 : 0.5;
}

double ScoreOfElo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double EloOfScore(double score) {
  // Not of 1/score - 1, which would lose the symmetry of the two players.
  return 400 * (std::log10(score) - std::log10(1 - score));
}

template struct Counts<3>;
template struct Counts<5>;
template EloEstimate EstimateElo(const Counts<3>&);
template EloEstimate EstimateElo(const Counts<5>&);
template EloEstimate EstimateNormalizedElo(const Counts<3>&);
template EloEstimate EstimateNormalizedElo(const Counts<5>&);
template double LikelihoodOfSuperiority(const Counts<3>&);
template double LikelihoodOfSuperiority(const Counts<5>&);

}  // namespace boardwalk::statistics
