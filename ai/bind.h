// Binds a game to every algorithm: the one line of a game's plugin.cc.
//
// Example of declarations:
//
//   GamePlugin Plugin() { return ai::BindGame<Rules>(); }

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ai/alphabeta/alphabeta_player.h"
#include "ai/common/evaluator.h"
#include "ai/greedy/greedy_player.h"

#include "ai/learn/weights_file.h"
#include "ai/mcts/mcts_player.h"
#include "ai/random/random_player.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/fingerprint.h"
#include "framework/game_adapter.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/linear_evaluation.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

// The first of the words of `names`, which '|' separates.
constexpr absl::string_view FirstOf(absl::string_view names) {
  size_t end = 0;
  while (end < names.size() && names[end] != '|') ++end;
  return names.substr(0, end);
}

// What `evaluation` calls what a game has learned.
inline constexpr absl::string_view kLearned = "learned";

// The names of the evaluations, joined by '|'.
template <GameRules R>
consteval absl::string_view EvaluationNames() {
  if constexpr (HasEvaluations<R>) {
    static_assert(
        !HasLearnedWeights<R> ||
            ::boardwalk::internal::IsChoice(R::kEvaluations, "learned"),
        "kEvaluations has no 'learned', and there is kLearnedWeights");
    return R::kEvaluations;
  } else {
    return HasLearnedWeights<R> ? "plain|learned" : "plain";
  }
}

// The parameter `evaluation`. Unset, it is the learned one where the game has
// one, else the first of its own.
template <GameRules R>
inline constexpr ParameterSpec kEvaluationParameter =
    OptionalChoiceOrFileParameter(
        kEvaluation, EvaluationNames<R>(),
        "what positions are judged by, see the game's rules");

// The weights of the first evaluation, in games that declare its features.
inline constexpr ParameterSpec kWeightsParameter = OptionalListParameter(
    kWeights, {-kMaxWeight, kMaxWeight},
    "of the features that positions are judged by, see boardwalk rules");

// The rules that `parameters` ask for; null for `rules` themselves.
template <GameRules R>
absl::StatusOr<std::unique_ptr<const R>> EvaluatingRules(
    const R& rules, const Parameters& parameters) {
  std::unique_ptr<const R> evaluating;
  if constexpr (HasFeatures<R>) {
    if (parameters.Has(kWeights)) {
      const std::vector<int> weights = parameters.List(kWeights);
      RETURN_IF_ERROR(CheckWeights(R::kFeatures, weights));
      evaluating = rules.WithWeights(weights);
    }
  }
  if constexpr (HasEvaluations<R>) {
    const absl::string_view first = FirstOf(R::kEvaluations);
    absl::string_view name = first;
    if (parameters.Has(kEvaluation)) name = parameters.Choice(kEvaluation);
    // What is learned counts the first one, too.
    if (name == kLearned || IsFileChoice(name)) name = first;
    if (evaluating == nullptr) return rules.WithEvaluation(name);
    if (name != first) {
      return InvalidArgument(kWeights, " are those of the evaluation ", first,
                             ", not of ", name,
                             "; leave out one of the two parameters");
    }
  }
  return evaluating;
}

// The learned evaluation that `parameters` ask for; null for none.
template <GameRules R>
absl::StatusOr<std::shared_ptr<const LearnedEvaluation>> LearnedFor(
    const R& rules, const Parameters& parameters) {
  std::string choice;
  if (parameters.Has(kEvaluation)) {
    choice = std::string(parameters.Choice(kEvaluation));
  }
  if (IsFileChoice(choice)) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(choice));
    auto learned = LoadWeights(text, PlaneShapeOf(rules), FingerprintOf(rules));
    if (learned.ok()) return learned;
    return InvalidArgument("cannot use ", Quoted(choice), ": ",
                           learned.status().message());
  }
  if constexpr (HasLearnedWeights<R>) {
    const uint64_t fingerprint = FingerprintOf(rules);
    const bool suits = IsLearnedFor(R::kLearnedWeights, fingerprint);
    if (choice == kLearned && !suits) {
      return InvalidArgument("nothing is learned for this ", rules.Info().id,
                             "; leave out ", kEvaluation, "=", kLearned,
                             " or make a file by boardwalk learn");
    }
    if (suits &&
        (choice == kLearned || (choice.empty() && !parameters.Has(kWeights)))) {
      return LoadWeights(R::kLearnedWeights, PlaneShapeOf(rules), fingerprint);
    }
  }
  return nullptr;
}

