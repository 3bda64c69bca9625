// What rules with several evaluations and with weights have in common, where an
// evaluation is a value: WithEvaluation, WithWeights and Original of game.h.
// The rules derive from it, declare kEvaluations and kFeatures, and ask
// `evaluation_` in Evaluate; games/plugins/breakthrough does so.

#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace boardwalk {

// An `Evaluation` is made without arguments for the declared weights, from the
// name of an evaluation, or from weights.
template <typename Rules, typename Evaluation>
class EvaluatedBy {
 public:
  absl::StatusOr<std::unique_ptr<const Rules>> WithEvaluation(
      absl::string_view name) const {
    return With(Evaluation(name));
  }
  std::unique_ptr<const Rules> WithWeights(
      absl::Span<const int> weights) const {
    return With(Evaluation(weights));
  }
  const Rules& Original() const {
    return static_cast<const Rules&>(*original_);
  }

  EvaluatedBy() = default;
  EvaluatedBy(const EvaluatedBy&) = delete;
  EvaluatedBy& operator=(const EvaluatedBy&) = delete;

 protected:
  Evaluation evaluation_;

 private:
  std::unique_ptr<const Rules> With(const Evaluation& evaluation) const {
    auto rules = std::make_unique<Rules>();
    rules->original_ = original_;
    rules->evaluation_ = evaluation;
    return rules;
  }

  const EvaluatedBy* original_ = this;
};

}  // namespace boardwalk
