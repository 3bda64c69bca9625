// The games that Python can load: those of the program and of plug-ins.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/plugin.h"

namespace boardwalk::python {

// Not thread-safe: Python calls it with the interpreter's lock held.
class Games {
 public:
  // The games of the program, and the plug-ins in the folders of the
  // installation and of BOARDWALK_PLUGIN_PATH.
  Games();

  // Of all games and players.
  const Catalog& catalog() const { return *catalog_; }
  // What was left out, for people.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Ids, in alphabetical order.
  std::vector<std::string> Names() const;
  // The same object for the same game while somebody has it, so that positions
  // and players of it go together. Errors: those of Catalog::MakeGame; no
  // numbers for moves.
  absl::StatusOr<std::shared_ptr<const AnyGame>> Load(absl::string_view name);
  // The game of a name with more settings behind those that it has.
  absl::StatusOr<std::shared_ptr<const AnyGame>> LoadWith(
      absl::string_view name,
      const std::vector<std::pair<std::string, std::string>>& more);
  // Adds what a plug-in brings. Games that were loaded stay as they are.
  absl::Status AddPlugin(const std::string& file);
  // Adds a game that is written in Python, in place of one with its id.
  absl::Status AddPythonGame(GamePlugin game);

 private:
  // Takes them if they make a catalog.
  absl::Status Take(PluginContents contents);

  PluginContents contents_;
  // A game that is being made may run code that adds others: never changed.
  std::shared_ptr<const Catalog> catalog_;
  std::vector<std::string> warnings_;
  std::map<std::string, std::weak_ptr<const AnyGame>> loaded_;  // by name
};

}  // namespace boardwalk::python
