#include "frontends/statistics/plackett_luce.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace boardwalk::statistics {
namespace {

constexpr int kFirstSteps = 8;  // of minorize-maximize, before Newton's
constexpr int kMostSteps = 10'000;
constexpr double kConverged = 1e-10;
// Keeps a step finite where groups of players never met.
constexpr double kRidge = 1e-12;

void Center(std::vector<double>& values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) /
                      static_cast<double>(values.size());
  for (double& value : values) value -= mean;
}

double Distance(absl::Span<const double> a, absl::Span<const double> b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return most;
}

// Solves `matrix` x = `right` by the decomposition of Cholesky; false where the
// matrix is not positive definite.
bool Solve(std::vector<std::vector<double>>& matrix,
           std::vector<double>& right) {
  const size_t n = right.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      if (i == j && !(sum > 0)) return false;
      matrix[i][j] = i == j ? std::sqrt(sum) : sum / matrix[j][j];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  return true;
}

}  // namespace

int Choices::Meeting(std::vector<int> players) {
  std::sort(players.begin(), players.end());
  const auto [found, is_new] =
      numbers_.try_emplace(players, static_cast<int>(meetings_.size()));
  if (is_new) {
    Kind kind;
    for (const int player : players) {
      if (kind.seats.empty() || kind.seats.back().player != player) {
        kind.seats.push_back({player, 0});
      }
      kind.seats.back().seats += 1;
    }
    meetings_.push_back(std::move(kind));
  }
  return found->second;
}

void Choices::Clear() {
  for (Kind& kind : meetings_) kind.weight = 0;
  std::fill(credit_.begin(), credit_.end(), 0.0);
}

void Choices::AddDraws() {
  for (Kind& kind : meetings_) {
    if (!(kind.weight > 0)) continue;
    kind.weight += 1;
    double seats = 0;
    for (const Seats& one : kind.seats) seats += one.seats;
    for (const Seats& one : kind.seats) {
      credit_[one.player] += one.seats / seats;
    }
  }
}

bool Choices::HasGames(int player) const {
  return std::any_of(
      meetings_.begin(), meetings_.end(), [player](const Kind& kind) {
        return kind.weight > 0 &&
               std::any_of(
                   kind.seats.begin(), kind.seats.end(),
                   [player](const Seats& one) { return one.player == player; });
      });
}

double Choices::LogLikelihood(absl::Span<const double> log_strength) const {
  double sum = 0;
  for (int i = 0; i < players(); ++i) sum += credit_[i] * log_strength[i];
  for (const Kind& kind : meetings_) {
    double strength = 0;
    for (const Seats& one : kind.seats) {
      strength += one.seats * std::exp(log_strength[one.player]);
    }
    sum -= kind.weight * std::log(strength);
  }
  return sum;
}

std::vector<double> Choices::Minorize(
    absl::Span<const double> log_strength) const {
  std::vector<double> expected(credit_.size());  // per strength
  for (const Kind& kind : meetings_) {
    double strength = 0;
    for (const Seats& one : kind.seats) {
      strength += one.seats * std::exp(log_strength[one.player]);
    }
    for (const Seats& one : kind.seats) {
      expected[one.player] += kind.weight * one.seats / strength;
    }
  }
  std::vector<double> next(log_strength.begin(), log_strength.end());
  for (size_t i = 0; i < next.size(); ++i) {
    if (credit_[i] > 0 && expected[i] > 0) {
      next[i] = std::log(credit_[i] / expected[i]);
    }
  }
  Center(next);
  return next;
}

std::vector<double> Choices::NewtonStep(
    absl::Span<const double> log_strength) const {
  const size_t n = credit_.size();
  std::vector<double> gradient = credit_;
  std::vector<std::vector<double>> curvature(n, std::vector<double>(n));
  double scale = 0;
  for (const Kind& kind : meetings_) {
    double strength = 0;
    for (const Seats& one : kind.seats) {
      strength += one.seats * std::exp(log_strength[one.player]);
    }
    scale += kind.weight;
    const auto share = [&](const Seats& one) {
      return one.seats * std::exp(log_strength[one.player]) / strength;
    };
    for (const Seats& a : kind.seats) {
      gradient[a.player] -= kind.weight * share(a);
      curvature[a.player][a.player] += kind.weight * share(a);
      for (const Seats& b : kind.seats) {
        curvature[a.player][b.player] -= kind.weight * share(a) * share(b);
      }
    }
  }
  // Strengths are known up to a common factor: this fixes it.
  for (size_t i = 0; i < n; ++i) {
    curvature[i][i] += kRidge * scale;
    for (size_t j = 0; j < n; ++j) {
      curvature[i][j] += scale / static_cast<double>(n * n);
    }
  }
  if (!Solve(curvature, gradient)) return {};
  std::vector<double> next(log_strength.begin(), log_strength.end());
  for (size_t i = 0; i < n; ++i) next[i] += gradient[i];
  Center(next);
  return next;
}

std::vector<double> Choices::Fit() const {
  std::vector<double> strength(credit_.size());
  double likelihood = LogLikelihood(strength);
  for (int step = 0; step < kMostSteps; ++step) {
    // Newton's step is taken where it helps; minorize-maximize always does.
    std::vector<double> next;
    if (step >= kFirstSteps) next = NewtonStep(strength);
    if (next.empty() || !(LogLikelihood(next) >= likelihood)) {
      next = Minorize(strength);
    }
    const double moved = Distance(next, strength);
    strength = std::move(next);
    likelihood = LogLikelihood(strength);
    if (moved < kConverged) break;
  }
  return strength;
}

double Choices::LogChanceOfAll(int player, bool wins, double own,
                               absl::Span<const double> log_strength) const {
  double sum = 0;
  for (const Kind& kind : meetings_) {
    double mine = 0, others = 0;
    for (const Seats& one : kind.seats) {
      if (one.player == player) {
        mine += one.seats * std::exp(own);
      } else {
        others += one.seats * std::exp(log_strength[one.player]);
      }
    }
    if (mine > 0 && others > 0) {
      sum += kind.weight * std::log((wins ? mine : others) / (mine + others));
    }
  }
  return sum;
}

void Components::Close() {
  const size_t n = beats_.size();
  for (size_t i = 0; i < n; ++i) beats_[i][i] = true;
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = 0; i < n; ++i) {
      if (!beats_[i][k]) continue;
      for (size_t j = 0; j < n; ++j) {
        if (beats_[k][j]) beats_[i][j] = true;
      }
    }
  }
}

bool Components::Connected(absl::Span<const int> players) const {
  return std::all_of(players.begin(), players.end(),
                     [&](int player) { return Together(players[0], player); });
}

bool Components::HasLost(int player) const {
  for (size_t other = 0; other < beats_.size(); ++other) {
    if (beats_[other][player] && !beats_[player][other]) return true;
  }
  return false;
}

bool Components::HasWon(int player) const {
  for (size_t other = 0; other < beats_.size(); ++other) {
    if (beats_[player][other] && !beats_[other][player]) return true;
  }
  return false;
}

}  // namespace boardwalk::statistics
