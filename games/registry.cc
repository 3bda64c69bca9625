#include "games/registry.h"

#include <vector>

// The one list of games: a line each, the name of the folder and namespace. A
// folder named here twice, or not there, does not compile or link.
#define BOARDWALK_GAMES(GAME) \
  GAME(chinese8)              \
  GAME(onejump)               \
  GAME(star)                  \
  GAME(teeko)

namespace boardwalk {

#define BOARDWALK_DECLARE(game) \
  namespace game {              \
  GamePlugin Plugin();          \
  }
BOARDWALK_GAMES(BOARDWALK_DECLARE)
#undef BOARDWALK_DECLARE

std::vector<GamePlugin> BuiltInGames() {
  std::vector<GamePlugin> plugins;
#define BOARDWALK_LISTED_ONCE(game) game##_is_listed_once,
  enum { BOARDWALK_GAMES(BOARDWALK_LISTED_ONCE) };
#undef BOARDWALK_LISTED_ONCE
#define BOARDWALK_ADD(game) plugins.push_back(game::Plugin());
  BOARDWALK_GAMES(BOARDWALK_ADD)
#undef BOARDWALK_ADD
  return plugins;
}

absl::StatusOr<Catalog> AllGames() { return Catalog::Create(BuiltInGames()); }

}  // namespace boardwalk
