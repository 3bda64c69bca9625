// Steps through a finished game, forward and back.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_
#define BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_

#include <optional>
#include <string>
#include <vector>

#include "framework/game_history.h"
#include "framework/record.h"
#include "frontends/terminal/dialog.h"

namespace boardwalk::console {

struct ReplayedGame {
  std::string title;                      // where it comes from, in one line
  std::vector<std::string> opening = {};  // moves before the record's start
  GameRecord record = {};
  std::optional<GameHistory> history = {};  // of the record
};

// Replays on standard input and output, from the position after `ply` moves: in
// place on a terminal, else each position below the last. Shows all positions
// if the input is no terminal, or is the only one, as in `replay ... | less`.
// Returns the exit status: 0, or kInterruptedStatus. REQUIRES: 0 <= ply <=
// number of moves.
int ReplayAtConsole(const ReplayedGame& game, int ply);

// The same with a dialog, for tests. Without a `keyboard`, empty input shows
// all positions. REQUIRES: an `Interrupts` exists.
int RunReplay(const ReplayedGame& game, int ply, bool keyboard,
              terminal::Dialog& dialog);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_REPLAY_H_
