// Fits the weights of an evaluation to finished games: their positions with the
// results, and what logistic regression makes of them.
//
// Example, given `const AnyGame& game` and `const Store& store`:
//
//   ASSIGN_OR_RETURN(const TrainingSet set, CollectPositions(game, store));
//   ASSIGN_OR_RETURN(const WeightFit fit, FitToGames(set, {100, 20}, {}));

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_TRAINING_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_TRAINING_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/statistics/logistic.h"
#include "frontends/tournament/store.h"

namespace boardwalk::tournament {

struct TrainingSet {
  statistics::Observations positions;  // to fit to
  statistics::Observations held_out;   // of every fifth block, to test on
  int64_t games = 0;                   // that these are from
  int64_t held_out_games = 0;          // of them
  int64_t repeated = 0;                // left out: played before
  int64_t forfeited = 0;               // left out: they say nothing
};

// Plays the games of the store again, in the order of their ids. Of each it
// takes the positions after the opening that are quiet, live, and have not
// occurred before in the game, with the features' values and the result as seat
// 0 sees them: 1 for a win, 1/2 for a draw (an adjudicated one, too), 0 for a
// loss. Errors: those of the store; a game with an illegal move. REQUIRES: the
// store has games of `game` alone, which is for two and has features.
absl::StatusOr<TrainingSet> CollectPositions(const AnyGame& game,
                                             const Store& store);

// What was found. The losses are those of the games held out (LogLoss).
struct WeightFit {
  std::vector<int> old_weights;
  std::vector<int> weights;    // fitted and rounded, within +-kMaxWeight
  std::vector<double> errors;  // standard errors; 0 for weights that stay
  // A sum of 1 is worth so much in logits, with the new weights.
  double scale = 0;
  double loss_before = 0, loss_after = 0;
};

// The weights that predict the results best, from `weights` on; those of the
// features for which `fixed` is true stay, none if it is empty. First the scale
// is fitted at which `weights` predict best, then weights of that scale. If one
// of these is out of bounds, all are made smaller by one factor: they predict
// the same. Errors: no positions; nothing but draws; a weight is out of bounds,
// and others stay.
absl::StatusOr<WeightFit> FitToGames(const TrainingSet& set,
                                     const std::vector<int>& weights,
                                     const std::vector<bool>& fixed);

// Each weight a tenth up or down, by chance, for an opponent that is about as
// strong but plays other games: against itself, a player would repeat each game
// when it changes seats. A weight of 0 stays.
std::vector<int> VariedWeights(std::vector<int> weights, uint64_t seed);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_TRAINING_H_
