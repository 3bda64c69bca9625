#include "ai/bind.h"
#include "games/onejump/onejump.h"
#include "games/onejump/scripted.h"

namespace boardwalk::onejump {

GamePlugin Plugin() { return ai::BindGame<Rules>({ScriptedPlayer()}); }

}  // namespace boardwalk::onejump
