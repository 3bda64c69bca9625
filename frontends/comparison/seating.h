// Who meets whom in a tournament on the star: fewer games than of all sets of
// players, and just as fair.
//
// Example, given `const Plan& plan`:
//
//   const Meetings meetings = CountMeetings(plan);
//   if (!meetings.equal()) std::cout << meetings.games[0][1];

#ifndef BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_
#define BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_

#include <cstdint>
#include <vector>

namespace boardwalk::comparison {

class Plan;

// Different sets of `seats` of the players, each sorted, in lexicographic
// order. Every two players are together in equally many of them, so each is in
// equally many: a balanced incomplete block design. Of those that were found it
// is the smallest. There is one for all numbers of players up to 31; if the
// search finds none, it is all sets up to kMaxCompleteDesign, and beyond the
// nearest to balanced that was found. The same for the same arguments,
// everywhere. Takes milliseconds, with 30 players and more 0.2 s.
// REQUIRES: 2 <= seats <= players <= 64.
//
// The designs are made of base blocks that are shifted through the residues
// modulo the number of players, or one less with a fixed player (Bose, On the
// construction of balanced incomplete block designs, 1939). Base blocks whose
// differences are equally frequent are found by a local search.
std::vector<std::vector<int>> BalancedPairings(int players, int seats);

inline constexpr int64_t kMaxCompleteDesign = 20'000;

// How often players are in a game together, and who begins.
struct Meetings {
  // By two players: their games; on the diagonal, those of the player.
  std::vector<std::vector<int64_t>> games;
  std::vector<int64_t> starts;  // games in which the player moves first

  // The smallest and the largest number of games of two players, and of starts.
  int64_t min_games() const;
  int64_t max_games() const;
  int64_t min_starts() const;
  int64_t max_starts() const;
  bool equal() const {
    return min_games() == max_games() && min_starts() == max_starts();
  }
};

// Of all games of the plan. Goes through one round.
Meetings CountMeetings(const Plan& plan);

}  // namespace boardwalk::comparison

#endif  // BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_
