// Tic-tac-toe for tests, which no program lists.

#ifndef BOARDWALK_TESTS_TICTACTOE_PLUGIN_H_
#define BOARDWALK_TESTS_TICTACTOE_PLUGIN_H_

#include "framework/any_game.h"

namespace boardwalk::tictactoe {

GamePlugin Plugin();

}  // namespace boardwalk::tictactoe

#endif  // BOARDWALK_TESTS_TICTACTOE_PLUGIN_H_
