#include "frontends/statistics/logistic.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boardwalk::statistics {
namespace {

using Vector = std::vector<double>;

constexpr int kMaxIterations = 100;
constexpr double kMinScale = 1e-9, kMaxScale = 1;

double Dot(absl::Span<const int> values, absl::Span<const double> weights) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) sum += values[i] * weights[i];
  return sum;
}

double Sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

// -ln Sigmoid(z), without overflow.
double LossOfWin(double z) {
  return std::max(-z, 0.0) + std::log1p(std::exp(-std::abs(z)));
}

double Loss(double z, double result) {
  return result * LossOfWin(z) + (1 - result) * LossOfWin(-z);
}

// A symmetric positive definite matrix as its Cholesky factor.
class Cholesky {
 public:
  Cholesky(Vector matrix, size_t n) : factor_(std::move(matrix)), n_(n) {
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        double sum = At(i, j);
        for (size_t k = 0; k < j; ++k) sum -= At(i, k) * At(j, k);
        At(i, j) = i == j ? std::sqrt(sum) : sum / At(j, j);
      }
    }
  }

  Vector Solve(Vector b) const {
    for (size_t i = 0; i < n_; ++i) {
      for (size_t k = 0; k < i; ++k) b[i] -= At(i, k) * b[k];
      b[i] /= At(i, i);
    }
    for (size_t i = n_; i-- > 0;) {
      for (size_t k = i + 1; k < n_; ++k) b[i] -= At(k, i) * b[k];
      b[i] /= At(i, i);
    }
    return b;
  }

 private:
  double& At(size_t i, size_t j) { return factor_[i * n_ + j]; }
  double At(size_t i, size_t j) const { return factor_[i * n_ + j]; }

  Vector factor_;
  const size_t n_;
};

// The regression in units in which each feature has the mean square 1: there
// the coefficient of feature i is scale * weight / unit(i).
class Regression {
 public:
  Regression(const Observations& observations, const std::vector<bool>& fixed)
      : observations_(observations),
        n_(observations.features()),
        fixed_(fixed),
        units_(n_, 0.0) {
    for (size_t row = 0; row < observations_.size(); ++row) {
      const auto values = observations_.values(row);
      for (size_t i = 0; i < n_; ++i) units_[i] += 1.0 * values[i] * values[i];
    }
    for (double& unit : units_) {
      if (unit > 0) unit = std::sqrt(Count() / unit);
    }
  }

  // 0 for a feature that never occurs.
  double unit(size_t i) const { return units_[i]; }
  // Whether the weight of the feature stays.
  bool fixed(size_t i) const {
    return units_[i] == 0 || (!fixed_.empty() && fixed_[i]);
  }

  // The sum of the losses and the ridge towards `prior`.
  double Objective(const Vector& at, const Vector& prior) const {
    const Vector weights = InValues(at);
    double sum = 0;
    for (size_t row = 0; row < observations_.size(); ++row) {
      sum += Loss(Dot(observations_.values(row), weights),
                  observations_.result(row));
    }
    for (size_t i = 0; i < n_; ++i) {
      sum += Ridge() / 2 * (at[i] - prior[i]) * (at[i] - prior[i]);
    }
    return sum;
  }

  // Its gradient and Hessian, and the sum over groups of the outer products of
  // their gradients.
  struct Derivatives {
    Vector gradient, hessian, groups;
  };
  Derivatives Differentiate(const Vector& at, const Vector& prior) const {
    const Vector weights = InValues(at);
    Derivatives d = {Vector(n_), Vector(n_ * n_), Vector(n_ * n_)};
    Vector x(n_), of_group(n_);
    for (size_t row = 0; row < observations_.size(); ++row) {
      const auto values = observations_.values(row);
      for (size_t i = 0; i < n_; ++i) x[i] = values[i] * units_[i];
      const double p = Sigmoid(Dot(values, weights));
      const double error = p - observations_.result(row);
      for (size_t i = 0; i < n_; ++i) {
        of_group[i] += error * x[i];
        const double curve = p * (1 - p) * x[i];
        for (size_t j = 0; j <= i; ++j) d.hessian[i * n_ + j] += curve * x[j];
      }
      const bool last =
          row + 1 == observations_.size() ||
          observations_.group(row + 1) != observations_.group(row);
      if (last) AddGroup(of_group, d);
    }
    for (size_t i = 0; i < n_; ++i) {
      d.gradient[i] += Ridge() * (at[i] - prior[i]);
      d.hessian[i * n_ + i] += Ridge();
    }
    for (size_t i = 0; i < n_; ++i) {
      if (fixed(i)) Fix(i, d);
    }
    return d;
  }

