// What the threads of a search share besides the table.

#ifndef BOARDWALK_AI_ALPHABETA_TEAMWORK_H_
#define BOARDWALK_AI_ALPHABETA_TEAMWORK_H_

#include "ai/alphabeta/busy_moves.h"
#include "ai/alphabeta/split_point.h"

namespace boardwalk::ai {

template <typename Move>
struct Teamwork {
  SplitPoint<Move> split;
  BusyMoves busy;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_TEAMWORK_H_
