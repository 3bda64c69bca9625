// Fits the weights of an evaluation to the results of games, by logistic
// regression on the features of positions (M. Buro, "Statistical feature
// combination for the evaluation of game positions", JAIR 3, 1995).
//
// A position with the values x has the expected result 1/(1 + exp(-s w x)) for
// the weights w and the scale s. There is no constant term: with the sides
// exchanged, all values change their signs.
//
// Example:
//
//   Observations positions(/*features=*/1);
//   positions.Add(/*group=*/1, {2}, 1.0);
//   positions.Add(/*group=*/2, {1}, 0.0);
//   double scale = FitScale(positions, {100.0});
//   LogisticFit fit = FitWeights(positions, {100.0}, scale);
//
// Everything is a function of the observations in their order, and finite.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace boardwalk::statistics {

// Positions, by their features, with the results of their games.
class Observations {
 public:
  explicit Observations(size_t features) : features_(features) {}

  // Adds a position. Positions of one `group`, such as the games from one
  // opening, depend on each other. REQUIRES: a value for each feature; a result
  // from 0 (lost) to 1 (won); the positions of a group come one after the
  // other.
  void Add(int64_t group, absl::Span<const int> values, double result);

  size_t features() const { return features_; }
  size_t size() const { return results_.size(); }
  absl::Span<const int> values(size_t i) const {
    return {values_.data() + i * features_, features_};
  }
  double result(size_t i) const { return results_[i]; }
  int64_t group(size_t i) const { return groups_[i]; }

 private:
  size_t features_;
  std::vector<int> values_;
  std::vector<double> results_;
  std::vector<int64_t> groups_;
};

// The mean of -ln(probability of the result), in nats; a result of 1/2 is half
// a win and half a loss. 0 without observations.
double LogLoss(const Observations& observations,
               absl::Span<const double> weights, double scale);

// The scale at which these weights predict best, from 1e-9 to 1; the middle of
// these if they predict nothing.
double FitScale(const Observations& observations,
                absl::Span<const double> weights);

struct LogisticFit {
  std::vector<double> weights;
  // Their standard errors, which treat a group as one observation (the sandwich
  // estimator, clustered by group); 0 for a weight that stays as it is, such as
  // that of a feature that never occurs.
  std::vector<double> errors;
  bool converged = false;
};

inline constexpr double kRidge = 1e-4;

// The weights that predict best with that scale. A ridge of kRidge for each
// observation, in the units in which each feature has the mean square 1, draws
// them towards `prior`: so those of features that the games hardly tell apart
// stay, and results that can be separated give finite weights. Newton's method
// with halved steps (iteratively reweighted least squares). The weights of the
// features for which `fixed` is true stay as they are; none if it is empty.
// REQUIRES: scale > 0.
LogisticFit FitWeights(const Observations& observations,
                       absl::Span<const double> prior, double scale,
                       const std::vector<bool>& fixed = {});

}  // namespace boardwalk::statistics
