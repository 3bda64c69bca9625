// Stepping through a game on standard input and output.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_
#define BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_

#include "frontends/console/replay_loop.h"

namespace boardwalk::console {

// Shows the position after `ply` moves and obeys the person: in place on a
// terminal, each position below the other elsewhere. Without a person, or
// where only the keyboard is a terminal, as before `less`, it shows all
// positions from there on. Returns the exit status: 0, or 130 interrupted.
// REQUIRES: 0 <= ply <= number of moves.
int ReplayAtConsole(const ReplayedGame& game, int ply);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_
