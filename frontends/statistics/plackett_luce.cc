#include "frontends/statistics/plackett_luce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boardwalk::statistics {
namespace {

constexpr double kConverged = 1e-9;  // of log strengths
constexpr double kQuadratic = 1e-2;  // smaller steps shrink by more than half
constexpr int kMaxSteps = 2000;
constexpr int kMaxDoublings = 10;
constexpr int kMaxHalvings = 50;

double Sum(absl::Span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}

double Product(absl::Span<const double> a, absl::Span<const double> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double GreatestOf(const ChoiceKind& kind, absl::Span<const double> theta) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (const int player : kind.players) {
    greatest = std::max(greatest, theta[player]);
  }
  return greatest;
}

// The probability of each player of `kind` to win.
void Chances(const ChoiceKind& kind, absl::Span<const double> theta,
             std::vector<double>& chances) {
  const double greatest = GreatestOf(kind, theta);
  chances.resize(kind.players.size());
  for (size_t i = 0; i < chances.size(); ++i) {
    chances[i] = kind.seats[i] * std::exp(theta[kind.players[i]] - greatest);
  }
  const double sum = Sum(chances);
  for (double& chance : chances) chance /= sum;
}

// Newton's equations. The negative second derivatives of the log-likelihood are
// those of a network of conductors between players, and the gradient is the
// current into each of them. Both are sums over pairs, without cancellation.
class Network {
 public:
  explicit Network(int players)
      : players_(players), conductance_(players * players) {}

  void Set(const ChoiceTable& table, absl::Span<const double> theta) {
    std::ranges::fill(conductance_, 0);
    current_.assign(players_, 0);
    for (const ChoiceKind& kind : table.kinds()) {
      const double weight = Sum(kind.credit);
      if (weight <= 0) continue;
      Chances(kind, theta, chances_);
      for (size_t i = 0; i < chances_.size(); ++i) {
        for (size_t j = i + 1; j < chances_.size(); ++j) {
          // Over all j: credit_i - weight chance_i.
          Join(kind.players[i], kind.players[j],
               weight * chances_[i] * chances_[j],
               kind.credit[i] * chances_[j] - kind.credit[j] * chances_[i]);
        }
      }
    }
  }

  const std::vector<double>& current() const { return current_; }

  // Replaces each of `currents` by the potentials that drive it. Eliminates the
  // players one by one and replaces their conductors by conductors between
  // their neighbours (star-mesh transform). This is Gaussian elimination, but
  // nothing is ever subtracted, so conductances of very different size keep
  // their digits. The last player of each connected group has potential 0.
  // Destroys the conductances.
  void Solve(absl::Span<std::vector<double>* const> currents) {
    totals_.assign(players_, 0);
    for (int k = 0; k < players_; ++k) Eliminate(k, currents);
    for (int k = players_ - 1; k >= 0; --k) {
      for (std::vector<double>* x : currents) {
        double sum = (*x)[k];
        for (int j = k + 1; j < players_; ++j) sum += At(k, j) * (*x)[j];
        (*x)[k] = totals_[k] > 0 ? sum / totals_[k] : 0;
      }
    }
  }

 private:
  // Between two players, stored once.
  double& At(int low, int high) { return conductance_[low * players_ + high]; }

  void Join(int low, int high, double conductance, double current) {
    At(low, high) += conductance;
    current_[low] += current;
    current_[high] -= current;
  }

  void Eliminate(int k, absl::Span<std::vector<double>* const> currents) {
    double total = 0;
    for (int j = k + 1; j < players_; ++j) total += At(k, j);
    totals_[k] = total;
    if (total <= 0) return;
    for (int j = k + 1; j < players_; ++j) {
      const double share = At(k, j) / total;
      if (share == 0) continue;
      for (std::vector<double>* x : currents) (*x)[j] += share * (*x)[k];
      for (int l = j + 1; l < players_; ++l) At(j, l) += share * At(k, l);
    }
  }

  int players_;
  std::vector<double> conductance_;
  std::vector<double> current_;
  std::vector<double> totals_;
  std::vector<double> chances_;
};

// The largest distance by which a step moves two players of a kind apart.
double Span(const ChoiceTable& table, absl::Span<const double> step) {
  double span = 0;
  for (const ChoiceKind& kind : table.kinds()) {
    double low = step[kind.players[0]];
    double high = low;
    for (const int player : kind.players) {
      low = std::min(low, step[player]);
      high = std::max(high, step[player]);
    }
    span = std::max(span, high - low);
  }
  return span;
}

}  // namespace

int ChoiceTable::KindOf(absl::Span<const int> seats) {
  std::vector<int> sorted(seats.begin(), seats.end());
  std::ranges::sort(sorted);
  if (sorted.empty() || sorted.front() == sorted.back()) return -1;
  const auto [entry, is_new] =
      index_.emplace(sorted, static_cast<int>(kinds_.size()));
  if (is_new) {
    ChoiceKind kind;
    for (const int player : sorted) {
      if (kind.players.empty() || kind.players.back() != player) {
        kind.players.push_back(player);
        kind.seats.push_back(0);
        kind.credit.push_back(0);
      }
      kind.seats.back() += 1;
    }
    kinds_.push_back(std::move(kind));
  }
  return entry->second;
}

