// A list of games, found by name. games/registry.h has that of the program;
// tests make their own.

#pragma once

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
  // No games.
  Catalog() = default;

  // This catalog with a player more. Errors: its id is one that a game has, or
  // those of Create.
  absl::StatusOr<Catalog> With(PlayerPlugin player) const;

  // Checks the plug-ins; each game is offered the `players` that play it.
  // Errors: an id or a parameter that appears twice, a name that cannot be
  // typed, impossible numbers of players, a test set that is refused.
  static absl::StatusOr<Catalog> Create(std::vector<GamePlugin> plugins,
                                        std::vector<PlayerPlugin> players = {});

  // By id, in alphabetical order.
  const std::vector<GamePlugin>& games() const { return plugins_; }

  // Each game by its id alone and with each of its test sets.
  std::vector<std::string> NamesWithTestSets() const;

  // The entry of a game by its id. The error for an unknown id lists the known
  // ones.
  absl::StatusOr<const GamePlugin*> Find(absl::string_view id) const;

  // Makes the game with a name such as "star:size=4,players=3".
  absl::StatusOr<std::shared_ptr<const AnyGame>> MakeGame(
      absl::string_view name) const;

  // Every kind of player of any game, each once, by id, with the parameters
  // that it has in any of them.
  std::vector<PlayerInfo> Players() const;

 private:
  std::vector<GamePlugin> plugins_;    // players_ are among their players
  std::vector<PlayerPlugin> players_;  // that belong to no game
};

}  // namespace boardwalk
