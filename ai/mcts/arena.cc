#include "ai/mcts/arena.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>
#include <vector>

namespace boardwalk::ai {
namespace {

constexpr uint32_t kSeldomAtFirst = 4;
constexpr uint32_t kMaxSeldom = 1u << 31;

std::byte* Reserve(uint64_t bytes) {
  if (bytes > std::numeric_limits<size_t>::max()) return nullptr;
  // Of memory that nobody has written to, systems keep the zeros to themselves.
  return static_cast<std::byte*>(
      std::calloc(static_cast<size_t>(bytes), sizeof(std::byte)));
}

}  // namespace

Arena::Arena(int64_t slots, size_t extra) : extra_(extra) {
  // kBeingMade must be no slot.
  capacity_ = static_cast<uint32_t>(std::clamp<int64_t>(
      slots, kFewestSlots, std::numeric_limits<uint32_t>::max() - 1));
  slots_.reset(Reserve(uint64_t{capacity_} * sizeof(Node)));
  if (extra_ > 0 && slots_ != nullptr) {
    extras_.reset(Reserve(uint64_t{capacity_} * extra_));
    if (extras_ == nullptr) slots_.reset();
  }
  if (Ok()) Clear();
}

void Arena::Clear() {
  new (&(*this)[kRoot]) Node();
  run_.store(Pack(kFirstSlot, capacity_), std::memory_order_relaxed);
  hand_ = capacity_;
  dropped_ = 0;
  seldom_ = kSeldomAtFirst;
  used_.store(1, std::memory_order_relaxed);
}

void Arena::MakeFree(Slot begin, uint32_t size) {
  BlockHeader& header = Header(begin);
  header.size = size;
  header.state = BlockHeader::kFree;
}

Slot Arena::Allocate(Slot parent, uint32_t count) {
  assert(count > 0);
  if (count >= capacity_) return 0;
  Slot block = Cut(count + 1);
  if (block == 0) block = CutFromNextRun(count + 1);
  return block == 0 ? 0 : Begin(block, parent, count);
}

// The slots of a new block, 0 where the run is too short.
Slot Arena::Cut(uint32_t size) {
  uint64_t run = run_.load(std::memory_order_acquire);
  for (;;) {
    const auto begin = static_cast<Slot>(run >> 32);
    const auto end = static_cast<Slot>(run);
    if (end - begin < size) return 0;
    if (run_.compare_exchange_weak(run, Pack(begin + size, end),
                                   std::memory_order_acq_rel)) {
      return begin;
    }
  }
}

// The headers from the end of the run to the hand are changed by nobody but who
// holds the lock; the run itself may become shorter meanwhile.
Slot Arena::CutFromNextRun(uint32_t size) {
  const MutexLock lock(&next_run_);
  const Slot block = Cut(size);  // another thread may have been here
  if (block != 0) return block;
  uint64_t run = run_.load(std::memory_order_acquire);
  Slot next = static_cast<Slot>(run);
  while (next < hand_ && (Header(next).state != BlockHeader::kFree ||
                          Header(next).size < size)) {
    next += Header(next).size;
  }
  if (next >= hand_) return 0;
  const uint64_t next_run = Pack(next + size, next + Header(next).size);
  while (
      !run_.compare_exchange_weak(run, next_run, std::memory_order_acq_rel)) {
  }
  const auto begin = static_cast<Slot>(run >> 32);
  const auto end = static_cast<Slot>(run);
  if (begin < end) MakeFree(begin, end - begin);
  return next;
}

Slot Arena::Begin(Slot block, Slot parent, uint32_t count) {
  used_.fetch_add(count + 1, std::memory_order_relaxed);
  new (&Header(block))
      BlockHeader{count + 1, parent, 0, BlockHeader::kUsed, {}};
  return block + 1;
}

// Gives back the rest of the run.
void Arena::Retire() {
  const uint64_t run = run_.load(std::memory_order_relaxed);
  const auto begin = static_cast<Slot>(run >> 32);
  const auto end = static_cast<Slot>(run);
  if (begin < end) MakeFree(begin, end - begin);
}

void Arena::MakeRoom(uint32_t count) {
  Retire();
  DiscardDropped();
  MoveHand(count + 1);
}

// Puts a block that no node leads to any more on the list.
void Arena::Drop(Slot block) {
  BlockHeader& header = Header(block);
  header.state = BlockHeader::kDropped;
  header.next = dropped_;
  dropped_ = block;
}

// Frees a block and drops what is below it.
void Arena::Discard(Slot block) {
  const uint32_t size = Header(block).size;
  for (Slot child = block + 1; child < block + size; ++child) {
    const Slot below =
        (*this)[child].first_child.load(std::memory_order_relaxed);
    if (below != kNoChildren) Drop(below - 1);
  }
  Header(block).state = BlockHeader::kFree;
  used_.fetch_sub(size, std::memory_order_relaxed);
}

void Arena::DiscardDropped() {
  for (uint32_t freed = 0; dropped_ != 0 && freed < kStride;) {
    const Slot block = dropped_;
    dropped_ = Header(block).next;
    freed += Header(block).size;
    Discard(block);
  }
}

// From where it stands to a stride further, or until what is wanted was found.
void Arena::MoveHand(uint32_t wanted) {
  if (hand_ >= capacity_) hand_ = kFirstSlot;
  const Slot start = hand_;
  Slot free_run = 0;  // the last of the free blocks passed; 0 after others
  uint32_t passed = 0;
  uint32_t freed = 0;
  uint32_t longest = 0;
  while (hand_ < capacity_ && passed < 4 * std::max(kStride, wanted) &&
         (freed < kStride / 2 || longest < wanted)) {
    BlockHeader& header = Header(hand_);
    const uint32_t size = header.size;
    if (header.state == BlockHeader::kUsed && header.parent != kRoot) {
      Node& parent = (*this)[header.parent];
      if (parent.visits.load(std::memory_order_relaxed) < seldom_) {
        parent.first_child.store(kNoChildren, std::memory_order_relaxed);
        Discard(hand_);
      }
    }
    if (header.state != BlockHeader::kFree) {
      free_run = 0;
    } else if (free_run == 0) {
      free_run = hand_;
    } else {
      Header(free_run).size += size;
    }
    if (free_run != 0) {
      freed += size;
      longest = std::max(longest, Header(free_run).size);
    }
    passed += size;
    hand_ += size;
  }
  run_.store(Pack(start, start), std::memory_order_relaxed);
  // A wish that nothing satisfied counts as a stretch in which nothing was.
  Adapt(passed, longest < wanted ? 0 : freed);
}

void Arena::Adapt(uint32_t passed, uint32_t freed) {
  if (freed < passed / 4) {
    seldom_ = std::min(seldom_ * 2, kMaxSeldom);
  } else if (freed > passed / 4 * 3) {
    seldom_ = std::max(seldom_ / 2, kSeldomAtFirst);
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
  Drop(old - 1);
}

bool Arena::IsSound() const {
  const uint64_t run = run_.load(std::memory_order_relaxed);
  const auto begin = static_cast<Slot>(run >> 32);
  const auto end = static_cast<Slot>(run);
  uint64_t in_use = 1;
  std::vector<bool> first_of_block(capacity_, false);
  for (Slot slot = kFirstSlot; slot < capacity_;) {
    if (slot == begin && begin < end) {
      slot = end;
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
  // Walks all of the tree.
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
