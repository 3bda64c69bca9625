#include "ai/bind.h"
#include "games/star/star.h"

namespace boardwalk::star {

GamePlugin Plugin() { return ai::BindGame<CompactRules, LargeRules>(); }

}  // namespace boardwalk::star