// The binding of the player `P` with the parameters `evaluation` and `weights`,
// each where the game has what it chooses.
template <typename P, GameRules R>
PlayerBinding<R> ChoosingEvaluation() {
  PlayerBinding<R> binding = P::Binding();
  if constexpr (HasEvaluations<R> || HasLayout<R>) {
    binding.info.parameters.push_back(kEvaluationParameter<R>);
  }
  if constexpr (HasFeatures<R>) {
    binding.info.parameters.push_back(kWeightsParameter);
  }
  binding.make = [](const R& rules, const Parameters& parameters)
      -> absl::StatusOr<std::unique_ptr<Player>> {
    ASSIGN_OR_RETURN(auto evaluating, EvaluatingRules(rules, parameters));
    ASSIGN_OR_RETURN(auto learned, LearnedFor(rules, parameters));
    if (evaluating == nullptr) {
      return P::Make(Evaluator<R>(rules, std::move(learned)), parameters);
    }
    ASSIGN_OR_RETURN(
        auto player,
        P::Make(Evaluator<R>(*evaluating, std::move(learned)), parameters));
    return std::make_unique<OwningPlayer<std::unique_ptr<const R>>>(
        std::move(evaluating), std::move(player));
  };
  return binding;
}

// What the levels stand for in games that do not say it.
inline constexpr std::array<absl::string_view, kLevels.size()>
    kUsualLevelPlayers = {"greedy:overlooks=0.5", "mcts:playouts=5",
                          "mcts:playouts=40", "mcts:playouts=400",
                          "mcts:playouts=8000,time=5s"};

// What the level stands for in the game of `rules`.
template <GameRules R>
std::string LevelPlayerName(const R& rules, size_t level) {
  if constexpr (HasLevelPlayers<R>) {
    std::string name = rules.LevelPlayers()[level];
    if (!name.empty()) return name;
  }
  return std::string(kUsualLevelPlayers[level]);
}

// The levels, each of which is one of `players` under another name.
template <GameRules R>
std::vector<PlayerBinding<R>> LevelPlayers(
    const std::vector<PlayerBinding<R>>& players) {
  std::vector<PlayerInfo> infos;
  infos.reserve(players.size());
  for (const auto& player : players) infos.push_back(player.info);
  std::vector<PlayerBinding<R>> levels;
  for (size_t level = 0; level < kLevels.size(); ++level) {
    PlayerInfo info{.id = std::string(kLevels[level].id),
                    .title = std::string(kLevels[level].title),
                    .needs_limit = false};
    levels.push_back(
        {std::move(info),
         [players, infos, level](const R& rules, const Parameters&)
             -> absl::StatusOr<std::unique_ptr<Player>> {
           const std::string name = LevelPlayerName(rules, level);
           const auto choice = ChoosePlayerFor(rules, infos, name);
           if (!choice.ok()) {
             return InvalidArgument("the level ", kLevels[level].id, " is '",
                                    name, "': ", choice.status().message());
           }
           if (choice->parameters.WasGiven(kTimeParameter.name) &&
               kLevels[level].id != kTimedLevel) {
             return InvalidArgument("the level ", kLevels[level].id, " is '",
                                    name, "', and only ", kTimedLevel,
                                    " may have a limit of time");
           }
           return players[choice->index].make(rules, choice->parameters);
         }});
  }
  return levels;
}

// The levels, the generic algorithms and the game's own players.
template <GameRules R>
std::vector<PlayerBinding<R>> AllPlayers(std::vector<PlayerBinding<R>> own) {
  std::vector<PlayerBinding<R>> algorithms = {
      RandomPlayer<R>::Binding(),
      ChoosingEvaluation<GreedyPlayer<R>, R>(),
      ChoosingEvaluation<AlphaBetaPlayer<R>, R>(),
      ChoosingEvaluation<MctsPlayer<R>, R>(),
  };
  for (auto& binding : own) algorithms.push_back(std::move(binding));
  std::vector<PlayerBinding<R>> players = LevelPlayers<R>(algorithms);
  for (auto& binding : algorithms) players.push_back(std::move(binding));
  return players;
}

// A game served by one rules class, with players of its own if it has any.
template <PluginRules R>
GamePlugin BindGame(std::vector<PlayerBinding<R>> own = {}) {
  return MakePlugin<R>(AllPlayers<R>(std::move(own)));
}

// A game served by several rules classes, by parameters (see MakePlugin).
template <PluginRules First, PluginRules Second, PluginRules... Rest>
GamePlugin BindGame() {
  return MakePlugin<First, Second, Rest...>(
      AllPlayers<First>({}), AllPlayers<Second>({}), AllPlayers<Rest>({})...);
}

}  // namespace boardwalk::ai
