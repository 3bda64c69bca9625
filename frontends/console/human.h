// The player that is a person at the console: known to listings and menus, made
// by none of the games.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_HUMAN_H_
#define BOARDWALK_FRONTENDS_CONSOLE_HUMAN_H_

#include "framework/player.h"

namespace boardwalk::console {

inline PlayerInfo HumanInfo() {
  return {.id = "human", .title = "A person at the console"};
}

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_HUMAN_H_
