// The likelihood of the Plackett-Luce model and its maximum, for ratings.h,
// which explains the model and its terms.
//
// Example, given `const Stage& stage`:
//
//   ChoiceTable table(3);
//   table.Add(stage, /*times=*/7);
//   if (LossGraph(table).StronglyConnected()) {
//     std::vector<double> theta(3);
//     Maximize(table, /*contrast=*/{}, theta);
//   }

#pragma once

#include <map>
#include <vector>

#include "absl/types/span.h"
#include "frontends/statistics/ratings.h"

namespace boardwalk::statistics {

// The sum of all stages of the same seats. Players are distinct and ascending;
// all three vectors have an entry for each.
struct ChoiceKind {
  std::vector<int> players;
  std::vector<double> seats;   // how many seats the player has
  std::vector<double> credit;  // sums to the weight of the stages
};

// The data that the likelihood depends on. Stages of only one player do not
// matter and are left out.
class ChoiceTable {
 public:
  explicit ChoiceTable(int players) : players_(players) {}

  int players() const { return players_; }
  std::vector<ChoiceKind>& kinds() { return kinds_; }
  const std::vector<ChoiceKind>& kinds() const { return kinds_; }

  // The index of the kind of stage with these seats, which is added without
  // credit if it is new; -1 if they belong to fewer than two players.
  int KindOf(absl::Span<const int> seats);
  void Add(const Stage& stage, double times);
  // Adds a draw of all seats to each kind.
  void AddDraws(double weight);

 private:
  int players_;
  std::vector<ChoiceKind> kinds_;
  std::map<std::vector<int>, int> index_;  // by seats in ascending order
};

// The losses between players, directly or through others. The constructor takes
// time players^3.
class LossGraph {
 public:
  explicit LossGraph(const ChoiceTable& table);

  // Whether the player met another one.
  bool Met(int player) const { return met_[player]; }
  // Whether all players that met somebody lost to each other.
  bool StronglyConnected() const;
  bool Lost(int from, int to) const { return lost_[from * players_ + to]; }
  bool Equals(int a, int b) const { return Lost(a, b) && Lost(b, a); }

 private:
  int players_;
  std::vector<bool> met_;
  std::vector<char> lost_;  // reflexive
};

// The natural logarithm of the likelihood at log strengths `theta`.
double LogLikelihood(const ChoiceTable& table, absl::Span<const double> theta);

// Moves the log strengths `theta` to the maximum of the likelihood. It is
// unique except for a shift of each group that stages connect. If `contrast` is
// not empty, the sum of contrast times theta stays constant: it has an entry
// for each player, and those of each connected group sum to 0. REQUIRES: in
// each connected group each player lost to each other.
void Maximize(const ChoiceTable& table, absl::Span<const double> contrast,
              std::vector<double>& theta);

// An end of a profile likelihood interval. Raises (direction 1) or lowers (-1)
// the contrast from its value at the maximum `theta` until the log-likelihood,
// maximized for that value of the contrast, has fallen by `drop`. Returns the
// value of the contrast there.
// REQUIRES: as for Maximize; drop > 0.
double ContrastAtDrop(const ChoiceTable& table, std::vector<double> theta,
                      absl::Span<const double> contrast, double drop,
                      int direction);

}  // namespace boardwalk::statistics
