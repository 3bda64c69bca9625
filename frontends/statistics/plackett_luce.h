// The likelihood of strengths and where it is greatest: what ratings.h is made
// of.

#ifndef BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_
#define BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_

#include <map>
#include <utility>
#include <vector>

#include "absl/types/span.h"

namespace boardwalk::statistics {

// What of many stages the likelihood depends on. Who met whom is a *meeting*:
// the players to choose from, in ascending order, with how many seats each had.
class Choices {
 public:
  explicit Choices(int players) : credit_(players) {}

  int players() const { return static_cast<int>(credit_.size()); }

  // The number of a meeting, for Add; made when it is new.
  int Meeting(std::vector<int> players);
  void Add(int meeting, double weight) { meetings_[meeting].weight += weight; }
  void AddCredit(int player, double credit) { credit_[player] += credit; }
  // Every meeting and all credit back to 0.
  void Clear();
  // A draw in every meeting that occurred.
  void AddDraws();

  bool HasGames(int player) const;

  // The logarithms of the most likely strengths, mean 0. REQUIRES: there are
  // some, see Components.
  std::vector<double> Fit() const;

  // How likely it is, as a logarithm, that `player` gets all the credit of its
  // meetings (or, if not `wins`, none) when its log strength is `own` and that
  // of the others is as given.
  double LogChanceOfAll(int player, bool wins, double own,
                        absl::Span<const double> log_strength) const;

 private:
  struct Seats {
    int player;
    double seats;
  };
  struct Kind {
    std::vector<Seats> seats;
    double weight = 0;
  };

  double LogLikelihood(absl::Span<const double> log_strength) const;
  // One step of minorize-maximize.
  std::vector<double> Minorize(absl::Span<const double> log_strength) const;
  // Newton's step from `log_strength`; empty where it fails.
  std::vector<double> NewtonStep(absl::Span<const double> log_strength) const;

  std::vector<Kind> meetings_;
  std::map<std::vector<int>, int> numbers_;
  std::vector<double> credit_;
};

// Who gave credit to whom, as a graph; its strongly connected components.
class Components {
 public:
  explicit Components(int players) : beats_(players) { Resize(players); }

  void AddWin(int winner, int loser) { beats_[winner][loser] = true; }
  // Computes the rest; after all wins are added.
  void Close();

  // One component holds everybody in `players`.
  bool Connected(absl::Span<const int> players) const;
  bool Together(int a, int b) const { return beats_[a][b] && beats_[b][a]; }
  // Somebody outside of its component took credit from the player, or gave it.
  bool HasLost(int player) const;
  bool HasWon(int player) const;

 private:
  void Resize(int players) {
    for (auto& row : beats_) row.resize(players);
  }
  std::vector<std::vector<bool>> beats_;  // after Close: directly or not
};

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_PLACKETT_LUCE_H_