 private:
  double Count() const {
    return static_cast<double>(std::max<size_t>(observations_.size(), 1));
  }
  double Ridge() const { return kRidge * Count(); }
  Vector InValues(const Vector& at) const {
    Vector weights(n_);
    for (size_t i = 0; i < n_; ++i) weights[i] = at[i] * units_[i];
    return weights;
  }
  // Makes the derivatives independent of a coefficient, which then stays.
  void Fix(size_t i, Derivatives& d) const {
    d.gradient[i] = 0;
    for (size_t j = 0; j < n_; ++j) {
      d.hessian[i * n_ + j] = d.hessian[j * n_ + i] = i == j ? 1 : 0;
      d.groups[i * n_ + j] = d.groups[j * n_ + i] = 0;
    }
  }
  void AddGroup(Vector& of_group, Derivatives& d) const {
    for (size_t i = 0; i < n_; ++i) {
      d.gradient[i] += of_group[i];
      for (size_t j = 0; j < n_; ++j) {
        d.groups[i * n_ + j] += of_group[i] * of_group[j];
      }
    }
    std::ranges::fill(of_group, 0.0);
  }

  const Observations& observations_;
  const size_t n_;
  const std::vector<bool>& fixed_;
  Vector units_;
};

// The square roots of the diagonal of H^-1 G H^-1.
Vector SandwichErrors(const Cholesky& hessian, const Vector& groups, size_t n) {
  Vector errors(n);
  for (size_t i = 0; i < n; ++i) {
    Vector unit(n);
    unit[i] = 1;
    const Vector row = hessian.Solve(unit);
    double variance = 0;
    for (size_t j = 0; j < n; ++j) {
      for (size_t k = 0; k < n; ++k) {
        variance += row[j] * groups[j * n + k] * row[k];
      }
    }
    errors[i] = std::sqrt(std::max(variance, 0.0));
  }
  return errors;
}

}  // namespace

void Observations::Add(int64_t group, absl::Span<const int> values,
                       double result) {
  values_.insert(values_.end(), values.begin(), values.end());
  results_.push_back(result);
  groups_.push_back(group);
}

double LogLoss(const Observations& observations,
               absl::Span<const double> weights, double scale) {
  double sum = 0;
  for (size_t row = 0; row < observations.size(); ++row) {
    sum += Loss(scale * Dot(observations.values(row), weights),
                observations.result(row));
  }
  return sum / static_cast<double>(std::max<size_t>(observations.size(), 1));
}

double FitScale(const Observations& observations,
                absl::Span<const double> weights) {
  // The loss is convex in the scale: bisect its derivative, by ratios.
  double low = kMinScale, high = kMaxScale;
  for (int i = 0; i < kMaxIterations; ++i) {
    const double scale = std::sqrt(low * high);
    double slope = 0;
    for (size_t row = 0; row < observations.size(); ++row) {
      const double dot = Dot(observations.values(row), weights);
      slope += (Sigmoid(scale * dot) - observations.result(row)) * dot;
    }
    if (slope == 0) return scale;
    (slope < 0 ? low : high) = scale;
  }
  return std::sqrt(low * high);
}

LogisticFit FitWeights(const Observations& observations,
                       absl::Span<const double> prior, double scale,
                       const std::vector<bool>& fixed) {
  const size_t n = observations.features();
  const Regression regression(observations, fixed);
  Vector start(n);
  for (size_t i = 0; i < n; ++i) {
    if (regression.unit(i) > 0)
      start[i] = prior[i] * scale / regression.unit(i);
  }
  LogisticFit fit = {.weights = {prior.begin(), prior.end()},
                     .errors = Vector(n)};
  Vector at = start;
  double objective = regression.Objective(at, start);
  for (int i = 0; i < kMaxIterations && !fit.converged; ++i) {
    const auto d = regression.Differentiate(at, start);
    const Vector step = Cholesky(d.hessian, n).Solve(d.gradient);
    double length = 1;
    Vector next(n);
    double then = 0;
    for (;; length /= 2) {
      for (size_t k = 0; k < n; ++k) next[k] = at[k] - length * step[k];
      then = regression.Objective(next, start);
      if (then <= objective || length < 1e-9) break;
    }
    double moved = 0;
    for (size_t k = 0; k < n; ++k) {
      moved = std::max(moved, std::abs(next[k] - at[k]));
    }
    fit.converged = moved < 1e-9 || then >= objective;
    if (then < objective) {
      at = next;
      objective = then;
    }
  }
  const auto d = regression.Differentiate(at, start);
  const Vector errors = SandwichErrors(Cholesky(d.hessian, n), d.groups, n);
  for (size_t i = 0; i < n; ++i) {
    if (regression.fixed(i)) continue;
    fit.weights[i] = at[i] * regression.unit(i) / scale;
    fit.errors[i] = errors[i] * regression.unit(i) / scale;
  }
  return fit;
}

}  // namespace boardwalk::statistics
