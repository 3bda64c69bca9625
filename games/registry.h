// The games of the program.

#pragma once

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
