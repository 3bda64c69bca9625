// Writes a game as text for the console: board, legend, players, moves.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_
#define BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_

#include <optional>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "frontends/session/session.h"
#include "frontends/session/wording.h"

namespace boardwalk::console {

// The players in one line: "Player 1: human   Player 2: easy". `seats` holds
// their names.
std::string SeatsLine(const std::vector<std::string>& seats);
// The same in lines no longer than `width` unless a single name is.
std::string SeatsText(const std::vector<std::string>& seats, int width);

// The board, lines ended by '\n'.
std::string Board(const AnyState& state, const RenderOptions& options);

// The lines of a board, and those with the cells of marked moves.
struct MarkedBoard {
  std::vector<std::string> lines;
  std::optional<LineRange> marked;
};
// The board with all moves but the first `since` marked.
MarkedBoard MarkMoves(const session::Session& session, int since, bool color,
                      bool flip);

// "[ ]  where a move ended", a line for each mark on the board.
std::vector<std::string> LegendLines(const session::Session& session,
                                     bool color, bool flip);

// The legend in one sentence; "" if there are no marks.
std::string LegendLine(const session::Session& session, bool color, bool flip);

// The players. `beside` the board: a line for each seat, "> # Player 1: human",
// with the seat to move marked. Above it: SeatsText.
std::vector<std::string> SeatLines(const session::Session& session, int width,
                                   bool beside);

// The moves of the game, a line for each number.
std::vector<std::string> HistoryLines(const session::Session& session);

// session::MoveLine, shortened to `width` characters if it can be: "Player 2:
// 6-7".
std::string FittingMoveLine(const session::Session& session, int ply,
                            int width);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_
