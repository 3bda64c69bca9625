// The memory of a Monte-Carlo search: a tree of nodes in a fixed number of
// bytes, which evicts rarely visited nodes when it is full.
//
// Example:
//
//   Arena arena(/*slots=*/1 << 20, /*extra_bytes=*/0);
//   arena.Clear();
//   const Slot first = arena.Allocate(kRoot, 5);  // from any thread
//   if (first == 0) arena.MakeRoom(5);            // other threads are paused
//
// The address space is reserved once; nothing is allocated later. New blocks
// are cut from runs of free slots in front of a *hand* that moves round the
// arena, as in the clock algorithm for page replacement (Corbato 1968).
// MakeRoom moves the hand: it frees each block whose parent has fewer visits
// than a threshold, and all blocks below; other blocks stay where they are. A
// node without its children keeps its statistics, and the search expands it
// again when it returns. The threshold adapts to how much room is found.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ai/common/zeroed_memory.h"
#include "ai/mcts/node.h"
#include "framework/mutex.h"

namespace boardwalk::ai {

// "Paused" below: no other thread uses the arena during the call.
class Arena {
 public:
  // A root, one child and its header, and one spare.
  static constexpr int64_t kMinSlots = 4;

  // Reserves `slots` slots, at least kMinSlots and at most what 32 bits can
  // number, each with `extra_bytes` for the caller's use (see Extra).
  Arena(int64_t slots, size_t extra_bytes);
  // False if the machine does not have the memory.
  bool Ok() const { return slots_.Ok(); }

  uint32_t capacity() const { return capacity_; }
  // The slots in use.
  uint32_t used() const { return used_.load(std::memory_order_relaxed); }

  // Removes all nodes but an empty root. REQUIRES: paused.
  void Clear();

  Node& operator[](Slot slot) {
    return *reinterpret_cast<Node*>(slots_.start() + slot * sizeof(Node));
  }
  const Node& operator[](Slot slot) const {
    return *reinterpret_cast<const Node*>(slots_.start() + slot * sizeof(Node));
  }
  std::byte* Extra(Slot slot) { return extras_.start() + slot * extra_bytes_; }
  const std::byte* Extra(Slot slot) const {
    return extras_.start() + slot * extra_bytes_;
  }
  // REQUIRES: `first_child` is the first child of a node.
  uint32_t CountChildren(Slot first_child) const {
    return Header(first_child - 1).size - 1;
  }

  // Allocates `count` children of `parent` and returns the slot of the first,
  // or 0 if MakeRoom is needed. The caller constructs the nodes and then sets
  // the parent's first_child. Thread-safe; locks only at the end of a run.
  // REQUIRES: count > 0.
  Slot Allocate(Slot parent, uint32_t count);

  // Evicts nodes to get a run of `count` + 1 free slots. Visits a limited part
  // of the arena, so it can fail; call it again then. REQUIRES: paused.
  void MakeRoom(uint32_t count);

  // Makes the node in `slot` the root and detaches everything that is not below
  // it, in constant time: MakeRoom frees the memory. REQUIRES: paused.
  void MoveRoot(Slot slot);

  // MakeRoom evicts the children of nodes with fewer visits.
  uint32_t eviction_threshold() const { return eviction_threshold_; }

  // For tests: whether blocks fill the arena without gap or overlap, parents
  // and children agree, and `used` is right. Slow.
  bool IsConsistent() const;

 private:
  // The current run of free slots, [begin, end).
  struct Run {
    Slot begin;
    Slot end;
    uint64_t Pack() const { return uint64_t{begin} << 32 | end; }
    static Run Unpack(uint64_t bits) {
      return {static_cast<Slot>(bits >> 32), static_cast<Slot>(bits)};
    }
  };
  static constexpr Slot kFirstSlot = 1;  // of blocks
  // The hand moves by about this many slots at a time: a millisecond or less.
  static constexpr uint32_t kStride = 1 << 15;

  BlockHeader& Header(Slot slot) {
    return *reinterpret_cast<BlockHeader*>(slots_.start() +
                                           slot * sizeof(Node));
  }
  const BlockHeader& Header(Slot slot) const {
    return *reinterpret_cast<const BlockHeader*>(slots_.start() +
                                                 slot * sizeof(Node));
  }
  void MarkFree(Run run);
  Slot TakeFromRun(uint32_t size);
  Slot TakeFromNextRun(uint32_t size);
  void Detach(Slot block);
  void Free(Slot block);
  void FreeDetached();
  void MoveHand(uint32_t wanted);
  void AdaptThreshold(uint32_t passed, uint32_t freed);

  ZeroedMemory slots_;
  ZeroedMemory extras_;
  const size_t extra_bytes_;
  uint32_t capacity_ = 0;
  std::atomic<uint32_t> used_{0};
  std::atomic<uint64_t> run_{0};  // packed
  Mutex next_run_mutex_;          // held while the run is replaced
  // The free blocks between the run and the hand are the next runs.
  Slot hand_ = 0;
  Slot detached_ = 0;  // head of the list of detached blocks; 0 if empty
  uint32_t eviction_threshold_ = 0;
};

}  // namespace boardwalk::ai
