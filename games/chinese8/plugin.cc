#include "ai/bind.h"
#include "games/chinese8/chinese8.h"

namespace boardwalk::chinese8 {

GamePlugin Plugin() { return ai::BindGame<Rules>(); }

}  // namespace boardwalk::chinese8
