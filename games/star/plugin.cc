#include "ai/bind.h"
#include "games/star/star.h"

namespace boardwalk::star {

GamePlugin Plugin() {
  return ai::BindGame<CompactRules, CompactRulesOf<2>, CompactRulesOf<3>,
                      LargeRules>();
}

}  // namespace boardwalk::star
