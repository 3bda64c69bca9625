// The sequential probability ratio test: is A better than B by elo1 rather than
// by elo0? Looked at after every pair, it stops as soon as the evidence is
// enough.
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
// (2020), for the likelihood ratio where only the mean of a distribution is
// meant and the rest of it unknown; his Normalized Elo (2021) and fastchess for
// the normalized model and the pentanomial; cutechess computes the logistic
// one.

#ifndef BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
#define BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_

#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::statistics {

// What elo0 and elo1 are: as EstimateElo has them or as EstimateNormalizedElo.
enum class EloModel { kLogistic, kNormalized };

struct SprtHypotheses {
  double elo0 = 0;      // H0: A is elo0 better than B
  double elo1 = 10;     // H1: elo1, which is above elo0
  double alpha = 0.05;  // probability of taking H1 though H0 holds; in (0, 0.5)
  double beta = 0.05;   // of taking H0 though H1 holds; in (0, 0.5)
  EloModel model = EloModel::kLogistic;
};

// The largest elo0 and elo1 in size: beyond it the ten steps of the normalized
// model do not settle.
inline constexpr double kMaxSprtElo = 1000;
inline constexpr double kMaxSprtNormalizedElo = 200;

// An error that says which of the requirements above is not kept.
absl::Status CheckHypotheses(const SprtHypotheses& hypotheses);

enum class SprtVerdict { kContinue, kAcceptH0, kAcceptH1 };

struct SprtState {
  double llr = 0;    // natural logarithm, for H1 where positive
  double lower = 0;  // ln(beta / (1 - alpha)); at or below: H0
  double upper = 0;  // ln((1 - beta) / alpha); at or above: H1
  SprtVerdict verdict = SprtVerdict::kContinue;
};

// The generalized log-likelihood ratio, N sum p_i ln(p1_i / p0_i): p are the
// shares of the N counts, of which those in empty bins count 1e-3, and pj is
// the distribution most likely to give p among those of which Hj is true.
//  - logistic: those of the mean s = ScoreOfElo(elo_j). With the t that solves
//    sum p (a - s) / (1 + t (a - s)) = 0 over the values a, pj = p / (1 + t (a
//    - s)).
//  - normalized: those of mean mu and deviation sigma with (mu - 1/2) / sigma =
//    tau = sqrt(k) elo_j ln 10 / 800, k = 1 for games and 2 for pairs. From the
//    uniform distribution at most ten steps: the theta that solves
//    sum p phi / (1 + theta phi) = 0, phi = a - 1/2 - tau sigma (1 + ((a - mu)
//    / sigma)^2) / 2, gives the next pj = p / (1 + theta phi).
//    Near a bound of the test they leave less than 1e-6; where the evidence is
//    overwhelming they may leave more than that, of a ratio still farther off.
// 0 without counts; always finite. Swapping the players, elo0 with -elo1 and
// elo1 with -elo0 negates it.
// REQUIRES: CheckHypotheses(hypotheses).ok(). For three and five bins.
template <int kBins>
double LogLikelihoodRatio(const Counts<kBins>& counts,
                          const SprtHypotheses& hypotheses);

// Where the test is. Its errors have probabilities of about alpha and beta if
// it is looked at after each pair and obeyed: a verdict once given stands,
// whatever games that were still running say.
// REQUIRES: CheckHypotheses(hypotheses).ok().
SprtState EvaluateSprt(const PairCounts& counts,
                       const SprtHypotheses& hypotheses);

// A test that is looked at after each pair. A verdict stands: pairs that come
// later are not part of it. Neither is a pair whose two games were played
// before, for it tells nothing new.
class SequentialTest {
 public:
  // Errors: those of CheckHypotheses.
  static absl::StatusOr<SequentialTest> Create(
      const SprtHypotheses& hypotheses);

  // A pair of games in which A makes `half_points`, 0 to 4. `fingerprint` is
  // equal for pairs of the same games.
  void Add(int half_points, uint64_t fingerprint);

  const SprtHypotheses& hypotheses() const { return hypotheses_; }
  const SprtState& state() const { return state_; }
  // Those that the state follows from.
  const PairCounts& pairs() const { return pairs_; }
  // Pairs that repeat an earlier one, and pairs that come after the verdict.
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

#endif  // BOARDWALK_FRONTENDS_STATISTICS_SPRT_H_
