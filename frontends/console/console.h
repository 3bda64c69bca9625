// Interactive play of any game by any players: a menu, a board, a prompt.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_
#define BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_

#include <map>
#include <string>

#include "framework/catalog.h"
#include "frontends/terminal/dialog.h"

namespace boardwalk::console {

struct PlayOptions {
  std::string game = {};                  // a name; empty to ask for one
  std::map<int, std::string> seats = {};  // names by seat, counted from 0
};

// Plays on standard input and output, in colour and with line editing where
// they are a terminal. Returns the exit status: 0 played or quit, 1 the input
// ended before the game, 2 an unusable name, 130 interrupted.
int Play(const Catalog& catalog, const PlayOptions& options);

// The same with the dialog given, for tests. REQUIRES: an `Interrupts` exists.
int Run(const Catalog& catalog, const PlayOptions& options,
        terminal::Dialog& dialog);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_CONSOLE_H_
