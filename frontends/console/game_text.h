// Writes a game as text for the console: board, legend, players, moves.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/board.h"
#include "frontends/session/session.h"

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
                                     bool flip);

// The legend in one sentence; "" if there are no marks.
std::string LegendLine(const session::Session& session, bool flip);

// The players. `beside` the board: a line for each seat, "> # Player 1: human",
// with the seat to move marked. Above it: SeatsText.
std::vector<std::string> SeatLines(const session::Session& session, int width,
                                   bool beside);

// The moves of the game, a line for each number.
std::vector<std::string> HistoryLines(const session::Session& session);

// session::MoveLine, shortened to `width` characters if it can be: "Player 2:
// 6-7".
std::string FittingMoveLine(const session::Session& session, int ply,
                            bool details, int width);

// --- The screen (frame.cc) ---------------------------------------------------
//
// The title, the board, the players, the moves and remarks are arranged so that
// the board stays in sight.

// The size of a window, in characters.
struct WindowSize {
  int width = 80;
  int height = 24;
};

// The top left character of the visible part of a board that is larger than the
// window. Line -1 scrolls to the marks.
struct BoardCorner {
  int line = -1;
  int column = 0;
};

struct FrameContent {
  std::string title = {};
  std::vector<std::string> board = {};   // lines, with colours
  std::optional<LineRange> marked = {};  // its lines with marks of moves
  // Beside the board where there is room, else above or below it, else not.
  std::vector<std::string> seats = {};
  std::vector<std::string> moves = {};
  std::vector<std::string> legend = {};
  std::vector<std::string> notes = {};  // below; always shown
};

// The columns of text that have room beside the board; 0 if it goes above and
// below instead.
int SideWidth(const std::vector<std::string>& board, const WindowSize& window);

// The lines of the frame, none wider than the window. With the prompt, which
// takes another line, they fit into the window if the notes leave room for
// three lines of the board. Where the board is larger, a line says which part
// is shown. Lines beside the board that do not fit are left out, the legend
// first.
std::vector<std::string> ArrangeFrame(const FrameContent& content,
                                      const WindowSize& window,
                                      const BoardCorner& corner);

}  // namespace boardwalk::console
