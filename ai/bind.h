// Binds a game to every algorithm: the one line of a game's plugin.cc.
//
// Example of declarations:
//
//   GamePlugin Plugin() { return ai::BindGame<Rules>(); }

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ai/alphabeta/alphabeta_player.h"
#include "ai/greedy/greedy_player.h"
#include "ai/mcts/mcts_player.h"
#include "ai/random/random_player.h"
#include "framework/errors.h"
#include "framework/game_adapter.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/linear_evaluation.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

// The first of the words of `names`, which '|' separates.
consteval absl::string_view FirstOf(absl::string_view names) {
  size_t end = 0;
  while (end < names.size() && names[end] != '|') ++end;
  return names.substr(0, end);
}

// The default evaluation of a game's players, and the parameter `evaluation`.
template <HasEvaluations R>
inline constexpr absl::string_view kFirstEvaluation = FirstOf(R::kEvaluations);
template <HasEvaluations R>
inline constexpr ParameterSpec kEvaluationParameter =
    ChoiceParameter(kEvaluation, kFirstEvaluation<R>, R::kEvaluations,
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
    const absl::string_view name = parameters.Choice(kEvaluation);
    if (evaluating == nullptr) return rules.WithEvaluation(name);
    if (name != kFirstEvaluation<R>) {
      return InvalidArgument(kWeights, " are those of the evaluation ",
                             kFirstEvaluation<R>, ", not of ", name,
                             "; leave out one of the two parameters");
    }
  }
  return evaluating;
}

// `binding` with the parameters `evaluation` and `weights`, each where the game
// has what it chooses: the player is then made for rules that evaluate so.
template <GameRules R>
PlayerBinding<R> ChoosingEvaluation(PlayerBinding<R> binding) {
  if constexpr (HasEvaluations<R> || HasFeatures<R>) {
    if constexpr (HasEvaluations<R>) {
      binding.info.parameters.push_back(kEvaluationParameter<R>);
    }
    if constexpr (HasFeatures<R>) {
      binding.info.parameters.push_back(kWeightsParameter);
    }
    binding.make = [make = std::move(binding.make)](
                       const R& rules, const Parameters& parameters)
        -> absl::StatusOr<std::unique_ptr<Player>> {
      ASSIGN_OR_RETURN(auto evaluating, EvaluatingRules(rules, parameters));
      if (evaluating == nullptr) return make(rules, parameters);
      ASSIGN_OR_RETURN(auto player, make(*evaluating, parameters));
      return std::make_unique<OwningPlayer<std::unique_ptr<const R>>>(
          std::move(evaluating), std::move(player));
    };
  }
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
      ChoosingEvaluation<R>(GreedyPlayer<R>::Binding()),
      ChoosingEvaluation<R>(AlphaBetaPlayer<R>::Binding()),
      ChoosingEvaluation<R>(MctsPlayer<R>::Binding()),
  };
  for (auto& binding : own) algorithms.push_back(std::move(binding));
  std::vector<PlayerBinding<R>> players = LevelPlayers<R>(algorithms);
  for (auto& binding : algorithms) players.push_back(std::move(binding));
  return players;
}

// A game served by one rules class, with players of its own if it has any.
template <GameRules R>
GamePlugin BindGame(std::vector<PlayerBinding<R>> own = {}) {
  return MakePlugin<R>(AllPlayers<R>(std::move(own)));
}

// A game served by several rules classes, by parameters (see MakePlugin).
template <GameRules First, GameRules Second, GameRules... Rest>
GamePlugin BindGame() {
  return MakePlugin<First, Second, Rest...>(
      AllPlayers<First>({}), AllPlayers<Second>({}), AllPlayers<Rest>({})...);
}

}  // namespace boardwalk::ai
