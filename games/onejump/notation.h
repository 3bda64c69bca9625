// Cells of one-jump checkers by name.

#ifndef BOARDWALK_GAMES_ONEJUMP_NOTATION_H_
#define BOARDWALK_GAMES_ONEJUMP_NOTATION_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "games/onejump/onejump.h"

namespace boardwalk::onejump {

// A cell by its place, dark or light; both count from 0, the row from the top.
struct Place {
  int row;
  int column;
  bool operator==(const Place&) const = default;
};

inline constexpr int kNoCell = 63;  // a number that no cell has

// The number of the cell there, kNoCell where it is light. REQUIRES: row and
// column are 0 to 7.
int CellAt(Place place);
// REQUIRES: `cell` is a bit of kBoard.
Place PlaceOf(int cell);
std::string CellName(int cell);

// The place called `name`, one letter A to H and one digit 1 to 8; std::nullopt
// for all else. Lower case is not accepted.
std::optional<Place> ParsePlace(absl::string_view name);

// What stands at a place: '.', 'b', 'w', 'B' or 'W', towers being capitals.
char PieceAt(const State& state, Place place);

}  // namespace boardwalk::onejump

#endif  // BOARDWALK_GAMES_ONEJUMP_NOTATION_H_
