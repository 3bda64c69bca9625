// The parameter `evaluation` of a player that evaluates, in the games that have
// more than one evaluation: the player is made for rules that evaluate so.

#ifndef BOARDWALK_AI_COMMON_CHOOSE_EVALUATION_H_
#define BOARDWALK_AI_COMMON_CHOOSE_EVALUATION_H_

#include <cstddef>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/game_adapter.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

// The first of the words that are joined by '|'.
consteval absl::string_view FirstOf(absl::string_view names) {
  size_t end = 0;
  while (end < names.size() && names[end] != '|') ++end;
  return names.substr(0, end);
}

// The evaluation that a game's players take unless told otherwise, and the
// parameter.
template <HasEvaluations R>
inline constexpr absl::string_view kFirstEvaluation = FirstOf(R::kEvaluations);
template <HasEvaluations R>
inline constexpr ParameterSpec kEvaluationParameter =
    ChoiceParameter(kEvaluation, kFirstEvaluation<R>, R::kEvaluations,
                    "what positions are judged by, see the game's rules");

// `binding` with the parameter, where the game has a choice.
template <GameRules R>
PlayerBinding<R> ChoosingEvaluation(PlayerBinding<R> binding) {
  if constexpr (HasEvaluations<R>) {
    binding.info.parameters.push_back(kEvaluationParameter<R>);
    binding.make = [make = std::move(binding.make)](
                       const R& rules, const Parameters& parameters)
        -> absl::StatusOr<std::unique_ptr<Player>> {
      const absl::string_view name = parameters.Choice(kEvaluation);
      if (name == kFirstEvaluation<R>) return make(rules, parameters);
      ASSIGN_OR_RETURN(auto evaluating, rules.WithEvaluation(name));
      ASSIGN_OR_RETURN(auto player, make(*evaluating, parameters));
      return std::make_unique<OwningPlayer<std::unique_ptr<const R>>>(
          std::move(evaluating), std::move(player));
    };
  }
  return binding;
}

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_CHOOSE_EVALUATION_H_
