// The sequential probability ratio test (SPRT): is A better than B by elo1
// rather than by elo0? It is evaluated after every pair and stops as soon as
// there is enough evidence.
//
// Example, given `void PlayOn();` and `uint64_t fingerprint`:
//
//   ASSIGN_OR_RETURN(SequentialTest test,
//                    SequentialTest::Create({.elo0 = 0, .elo1 = 10}));
//   test.Add(3, fingerprint);  // a pair: a win and a draw
//   if (test.state().verdict == SprtVerdict::kContinue) PlayOn();
//
// Sources: Wald, Sequential Tests of Statistical Hypotheses (1945), for the
// bounds; Van den Bergh, The Generalized Sequential Probability Ratio Test
// (2020), for the likelihood ratio of hypotheses about the mean of a
// distribution that is otherwise unknown; his Normalized Elo (2021) and
// fastchess for the normalized model and the pentanomial; cutechess for the
// logistic model.

#pragma once

#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// The unit of elo0 and elo1: that of EstimateElo or of EstimateNormalizedElo.
enum class EloModel { kLogistic, kNormalized };

struct SprtHypotheses {
  double elo0 = 0;      // H0: A is elo0 better than B
  double elo1 = 10;     // H1: A is elo1 better; above elo0
  double alpha = 0.05;  // probability of accepting H1 if H0 holds
  double beta = 0.05;   // probability of accepting H0 if H1 holds
  EloModel model = EloModel::kLogistic;

  bool normalized() const { return model == EloModel::kNormalized; }
  bool operator==(const SprtHypotheses&) const = default;
};

// The largest absolute values of elo0 and elo1. Beyond them the iteration of
// the normalized model does not converge.
inline constexpr double kMaxSprtElo = 1000;
inline constexpr double kMaxSprtNormalizedElo = 200;
// The bounds of alpha and beta.
inline constexpr double kMinSprtError = 1e-6;
inline constexpr double kMaxSprtError = 0.499999;

// An error that names the requirement above that does not hold.
absl::Status CheckHypotheses(const SprtHypotheses& hypotheses);

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

struct SprtState {
  double llr = 0;    // log-likelihood ratio; positive values favour H1
  double lower = 0;  // ln(beta / (1 - alpha)); at or below it H0 is accepted
  double upper = 0;  // ln((1 - beta) / alpha); at or above it H1 is accepted
  SprtVerdict verdict = SprtVerdict::kContinue;
};

// The generalized log-likelihood ratio N sum p_i ln(p1_i / p0_i). Here p are
// the shares of the N counts, where an empty bin counts as 1e-3, and pj is the
// maximum likelihood distribution among those for which Hj holds.
//  - Logistic: those with mean s = ScoreOfElo(elo_j). With the t that solves
//    sum p (a - s) / (1 + t (a - s)) = 0 over the scores a,
//    pj = p / (1 + t (a - s)).
//  - Normalized: those whose mean mu and standard deviation sigma have
//    (mu - 1/2) / sigma = tau = sqrt(k) elo_j ln 10 / 800, k = 1 for games and
//    2 for pairs. At most ten steps from the uniform distribution: with the
//    theta that solves sum p phi / (1 + theta phi) = 0, where phi = a - 1/2 -
//    tau sigma (1 + ((a - mu) / sigma)^2) / 2, the next one is p / (1 + theta
//    phi). Near the bounds of a test the error is below 1e-6; it can be larger
//    where the ratio is far beyond them.
// 0 without counts; always finite. Swapping the players, elo0 with -elo1 and
// elo1 with -elo0, negates it.
// REQUIRES: CheckHypotheses(hypotheses).ok(). For three and five bins.
template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses);

// The state of a test after these pairs.
// REQUIRES: CheckHypotheses(hypotheses).ok().
SprtState EvaluateSprt(const PairCounts& counts,
                       const SprtHypotheses& hypotheses);

// A test that is evaluated after each pair, which makes the probabilities of
// its errors about alpha and beta. A verdict is final: later pairs do not
// count. A pair that repeats the two games of an earlier pair is no new
// evidence and does not count either.
class SequentialTest {
 public:
  // Errors: those of CheckHypotheses.
  static absl::StatusOr<SequentialTest> Create(
      const SprtHypotheses& hypotheses);

  // Adds a pair of games in which A scores `half_points`, 0 to 4. `fingerprint`
  // is equal for pairs of the same games.
  void Add(int half_points, uint64_t fingerprint);

  const SprtHypotheses& hypotheses() const { return hypotheses_; }
  const SprtState& state() const { return state_; }
  // The pairs that count.
  const PairCounts& pairs() const { return pairs_; }
  // Pairs that repeat an earlier one, and pairs after the verdict.
  int64_t repeats() const { return repeats_; }
  int64_t later_pairs() const { return later_pairs_; }

 private:
  explicit SequentialTest(const SprtHypotheses& hypotheses)
      : hypotheses_(hypotheses), state_(EvaluateSprt(pairs_, hypotheses)) {}

  SprtHypotheses hypotheses_;
  PairCounts pairs_;
  SprtState state_;
  absl::flat_hash_set<uint64_t> seen_;  // fingerprints
  int64_t repeats_ = 0, later_pairs_ = 0;
};

}  // namespace boardwalk::statistics
