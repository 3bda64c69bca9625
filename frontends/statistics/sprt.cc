#include "frontends/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::statistics {
namespace {

constexpr double kLn10 = 2.302585092994046;
constexpr double kEmptyBin = 1e-3;
constexpr int kMaxSteps = 10;
constexpr int kMaxHalvings = 100;
constexpr double kMinDivisor = 1e-17;
constexpr double kConvergedSteps = 1e-12;

// A number for each bin: a share, or a function of the score.
template <int kBins>
using Bins = std::array<double, kBins>;

template <int kBins>
constexpr double ValueOf(int bin) {
  return bin / (kBins - 1.0);
}

// The maximum likelihood distribution for `shares`, which are all positive,
// under the condition that the mean of `phi` is 0: p / (1 + t phi). Finds t by
// bisection between two poles, where the sum falls from infinity to minus
// infinity. False if there is none, because phi has only one sign.
template <int kBins>
bool Tilt(const Bins<kBins>& shares, const Bins<kBins>& phi,
          Bins<kBins>& tilted) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  if (!(*least < 0 && *most > 0)) return false;
  double low = -1 / *most;
  double high = -1 / *least;
  double t = (low + high) / 2;
  for (int step = 0; step < kMaxHalvings && low < t && t < high; ++step) {
    double sum = 0;
    for (int i = 0; i < kBins; ++i)
      sum += shares[i] * phi[i] / (1 + t * phi[i]);
    (sum > 0 ? low : high) = t;
    t = (low + high) / 2;
  }
  for (int i = 0; i < kBins; ++i) {
    // Rounding may put it on a pole.
    tilted[i] = shares[i] / std::max(1 + t * phi[i], kMinDivisor);
  }
  return true;
}

template <int kBins>
Bins<kBins> LikeliestOfScore(const Bins<kBins>& shares, double score) {
  Bins<kBins> phi;
  for (int i = 0; i < kBins; ++i) phi[i] = ValueOf<kBins>(i) - score;
  Bins<kBins> result = shares;
  Tilt<kBins>(shares, phi, result);
  return result;
}

// One step of the normalized model. Its condition is not linear in the
// distribution; the step linearizes it at `previous`.
template <int kBins>
bool NormalizedStep(const Bins<kBins>& shares, double tau,
                    const Bins<kBins>& previous, Bins<kBins>& next) {
  double mean = 0;
  for (int i = 0; i < kBins; ++i) mean += ValueOf<kBins>(i) * previous[i];
  double variance = 0;
  for (int i = 0; i < kBins; ++i) {
    const double distance = ValueOf<kBins>(i) - mean;
    variance += distance * distance * previous[i];
  }
  const double sigma = std::sqrt(variance);
  Bins<kBins> phi;
  for (int i = 0; i < kBins; ++i) {
    const double distance = (ValueOf<kBins>(i) - mean) / sigma;
    phi[i] =
        ValueOf<kBins>(i) - 0.5 - tau * sigma * (1 + distance * distance) / 2;
  }
  return Tilt<kBins>(shares, phi, next);
}

template <int kBins>
Bins<kBins> LikeliestOfNormalized(const Bins<kBins>& shares, double tau) {
  Bins<kBins> result;
  result.fill(1.0 / kBins);
  for (int step = 0; step < kMaxSteps; ++step) {
    Bins<kBins> next;
    if (!NormalizedStep<kBins>(shares, tau, result, next)) break;
    double moved = 0;
    for (int i = 0; i < kBins; ++i) {
      moved = std::max(moved, std::abs(next[i] - result[i]));
    }
    result = next;
    if (moved < kConvergedSteps) break;
  }
  return result;
}

template <int kBins>
Bins<kBins> Likeliest(const Bins<kBins>& shares, EloModel model, double elo) {
  if (model == EloModel::kLogistic) {
    return LikeliestOfScore<kBins>(shares, ScoreOfElo(elo));
  }
  constexpr int kGames = (kBins - 1) / 2;
  return LikeliestOfNormalized<kBins>(shares,
                                      std::sqrt(kGames) * elo * kLn10 / 800);
}

}  // namespace

absl::Status CheckHypotheses(const SprtHypotheses& hypotheses) {
  const double max_elo = hypotheses.model == EloModel::kLogistic
                             ? kMaxSprtElo
                             : kMaxSprtNormalizedElo;
  for (const double elo : {hypotheses.elo0, hypotheses.elo1}) {
    if (std::abs(elo) <= max_elo) continue;  // false for NaN
    return InvalidArgument("elo0 and elo1 must be between -", max_elo, " and ",
                           max_elo, ", not ", elo);
  }
  if (hypotheses.elo0 >= hypotheses.elo1) {
    return InvalidArgument("elo1 (", hypotheses.elo1, ") must be above elo0 (",
                           hypotheses.elo0, ")");
  }
  for (const double error : {hypotheses.alpha, hypotheses.beta}) {
    if (error >= kMinSprtError && error <= kMaxSprtError) continue;
    return InvalidArgument("alpha and beta must be between ", kMinSprtError,
                           " and ", kMaxSprtError, ", not ", error);
  }
  return absl::OkStatus();
}

template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses) {
  assert(CheckHypotheses(hypotheses).ok());
  if (counts.Total() <= 0) return 0;
  Bins<kBins> shares;
  double n = 0;
  for (int i = 0; i < kBins; ++i) {
    shares[i] = std::max(static_cast<double>(counts.counts[i]), kEmptyBin);
    n += shares[i];
  }
  for (double& share : shares) share /= n;
  const Bins<kBins> p0 =
      Likeliest<kBins>(shares, hypotheses.model, hypotheses.elo0);
  const Bins<kBins> p1 =
      Likeliest<kBins>(shares, hypotheses.model, hypotheses.elo1);
  double sum = 0;
  for (int i = 0; i < kBins; ++i) sum += shares[i] * std::log(p1[i] / p0[i]);
  return n * sum;
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

absl::StatusOr<SequentialTest> SequentialTest::Create(
    const SprtHypotheses& hypotheses) {
  RETURN_IF_ERROR(CheckHypotheses(hypotheses));
  return SequentialTest(hypotheses);
}

void SequentialTest::Add(int half_points, uint64_t fingerprint) {
  if (state_.verdict != SprtVerdict::kContinue) {
    ++later_pairs_;
  } else if (!seen_.insert(fingerprint).second) {
    ++repeats_;
  } else {
    ++pairs_.counts[static_cast<size_t>(half_points)];
    state_ = EvaluateSprt(pairs_, hypotheses_);
  }
}

template double LogLikelihoodRatio(const Counts<3>&, const SprtHypotheses&);
template double LogLikelihoodRatio(const Counts<5>&, const SprtHypotheses&);

}  // namespace boardwalk::statistics
