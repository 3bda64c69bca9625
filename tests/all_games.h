// The games of the program, as it loads them: those of the list and those of
// the plug-ins that were built with it.

#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "framework/plugin_loader.h"
#include "games/registry.h"
#include "tests/game_names.h"

namespace boardwalk {

// Made once: it starts processes, so ask for it before threads are started.
inline const absl::StatusOr<Catalog>& AllGamesAndPlugins() {
  static const absl::StatusOr<Catalog> catalog =
      []() -> absl::StatusOr<Catalog> {
    PluginContents contents;
    contents.games = BuiltInGames();
    const std::vector<std::string> files = PluginFiles(OwnPluginFolder());
    for (const absl::Status& refused : LoadPlugins(files, contents)) {
      return refused;
    }
    return Catalog::Create(contents.games, contents.players);
  }();
  return catalog;
}

}  // namespace boardwalk
