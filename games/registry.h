// The games of the program.

#ifndef BOARDWALK_GAMES_REGISTRY_H_
#define BOARDWALK_GAMES_REGISTRY_H_

#include "absl/status/statusor.h"
#include "framework/catalog.h"

namespace boardwalk {

// Every game of the list in registry.cc; an error if the list or a plug-in is
// wrong (see Catalog::Create).
absl::StatusOr<Catalog> AllGames();

}  // namespace boardwalk

#endif  // BOARDWALK_GAMES_REGISTRY_H_
