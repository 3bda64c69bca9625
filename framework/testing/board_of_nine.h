// A small board for tests of drawings.

#pragma once

#include "framework/board.h"

namespace boardwalk::testing_boards {

// Three by three checkered squares, a1 at the bottom left, without labels at
// the edge, so that cells show their names.
inline BoardLayout Nine() {
  BoardLayout layout = CheckeredGrid(3, 3, ChessSquare);
  layout.columns.clear();
  layout.rows.clear();
  return layout;
}

}  // namespace boardwalk::testing_boards
