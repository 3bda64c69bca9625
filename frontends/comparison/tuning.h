// What `tune` fits: the weights of a player's evaluation in one game. Makes the
// games of self-play, fits the weights to their results (training.h), and makes
// the test of the new weights against the old ones.
//
// Example, given `const Catalog& catalog` and `Configuration settings`, with
// limits, rounds and a seed:
//
//   ASSIGN_OR_RETURN(const auto game, catalog.MakeGame("onejump"));
//   RETURN_IF_ERROR(CheckTunable(*game));
//   ASSIGN_OR_RETURN(const TunedPlayer player,
//                    TunedPlayer::Create(game, "alphabeta"));
//   ASSIGN_OR_RETURN(settings, SelfPlay(player, std::move(settings)));

#ifndef BOARDWALK_FRONTENDS_COMPARISON_TUNING_H_
#define BOARDWALK_FRONTENDS_COMPARISON_TUNING_H_

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
#include "frontends/comparison/training.h"

namespace boardwalk::comparison {

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

#endif  // BOARDWALK_FRONTENDS_COMPARISON_TUNING_H_
