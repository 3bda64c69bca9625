// A schedule in which every two players meet equally often, in fewer games than
// with all sets of players.
//
// Example:
//
//   for (const std::vector<int>& players : BalancedPairings(7, 3)) {
//     std::cout << players[0] << " " << players[1] << " " << players[2] << "\n";
//   }

#ifndef BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_
#define BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_

#include <cstdint>
#include <vector>

namespace boardwalk::comparison {

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

}  // namespace boardwalk::comparison

#endif  // BOARDWALK_FRONTENDS_COMPARISON_SEATING_H_
