// Cells of one-jump checkers by name, and what stands on them.

#ifndef BOARDWALK_GAMES_ONEJUMP_NOTATION_H_
#define BOARDWALK_GAMES_ONEJUMP_NOTATION_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "games/onejump/onejump.h"

namespace boardwalk::onejump {

// A square of the board, dark or light; both count from 0, the row from the
// top.
struct Square {
  int row;
  int column;
  bool operator==(const Square&) const = default;
};

inline constexpr int kNoCell = 63;  // a number that no cell has

// The number of the cell there, kNoCell where the square is light. REQUIRES:
// row and column are 0 to 7.
int CellAt(Square square);
// REQUIRES: `cell` is a bit of kBoard.
Square SquareOf(int cell);
std::string CellName(int cell);

// The square called `name`, one letter A to H and one digit 1 to 8;
// std::nullopt for all else. Lower case is not accepted.
std::optional<Square> ParseSquare(absl::string_view name);

// What stands on a square: '.', 'b', 'w', 'B' or 'W', towers being capitals.
char PieceAt(const State& state, Square square);

}  // namespace boardwalk::onejump

#endif  // BOARDWALK_GAMES_ONEJUMP_NOTATION_H_
