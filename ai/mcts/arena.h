// The memory of a Monte-Carlo search: a tree of nodes within a fixed number of
// bytes, which forgets what is visited least when it needs room.
//
// Example:
//
//   Arena arena(/*slots=*/1 << 20, /*extra=*/0);
//   arena.Clear();
//   const Slot first = arena.Allocate(kRoot, 5);  // by any thread
//   if (first == 0) arena.MakeRoom(5);            // with all others at rest
//
// All of the address space is reserved at once and nothing is ever allocated
// again. New blocks are cut from runs of free slots in front of a *hand* that
// goes round the arena, as in the clock algorithm for page replacement (Corbato
// 1968). Making room moves the hand on over a stretch of the arena: blocks
// below nodes that were visited seldom are given up with all below them, others
// stay where they are. A node that lost its children keeps what it knows, and
// gets them anew when the search comes back. How seldom is seldom adapts to how
// much room is found.

#ifndef BOARDWALK_AI_MCTS_ARENA_H_
#define BOARDWALK_AI_MCTS_ARENA_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "ai/mcts/node.h"
#include "framework/mutex.h"

namespace boardwalk::ai {

class Arena {
 public:
  // The fewest slots that make sense: a root, and a child with its header.
  static constexpr int64_t kFewestSlots = 4;

  // Reserves `slots` slots, or as many as 32 bits can number, each with `extra`
  // bytes beside it that the user of the arena may fill (see Extra). `Ok` tells
  // whether the machine had as much.
  Arena(int64_t slots, size_t extra);
  bool Ok() const { return slots_ != nullptr; }

  uint32_t capacity() const { return capacity_; }
  // The slots in use.
  uint32_t used() const { return used_.load(std::memory_order_relaxed); }

  // Back to a bare root. With all other threads at rest.
  void Clear();

  Node& operator[](Slot slot) {
    return *reinterpret_cast<Node*>(slots_.get() + slot * sizeof(Node));
  }
  const Node& operator[](Slot slot) const {
    return *reinterpret_cast<const Node*>(slots_.get() + slot * sizeof(Node));
  }
  std::byte* Extra(Slot slot) { return extras_.get() + slot * extra_; }
  const std::byte* Extra(Slot slot) const {
    return extras_.get() + slot * extra_;
  }
  // How many children there are. REQUIRES: `first_child` is that of a node.
  uint32_t CountChildren(Slot first_child) const {
    return Header(first_child - 1).size - 1;
  }

  // Room for `count` children of `parent`: the slot of the first, or 0 where
  // there is none before MakeRoom. The caller makes the nodes and then sets
  // the parent's first_child. Thread-safe; takes a lock only when a run of free
  // slots has come to its end.
  // REQUIRES: count > 0.
  Slot Allocate(Slot parent, uint32_t count);

  // Frees slots, in the hope of a run of `count` + 1; some thousands are looked
  // at, then it is over, found or not. With all other threads at rest.
  void MakeRoom(uint32_t count);

  // Makes the node in `slot` the root and drops all that is not below it. Takes
  // no time; the memory comes back bit by bit as room is made. With all other
  // threads at rest.
  void MoveRoot(Slot slot);

  // Nodes visited less often than this lose their children as the hand passes.
  uint32_t seldom() const { return seldom_; }

  // For tests: whether the blocks fill the arena without gap or overlap, each
  // block in use is its parent's, and each node's children are there. Slow.
  bool IsSound() const;

 private:
  struct Release {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte[], Release>;

  // A run of free slots from which blocks are being cut: begin in the high half
  // and end in the low half.
  static uint64_t Pack(Slot begin, Slot end) {
    return uint64_t{begin} << 32 | end;
  }
  static constexpr Slot kFirstSlot = 1;  // that blocks can be in
  // The hand moves on by this many slots, which is a millisecond or less.
  static constexpr uint32_t kStride = 1 << 15;

  BlockHeader& Header(Slot slot) {
    return *reinterpret_cast<BlockHeader*>(slots_.get() + slot * sizeof(Node));
  }
  const BlockHeader& Header(Slot slot) const {
    return *reinterpret_cast<const BlockHeader*>(slots_.get() +
                                                 slot * sizeof(Node));
  }
  void MakeFree(Slot begin, uint32_t size);
  Slot Begin(Slot block, Slot parent, uint32_t count);
  Slot Cut(uint32_t size);
  Slot CutFromNextRun(uint32_t size);
  void Retire();
  void Drop(Slot block);
  void Discard(Slot block);
  void DiscardDropped();
  void MoveHand(uint32_t wanted);
  void Adapt(uint32_t passed, uint32_t freed);

  Memory slots_;
  Memory extras_;
  const size_t extra_;
  uint32_t capacity_ = 0;
  std::atomic<uint32_t> used_{0};
  std::atomic<uint64_t> run_{0};
  Mutex next_run_;  // held while the run is changed for another
  // Blocks before it and after the run have been looked at by the hand.
  Slot hand_ = 0;
  Slot dropped_ = 0;  // the first of a list of blocks; 0 for none
  uint32_t seldom_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_ARENA_H_
