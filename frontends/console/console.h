// Plays any game with any players interactively: a menu, a board, a prompt.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_
#define BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_

#include <map>
#include <optional>
#include <string>

#include "framework/catalog.h"
#include "framework/match.h"
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
};

// Plays on standard input and output, in colour and with line editing where
// they are a terminal. Returns the exit status: 0 played or quit, 1 the input
// ended before the game, 2 an unusable name, 130 interrupted.
int Play(const Catalog& catalog, const PlayOptions& options);

// The same with a dialog, for tests. REQUIRES: an `Interrupts` exists.
int Run(const Catalog& catalog, const PlayOptions& options,
        terminal::Dialog& dialog);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_
