#include "ai/mcts/arena.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>
#include <vector>

namespace boardwalk::ai {
namespace {

constexpr uint32_t kMinThreshold = 4;
constexpr uint32_t kMaxThreshold = 1u << 31;

}  // namespace

Arena::Arena(int64_t slots, size_t extra_bytes) : extra_bytes_(extra_bytes) {
  // kExpanding must not be a valid slot.
  capacity_ = static_cast<uint32_t>(std::clamp<int64_t>(
      slots, kMinSlots, std::numeric_limits<uint32_t>::max() - 1));
  slots_ = ZeroedMemory(size_t{capacity_} * sizeof(Node));
  if (extra_bytes_ > 0 && slots_.Ok()) {
    extras_ = ZeroedMemory(size_t{capacity_} * extra_bytes_);
    if (!extras_.Ok()) slots_ = {};
  }
  if (Ok()) Clear();
}

void Arena::Clear() {
  new (&(*this)[kRoot]) Node();
  run_.store(Run{kFirstSlot, capacity_}.Pack(), std::memory_order_relaxed);
  hand_ = capacity_;
  detached_ = 0;
  eviction_threshold_ = kMinThreshold;
  used_.store(1, std::memory_order_relaxed);
}

void Arena::MarkFree(Run run) {
  if (run.begin >= run.end) return;
  BlockHeader& header = Header(run.begin);
  header.size = run.end - run.begin;
  header.state = BlockHeader::kFree;
}

Slot Arena::Allocate(Slot parent, uint32_t count) {
  assert(count > 0);
  if (count >= capacity_) return 0;
  const uint32_t size = count + 1;
  Slot block = TakeFromRun(size);
  if (block == 0) block = TakeFromNextRun(size);
  if (block == 0) return 0;
  used_.fetch_add(size, std::memory_order_relaxed);
  new (&Header(block)) BlockHeader{size, parent, 0, BlockHeader::kUsed, {}};
  return block + 1;
}

// Returns 0 if the run is too short.
Slot Arena::TakeFromRun(uint32_t size) {
  uint64_t packed = run_.load(std::memory_order_acquire);
  for (;;) {
    const Run run = Run::Unpack(packed);
    if (run.end - run.begin < size) return 0;
    if (run_.compare_exchange_weak(packed,
                                   Run{run.begin + size, run.end}.Pack(),
                                   std::memory_order_acq_rel)) {
      return run.begin;
    }
  }
}

// Replaces the run by the next free block before the hand that is long enough.
// Only the holder of the lock changes headers between the end of the run and
// the hand; other threads may shorten the run in the meantime.
Slot Arena::TakeFromNextRun(uint32_t size) {
  const MutexLock lock(&next_run_mutex_);
  const Slot block = TakeFromRun(size);  // another thread may have replaced it
  if (block != 0) return block;
  uint64_t packed = run_.load(std::memory_order_acquire);
  Slot next = Run::Unpack(packed).end;
  while (next < hand_ && (Header(next).state != BlockHeader::kFree ||
                          Header(next).size < size)) {
    next += Header(next).size;
  }
  if (next >= hand_) return 0;
  const Run next_run = {next + size, next + Header(next).size};
  while (!run_.compare_exchange_weak(packed, next_run.Pack(),
                                     std::memory_order_acq_rel)) {
  }
  MarkFree(Run::Unpack(packed));
  return next;
}

void Arena::MakeRoom(uint32_t count) {
  MarkFree(Run::Unpack(run_.load(std::memory_order_relaxed)));
  FreeDetached();
  MoveHand(count + 1);
}

// REQUIRES: no node refers to the block any more.
void Arena::Detach(Slot block) {
  BlockHeader& header = Header(block);
  header.state = BlockHeader::kDetached;
  header.next = detached_;
  detached_ = block;
}

// Frees a block and detaches those below it.
void Arena::Free(Slot block) {
  const uint32_t size = Header(block).size;
  for (Slot child = block + 1; child < block + size; ++child) {
    const Slot below =
        (*this)[child].first_child.load(std::memory_order_relaxed);
    if (below != kNoChildren) Detach(below - 1);
  }
  Header(block).state = BlockHeader::kFree;
  used_.fetch_sub(size, std::memory_order_relaxed);
}

// Frees a stride of the detached blocks.
void Arena::FreeDetached() {
  for (uint32_t freed = 0; detached_ != 0 && freed < kStride;) {
    const Slot block = detached_;
    detached_ = Header(block).next;
    freed += Header(block).size;
    Free(block);
  }
}

// Moves the hand until half a stride is free and a free block has `wanted`
// slots, but not further than the end of the arena or four strides. Evicts
// blocks and joins adjacent free ones on the way.
void Arena::MoveHand(uint32_t wanted) {
  if (hand_ >= capacity_) hand_ = kFirstSlot;
  const Slot start = hand_;
  Slot last_free = 0;  // the free block just before the hand; 0 for none
  uint32_t passed = 0;
  uint32_t freed = 0;
  uint32_t longest = 0;
  while (hand_ < capacity_ && passed < 4 * std::max(kStride, wanted) &&
         (freed < kStride / 2 || longest < wanted)) {
    BlockHeader& header = Header(hand_);
    const uint32_t size = header.size;
    if (header.state == BlockHeader::kUsed && header.parent != kRoot) {
      Node& parent = (*this)[header.parent];
      if (parent.visits.load(std::memory_order_relaxed) < eviction_threshold_) {
        parent.first_child.store(kNoChildren, std::memory_order_relaxed);
        Free(hand_);
      }
    }
    if (header.state != BlockHeader::kFree) {
      last_free = 0;
    } else if (last_free == 0) {
      last_free = hand_;
    } else {
      Header(last_free).size += size;
    }
    if (last_free != 0) {
      freed += size;
      longest = std::max(longest, Header(last_free).size);
    }
    passed += size;
    hand_ += size;
  }
  run_.store(Run{start, start}.Pack(), std::memory_order_relaxed);
  // Without a block of the wanted length nothing useful was freed.
  AdaptThreshold(passed, longest < wanted ? 0 : freed);
}

void Arena::AdaptThreshold(uint32_t passed, uint32_t freed) {
  if (freed < passed / 4) {
    eviction_threshold_ = std::min(eviction_threshold_ * 2, kMaxThreshold);
  } else if (freed > passed / 4 * 3) {
    eviction_threshold_ = std::max(eviction_threshold_ / 2, kMinThreshold);
  }
}

void Arena::MoveRoot(Slot slot) {
  if (slot == kRoot) return;
  Node& root = (*this)[kRoot];
  Node& node = (*this)[slot];
  const Slot old = root.first_child.load(std::memory_order_relaxed);
  const Slot kept = node.first_child.load(std::memory_order_relaxed);
  const int64_t total = node.total.load(std::memory_order_relaxed);
  const uint32_t visits = node.visits.load(std::memory_order_relaxed);
  Node* const moved = new (&root) Node();
  moved->move = node.move;
  moved->total.store(total, std::memory_order_relaxed);
  moved->visits.store(visits, std::memory_order_relaxed);
  moved->first_child.store(kept, std::memory_order_relaxed);
  if (kept != kNoChildren) Header(kept - 1).parent = kRoot;
  node.first_child.store(kNoChildren, std::memory_order_relaxed);
  Detach(old - 1);
}

bool Arena::IsConsistent() const {
  const Run run = Run::Unpack(run_.load(std::memory_order_relaxed));
  uint64_t in_use = 1;
  std::vector<bool> first_of_block(capacity_, false);
  for (Slot slot = kFirstSlot; slot < capacity_;) {
    if (slot == run.begin && run.begin < run.end) {
      slot = run.end;
      continue;
    }
    const BlockHeader& header = Header(slot);
    if (header.size == 0 || header.size > capacity_ - slot) return false;
    if (header.state != BlockHeader::kFree) in_use += header.size;
    if (header.state == BlockHeader::kUsed) {
      first_of_block[slot + 1] = true;
      const Slot parent = header.parent;
      if (parent >= capacity_ || (*this)[parent].first_child != slot + 1) {
        return false;
      }
    }
    slot += header.size;
  }
  if (in_use != used()) return false;
  // Now the tree from the root.
  std::vector<Slot> open = {kRoot};
  while (!open.empty()) {
    const Slot node = open.back();
    open.pop_back();
    const Slot first = (*this)[node].first_child;
    if (first == kNoChildren) continue;
    if (first >= capacity_ || !first_of_block[first] ||
        Header(first - 1).parent != node) {
      return false;
    }
    for (Slot i = 0; i < CountChildren(first); ++i) open.push_back(first + i);
  }
  return true;
}

}  // namespace boardwalk::ai
