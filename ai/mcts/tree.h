// The tree of a Monte-Carlo search: nodes, proved results, minimax values and
// the statistics of moves; and what the search does with them: selection,
// backup, proof and the final decision. It knows no game; a move is 64 bits.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ai/mcts/arena.h"
#include "ai/mcts/move_table.h"
#include "ai/mcts/options.h"
#include "framework/game.h"
#include "framework/mutex.h"
#include "framework/player.h"

namespace boardwalk::ai {

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
