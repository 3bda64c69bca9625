// The tree of a Monte-Carlo search: nodes and their memory, proved results,
// minimax values and the statistics of moves; and what the search does with
// them: selection, backup, proof and the final decision. It knows no game; a
// move is 64 bits.

#ifndef BOARDWALK_AI_MCTS_TREE_H_
#define BOARDWALK_AI_MCTS_TREE_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "ai/mcts/options.h"
#include "framework/game.h"
#include "framework/mutex.h"
#include "framework/player.h"
#include "framework/random.h"

namespace boardwalk::ai {

// --- Nodes -------------------------------------------------------------------
//
// A node has 32 bytes for a position. With implicit minimax the arena stores 2
// more bytes per seat beside it.
//
// The children of a node are contiguous, in a *block* that starts with a header
// of the same size as a node. Blocks have any length and fill the slots of an
// arena. A node refers to its children by the slot of the first:
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
// result.
struct ResultBounds {
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

// --- Memory ------------------------------------------------------------------
//
// A tree of nodes in a fixed number of bytes, which evicts rarely visited nodes
// when it is full.
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

// "Paused" below: no other thread uses the arena during the call.
class Arena {
 public:
  // A root, one child and its header, and one spare.
  static constexpr int64_t kMinSlots = 4;

  // Reserves `slots` slots, at least kMinSlots and at most what 32 bits can
  // number, each with `extra_bytes` for the caller's use (see Extra).
  Arena(int64_t slots, size_t extra_bytes);
  // False if the machine does not have the memory.
  bool Ok() const { return slots_ != nullptr; }

  uint32_t capacity() const { return capacity_; }
  // The slots in use.
  uint32_t used() const { return used_.load(std::memory_order_relaxed); }

  // Removes all nodes but an empty root. REQUIRES: paused.
  void Clear();

