// Fits the weights of an evaluation to finished games: their positions with the
// results, and what logistic regression makes of them.
//
// Example, given `const Catalog& catalog`, `const Plan& plan` and
// `const Store& store`:
//
//   ASSIGN_OR_RETURN(const TrainingSet set,
//                    CollectPositions(catalog, plan, store));
//   ASSIGN_OR_RETURN(const WeightFit fit, FitToGames(set, {100, 20}, {}));

#ifndef BOARDWALK_FRONTENDS_COMPARISON_TRAINING_H_
#define BOARDWALK_FRONTENDS_COMPARISON_TRAINING_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/statistics/logistic.h"

namespace boardwalk::comparison {

struct TrainingSet {
  statistics::Observations positions;  // to fit to
  statistics::Observations held_out;   // of a fifth of the openings, to test on
  int64_t games = 0;                   // that these are from
  int64_t held_out_games = 0;          // of them
  int64_t repeated = 0;                // left out: played before, by anybody
  int64_t forfeited = 0;               // left out: they say nothing
};

// Plays the games of the plan that the store has again, in the order of their
// ids. Of each it takes the positions after the opening that are quiet, live,
// and have not occurred before in the game, with the features' values and the
// result as seat 0 sees them: 1 for a win, 1/2 for a draw (an adjudicated one,
// too), 0 for a loss. Positions of a block are one group. All games from one
// opening are held out or none is. Errors: those of the store; a game that
// ReplayRecord refuses, as one with another result than its moves lead to.
// REQUIRES: `plan` is that of the store, of one game, which is for two and has
// features, and it is in `catalog`.
absl::StatusOr<TrainingSet> CollectPositions(const Catalog& catalog,
                                             const Plan& plan,
                                             const Store& store);

// What was found. The losses are those of the games held out (LogLoss).
struct WeightFit {
  std::vector<int> old_weights;
  std::vector<int> weights;  // fitted and rounded, within +-kMaxWeight
  // Half of their 95 % intervals, 1.96 standard errors; 0 for those that stay.
  std::vector<double> errors;
  // A sum of 1 is worth so much in logits, with the new weights.
  double scale = 0;
  double loss_before = 0, loss_after = 0;
};

// Whether whole numbers are too coarse for weights of this size: the largest is
// below kLeastLargestWeight, and rounding may change it by more than 5 %.
inline constexpr int kLeastLargestWeight = 10;
bool AreCoarse(const std::vector<double>& weights);

// The weights that predict the results best, from `weights` on; those of the
// features for which `fixed` is true stay, none if it is empty. First the scale
// is fitted at which `weights` predict best, then weights of that scale. If one
// of these is out of bounds, all are made smaller by one factor: they predict
// the same. Errors: no positions; nothing but draws; a weight is out of bounds,
// and others stay; the weights found are coarse; the fit does not converge.
absl::StatusOr<WeightFit> FitToGames(const TrainingSet& set,
                                     const std::vector<int>& weights,
                                     const std::vector<bool>& fixed);

// Each weight a tenth up or down, by chance, for an opponent that is about as
// strong but plays other games: against itself, a player would repeat each game
// when it changes seats. A weight of 0 stays.
std::vector<int> VariedWeights(std::vector<int> weights, uint64_t seed);

}  // namespace boardwalk::comparison

#endif  // BOARDWALK_FRONTENDS_COMPARISON_TRAINING_H_
