// What `tune` fits: the weights of a player's evaluation in one game. Makes the
// games of self-play, fits the weights to their positions and results by
// logistic regression, and makes the test of the new weights against the old
// ones.
//
// Example, given `const Catalog& catalog` and `Configuration settings`, with
// limits, rounds and a seed:
//
//   ASSIGN_OR_RETURN(const auto game, catalog.MakeGame("onejump"));
//   RETURN_IF_ERROR(CheckTunable(*game));
//   ASSIGN_OR_RETURN(const TunedPlayer player,
//                    TunedPlayer::Create(game, "alphabeta"));
//   ASSIGN_OR_RETURN(settings, SelfPlay(player, std::move(settings)));

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/linear_evaluation.h"
#include "framework/parameters.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/statistics/logistic.h"

namespace boardwalk::comparison {

// --- Fitting -----------------------------------------------------------------

struct TrainingSet {
  statistics::Observations positions;  // the training data
  statistics::Observations held_out;   // the test data: a fifth of the openings
  int64_t games = 0;                   // in both
  int64_t held_out_games = 0;          // in the test data
  int64_t repeated = 0;   // left out: the same moves as in an earlier game
  int64_t forfeited = 0;  // left out: a forfeit says nothing of the position
};

// Replays the games of the plan that the store has, in the order of their ids.
// Takes the positions after the opening that are quiet, not terminal, and new
// in their game, with the features' values and the result as seat 0 sees them:
// 1 for a win, 1/2 for a draw (an adjudicated one, too), 0 for a loss. The
// positions of a block are one group. The games from one opening are all held
// out or all not. Errors: those of the store; a game that
// ReplayRecord refuses, as one with another result than its moves lead to.
// REQUIRES: `plan` is that of the store, of one game, which is for two and has
// features, and it is in `catalog`.
absl::StatusOr<TrainingSet> CollectPositions(const Catalog& catalog,
                                             const Plan& plan,
                                             const Store& store);

// A fit of weights. The losses are on the games held out (LogLoss).
struct WeightFit {
  std::vector<int> old_weights;
  std::vector<int> weights;  // fitted and rounded, within +-kMaxWeight
  // 1.96 standard errors, half a 95 % interval; 0 for fixed weights.
  std::vector<double> errors;
  // Logits for each unit of the weighted sum, with the new weights.
  double scale = 0;
  double loss_before = 0, loss_after = 0;
};

// The weights that predict the results best, from `weights` on; those of the
// features for which `fixed` is true stay, none if it is empty. First the scale
// is fitted at which `weights` predict best, then weights of that scale. If one
// of these is out of bounds, all are made smaller by one factor: they predict
// the same. Errors: no positions; nothing but draws; a weight is out of bounds,
// and others stay; the weights found are coarse; the fit does not converge.
absl::StatusOr<WeightFit> FitToGames(const TrainingSet& set,
                                     const std::vector<int>& weights,
                                     const std::vector<bool>& fixed);

// Moves each weight a tenth up or down at random; a weight of 0 stays. The
// result is an opponent that is about as strong but plays other games: against
// itself, a player would repeat each game when it changes seats.
std::vector<int> VariedWeights(std::vector<int> weights, uint64_t seed);

// --- A player's weights ------------------------------------------------------

// Whether weights of the game can be tuned: it is for two and has features.
absl::Status CheckTunable(const AnyGame& game);

// A player with its weights in a game.
struct TunedPlayer {
  std::shared_ptr<const AnyGame> game;
  std::vector<Feature> features;
  std::string id;
  Parameters parameters;
  std::vector<int> weights;  // the old ones
  std::vector<bool> fixed;   // those that stay; none at first

  // `name` may give weights; else they are those that the game declares.
  // Errors: an unknown player, one that uses no weights, weights that are not
  // those of the features. REQUIRES: CheckTunable(*game).ok().
  static absl::StatusOr<TunedPlayer> Create(std::shared_ptr<const AnyGame> game,
                                            const std::string& name);

  // Keeps the weights of these features. Errors: an unknown name; no weight is
  // left.
  absl::Status Fix(const std::vector<std::string>& names);
  std::vector<std::string> FixedNames() const;

  // The canonical name of the player with these weights.
  absl::StatusOr<std::string> NameWith(const std::vector<int>& weights) const;
};

// `settings` with the players of self-play: the player, and one with weights
// that vary by the seed. Errors: the weights are all 0, or too small.
absl::StatusOr<Configuration> SelfPlay(const TunedPlayer& player,
                                       Configuration settings);

// The test of new weights against the old ones, with the settings of
// `self_play` and no limits yet. Its first player has no name until the weights
// are known.
Configuration TestOfWeights(const Configuration& self_play,
                            const statistics::SprtHypotheses& hypotheses);

// Whether the store has all games of the plan; it may have more.
absl::StatusOr<bool> HasAll(const Store& store, const Plan& plan);

// Fitted weights, and what they were fitted to.
struct Fit {
  std::string game;
  std::vector<Feature> features;
  TrainingSet set;
  WeightFit found;
};

// Errors: those of CollectPositions and of FitToGames.
absl::StatusOr<Fit> FitTo(const Store& store, const Plan& plan,
                          const TunedPlayer& player, const Catalog& catalog);

}  // namespace boardwalk::comparison
