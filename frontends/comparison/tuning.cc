#include "frontends/comparison/tuning.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/game.h"
#include "framework/hash_text.h"
#include "framework/random.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::comparison {
namespace {

constexpr uint64_t kHoldOutEvery = 5;

uint64_t HashOf(const std::vector<std::string>& opening) {
  uint64_t hash = 0;
  for (const std::string& move : opening) hash = Mixed(hash, move);
  return hash;
}

// By the opening and not by the block, as openings may repeat.
bool IsHeldOut(const std::vector<std::string>& opening) {
  return HashOf(opening) % kHoldOutEvery == kHoldOutEvery - 1;
}

// A hash of the moves, whoever made them.
uint64_t HashOf(const FinishedGame& finished) {
  uint64_t hash = HashOf(finished.opening);
  for (const RecordedMove& move : finished.record.moves) {
    hash = Mixed(hash, move.text);
  }
  return hash;
}

absl::Status AddPositions(const Catalog& catalog, const FinishedGame& finished,
                          statistics::Observations& positions) {
  const GameRecord& record = finished.record;
  const auto history = ReplayRecord(catalog, record);
  if (!history.ok()) {
    return InvalidArgument(
        "game ", finished.summary.id,
        " cannot be played again: ", history.status().message());
  }
  const double result = (record.returns[0] + 1) / 2;
  std::unordered_set<uint64_t> seen;
  for (int ply = 0; ply < history->last_ply(); ++ply) {
    const AnyState& state = history->StateAt(ply);
    if (seen.insert(state.Hash()).second && state.IsQuiet()) {
      positions.Add(finished.summary.block, state.FeatureValues(), result);
    }
  }
  return absl::OkStatus();
}

std::vector<double> Reals(const std::vector<int>& weights) {
  return {weights.begin(), weights.end()};
}

bool AllDrawn(const statistics::Observations& positions) {
  for (size_t i = 0; i < positions.size(); ++i) {
    if (positions.result(i) != 0.5) return false;
  }
  return true;
}

// How many times too large the largest weight is; 1 if none is.
double Excess(const std::vector<double>& weights) {
  double excess = 1;
  for (const double weight : weights) {
    excess = std::max(excess, std::abs(weight) / kMaxWeight);
  }
  return excess;
}

// Whether whole numbers are too coarse for weights of this size: the largest is
// below kLeastLargestWeight, and rounding may change it by more than 5 %.
constexpr int kLeastLargestWeight = 10;
bool AreCoarse(const std::vector<double>& weights) {
  return std::ranges::all_of(weights, [](double weight) {
    return std::abs(weight) < kLeastLargestWeight;
  });
}

}  // namespace

absl::StatusOr<TrainingSet> CollectPositions(const Catalog& catalog,
                                             const Plan& plan,
                                             const Store& store) {
  const size_t features = plan.game(0)->Features().size();
  TrainingSet set = {.positions = statistics::Observations(features),
                     .held_out = statistics::Observations(features)};
  std::unordered_set<uint64_t> known;
  const auto collect = [&](const FinishedGame& finished) {
    const GameSummary& summary = finished.summary;
    if (summary.id > plan.games()) return absl::OkStatus();
    if (HasLoser(summary.termination)) {
      ++set.forfeited;
      return absl::OkStatus();
    }
    if (!known.insert(HashOf(finished)).second) {
      ++set.repeated;
      return absl::OkStatus();
    }
    ++set.games;
    const bool held_out = IsHeldOut(finished.opening);
    if (held_out) ++set.held_out_games;
    return AddPositions(catalog, finished,
                        held_out ? set.held_out : set.positions);
  };
  RETURN_IF_ERROR(store.ForEachWhole({}, collect));
  return set;
}

absl::StatusOr<WeightFit> FitToGames(const TrainingSet& set,
                                     const std::vector<int>& weights,
                                     const std::vector<bool>& fixed) {
  const std::string games =
      Counted(set.games - set.held_out_games, "different game");
  if (set.positions.size() == 0) {
    return InvalidArgument("no position can be learned from, of ", games,
                           "; play more of them");
  }
  if (AllDrawn(set.positions)) {
    return InvalidArgument(
        "nothing can be learned, as all of ", games,
        " were drawn; play more, longer or from more random openings");
  }
  const std::vector<double> old = Reals(weights);
  const double scale = statistics::FitScale(set.positions, old);
  const statistics::LogisticFit found =
      statistics::FitWeights(set.positions, old, scale, fixed);
  if (!found.converged) {
    return Internal("the fit to ", games, " does not converge");
  }
  if (AreCoarse(found.weights)) {
    return InvalidArgument(
        "the largest of the fitted weights is below ", kLeastLargestWeight,
        ", and whole numbers are too coarse for it; start from larger "
        "weights");
  }
  const double excess = Excess(found.weights);
  if (excess > 1 && std::ranges::count(fixed, true) > 0) {
    return InvalidArgument(
        "beside the fixed weights another would be beyond +-", kMaxWeight,
        "; start from smaller weights or fix none");
  }
  WeightFit fit;
  fit.old_weights = weights;
  fit.scale = scale * excess;
  for (size_t i = 0; i < weights.size(); ++i) {
    fit.weights.push_back(
        static_cast<int>(std::lround(found.weights[i] / excess)));
    fit.errors.push_back(statistics::kNormal975 * found.errors[i] / excess);
  }
  fit.loss_before = statistics::LogLoss(set.held_out, old, scale);
  fit.loss_after =
      statistics::LogLoss(set.held_out, Reals(fit.weights), fit.scale);
  return fit;
}

std::vector<int> VariedWeights(std::vector<int> weights, uint64_t seed) {
  Random random(seed);
  for (int& weight : weights) {
    const int step = std::max(1, std::abs(weight) / 10);
    const bool up = random.Below(2) == 0;
    if (weight == 0) continue;
    weight = std::clamp(weight + (up ? step : -step), -kMaxWeight, kMaxWeight);
  }
  return weights;
}

// --- A player's weights ------------------------------------------------------

absl::Status CheckTunable(const AnyGame& game) {
  if (game.NumPlayers() != 2) {
    return InvalidArgument("weights are tuned in games for two, and ",
                           game.Name(), " is for ", game.NumPlayers());
  }
  if (game.Features().empty()) {
    return InvalidArgument(
        "the evaluation of ", game.Name(),
        " has no weights to tune; games/README.md shows how a game declares "
        "features");
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
  const bool evaluates = std::ranges::any_of(
      player.parameters,
      [](const auto& spec) { return spec.name == kWeights; });
  if (!evaluates) {
    return InvalidArgument(
        player.id,
        " uses no weights; choose one that evaluates positions, "
        "such as alphabeta");
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
    const auto found = std::ranges::find(known, name);
    if (found == known.end()) {
      return InvalidArgument(game->Name(), " has no feature ", Quoted(name),
                             DidYouMean(name, known), " (there are ",
                             absl::StrJoin(known, ", "), ")");
    }
    fixed[static_cast<size_t>(found - known.begin())] = true;
  }
  if (std::ranges::count(fixed, false) == 0) {
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
    return InvalidArgument(
        "the largest of the weights is below ", kLeastLargestWeight,
        ", too small for whole numbers of that size to be fitted; start from "
        "larger weights, such as ten times these, by weights=...");
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
