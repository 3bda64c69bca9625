#include "frontends/statistics/elo.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "frontends/statistics/significance.h"

namespace boardwalk::statistics {
namespace {

constexpr double kLn10 = 2.302585092994046;
constexpr double kTail = 0.025;  // the probability beyond each end
constexpr double kNormalizedScale = 800 / kLn10;
constexpr double kClosestScore = 1e-15;

// A mean and 1 minus it. Both are stored so that neither loses digits close to
// 0, and so that swapping the players swaps them exactly.
struct Share {
  double hit = 0;
  double miss = 0;
};

double EloOf(Share share) {
  return 400 * (std::log10(share.hit) - std::log10(share.miss));
}

template <int kBins>
Share MeanOf(const Counts<kBins>& counts) {
  double hit = 0;
  double miss = 0;
  for (int i = 0; i < kBins; ++i) {
    hit += static_cast<double>(counts.counts[i]) * i;
    miss += static_cast<double>(counts.counts[i]) * (kBins - 1 - i);
  }
  return {.hit = hit / (hit + miss), .miss = miss / (hit + miss)};
}

// The bin that all scores are in, or -1 if there are several.
template <int kBins>
int OnlyBin(const Counts<kBins>& counts) {
  int only = -1;
  for (int i = 0; i < kBins; ++i) {
    if (counts.counts[i] == 0) continue;
    if (only >= 0) return -1;
    only = i;
  }
  return only;
}

template <int kBins>
double StandardError(const Counts<kBins>& counts) {
  return std::sqrt(counts.Variance() / static_cast<double>(counts.Total()));
}

// The largest probability of any other score after n scores that are the same.
double ProbabilityOfAnother(int64_t n) {
  return -std::expm1(std::log(kTail) / static_cast<double>(n));
}

EloEstimate Interval(double low, double value, double high) {
  return {.certainty = Certainty::kInterval,
          .value = value,
          .error = (high - low) / 2,
          .low = low,
          .high = high};
}

// The interval, so that it has 0 in it exactly if equal players are not
// excluded; see EstimateElo.
EloEstimate Agreeing(double low, double value, double high,
                     double superiority) {
  if (superiority > 1 - kTail) {
    low = std::max(low, 0.0);
  } else if (superiority < kTail) {
    high = std::min(high, 0.0);
  } else {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
  }
  return Interval(low, value, high);
}

EloEstimate Bound(Certainty certainty, double bound) {
  return {.certainty = certainty,
          .value = bound,
          .error = 0,
          .low = bound,
          .high = bound};
}

// Of n scores of a.
EloEstimate EloOfScoresAlike(double a, int64_t n) {
  const double another = ProbabilityOfAnother(n);
  const double same = std::exp(std::log(kTail) / static_cast<double>(n));
  const Share low = {.hit = a * same, .miss = (1 - a) + a * another};
  const Share high = {.hit = a + (1 - a) * another, .miss = (1 - a) * same};
  if (a == 1) return Bound(Certainty::kAtLeast, EloOf(low));
  if (a == 0) return Bound(Certainty::kAtMost, EloOf(high));
  return Interval(EloOf(low), EloOf({.hit = a, .miss = 1 - a}), EloOf(high));
}

// n times the variance of asinh(r / sqrt(k)); see EstimateNormalizedElo.
template <int kBins>
double VarianceOfAsinh(const Counts<kBins>& counts) {
  constexpr int kGames = (kBins - 1) / 2;
  std::array<double, kBins> shares;
  double mean = 0;
  for (int i = 0; i < kBins; ++i) {
    shares[i] = (static_cast<double>(counts.counts[i]) + 1.0 / kBins) /
                (static_cast<double>(counts.Total()) + 1);
    mean += shares[i] * i / (kBins - 1);
  }
  double second = 0, third = 0, fourth = 0;  // central moments
  for (int i = 0; i < kBins; ++i) {
    const double distance = i / (kBins - 1.0) - mean;
    const double square = distance * distance;
    second += shares[i] * square;
    third += shares[i] * square * distance;
    fourth += shares[i] * square * square;
  }
  const double r = (mean - 0.5) / std::sqrt(second);
  const double skewness = third / (second * std::sqrt(second));
  const double kurtosis = fourth / (second * second);
  const double of_r = 1 - skewness * r + (kurtosis - 1) * r * r / 4;
  return std::max(of_r, 1.0) / (kGames + r * r);
}

// Of n scores of a. The extreme distributions are those in which the only other
// score has the probability `another`: any score for a = 1/2, else the farthest
// one, which is 0 for a > 1/2.
EloEstimate NormalizedEloOfScoresAlike(double a, int64_t n, int games) {
  const double another = ProbabilityOfAnother(n);
  const double same = 1 - another;
  if (a == 0.5) {
    const double error = kNormalizedScale * std::sqrt(another / (games * same));
    return Interval(-error, 0, error);
  }
  const double higher = std::max(a, 1 - a);
  const double bound = kNormalizedScale * (higher * same - 0.5) /
                       (higher * std::sqrt(games * same * another));
  return a > 0.5 ? Bound(Certainty::kAtLeast, bound)
                 : Bound(Certainty::kAtMost, -bound);
}

}  // namespace

template <int kBins>
int64_t Counts<kBins>::Total() const {
  int64_t total = 0;
  for (const int64_t count : counts) total += count;
  return total;
}

template <int kBins>
double Counts<kBins>::Mean() const {
  return Total() > 0 ? MeanOf(*this).hit : 0.5;
}

template <int kBins>
double Counts<kBins>::Variance() const {
  if (Total() <= 0) return 0;
  const double mean = Mean();
  double sum = 0;
  for (int i = 0; i < kBins; ++i) {
    const double distance = i / (kBins - 1.0) - mean;
    sum += static_cast<double>(counts[i]) * distance * distance;
  }
  return sum / static_cast<double>(Total());
}

template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts) {
  const int64_t n = counts.Total();
  if (n <= 0) return {};
  if (const int only = OnlyBin(counts); only >= 0) {
    return EloOfScoresAlike(only / (kBins - 1.0), n);
  }
  const Share mean = MeanOf(counts);
  const double reach = kNormal975 * StandardError(counts);
  const double room =
      -std::expm1(std::log1p(-kTail) / static_cast<double>(n)) / (kBins - 1);
  const Share low = {.hit = std::max(mean.hit - reach, room),
                     .miss = std::min(mean.miss + reach, 1 - room)};
  const Share high = {.hit = std::min(mean.hit + reach, 1 - room),
                      .miss = std::max(mean.miss - reach, room)};
  return Agreeing(EloOf(low), EloOf(mean), EloOf(high),
                  LikelihoodOfSuperiority(counts));
}

