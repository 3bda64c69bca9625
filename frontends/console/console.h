// Plays any game with any players interactively, with a menu, a board and a
// prompt; and steps through finished games.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/catalog.h"
#include "framework/game_history.h"
#include "framework/match.h"
#include "framework/record.h"
#include "frontends/terminal/dialog.h"

namespace boardwalk::console {

struct PlayOptions {
  std::string game = {};                  // a name; the menu asks if empty
  std::map<int, std::string> seats = {};  // names of players by seat, from 0
  std::string load = {};      // a file with a saved game, instead of `game`
  std::string position = {};  // to start from; empty for the opening
  std::optional<TimeControl> clock = {};  // that CheckTimeControl accepts
  // The folder that keeps games which were cut off; "" keeps none. Play sets it
  // to StateFolder() at a terminal and to "" elsewhere.
  std::string state_folder = {};
  bool resume = false;   // asks which game of that folder goes on
  bool details = false;  // figures of what computers think, instead of words
  // Whether a person sits at a terminal and gets the opponent for people
  // (session/seats.h). Set by Play.
  bool at_terminal = false;
};

// Plays on standard input and output, in colour and with line editing where
// they are a terminal. Returns the exit status: 0 played or quit, 1 the input
// ended before the game, 2 an unusable name, 130 interrupted.
int Play(const Catalog& catalog, const PlayOptions& options);

// The same with a dialog, for tests. REQUIRES: an `Interrupts` exists.
int Run(const Catalog& catalog, const PlayOptions& options,
        terminal::Dialog& dialog);

// A finished game to step through, forward and back.
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
