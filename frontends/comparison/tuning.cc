#include "frontends/comparison/tuning.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk::comparison {

absl::Status CheckTunable(const AnyGame& game) {
  if (game.NumPlayers() != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("weights are tuned in games for two, and ", game.Name(),
                     " is for ", game.NumPlayers()));
  }
  if (game.Features().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the evaluation of ", game.Name(),
        " has no weights to tune; games/README.md shows how a game declares "
        "features"));
  }
  return absl::OkStatus();
}

absl::StatusOr<TunedPlayer> TunedPlayer::Create(
    std::shared_ptr<const AnyGame> game, const std::string& name) {
  TunedPlayer tuned;
  tuned.features = game->Features();
  tuned.fixed.resize(tuned.features.size());
  const std::vector<PlayerInfo> players = game->Players();
  ASSIGN_OR_RETURN(auto choice, ChoosePlayer(players, name));
  const PlayerInfo& player = players[choice.index];
  tuned.id = player.id;
  const bool evaluates =
      std::any_of(player.parameters.begin(), player.parameters.end(),
                  [](const auto& spec) { return spec.name == kWeights; });
  if (!evaluates) {
    return absl::InvalidArgumentError(
        absl::StrCat(player.id,
                     " uses no weights; choose one that evaluates positions, "
                     "such as alphabeta"));
  }
  tuned.parameters = std::move(choice.parameters);
  tuned.weights = DeclaredWeights(tuned.features);
  if (tuned.parameters.Has(kWeights)) {
    tuned.weights = tuned.parameters.List(kWeights);
    RETURN_IF_ERROR(CheckWeights(tuned.features, tuned.weights));
  }
  tuned.game = std::move(game);
  return tuned;
}

absl::Status TunedPlayer::Fix(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Feature& feature : features) known.emplace_back(feature.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(game->Name(), " has no feature ", Quoted(name),
                       DidYouMean(name, known), " (there are ",
                       absl::StrJoin(known, ", "), ")"));
    }
    fixed[static_cast<size_t>(found - known.begin())] = true;
  }
  if (std::count(fixed.begin(), fixed.end(), false) == 0) {
    return absl::InvalidArgumentError(
        "every feature stays, so that nothing is left to fit");
  }
  return absl::OkStatus();
}

std::vector<std::string> TunedPlayer::FixedNames() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i]) names.emplace_back(features[i].name);
  }
  return names;
}

absl::StatusOr<std::string> TunedPlayer::NameWith(
    const std::vector<int>& new_weights) const {
  Parameters with = parameters;
  RETURN_IF_ERROR(with.Set(kWeights, WeightsText(new_weights)));
  return CanonicalName(id, with);
}

absl::StatusOr<Configuration> SelfPlay(const TunedPlayer& player,
                                       Configuration settings) {
  const std::vector<int>& weights = player.weights;
  const std::vector<int> varied = VariedWeights(weights, settings.seed);
  if (varied == weights) {
    return absl::InvalidArgumentError(
        "all weights are 0, and such a player learns nothing from its games; "
        "give it others by weights=...");
  }
  if (AreCoarse({weights.begin(), weights.end()})) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the largest of the weights is below ", kLeastLargestWeight,
        ", too small for whole numbers of that size to be fitted; start from "
        "larger weights, such as ten times these, by weights=..."));
  }
  ASSIGN_OR_RETURN(const auto current, player.NameWith(weights));
  ASSIGN_OR_RETURN(const auto other, player.NameWith(varied));
  settings.games = {player.game->Name()};
  settings.players = {current, other};
  settings.sprt.reset();
  return settings;
}

Configuration TestOfWeights(const Configuration& self_play,
                            const statistics::SprtHypotheses& hypotheses) {
  Configuration test = self_play;
  test.players = {"", self_play.players.front()};
  test.limits = {};
  test.clock.reset();
  test.sprt = hypotheses;
  return test;
}

absl::StatusOr<bool> HasAll(const Store& store, const Plan& plan) {
  int64_t missing = plan.games();
  RETURN_IF_ERROR(store.ForEach({}, [&](const GameSummary& game) {
    if (game.id <= plan.games()) --missing;
    return absl::OkStatus();
  }));
  return missing == 0;
}

absl::StatusOr<Fit> FitTo(const Store& store, const Plan& plan,
                          const TunedPlayer& player, const Catalog& catalog) {
  ASSIGN_OR_RETURN(auto set, CollectPositions(catalog, plan, store));
  ASSIGN_OR_RETURN(auto found, FitToGames(set, player.weights, player.fixed));
  return Fit{player.game->Name(), player.features, std::move(set),
             std::move(found)};
}

}  // namespace boardwalk::comparison
