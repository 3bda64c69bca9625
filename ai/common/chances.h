// Values are chances: what an evaluation of a position means for the result of
// the game. The one place where evaluations become values.
//
// An evaluation of v points in a game where `logit` points multiply the odds of
// winning by e stands for a probability of winning of 1/(1 + exp(-v / logit))
// with two players, where it was fitted to the results of games (M. Buro,
// Statistical Feature Combination for the Evaluation of Game Positions, 1995).
// With n players an evaluation of 0 stands for one win in n. A value is the
// expected return, which is linear in that probability.
//
// Example, given `int v`, an evaluation of a position for two:
//
//   const double value = ExpectedReturn(v / 800.0, /*num_players=*/2);

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "ai/common/score.h"
#include "framework/game.h"

namespace boardwalk::ai {

// Points of an evaluation that multiply the odds of winning by e, in games that
// do not say it (PointsPerLogit of game.h).
inline constexpr int kUsualPointsPerLogit = 1000;

inline constexpr double kLogisticMax = 16;
inline constexpr int kLogisticSteps = 32;  // a unit

// 1/(1 + exp(-x)) for x = 0, 1/32, ... 16 and one beyond. Made of + * / alone,
// so that it is the same on every machine.
inline constexpr auto kLogistic = [] {
  std::array<double, static_cast<size_t>(kLogisticMax * kLogisticSteps) + 2>
      table{};
  double step = 1, term = 1;  // exp(-1/32) by its series
  for (int k = 1; k < 12; ++k) {
    term *= -1.0 / kLogisticSteps / k;
    step += term;
  }
  double power = 1;  // exp(-x)
  for (double& p : table) {
    p = 1 / (1 + power);
    power *= step;
  }
  return table;
}();

// ln(n - 1) for n players.
inline constexpr std::array<double, kMaxPlayers + 1> kLogOpponents = {
    0, 0, 0, 0.69314718, 1.09861229, 1.38629436, 1.60943791};

// 1/(1 + exp(-x)) within 2e-5, between 1e-7 and 1 - 1e-7. The same bits on
// every machine; exactly 1 - Logistic(-x).
inline double Logistic(double x) {
  const double size = x < 0 ? -x : x;
  const double at =
      (size < kLogisticMax ? size : kLogisticMax) * kLogisticSteps;
  const auto i = static_cast<size_t>(at);
  const double low = kLogistic[i];
  const double p =
      low + (kLogistic[i + 1] - low) * (at - static_cast<double>(i));
  return x < 0 ? 1 - p : p;
}

// The other way round, within [-16, 16]: the same bits on every machine;
// exactly -LogitOf(1 - p) where 1 - p is exact.
inline double LogitOf(double p) {
  if (p < 0.5) return -LogitOf(1 - p);
  const auto* const high =
      std::upper_bound(kLogistic.begin(), kLogistic.end() - 1, p);
  if (high == kLogistic.end() - 1) return kLogisticMax;
  const double low = high[-1];
  return (static_cast<double>(high - 1 - kLogistic.begin()) +
          (p - low) / (*high - low)) /
         kLogisticSteps;
}

// The probability of winning of one of `num_players` seats whose evaluation is
// that many logits.
inline double WinProbability(double logits, int num_players) {
  return Logistic(logits - kLogOpponents[num_players]);
}

// The return of a seat that wins alone with probability `p`, as
// WinnerTakesAll: within (-1/(n - 1), 1).
inline double ReturnOf(double p, int num_players) {
  return (num_players * p - 1) / (num_players - 1);
}

// The other way round: the probability of winning of a seat with that return.
inline double ProbabilityOf(double value, int num_players) {
  return (value * (num_players - 1) + 1) / num_players;
}

// The expected return of a seat whose evaluation is that many logits; with two
// players exactly minus that of the opponent.
inline double ExpectedReturn(double logits, int num_players) {
  return ReturnOf(WinProbability(logits, num_players), num_players);
}

// An expected return whose logits are divided by `temperature` (temperature
// scaling: C. Guo et al., On Calibration of Modern Neural Networks, 2017). What
// is certain stays.
inline double AtTemperature(double value, int num_players, double temperature) {
  const double p = ProbabilityOf(value, num_players);
  if (temperature == 1 || p <= 0 || p >= 1) return value;
  const double logits = LogitOf(p) + kLogOpponents[num_players];
  return ExpectedReturn(logits / temperature, num_players);
}

// A score as players report it, in [-1, 1]: the expected return. A win is 1. A
// loss is -1 with two players and -1/(n - 1) with n, as it is proved only
// against all others together. A draw is 0, and everything else lies in
// between.
inline double ValueOf(Score score, int num_players, int points_per_logit) {
  if (IsDecisive(score)) return score > 0 ? 1.0 : -1.0 / (num_players - 1);
  return ExpectedReturn(static_cast<double>(score) / points_per_logit,
                        num_players);
}

// The score for `seat` of a game of `num_players` that ended with `returns`
// `ply` plies from the root. With more than two players only a sole win counts
// as a win, and a loss is any return that is no more than when another seat
// wins alone; the ValueOf of a win that is shared is its return.
inline Score ResultScore(const SeatValues& returns, int num_players, int seat,
                         int ply, int points_per_logit) {
  const double value = returns[seat];
  if (value >= 1) return kWinScore - ply;
  if (value <= -1.0 / (num_players - 1)) return ply - kWinScore;
  if (value <= 0) return 0;
  // w winners: each has a probability of 1/w.
  const auto winners = static_cast<size_t>(
      std::lround(num_players / (value * (num_players - 1) + 1)));
  return static_cast<Score>(
      std::lround((kLogOpponents[num_players] - kLogOpponents[winners]) *
                  points_per_logit));
}

}  // namespace boardwalk::ai