template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts) {
  constexpr int kGames = (kBins - 1) / 2;
  const int64_t n = counts.Total();
  if (n <= 0) return {};
  if (const int only = OnlyBin(counts); only >= 0) {
    return NormalizedEloOfScoresAlike(only / (kBins - 1.0), n, kGames);
  }
  const Share mean = MeanOf(counts);
  const double value =
      (mean.hit - mean.miss) / 2 / std::sqrt(kGames * counts.Variance());
  const double centre = std::asinh(value);
  const double reach =
      kNormal975 * std::sqrt(VarianceOfAsinh(counts) / static_cast<double>(n));
  return Agreeing(kNormalizedScale * std::sinh(centre - reach),
                  kNormalizedScale * value,
                  kNormalizedScale * std::sinh(centre + reach),
                  LikelihoodOfSuperiority(counts));
}

template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts) {
  const int64_t n = counts.Total();
  if (n <= 0) return 0.5;
  const bool ahead = MeanOf(counts).hit > 0.5;
  constexpr int kMiddle = (kBins - 1) / 2;
  std::array<Difference, kBins> differences;
  for (int i = 0; i < kBins; ++i) {
    differences[i] = {.value = i - kMiddle, .count = counts.counts[i]};
  }
  const double tail = SignFlipTail(differences, kMiddle);
  return ahead ? 1 - tail : tail;
}

double ScoreOfElo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double EloOfScore(double score) {
  const double inside = std::clamp(score, kClosestScore, 1 - kClosestScore);
  return EloOf({.hit = inside, .miss = 1 - inside});
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
