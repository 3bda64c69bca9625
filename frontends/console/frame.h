// What a screen shows of a game: the title, the board, who plays and what was
// moved, remarks; arranged so that the board stays in sight.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_
#define BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_

#include <string>
#include <vector>

namespace boardwalk::console {

// The size of a window, in characters.
struct WindowSize {
  int width = 80;
  int height = 24;
};

// What of a board that is larger than the window is shown first, from 0; -1 for
// what shows the marks.
struct BoardCorner {
  int line = -1;
  int column = 0;
};

struct FrameContent {
  std::string title = {};
  std::vector<std::string> board = {};  // lines, with colours
  // The first and last line of the board with a mark of the moves; -1 for none.
  int first_marked = -1, last_marked = -1;
  // Beside the board where there is room, else above or below it, else not.
  std::vector<std::string> seats = {};
  std::vector<std::string> moves = {};
  std::vector<std::string> legend = {};
  std::vector<std::string> notes = {};  // below; always shown
};

// The columns beside the board, 0 where the rest goes above and below it.
int SideWidth(const std::vector<std::string>& board, const WindowSize& window);

// The lines of the frame, none wider than the window. With the prompt, which
// takes another line, they fit into the window if the notes leave room for
// three lines of the board. A line says which part of the board is shown where
// it is larger. Lines beside the board that do not fit are left out, the legend
// first.
std::vector<std::string> ArrangeFrame(const FrameContent& content,
                                      const WindowSize& window,
                                      const BoardCorner& corner);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_FRAME_H_
