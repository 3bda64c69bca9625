// A node of the Monte-Carlo search tree: 32 bytes for a position. With implicit
// minimax the arena stores 2 more bytes per seat beside each node (tree.h).
//
// The children of a node are contiguous, in a *block* that starts with a header
// of the same size as a node. Blocks have any length and fill the slots of an
// arena (arena.h). A node refers to its children by the slot of the first:
//
//   slot    0      1        2     3     4      5       6     7
//         +------+--------+-----+-----+-----+--------+-----+-----+---
//         | root | header |  a  |  b  |  c  | header | b.d | b.e | ...
//         +------+--------+-----+-----+-----+--------+-----+-----+---
//            |    children   ^     |         children   ^
//            |      of 0     |     |           of 3     |
//            +---------------+     +--------------------+   first_child
//
//   node    0        8        16       20       24     26     28     30   32
//         +--------+--------+--------+--------+------+------+------+----+
//         |  move  | total  | visits | first_ | bias |bounds| in   |seat|
//         |        |        |        | child  |      |      |flight|    |
//         +--------+--------+--------+--------+------+------+------+----+
//
//   header  0        4        8        12               ...               32
//         +--------+--------+--------+-------+---------------------------+
//         |  size  | parent |  next  | state |            --             |
//         +--------+--------+--------+-------+---------------------------+

#pragma once

#include <atomic>
#include <cstdint>

#include "framework/player.h"

namespace boardwalk::ai {

// The root has slot 0 and is nobody's child.
using Slot = uint32_t;
inline constexpr Slot kRoot = 0;
// Special values of `first_child`: no children; a thread is creating them.
inline constexpr Slot kNoChildren = 0;
inline constexpr Slot kExpanding = ~Slot{0};

// Values in [-1, 1] are summed as integers in this unit, so that threads can
// add atomically and the sum does not depend on their order.
inline constexpr double kValueUnit = 1 << 30;

// What is proved of a node's result, by the numbers of Outcomes; 0 for nothing.
// Seat 0 gets at least what it has in `low` and at most what it has in `high`.
// With more than two players both are the same, as they are for a proved
// result. Aligned, as clang else calls libatomic for each access to an atomic
// one, where the thread sanitizer sees nothing.
struct alignas(2) ResultBounds {
  uint8_t low = 0;
  uint8_t high = 0;

  bool operator==(const ResultBounds&) const = default;
  bool Any() const { return low != 0 || high != 0; }
  bool Exact() const { return low == high && low != 0; }
  // The result that bounds what `seat` gets from below, from above.
  uint8_t LowFor(int seat) const { return seat == 0 ? low : high; }
  uint8_t HighFor(int seat) const { return seat == 0 ? high : low; }
};

// Threads share the atomic members. The others are written once, before other
// threads can reach the node.
struct Node {
  AnyMove move;                   // leads to this node
  std::atomic<int64_t> total{0};  // sum of the playouts' values for `seat`
  std::atomic<uint32_t> visits{0};
  std::atomic<Slot> first_child{kNoChildren};
  int16_t bias = 0;  // the game's score of `move`
  std::atomic<ResultBounds> bounds{};
  std::atomic<uint16_t> in_flight{0};  // threads that search below
  uint8_t seat = 0;                    // made `move`

  // The mean value. REQUIRES: visits > 0.
  double Mean() const {
    return static_cast<double>(total.load(std::memory_order_relaxed)) /
           (kValueUnit * visits.load(std::memory_order_relaxed));
  }
};
static_assert(sizeof(Node) == 32);

// Precedes the children; also marks a run of free slots.
struct BlockHeader {
  enum State : uint32_t {
    kFree,
    kUsed,
    kDetached,  // unreachable from the root, not yet free
  };
  uint32_t size;  // in slots, this header included
  Slot parent;    // of the children in this block
  Slot next;      // in the list of detached blocks
  State state;
  uint8_t unused[16];
};
static_assert(sizeof(BlockHeader) == sizeof(Node));

}  // namespace boardwalk::ai