void ChoiceTable::Add(const Stage& stage, double times) {
  const double weight = stage.weight * times;
  if (weight <= 0) return;
  const int index = KindOf(stage.players);
  if (index < 0) return;
  ChoiceKind& kind = kinds_[index];
  for (size_t seat = 0; seat < stage.players.size(); ++seat) {
    const auto entry =
        std::ranges::lower_bound(kind.players, stage.players[seat]);
    kind.credit[entry - kind.players.begin()] += stage.credit[seat] * weight;
  }
}

void ChoiceTable::AddDraws(double weight) {
  for (ChoiceKind& kind : kinds_) {
    const double seats = Sum(kind.seats);
    for (size_t i = 0; i < kind.credit.size(); ++i) {
      kind.credit[i] += weight * kind.seats[i] / seats;
    }
  }
}

LossGraph::LossGraph(const ChoiceTable& table)
    : players_(table.players()), met_(players_), lost_(players_ * players_) {
  for (int i = 0; i < players_; ++i) lost_[i * players_ + i] = 1;
  for (const ChoiceKind& kind : table.kinds()) {
    for (size_t j = 0; j < kind.players.size(); ++j) {
      met_[kind.players[j]] = true;
      if (kind.credit[j] <= 0) continue;
      for (const int i : kind.players)
        lost_[i * players_ + kind.players[j]] = 1;
    }
  }
  for (int via = 0; via < players_; ++via) {  // Warshall's closure
    for (int from = 0; from < players_; ++from) {
      if (lost_[from * players_ + via] == 0) continue;
      for (int to = 0; to < players_; ++to) {
        lost_[from * players_ + to] |= lost_[via * players_ + to];
      }
    }
  }
}

bool LossGraph::StronglyConnected() const {
  const auto first = std::ranges::find(met_, true);
  const int one = static_cast<int>(first - met_.begin());
  for (int player = one; player < players_; ++player) {
    if (met_[player] && !Equals(one, player)) return false;
  }
  return true;
}

double LogLikelihood(const ChoiceTable& table, absl::Span<const double> theta) {
  double sum = 0;
  for (const ChoiceKind& kind : table.kinds()) {
    const double greatest = GreatestOf(kind, theta);
    double strengths = 0;
    for (size_t i = 0; i < kind.players.size(); ++i) {
      strengths += kind.seats[i] * std::exp(theta[kind.players[i]] - greatest);
    }
    const double log_sum = greatest + std::log(strengths);
    for (size_t i = 0; i < kind.players.size(); ++i) {
      sum += kind.credit[i] * (theta[kind.players[i]] - log_sum);
    }
  }
  return sum;
}

// Newton's method with bounded steps. Along a step that moves players by at
// most b against each other, the second derivative grows at most as e^(bt) (the
// third central moment of a variable is at most its range times its variance),
// so the first ln(1 + b) / b of the step go uphill: the damped step of
// generalized self-concordant functions (Sun and Tran-Dinh 2019). Far from the
// maximum a step gains about one unit of log strength, where minorize-maximize
// needs as many iterations as there are games; close to it the error is
// squared.
void Maximize(const ChoiceTable& table, absl::Span<const double> contrast,
              std::vector<double>& theta) {
  Network network(table.players());
  double before = std::numeric_limits<double>::infinity();
  for (int count = 0; count < kMaxSteps; ++count) {
    network.Set(table, theta);
    std::vector<double> step = network.current();
    if (contrast.empty()) {
      network.Solve({&step});
    } else {
      std::vector<double> held(contrast.begin(), contrast.end());
      network.Solve({&step, &held});
      const double excess = Product(contrast, step) / Product(contrast, held);
      for (size_t i = 0; i < step.size(); ++i) step[i] -= excess * held[i];
    }
    const double span = Span(table, step);
    const double part = span > 0 ? std::log1p(span) / span : 0;
    for (size_t i = 0; i < theta.size(); ++i) theta[i] += part * step[i];
    // Close to the maximum, steps that no longer shrink are rounding errors.
    if (span <= kConverged || (before < kQuadratic && span > before / 2))
      return;
    before = span;
  }
}

double ContrastAtDrop(const ChoiceTable& table, std::vector<double> theta,
                      absl::Span<const double> contrast, double drop,
                      int direction) {
  const double best = LogLikelihood(table, theta);
  const double square = Product(contrast, contrast);
  const auto fallen = [&](double value) {
    const double shift = (value - Product(contrast, theta)) / square;
    for (size_t i = 0; i < theta.size(); ++i) theta[i] += shift * contrast[i];
    Maximize(table, contrast, theta);
    return best - LogLikelihood(table, theta);
  };
  double near = Product(contrast, theta);
  double reach = 1;
  double far = near + direction * reach;
  for (int i = 0; i < kMaxDoublings && fallen(far) < drop; ++i) {
    near = far;
    reach *= 2;
    far = near + direction * reach;
  }
  for (int i = 0; i < kMaxHalvings; ++i) {
    const double middle = (near + far) / 2;
    (fallen(middle) < drop ? near : far) = middle;
  }
  return (near + far) / 2;
}

}  // namespace boardwalk::statistics
