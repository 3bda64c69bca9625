// What rules with several evaluations and with weights have in common, where an
// evaluation is a value: WithEvaluation, WithWeights and Original of game.h.
// The rules derive from EvaluatedBy, declare kEvaluations and kFeatures, and
// ask `evaluation_` in Evaluate. RowEvaluation is such a value, a weighted sum
// with a table for the rows of the board; games/plugins/breakthrough has both.

#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/linear_evaluation.h"

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

// The sum of features of both sides with the declared weights, or with others;
// or `plain`, which the game counts by itself. What the pieces of a row, a bit
// for each of eight columns, have by themselves is looked up. `Form` has static
// members:
//
//   View                        a position as a side sees it
//   kWeights                    the declared weights, an array
//   Turned(view)                as the other side sees it
//   Row(view, row)              the side's own pieces of that row
//   CountRow(row, pieces, count)
//                               calls count(feature, value) for what they have
//   CountBoth(view, turned, count)
//                               the same for all other features, as the side
//                               to move, whose view comes first, has more
//   Plain(view)                 what the side is ahead by `plain`
template <typename Form>
class RowEvaluation {
 public:
  using View = typename Form::View;
  using Values = std::remove_cvref_t<decltype(Form::kWeights)>;

  RowEvaluation() = default;
  explicit RowEvaluation(absl::string_view name)
      : kind_(name == "plain" ? Kind::kPlain : Kind::kDeclaredWeights) {}
  explicit RowEvaluation(absl::Span<const int> weights)
      : kind_(Kind::kOtherWeights) {
    std::copy(weights.begin(), weights.end(), weights_.begin());
    worths_ = WorthsBy(weights_);
  }
  bool plain() const { return kind_ == Kind::kPlain; }
  const Values& weights() const { return weights_; }

  // For the side to move, which sees the board so.
  int Of(const View& view) const {
    return kind_ == Kind::kDeclaredWeights
               ? Sum(view, kDeclaredWorths, Form::kWeights)
               : Otherwise(view);
  }

  // The values of all features for seat 0, where the side to move is `mover`.
  static Values Features(const View& view, int mover) {
    Values values{};
    const int sign = mover == 0 ? 1 : -1;
    const auto count = [&](int feature, int value) {
      values[feature] += sign * value;
    };
    const View turned = Form::Turned(view);
    for (int row = 0; row < kRows; ++row) {
      Form::CountRow(row, Form::Row(view, row), count);
      Form::CountRow(row, Form::Row(turned, row),
                     [&](int feature, int value) { count(feature, -value); });
    }
    Form::CountBoth(view, turned, count);
    return values;
  }

 private:
  enum class Kind { kDeclaredWeights, kOtherWeights, kPlain };
  static constexpr int kRows = 8;
  using Worths = std::array<std::array<int, 256>, kRows>;  // by row and pieces

  static constexpr Worths WorthsBy(const Values& weights) {
    Worths worths{};
    for (int row = 0; row < kRows; ++row) {
      for (int pieces = 0; pieces < 256; ++pieces) {
        Form::CountRow(row, pieces, [&](int feature, int count) {
          worths[row][pieces] += weights[feature] * count;
        });
      }
    }
    return worths;
  }
  static constexpr Worths kDeclaredWorths = WorthsBy(Form::kWeights);

  [[gnu::always_inline]] static int Sum(const View& view, const Worths& worths,
                                        const Values& weights) {
    const View turned = Form::Turned(view);
    int sum = 0;
    for (int row = 0; row < kRows; ++row) {
      sum += worths[row][Form::Row(view, row)] -
             worths[row][Form::Row(turned, row)];
    }
    const auto weigh = [&](int feature, int value) {
      sum += weights[feature] * value;
    };
    Form::CountBoth(view, turned, weigh);
    return Bounded(sum);
  }
  // Apart from Of, which is faster if it is small.
  [[gnu::noinline]] int Otherwise(const View& view) const {
    if (plain()) return Form::Plain(view);
    return Sum(view, worths_, weights_);
  }

  Kind kind_ = Kind::kDeclaredWeights;
  Values weights_ = Form::kWeights;
  Worths worths_{};  // by other weights
};

}  // namespace boardwalk
