// The likelihood of the Plackett-Luce model: stages added up to what it needs
// of them, who lost to whom, and where it is greatest. What ratings.h is made
// of; see there for the model and its terms.
//
// Example, given `const Stage& stage`:
//
//   ChoiceTable table(3);
//   table.Add(stage, /*times=*/7);
//   if (LossGraph(table).StronglyConnected()) {
//     std::vector<double> theta(3);
//     Maximize(table, /*contrast=*/{}, theta);
//   }

#ifndef BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_
#define BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_

#include <map>
#include <vector>

#include "absl/types/span.h"
#include "frontends/statistics/ratings.h"

namespace boardwalk::statistics {

// Stages of the same seats, added up. Players are distinct and ascending, and
// the three have one entry for each.
struct ChoiceKind {
  std::vector<int> players;
  std::vector<double> seats;   // how many the player has
  std::vector<double> credit;  // sums to the weight of the stages
};

// All that the likelihood depends on. Stages of only one player say nothing and
// are left out.
class ChoiceTable {
 public:
  explicit ChoiceTable(int players) : players_(players) {}

  int players() const { return players_; }
  std::vector<ChoiceKind>& kinds() { return kinds_; }
  const std::vector<ChoiceKind>& kinds() const { return kinds_; }

  // The kind of a stage's seats, added without credit where it is new; -1 where
  // these are of fewer than two players.
  int KindOf(absl::Span<const int> seats);
  void Add(const Stage& stage, double times);
  // A draw of all seats in each kind.
  void AddDraws(double weight);

 private:
  int players_;
  std::vector<ChoiceKind> kinds_;
  std::map<std::vector<int>, int> index_;  // by seats in ascending order
};

// Who lost to whom, directly or through others. Time: players^3.
class LossGraph {
 public:
  explicit LossGraph(const ChoiceTable& table);

  // Whether the player is in a kind of stage.
  bool Met(int player) const { return met_[player]; }
  // Everybody who met anybody lost to everybody else who did.
  bool StronglyConnected() const;
  bool Lost(int from, int to) const { return lost_[from * players_ + to]; }
  bool Equals(int a, int b) const { return Lost(a, b) && Lost(b, a); }

 private:
  int players_;
  std::vector<bool> met_;
  std::vector<char> lost_;  // also of a player to itself
};

// The natural logarithm of the likelihood at log strengths `theta`.
double LogLikelihood(const ChoiceTable& table, absl::Span<const double> theta);

// Moves log strengths from where they are to where the likelihood is greatest,
// unique but for a shift of each group that stages connect. Where `contrast` is
// not empty, the sum of contrast times theta is held: it has an entry for each
// player, and those of each connected group sum to 0.
// REQUIRES: in each group that stages connect everybody lost to everybody.
void Maximize(const ChoiceTable& table, absl::Span<const double> contrast,
              std::vector<double>& theta);

// How far, from its value at the maximum `theta`, the contrast can be raised
// (direction 1) or lowered (-1) until the log-likelihood, greatest under that
// condition, has fallen by `drop`. Returns the value of the contrast there.
// REQUIRES: as Maximize; drop > 0.
double ContrastAtDrop(const ChoiceTable& table, std::vector<double> theta,
                      absl::Span<const double> contrast, double drop,
                      int direction);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_
