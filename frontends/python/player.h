// A player of ours for Python.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "framework/player.h"
#include "frontends/python/state.h"

namespace boardwalk::python {

// Not thread-safe.
class Player {
 public:
  // Errors: those of AnyGame::MakePlayer.
  static absl::StatusOr<std::unique_ptr<Player>> Create(
      std::shared_ptr<const AnyGame> game, const std::string& name,
      uint64_t seed);

  const std::string& name() const { return name_; }
  const AnyGame& game() const { return *game_; }

  // What it thinks of a position of its game. It remembers what it searched
  // where the position follows from the last one. In the calling thread it asks
  // `interrupted` some 20 times a second, and returns its best move so far once
  // that is so; another thread thinks. One for which neither `limits` nor its
  // name set a limit has kUsualMoveTime. REQUIRES: `state` stays as it is
  // meanwhile. Errors: a position of another game;
  // the game is over; those of boardwalk::Player.
  absl::StatusOr<Decision> Think(const State& state, Limits limits,
                                 absl::FunctionRef<bool()> interrupted);

 private:
  Player(std::shared_ptr<const AnyGame> game, std::string name, uint64_t seed)
      : game_(std::move(game)), name_(std::move(name)), seed_(seed) {}

  absl::Status Follow(const State& state);

  std::shared_ptr<const AnyGame> game_;
  std::string name_;
  uint64_t seed_;
  bool has_limit_ = false;
  std::unique_ptr<boardwalk::Player> player_;
  std::unique_ptr<State> seen_;  // up to where it has observed the game
};

}  // namespace boardwalk::python