  Node& operator[](Slot slot) {
    return *reinterpret_cast<Node*>(slots_.get() + slot * sizeof(Node));
  }
  const Node& operator[](Slot slot) const {
    return *reinterpret_cast<const Node*>(slots_.get() + slot * sizeof(Node));
  }
  std::byte* Extra(Slot slot) { return extras_.get() + slot * extra_bytes_; }
  const std::byte* Extra(Slot slot) const {
    return extras_.get() + slot * extra_bytes_;
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
  struct Release {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte[], Release>;

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
    return *reinterpret_cast<BlockHeader*>(slots_.get() + slot * sizeof(Node));
  }
  const BlockHeader& Header(Slot slot) const {
    return *reinterpret_cast<const BlockHeader*>(slots_.get() +
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

  Memory slots_;
  Memory extras_;
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

// --- Statistics of moves -----------------------------------------------------

// Statistics of moves regardless of where they were made, for RAVE and
// progressive history: a hash table of fixed size that replaces the least used
// entries.
//
// Find and Add are thread-safe without locks. If two threads add to one entry
// at the same time, one addition may be lost, or the mean be wrong until the
// entry is replaced.
class MoveTable {
 public:
  struct Record {
    uint32_t count = 0;  // how often the move was made
    double mean = 0;     // value for the seat that made it, in [-1, 1]
  };

  // The largest table within `bytes`. With less than one bucket the table
  // stores nothing.
  explicit MoveTable(int64_t bytes) {
    const auto limit = static_cast<uint64_t>(std::max<int64_t>(bytes, 0));
    if (limit < 2 * sizeof(Bucket)) return;
    num_buckets_ = limit / sizeof(Bucket) - 1;  // one is for alignment
    size_t space = (num_buckets_ + 1) * sizeof(Bucket);
    // Untouched pages cost nothing and are zero, like empty entries.
    memory_.reset(std::calloc(space, 1));
    void* start = memory_.get();
    if (start == nullptr) return;
    buckets_ = static_cast<Bucket*>(std::align(
        alignof(Bucket), num_buckets_ * sizeof(Bucket), start, space));
  }
  // False if the machine does not have the memory.
  bool Ok() const { return num_buckets_ == 0 || buckets_ != nullptr; }

  // Makes the table empty, in constant time: keys of old epochs never match.
  void Clear() { ++epoch_; }
  // Restores the state after construction; needed for reproducible searches.
  void Reset() {
    epoch_ = 0;
    if (buckets_ == nullptr) return;
    std::memset(static_cast<void*>(buckets_), 0, num_buckets_ * sizeof(Bucket));
  }

  // What the keys of all moves of a seat share; with the hash of a position,
  // of all its moves in the playouts that passed that position.
  uint64_t Origin(int seat, uint64_t position = 0) const {
    return Mix64(Mix64(epoch_ * kMaxPlayers + static_cast<uint64_t>(seat)) ^
                 position);
  }
  static uint64_t Key(AnyMove move, uint64_t origin) {
    return Mix64(move.bits ^ origin);
  }

  // Called for every child at every step down the tree.
  Record Find(uint64_t key) const {
    if (num_buckets_ == 0) return {};
    const Bucket& bucket = BucketOf(key);
    const size_t at = bucket.At(TagOf(key));
    const uint32_t count = bucket.counts[at].load(std::memory_order_relaxed);
    if (bucket.tags[at].load(std::memory_order_relaxed) != TagOf(key) ||
        count == 0) {
      return {};
    }
    const auto total =
        static_cast<double>(bucket.totals[at].load(std::memory_order_relaxed));
    // Count and total disagree if two threads replaced the entry at the same
    // time for different moves.
    return {count, std::clamp(total / (kValueUnit * count), -1.0, 1.0)};
  }

  void Add(uint64_t key, double value) {
    if (num_buckets_ == 0) return;
    Bucket& bucket = BucketOf(key);
    const uint32_t tag = TagOf(key);
    size_t at = bucket.At(tag);
    uint32_t count = bucket.counts[at].load(std::memory_order_relaxed);
    int64_t total = bucket.totals[at].load(std::memory_order_relaxed);
    if (count == 0 || bucket.tags[at].load(std::memory_order_relaxed) != tag) {
      at = bucket.LeastUsed();
      count = 0;
      total = 0;
      bucket.tags[at].store(tag, std::memory_order_relaxed);
    }
    bucket.totals[at].store(total + static_cast<int64_t>(value * kValueUnit),
                            std::memory_order_relaxed);
    bucket.counts[at].store(count + 1, std::memory_order_relaxed);
  }

 private:
  static constexpr size_t kBucketSize = 4;
  struct alignas(64) Bucket {
    std::array<std::atomic<uint32_t>, kBucketSize> tags;
    std::array<std::atomic<uint32_t>, kBucketSize> counts;
    std::array<std::atomic<int64_t>, kBucketSize> totals;

    // The entry with this tag, else the first. Branchless, since a branch would
    // be mispredicted.
    size_t At(uint32_t tag) const {
      size_t at = 0;
      for (size_t i = 1; i < kBucketSize; ++i) {
        at = tags[i].load(std::memory_order_relaxed) == tag ? i : at;
      }
      return at;
    }
    size_t LeastUsed() const {
      size_t least = 0;
      for (size_t i = 1; i < kBucketSize; ++i) {
        if (counts[i].load(std::memory_order_relaxed) <
            counts[least].load(std::memory_order_relaxed)) {
          least = i;
        }
      }
      return least;
    }
  };
  struct Release {
    void operator()(void* memory) const { std::free(memory); }
  };

  // The high bits of a key select the bucket; the low bits are the tag.
  static uint32_t TagOf(uint64_t key) { return static_cast<uint32_t>(key); }
  Bucket& BucketOf(uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<size_t>(Wide{key} * num_buckets_ >> 64)];
  }

  uint64_t num_buckets_ = 0;
  std::unique_ptr<void, Release> memory_;
  Bucket* buckets_ = nullptr;  // aligned, within memory_
  uint64_t epoch_ = 0;
};

// --- The tree ----------------------------------------------------------------

// Numbers the results of the game, so that a node refers to a proved result by
// one byte. With n players who may share a win there are at most 2^n; the
// results of a game with more than 255 are proved for the first 255 only.
// Thread-safe; known results need no lock, and none is ever removed.
class Outcomes {
 public:
  static constexpr uint8_t kUnproved = 0;

  // The number of a result; kUnproved if there is no room for it.
  uint8_t NumberOf(const SeatValues& values);

  // REQUIRES: NumberOf returned `number`, and it is not kUnproved.
  const SeatValues& operator[](uint8_t number) const { return values_[number]; }

 private:
  static constexpr int kMax = 256;

  uint8_t Find(const SeatValues& values, int size) const;

  std::array<SeatValues, kMax> values_{};
  std::atomic<int> size_{1};
  Mutex add_mutex_;  // held while a result is added
};

// "Paused" below: no other thread uses the tree during the call.
struct Tree {
  // Divides `options.memory_bytes` between nodes and tables.
  Tree(const MctsOptions& options, int num_players);
  // False if the machine does not have the memory.
  bool Ok() const { return arena.Ok() && rave.Ok() && history.Ok(); }

  // Makes the tree and the tables empty. REQUIRES: paused.
  void Clear();
  // The same, and makes later searches repeat those of a new tree.
  void Reset();

  bool IsProved(const Node& node) const {
    return node.bounds.load(std::memory_order_relaxed).Exact();
  }
  // The result of the node. REQUIRES: the node is proved.
  const SeatValues& ProvedResult(const Node& node) const {
    return outcomes[node.bounds.load(std::memory_order_acquire).low];
  }
  // What the seat gets at least and at most; -1 and 1 if nothing is known.
  double AtLeast(ResultBounds bounds, int seat) const {
    const uint8_t low = bounds.LowFor(seat);
    return low == Outcomes::kUnproved ? -1 : outcomes[low][seat];
  }
  double AtMost(ResultBounds bounds, int seat) const {
    const uint8_t high = bounds.HighFor(seat);
    return high == Outcomes::kUnproved ? 1 : outcomes[high][seat];
  }

  const MctsOptions options;
  const int num_players;
  Arena arena;
  Outcomes outcomes;
  MoveTable rave;     // by position, seat and move
  MoveTable history;  // by seat and move
};

// The child to visit next, and the result that is worth more than it looks.
struct Selection {
  Slot child = kRoot;
  // The number of a result that the seat to move is sure of and whose value is
  // above the child's bound. Then the playout is for a proof only, and the
  // nodes above are credited with that result: they are as good as it is.
  uint8_t secured = Outcomes::kUnproved;
  // No child is open, so that the node may be proved.
  bool closed = false;
};

// A child is open unless it is proved, or proved to be no better for the seat
// to move than what that seat is sure of (Cazenave, Saffidine 2010). Of the
// open children, the one with the highest bound for the seat to move is next:
//
//   value + exploration * sqrt(ln N / n) + history + bias,  where
//   value = (1 - beta) * ((1 - minimax) * mean + minimax * minimax value)
//         + beta * RAVE,
//   beta = sqrt(rave / (3 n + rave)),
//
// for a child with n visits below a node with N visits (Kocsis, Szepesvari
// 2006; RAVE: Gelly, Silver 2007; minimax: Lanctot et al. 2014). An unvisited
// child takes the mean of its siblings plus `fpu` (Gelly, Wang 2006) and the
// terms for history (Nijssen, Winands 2011) and bias (Chaslot et al. 2008). If
// no child is open, the best result is next, and of equals the least visited.
// RAVE refers to the position with hash `rave_position` (GRAVE: Cazenave 2015).
// Each thread that searches below a child counts as one lost visit (virtual
// loss: Chaslot, Winands, van den Herik 2008). REQUIRES: the node has children.
Selection SelectChild(const Tree& tree, Slot node, uint64_t rave_position);

// While a thread searches below a child.
void IncrementVirtualLoss(const Tree& tree, Node& child);
void CancelVirtualLoss(const Tree& tree, Node& child);
// Counts a playout with this value for the seat that moved to the node.
void AddVisit(const Tree& tree, Node& node, double value);

// Proves what it can of the node's result from its children; returns whether
// that is news. MCTS-Solver (Winands, Bjornsson, Saito 2008) for any number of
// players: a node is proved if one child is a win for the seat to move alone,
// or if all children are proved and the best of them for that seat have the
// same result. With three or more players a seat that has lost may decide who
// wins, so different results prove nothing. A proved win holds against all
// others. With two players also bounds are proved (Score Bounded Monte-Carlo
// Tree Search: Cazenave, Saffidine 2010): the seat to move gets at least the
// best of its children's lower bounds, and at most the best of their upper
// ones.
bool Prove(Tree& tree, Slot node);

// Implicit minimax (Lanctot, Winands, Pepels, Sturtevant 2014): besides its
// mean, a node has the value that a plain search would find from the
// evaluations at the edge of the tree, for each seat: max^n (Luckhardt, Irani
// 1986). Stored in the arena, beside the nodes. The functions below require
// MinimaxBytes() > 0.

// Bytes per node: 0 if the options do not use minimax values.
size_t MinimaxBytes(const Tree& tree);
// In [-1, 1].
double MinimaxValue(const Tree& tree, Slot node, int seat);
void SetMinimaxValues(Tree& tree, Slot node, const SeatValues& values);
// Copies the values of the child that is best for the seat to move.
// REQUIRES: the node has children.
void BackUpMinimaxValues(Tree& tree, Slot node);

// At most so many moves are in the ranking of a decision.
inline constexpr int kMaxRanked = 10;

// Move, value, line, ranking and memory_use of the decision. First come proved
// wins, last proved losses, between them the open children (see SelectChild) by
// their visits. Other proved results come before these if they are at least as
// good as the mean of the most visited one, else behind them. `fallback` is a
// legal move, for a tree in which none was visited. Other threads may use the
// tree at the same time.
Decision MakeDecision(const Tree& tree, AnyMove fallback);

// ln(n) within 1e-12, made of + - * / only: the last bit of std::log depends on
// the platform, and the search depends on that bit. REQUIRES: n > 0.
double DeterministicLog(uint32_t n);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_TREE_H_
