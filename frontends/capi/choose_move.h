// The implementation of the C function ai_player, with the algorithm as an
// argument.

#ifndef BOARDWALK_FRONTENDS_CAPI_CHOOSE_MOVE_H_
#define BOARDWALK_FRONTENDS_CAPI_CHOOSE_MOVE_H_

#include "absl/strings/string_view.h"

namespace boardwalk::capi {

// The move of `player` (1 or 2) on the interchange board of 89 numbers, chosen
// by `algorithm`, such as "alphabeta:time=2s"; 0 if ai_player returns 0. If the
// algorithm fails, the first legal move. May throw std::bad_alloc. Thread-safe.
int ChooseMove(int player, const int* board, absl::string_view algorithm);

}  // namespace boardwalk::capi

#endif  // BOARDWALK_FRONTENDS_CAPI_CHOOSE_MOVE_H_
