#include "frontends/tournament/training.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/game.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::tournament {
namespace {

constexpr int64_t kHoldOutEvery = 5;

bool IsForfeit(Termination termination) {
  return termination == Termination::kIllegalMove ||
         termination == Termination::kTimeForfeit ||
         termination == Termination::kFailure;
}

absl::Status PlayMove(const std::string& text, int64_t id, AnyState& state) {
  const auto move = state.ParseMove(text);
  const absl::Status status = move.ok() ? state.Apply(*move) : move.status();
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat("game ", id, " cannot be played again: ", status.message()));
}

absl::Status AddPositions(const AnyGame& game, const FinishedGame& finished,
                          statistics::Observations& positions) {
  const int64_t id = finished.summary.id;
  const double result = (finished.summary.seats[0].returns + 1) / 2;
  const std::unique_ptr<AnyState> state = game.InitialState();
  for (const std::string& move : finished.opening) {
    RETURN_IF_ERROR(PlayMove(move, id, *state));
  }
  std::unordered_set<uint64_t> seen;
  for (const RecordedMove& move : finished.record.moves) {
    if (seen.insert(state->Hash()).second && state->IsQuiet()) {
      positions.Add(id, state->FeatureValues(), result);
    }
    RETURN_IF_ERROR(PlayMove(move.text, id, *state));
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

}  // namespace

absl::StatusOr<TrainingSet> CollectPositions(const AnyGame& game,
                                             const Store& store) {
  const size_t features = game.Features().size();
  TrainingSet set = {.positions = statistics::Observations(features),
                     .held_out = statistics::Observations(features)};
  std::unordered_set<uint64_t> fingerprints;
  const auto collect = [&](const FinishedGame& finished) {
    const GameSummary& summary = finished.summary;
    if (IsForfeit(summary.termination)) {
      ++set.forfeited;
      return absl::OkStatus();
    }
    if (!fingerprints.insert(summary.fingerprint).second) {
      ++set.repeated;
      return absl::OkStatus();
    }
    ++set.games;
    const bool held_out = summary.block % kHoldOutEvery == kHoldOutEvery - 1;
    if (held_out) ++set.held_out_games;
    return AddPositions(game, finished,
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
    return absl::InvalidArgumentError(absl::StrCat(
        "no position can be learned from, of ", games, "; play more of them"));
  }
  if (AllDrawn(set.positions)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "nothing can be learned, as all of ", games,
        " were drawn; play more, longer or from more random openings"));
  }
  const std::vector<double> old = Reals(weights);
  const double scale = statistics::FitScale(set.positions, old);
  const statistics::LogisticFit found =
      statistics::FitWeights(set.positions, old, scale, fixed);
  const double excess = Excess(found.weights);
  if (excess > 1 && std::count(fixed.begin(), fixed.end(), true) > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("beside the fixed weights another would be beyond +-",
                     kMaxWeight, "; start from smaller weights or fix none"));
  }
  WeightFit fit;
  fit.old_weights = weights;
  fit.scale = scale * excess;
  for (size_t i = 0; i < weights.size(); ++i) {
    fit.weights.push_back(
        static_cast<int>(std::lround(found.weights[i] / excess)));
    fit.errors.push_back(found.errors[i] / excess);
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

}  // namespace boardwalk::tournament
