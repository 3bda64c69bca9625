// Implicit minimax backups (Lanctot, Winands, Pepels, Sturtevant 2014): beside
// the mean of its playouts, a node remembers the value that plain search would
// give it, from the evaluations at the edge of the tree. With more than two
// players it is the value for each seat that max^n would give (Luckhardt, Irani
// 1986). They lie beside the nodes, where the arena has room for them.

#ifndef BOARDWALK_AI_MCTS_HEURISTICS_H_
#define BOARDWALK_AI_MCTS_HEURISTICS_H_

#include <cstddef>

#include "ai/mcts/arena.h"
#include "framework/game.h"

namespace boardwalk::ai {

struct Tree;

// How many bytes a node takes for them: 0 where the settings want none.
size_t HeuristicBytes(const Tree& tree);

// The value of a node for a seat, in [-1, 1]. REQUIRES: HeuristicBytes() > 0,
// here and below.
double Heuristic(const Tree& tree, Slot node, int seat);

// Sets the values of a node.
void SetHeuristics(Tree& tree, Slot node, const SeatValues& values);

// Gives the node the values of the child that is best for who chooses it.
// REQUIRES: it has children.
void BackUpHeuristics(Tree& tree, Slot node);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_HEURISTICS_H_
