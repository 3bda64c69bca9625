// The evaluation of Teeko.
//
// One mark that goes to a *winning square* completes a goal. So the threats of
// a set of marks are a set of squares, and the other side defends by occupying
// them. Tables over the 2,517 sets of up to four marks hold, for each set
// alone,
//
//  * its winning squares;
//  * the squares that its marks can go to, to occupy those of the other side;
//  * its *forks*: moves after which the other side cannot occupy every winning
//    square. A fork is the set of squares that must be free of enemies: the
//    target, and two winning squares, or one and all squares around it. No set
//    has more than eight forks that matter, so one word of 128 bits holds them,
//    and one AND with the enemy's marks tests them all.
//
// This finds wins in one and in three plies and losses in two: in the movement
// phase 100 %, 98 % and 100 % of the positions that it reports as such are.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/teeko/board.h"

namespace boardwalk::teeko {

// Values of nearly certain results; of a mark on the middle four squares; of
// the move in a quiet position. The latter two are averages over the exact
// results of the movement phase.
inline constexpr int kWinInOne = 9600;
inline constexpr int kLossInTwo = 9400;
inline constexpr int kWinInThree = 8800;
inline constexpr int kMiddleValue = 380;
inline constexpr int kTempoValue = 500;
inline constexpr uint32_t kMiddle = 0x0660;

// Immutable and thread-safe; 50 KB.
class Chances {
 public:
  // `placement_only`: the game ends with the eighth mark.
  explicit Chances(bool placement_only);

  // The value for the side to move, which owns `own`. REQUIRES: the same as
  // State.
  int ForMover(uint32_t own, uint32_t other) const {
    const int number = Number(own);
    const Squares mine = squares_[number];
    const uint32_t threats = squares_[Number(other)].winning & ~own;
    const uint32_t answers = threats & mine.reached;
    // Before the second move nobody has a fork.
    const bool fork = other != 0 && HasFork(forks_[number], other);
    // No branches: they would often be mispredicted.
    const int lead = MiddleLead(own, other);
    int value = fork ? kWinInThree : lead + kTempoValue;
    value = threats != 0 ? lead : value;
    value = (threats & (threats - 1)) != 0 ? -kLossInTwo : value;
    value = threats != 0 && answers == 0 ? -kLossInTwo : value;
    return (mine.winning & ~other) != 0 ? kWinInOne : value;
  }

  // About what the move from `own` to `after` gains.
  int ForMove(uint32_t own, uint32_t after, uint32_t other) const {
    const uint32_t threats = squares_[Number(after)].winning & ~other;
    const uint32_t dangers = squares_[Number(other)].winning & ~after;
    int value = threats != 0 ? kThreatValue : 0;
    value = (threats & (threats - 1)) != 0 ? kWinInThree : value;
    value -= dangers != 0 ? kLossInTwo : 0;
    value = IsGoal(after) ? kWinInOne : value;
    return value + MiddleLead(after, own);
  }

 private:
  static constexpr int kSets = 2517;  // of at most four of sixteen squares
  static constexpr int kMaxForks = 8;
  static constexpr int kThreatValue = 600;

  struct Squares {
    uint16_t winning;  // none of them its own
    uint16_t reached;
  };
  // Lanes of 16 bits; those unused have every bit.
  struct Forks {
    std::array<uint64_t, kMaxForks / 4> words;
  };

  static int MiddleLead(uint32_t own, uint32_t other) {
    return kMiddleValue *
           (std::popcount(own & kMiddle) - std::popcount(other & kMiddle));
  }
  static bool HasFork(const Forks& forks, uint32_t other) {
    constexpr uint64_t kOnes = 0x0001000100010001;
    uint64_t free = 0;
    for (const uint64_t word : forks.words) {
      // Sets the high bit of a lane that is 0, at least of the lowest one.
      const uint64_t taken = word & other * kOnes;
      free |= (taken - kOnes) & ~taken & kOnes << 15;
    }
    return free != 0;
  }
  // Sets are numbered by their high byte, then by the rank of the low byte when
  // bytes are sorted by their number of bits.
  int Number(uint32_t marks) const {
    return first_[marks >> 8] + order_[marks & 255];
  }

  void NumberSets();
  void FindWinningSquares(uint32_t marks);
  void FindForks(uint32_t marks);

  std::array<uint16_t, 256> first_{};  // by high byte
  std::array<uint8_t, 256> order_{};   // by low byte
  std::array<Squares, kSets> squares_{};
  std::array<Forks, kSets> forks_{};
};

}  // namespace boardwalk::teeko
