// All that a Monte-Carlo search knows: the nodes, what is proved of them, and
// what moves were worth elsewhere. Knows no game; moves are bytes to it.

#ifndef BOARDWALK_AI_MCTS_TREE_H_
#define BOARDWALK_AI_MCTS_TREE_H_

#include <atomic>
#include <cstdint>

#include "ai/mcts/arena.h"
#include "ai/mcts/move_table.h"
#include "ai/mcts/options.h"
#include "ai/mcts/outcomes.h"

namespace boardwalk::ai {

struct Tree {
  // Divides `settings.memory_bytes` between nodes and tables. `Ok` tells
  // whether the machine had as much.
  Tree(const MctsSettings& settings, int num_players);
  bool Ok() const { return arena.Ok() && rave.Ok() && history.Ok(); }

  // Back to a bare root. With all other threads at rest.
  void Clear();
  // And as if there had been no search before.
  void Wipe();

  // What the node is proved to be worth to who moved there. REQUIRES: it is
  // proved.
  double ProvedValue(const Node& node) const {
    return outcomes[node.proof.load(std::memory_order_acquire)][node.seat];
  }
  bool IsProved(const Node& node) const {
    return node.proof.load(std::memory_order_relaxed) != Outcomes::kUnproved;
  }

  const MctsSettings settings;
  const int num_players;
  Arena arena;
  Outcomes outcomes;
  MoveTable rave;     // by position, seat and move
  MoveTable history;  // by seat and move
};

// The child to visit next, for the seat that is to move at the node:
//
//   value + exploration * sqrt(ln N / n) + history + bias,  where
//   value = (1 - beta) * ((1 - minimax) * mean + minimax * heuristic)
//         + beta * RAVE,
//   beta = sqrt(rave / (3 n + rave)),
//
// for a child visited n times below a node visited N times (Kocsis, Szepesvari
// 2006; Gelly, Silver 2007 for RAVE; Lanctot et al. 2014 for minimax). A move
// never tried stands in with the mean of its siblings and `fpu` (Gelly, Wang
// 2006), the terms for history (Nijssen, Winands 2011) and bias (Chaslot et al.
// 2008). What is proved counts as what it is. `place` is the hash of the
// position that RAVE refers to (GRAVE: Cazenave 2015). Threads that are still
// below a child count as visits that were lost (virtual loss: Chaslot, Winands,
// van den Herik 2008).
// REQUIRES: the node has children.
Slot SelectChild(const Tree& tree, Slot node, uint64_t place);

// Notes that threads set out for a child and came back with a value for who
// chose it, or without one.
void SetOut(const Tree& tree, Node& child);
void ComeBack(const Tree& tree, Node& child);
void AddVisit(const Tree& tree, Node& child, double value);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_TREE_H_
