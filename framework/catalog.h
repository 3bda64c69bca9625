// A list of games, found by name. games/registry.h has the program's own; tests
// make theirs.

#ifndef BOARDWALK_FRAMEWORK_CATALOG_H_
#define BOARDWALK_FRAMEWORK_CATALOG_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk {

// Immutable and thread-safe.
class Catalog {
 public:
  // Checks the plug-ins: an id or a parameter that appears twice, a name that
  // could not be typed, numbers of players that make no sense or a test set
  // that is refused is an error that says which.
  static absl::StatusOr<Catalog> Create(std::vector<GamePlugin> plugins);

  // By id, in alphabetical order.
  const std::vector<GamePlugin>& games() const { return plugins_; }

  // Each game by its id alone and with each of its test sets.
  std::vector<std::string> NamesWithTestSets() const;

  // The entry of a game by its id; an unknown one is an error that says which
  // there are.
  absl::StatusOr<const GamePlugin*> Find(absl::string_view id) const;

  // The game that a name such as "star:size=4,players=3" means.
  absl::StatusOr<std::shared_ptr<const AnyGame>> MakeGame(
      absl::string_view name) const;

  // Every kind of player of any game, each once, by id.
  std::vector<PlayerInfo> Players() const;

 private:
  std::vector<GamePlugin> plugins_;
};

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_CATALOG_H_
