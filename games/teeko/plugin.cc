#include "ai/bind.h"
#include "games/teeko/scripted.h"
#include "games/teeko/teeko.h"

namespace boardwalk::teeko {

GamePlugin Plugin() { return ai::BindGame<Rules>({ScriptedPlayer()}); }

}  // namespace boardwalk::teeko
