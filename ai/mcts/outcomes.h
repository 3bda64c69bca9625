// The results that a search has proved, each numbered by a byte, so that a node
// can name what it comes to.

#ifndef BOARDWALK_AI_MCTS_OUTCOMES_H_
#define BOARDWALK_AI_MCTS_OUTCOMES_H_

#include <array>
#include <atomic>
#include <cstdint>

#include "framework/game.h"
#include "framework/mutex.h"

namespace boardwalk::ai {

// Games have few results: with n players of whom some share a win, at most 2^n.
// Of a game that had more than 255 the further ones would go unproved.
// Thread-safe; nothing is ever forgotten, and known results take no lock.
class Outcomes {
 public:
  static constexpr uint8_t kUnproved = 0;

  // The number of a result, kUnproved where there is no room for it.
  uint8_t NumberOf(const SeatValues& values);

  // REQUIRES: NumberOf returned `number`, which is not kUnproved.
  const SeatValues& operator[](uint8_t number) const { return values_[number]; }

 private:
  static constexpr int kMax = 256;

  uint8_t Find(const SeatValues& values, int known) const;

  std::array<SeatValues, kMax> values_{};
  std::atomic<int> known_{1};
  Mutex growing_;  // held while a value is added
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_OUTCOMES_H_
