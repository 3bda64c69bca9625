// The numbers of moves in draughts. A capture is all of its jumps, and two that
// begin and end alike may take other men, so that the way there counts.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluate.h"

namespace boardwalk::draughts {

// All moves that a board has: the steps of a king on each square, and its
// captures among men everywhere, some 1,400 in all. Their numbers are their
// places in this list, by square and way (see State::Move).
class MoveNumbers {
 public:
  MoveNumbers() {
    for (int from = 0; from < 64; ++from) {
      if ((kBoard >> from & 1) == 0) continue;
      for (int i = 0; i < 4; ++i) {
        if (IsSquare(from, kSteps[i])) keys_.push_back(Key(from, i));
      }
      AddJumps(from, from, kBoard, 1);
    }
    std::sort(keys_.begin(), keys_.end());
  }

  int64_t NumActions() const { return static_cast<int64_t>(keys_.size()); }
  template <typename State>
  int64_t ActionOf(const State&, typename State::Move move) const {
    const int key = Key(move.from, move.way);
    return std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin();
  }

 private:
  static int Key(int from, int way) { return from << 20 | way; }
  // Whether a step or a jump stays on the board.
  static bool IsSquare(int at, int step) {
    const int to = at + step;
    return to >= 0 && to < 64 && (kBoard >> to & 1) != 0;
  }
  void AddJumps(int from, int at, Squares left, int way) {
    for (int i = 0; i < 4; ++i) {
      if (!IsSquare(at, kSteps[i]) || !IsSquare(at, 2 * kSteps[i])) continue;
      const Squares over = Squares{1} << (at + kSteps[i]);
      if ((left & over) == 0) continue;
      keys_.push_back(Key(from, way << 2 | i));
      AddJumps(from, at + 2 * kSteps[i], left ^ over, way << 2 | i);
    }
  }

  std::vector<int> keys_;  // in order
};

}  // namespace boardwalk::draughts
