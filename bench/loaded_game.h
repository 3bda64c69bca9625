// Games that the benchmarks load as plug-ins, as the program does.

#pragma once

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/plugin_loader.h"

namespace boardwalk::bench {

// The error where there is none.
inline constexpr char kNotThere[] = "the plug-in is not there";

// The game `id` with default parameters from the plug-in of that name in the
// build; null if that cannot be loaded.
inline std::shared_ptr<const AnyGame> LoadedGame(const std::string& id) {
  PluginContents contents;
  const std::string file = absl::StrCat(OwnPluginFolder(), "/", id, ".so");
  if (!LoadPlugins({file}, contents).empty()) return nullptr;
  return Catalog::Create(contents.games).value().MakeGame(id).value();
}

}  // namespace boardwalk::bench
