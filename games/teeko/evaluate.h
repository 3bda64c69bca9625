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

namespace internal {
// By square: the squares with which it shares goals.
struct Companions {
  uint16_t once = 0;   // those that share a goal with it
  uint16_t twice = 0;  // those that share two or more
  uint8_t goals = 0;   // that it is part of
};
consteval std::array<Companions, kSquares> MakeCompanions() {
  std::array<Companions, kSquares> companions{};
  for (int square = 0; square < kSquares; ++square) {
    Companions& mine = companions[square];
    for (const uint16_t goal : kGoals) {
      if ((goal >> square & 1) == 0) continue;
      const auto others = static_cast<uint16_t>(goal & ~(1u << square));
      mine.twice = static_cast<uint16_t>(mine.twice | (mine.once & others));
      mine.once = static_cast<uint16_t>(mine.once | others);
      ++mine.goals;
    }
  }
  return companions;
}
inline constexpr std::array<Companions, kSquares> kCompanions =
    MakeCompanions();
}  // namespace internal

// How well a mark on `square` stands with `others` of its side, about on the
// scale of GoalChances: by the goals there and by those shared.
inline int Company(uint32_t others, int square) {
  const internal::Companions& companions = internal::kCompanions[square];
  return 4 * companions.goals + 20 * std::popcount(others & companions.once) +
         20 * std::popcount(others & companions.twice);
}

}  // namespace boardwalk::teeko

#endif  // BOARDWALK_GAMES_TEEKO_EVALUATE_H_
