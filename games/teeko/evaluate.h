// What a position of Teeko is worth to a search.

#ifndef BOARDWALK_GAMES_TEEKO_EVALUATE_H_
#define BOARDWALK_GAMES_TEEKO_EVALUATE_H_

#include <array>
#include <bit>
#include <cstdint>

#include "games/teeko/goals.h"

namespace boardwalk::teeko {

// How near `marks` are to their goals: each goal without a mark of `others`
// counts by the marks it has, four of which would have won. Nineteen goals of
// at most 90 stay below 2,000.
inline int GoalChances(uint32_t marks, uint32_t others) {
  constexpr std::array<int, 5> kWorth = {0, 4, 20, 90, 0};
  int sum = 0;
  for (const uint16_t goal : kGoals) {
    if ((goal & others) == 0) sum += kWorth[std::popcount(goal & marks)];
  }
  return sum;
}

}  // namespace boardwalk::teeko

#endif  // BOARDWALK_GAMES_TEEKO_EVALUATE_H_
