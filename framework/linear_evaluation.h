// Evaluations that are weighted sums of features (`kFeatures` of game.h): their
// value, and a base class for rules that have one.
//
// Example of declarations:
//
//   inline constexpr std::array<Feature, 2> kFeatures = {
//       {{"middle", "a mark in the middle", 100}, {"turn", "the turn", 5}}};
//
//   class Noughts : public LinearEvaluation<Noughts, kFeatures> {
//    public:
//     std::array<int, 2> Features(const State& state) const {
//       return {state.Has(0, 4) - state.Has(1, 4), 1 - 2 * state.ToMove()};
//     }
//   };

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/game.h"
#include "framework/make_move.h"

namespace boardwalk {

// The evaluation for seat 0: the sum of the values, each times its weight,
// divided by `unit` with the remainder dropped. With values and weights within
// their bounds nothing overflows.
template <size_t kCount>
constexpr int WeightedSum(const std::array<int, kCount>& values,
                          const std::array<int, kCount>& weights,
                          int unit = 1) {
  int sum = 0;
  for (size_t i = 0; i < kCount; ++i) sum += values[i] * weights[i];
  return sum / unit;
}

// `sum` within +-kMaxEvaluation. Declared weights need it not, as their sums
// are within these bounds; others may not be.
constexpr int Bounded(int sum) {
  return std::clamp(sum, -kMaxEvaluation, kMaxEvaluation);
}

// The weights that `features` declare.
std::vector<int> DeclaredWeights(absl::Span<const Feature> features);
template <size_t kCount>
constexpr std::array<int, kCount> WeightsOf(
    const std::array<Feature, kCount>& features) {
  std::array<int, kCount> weights{};
  for (size_t i = 0; i < kCount; ++i) weights[i] = features[i].weight;
  return weights;
}

template <HasFeatures R>
constexpr int WeightUnit() {
  if constexpr (requires { R::kWeightUnit; }) return R::kWeightUnit;
  return 1;
}

// Whether `weights` are some for these features: as many, each within
// +-kMaxWeight. The error says what would be right.
absl::Status CheckWeights(absl::Span<const Feature> features,
                          absl::Span<const int> weights);

// "100+140+-4", as a player's parameter `weights` is written.
std::string WeightsText(absl::Span<const int> weights);

// Base of rules whose evaluation is that sum. `R` are the rules themselves,
// which have Features(state) and a default constructor: WithWeights makes
// others by it, so rules that Create makes from parameters write a WithWeights
// of their own, which keeps these.
template <typename R, const auto& kDeclared, int kUnit = 1>
class LinearEvaluation {
 public:
  static constexpr const auto& kFeatures = kDeclared;
  static constexpr int kWeightUnit = kUnit;
  using Weights = std::array<int, kDeclared.size()>;
  static constexpr Weights kDefaultWeights = WeightsOf(kDeclared);

  // REQUIRES: CheckWeights.
  std::unique_ptr<const R> WithWeights(absl::Span<const int> weights) const {
    auto rules = std::make_unique<R>();
    std::copy(weights.begin(), weights.end(), rules->weights_.begin());
    rules->original_ = &Original();
    return rules;
  }
  const R& Original() const {
    return original_ == nullptr ? static_cast<const R&>(*this) : *original_;
  }
  int Evaluate(const auto& state, int seat) const {
    const int value = UsesDefaults()
                          ? WeightedSum(ValuesIn(state), kDefaultWeights, kUnit)
                          : SumByOthers(state);
    return seat == 0 ? value : -value;
  }

  // The evaluation after the move; rules that know something quicker hide it.
  // REQUIRES: Evaluate and ToMove may also be asked of finished positions.
  int EvaluateMove(const auto& state, auto move) const {
    return EvaluateAfter(static_cast<const R&>(*this), state, move);
  }

 protected:
  // Whether the weights are the declared ones, which are constants.
  bool UsesDefaults() const { return original_ == nullptr; }
  const Weights& weights() const { return weights_; }

 private:
  Weights ValuesIn(const auto& state) const {
    return static_cast<const R&>(*this).Features(state);
  }
  // Apart from Evaluate, which is faster if it is small.
  [[gnu::noinline]] int SumByOthers(const auto& state) const {
    return Bounded(WeightedSum(ValuesIn(state), weights_, kUnit));
  }

  Weights weights_ = kDefaultWeights;
  const R* original_ = nullptr;  // null for these rules themselves
};

}  // namespace boardwalk
