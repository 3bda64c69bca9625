// What a Monte-Carlo search has to say: its choice, and what it thinks of the
// others.

#ifndef BOARDWALK_AI_MCTS_REPORT_H_
#define BOARDWALK_AI_MCTS_REPORT_H_

#include "ai/mcts/tree.h"
#include "framework/player.h"

namespace boardwalk::ai {

// The moves that a decision ranks at most.
inline constexpr int kMaxRanked = 10;

// Move, value, line, ranking and memory_use of a decision by what the tree
// knows; other threads may be at work in it. First comes what is proved to win,
// last what is proved to lose, between them the most visited; where everything
// is proved, the best. `any` is a legal move, for when no other was visited.
Decision DecisionOf(const Tree& tree, AnyMove any);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_REPORT_H_
