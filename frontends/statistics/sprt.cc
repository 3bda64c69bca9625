#include "frontends/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace boardwalk::statistics {
namespace {

constexpr double kEmptyBin = 1e-3;
constexpr int kMostIterations = 10;  // of the normalized model
constexpr double kConverged = 1e-7;

template <int kBins>
using Shares = std::array<double, kBins>;

template <int kBins>
double Score(int bin) {
  return Counts<kBins>::Score(bin);
}

// The root t of sum p (b - s) / (1 + t (b - s)) = 0, where b runs over `values`
// and s is `target`, which lies between them. The sum falls with t between the
// poles, so bisection finds it; Newton's steps would leave the interval.
template <int kBins>
double SolveTilt(const Shares<kBins>& shares, const Shares<kBins>& values,
                 double target) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double low = -1 / (*most - target), high = 1 / (target - *least);
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    double sum = 0;
    for (int bin = 0; bin < kBins; ++bin) {
      const double off = values[bin] - target;
      sum += shares[bin] * off / (1 + middle * off);
    }
    (sum > 0 ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

// The distribution nearest to `shares` in which `values` have the mean
// `target`.
template <int kBins>
Shares<kBins> Tilted(const Shares<kBins>& shares, const Shares<kBins>& values,
                     double target) {
  const double tilt = SolveTilt<kBins>(shares, values, target);
  Shares<kBins> tilted;
  for (int bin = 0; bin < kBins; ++bin) {
    tilted[bin] = shares[bin] / (1 + tilt * (values[bin] - target));
  }
  return tilted;
}

// The distribution nearest to `shares` whose expected score is that of `elo`.
template <int kBins>
Shares<kBins> WithElo(const Shares<kBins>& shares, double elo) {
  Shares<kBins> scores;
  for (int bin = 0; bin < kBins; ++bin) scores[bin] = Score<kBins>(bin);
  return Tilted<kBins>(shares, scores, ScoreOfElo(elo));
}

// The distribution nearest to `shares` whose normalized Elo is `elo`. Mean and
// spread of the result depend on each other, so it is found by repetition from
// the uniform distribution on.
template <int kBins>
Shares<kBins> WithNormalizedElo(const Shares<kBins>& shares, double elo) {
  const double games_each = (kBins - 1) / 2.0;
  const double ahead =
      std::sqrt(games_each) * elo * std::log(10.0) / 800;  // in spreads
  Shares<kBins> found;
  found.fill(1.0 / kBins);
  for (int i = 0; i < kMostIterations; ++i) {
    double mean = 0, variance = 0;
    for (int bin = 0; bin < kBins; ++bin)
      mean += found[bin] * Score<kBins>(bin);
    for (int bin = 0; bin < kBins; ++bin) {
      const double off = Score<kBins>(bin) - mean;
      variance += found[bin] * off * off;
    }
    const double spread = std::sqrt(variance);
    Shares<kBins> values;
    for (int bin = 0; bin < kBins; ++bin) {
      const double off = (Score<kBins>(bin) - mean) / spread;
      values[bin] =
          Score<kBins>(bin) - 0.5 - ahead * spread * (1 + off * off) / 2;
    }
    const Shares<kBins> next = Tilted<kBins>(shares, values, 0);
    double change = 0;
    for (int bin = 0; bin < kBins; ++bin) {
      change = std::max(change, std::abs(next[bin] - found[bin]));
    }
    found = next;
    if (change < kConverged) break;
  }
  return found;
}

}  // namespace

template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses) {
  if (counts.Total() == 0) return 0;
  Shares<kBins> shares;
  double total = 0;
  for (int bin = 0; bin < kBins; ++bin) {
    shares[bin] = std::max(static_cast<double>(counts.counts[bin]), kEmptyBin);
    total += shares[bin];
  }
  for (double& share : shares) share /= total;
  const bool logistic = hypotheses.model == EloModel::kLogistic;
  const auto with = logistic ? WithElo<kBins> : WithNormalizedElo<kBins>;
  const Shares<kBins> h0 = with(shares, hypotheses.elo0);
  const Shares<kBins> h1 = with(shares, hypotheses.elo1);
  double llr = 0;
  for (int bin = 0; bin < kBins; ++bin) {
    llr += shares[bin] * std::log(h1[bin] / h0[bin]);
  }
  return total * llr;
}

SprtState EvaluateSprt(const PairCounts& counts,
                       const SprtHypotheses& hypotheses) {
  SprtState state;
  state.llr = LogLikelihoodRatio(counts, hypotheses);
  state.lower = std::log(hypotheses.beta / (1 - hypotheses.alpha));
  state.upper = std::log((1 - hypotheses.beta) / hypotheses.alpha);
  if (state.llr <= state.lower) state.verdict = SprtVerdict::kAcceptH0;
  if (state.llr >= state.upper) state.verdict = SprtVerdict::kAcceptH1;
  return state;
}

template double LogLikelihoodRatio(const Counts<3>&, const SprtHypotheses&);
template double LogLikelihoodRatio(const Counts<5>&, const SprtHypotheses&);

}  // namespace boardwalk::statistics
