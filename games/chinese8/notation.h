// Cells as text, and the jumps of a move one by one: what notation, messages
// and drawing need and searches do not.

#ifndef BOARDWALK_GAMES_CHINESE8_NOTATION_H_
#define BOARDWALK_GAMES_CHINESE8_NOTATION_H_

#include <string>
#include <vector>

#include "games/chinese8/chinese8.h"

namespace boardwalk::chinese8 {

// "11" for cell 0, "88" for cell 63. REQUIRES: 0 <= cell < kCells.
std::string CellName(int cell);

// The cell of row and column, both from 1; -1 off the board.
int CellAt(int row, int column);

// Where `move` touches the board, from its start to its end: both for a step,
// else a shortest chain of jumps. REQUIRES: `move` is legal.
std::vector<int> TouchedCells(const State& state, State::Move move);

}  // namespace boardwalk::chinese8

#endif  // BOARDWALK_GAMES_CHINESE8_NOTATION_H_
