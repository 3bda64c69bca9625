// Arranges the parts of a game on the screen: the title, the board, the
// players, the moves and remarks. The board stays in sight.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_
#define BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_

#include <optional>
#include <string>
#include <vector>

#include "framework/board.h"

namespace boardwalk::console {

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

#endif  // BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_
