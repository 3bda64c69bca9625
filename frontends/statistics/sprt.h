// The generalized sequential probability ratio test: is A better than B by elo1
// rather than by elo0? Looked at after every pair, it stops as soon as the
// evidence is enough.

#ifndef BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
#define BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_

#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

enum class EloModel { kLogistic, kNormalized };

struct SprtHypotheses {
  double elo0 = 0;
  double elo1 = 10;     // above elo0
  double alpha = 0.05;  // of taking H1 though H0 holds; in (0, 0.5)
  double beta = 0.05;   // of taking H0 though H1 holds
  EloModel model = EloModel::kLogistic;
};

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

struct SprtState {
  double llr = 0;
  double lower = 0;  // at or below: H0
  double upper = 0;  // at or above: H1
  SprtVerdict verdict = SprtVerdict::kContinue;
};

// The log-likelihood ratio; empty bins count 1e-3. 0 without counts.
template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses);

SprtState EvaluateSprt(const PairCounts& counts,
                       const SprtHypotheses& hypotheses);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
