// The sequential probability ratio test (Wald 1945): is the first player better
// by elo1 rather than by elo0? Looked at after every pair, it stops as soon as
// the evidence is enough. Generalized (GSPRT, Li et al. 2014): the likelihoods
// are those of the distributions of scores nearest to the observed one that
// have the mean which a hypothesis says.
//
//   SprtState state = EvaluateSprt(pairs, {.elo0 = 0, .elo1 = 5});
//   if (state.verdict != SprtVerdict::kContinue) ...

#ifndef BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
#define BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_

#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// What elo0 and elo1 mean: a difference in the expected score, or in that by
// the spread of results (normalized Elo), which pairs drawish games and others
// alike.
enum class EloModel { kLogistic, kNormalized };

struct SprtHypotheses {
  double elo0 = 0;
  double elo1 = 10;     // above elo0
  double alpha = 0.05;  // chance of taking H1 though H0 holds; in (0, 0.5)
  double beta = 0.05;   // chance of taking H0 though H1 holds; in (0, 0.5)
  EloModel model = EloModel::kLogistic;
};

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

struct SprtState {
  double llr = 0;
  double lower = 0;  // ln(beta / (1 - alpha)); at or below it: H0
  double upper = 0;  // ln((1 - beta) / alpha); at or above it: H1
  SprtVerdict verdict = SprtVerdict::kContinue;
};

// The log-likelihood ratio of H1 to H0. Empty bins count 1e-3; 0 where nothing
// was counted. Always finite.
template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses);

SprtState EvaluateSprt(const PairCounts& counts,
                       const SprtHypotheses& hypotheses);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
