// MCTS-Solver (Winands, Bjornsson, Saito 2008) for any number of players: what
// the ends of games in the tree prove of the nodes above them.

#ifndef BOARDWALK_AI_MCTS_SOLVER_H_
#define BOARDWALK_AI_MCTS_SOLVER_H_

#include "ai/mcts/tree.h"

namespace boardwalk::ai {

// Proves the node from what is proved of its children, if that is enough;
// whether it is proved now. It is as soon as one of them is a win for the seat
// to move alone; and when all are, it comes to what the best for that seat do,
// provided that they are all the same: with three or more players one who has
// lost anyhow may decide who wins, and then nothing is certain. So a win that
// is proved is one whatever the others do.
bool Prove(Tree& tree, Slot node);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_SOLVER_H_
