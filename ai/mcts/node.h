// What a Monte-Carlo search keeps of a position: 32 bytes. Where it backs up
// evaluations as well, heuristics.h has 2 more for each seat beside them.
//
// The children of a node lie side by side in a *block*, behind a header of the
// same size; blocks are of any length and lie one after the other in the slots
// of an arena (arena.h). A node names its first child by the number of its
// slot:
//
//   slot    0      1        2     3     4      5       6     7
//         +------+--------+-----+-----+-----+--------+-----+-----+---
//         | root | header |  a  |  b  |  c  | header | b.d | b.e | ...
//         +------+--------+-----+-----+-----+--------+-----+-----+---
//            |      3 kids   ^     |           2 kids   ^
//            |      of 0     |     |           of 3     |
//            +---------------+     +--------------------+   first_child
//
//   node    0        8        16       20       24     26    27   28       32
//         +--------+--------+--------+--------+------+-----+----+--------+
//         |  move  | total  | visits | first_ | bias |proof|seat|   in   |
//         |        |        |        | child  |      |     |    | flight |
//         +--------+--------+--------+--------+------+-----+----+--------+
//
//   header  0        4        8        12               ...               32
//         +--------+--------+--------+-------+---------------------------+
//         |  size  | parent |  next  | state |            --             |
//         +--------+--------+--------+-------+---------------------------+

#ifndef BOARDWALK_AI_MCTS_NODE_H_
#define BOARDWALK_AI_MCTS_NODE_H_

#include <atomic>
#include <cstdint>

#include "framework/player.h"

namespace boardwalk::ai {

// Slots are counted from 0, the root's. It is nobody's child.
using Slot = uint32_t;
inline constexpr Slot kRoot = 0;
// As `first_child`: there are none, or another thread is making them.
inline constexpr Slot kNoChildren = 0;
inline constexpr Slot kBeingMade = ~Slot{0};

// Values in [-1, 1] are summed as whole numbers, so that threads can add to
// them and that the order of adding does not matter.
inline constexpr double kValueUnit = 1 << 30;

// Threads meet in the atomic members; the others are written before the node
// can be found.
struct Node {
  AnyMove move;                   // that led here
  std::atomic<int64_t> total{0};  // of the values seen, for `seat`
  std::atomic<uint32_t> visits{0};
  std::atomic<Slot> first_child{kNoChildren};
  int16_t bias = 0;                    // what the game says of `move`
  std::atomic<uint8_t> proof{0};       // its number in outcomes.h, 0 before one
  uint8_t seat = 0;                    // who made `move`
  std::atomic<uint32_t> in_flight{0};  // threads below that are not back yet

  // The mean of the values seen. REQUIRES: visits > 0.
  double Mean() const {
    return static_cast<double>(total.load(std::memory_order_relaxed)) /
           (kValueUnit * visits.load(std::memory_order_relaxed));
  }
};
static_assert(sizeof(Node) == 32);

// In front of the children; also of a run of slots that nobody uses.
struct BlockHeader {
  enum State : uint32_t {
    kFree,
    kUsed,
    kDropped,  // cut off from the tree, not yet free
  };
  uint32_t size;  // in slots, this one included
  Slot parent;    // the node whose children these are
  Slot next;      // of the blocks dropped
  State state;
  uint8_t unused[16];
};
static_assert(sizeof(BlockHeader) == sizeof(Node));

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_NODE_H_
