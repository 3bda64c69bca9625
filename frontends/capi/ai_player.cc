#include "frontends/capi/ai_player.h"

#include "frontends/capi/players.h"

extern "C" int ai_player(int player, const int* board) {
  try {
    return boardwalk::capi::ChooseMove(player, board, "alphabeta:time=2s");
  } catch (...) {  // out of memory; nothing may be thrown into C
    return 0;
  }
}
