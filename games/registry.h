// The games of the program.

#ifndef BOARDWALK_GAMES_REGISTRY_H_
#define BOARDWALK_GAMES_REGISTRY_H_

#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/catalog.h"

namespace boardwalk {

// Every game of the list in registry.cc.
std::vector<GamePlugin> BuiltInGames();

// A catalog of these alone; an error if one is wrong (see Catalog::Create).
absl::StatusOr<Catalog> AllGames();

}  // namespace boardwalk

#endif  // BOARDWALK_GAMES_REGISTRY_H_
