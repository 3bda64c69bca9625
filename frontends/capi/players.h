// The players behind the C libraries, with the algorithm as an argument.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"
#include "frontends/capi/chinese_checkers.h"

namespace boardwalk::capi {

// What ai_player returns: the move of `player` (1 or 2) on the interchange
// board of 89 numbers, chosen by `algorithm`, such as "alphabeta:time=2s"; 0 if
// ai_player returns 0. If the algorithm fails, the first legal move. May throw
// std::bad_alloc. Thread-safe.
int ChooseMove(int player, const int* board, absl::string_view algorithm);

// The player of a star with this many pieces a player. A second of computing
// costs a point in the challenge, and a game won gives two: this one spends
// at most 0.4 s on a usual game, whatever the size, as far as it can.
std::string StarPlayer(int pieces);

// The game of chinese_checkers.h, and the player of one of its seats. Not
// thread-safe.
class StarGame {
 public:
  // Arguments as those of InitChineseCheckers, `positions` as many as there are
  // players; `player` as `boardwalk play` takes it. Errors: those are wrong.
  static absl::StatusOr<std::unique_ptr<StarGame>> Create(
      int64_t size, const std::vector<int64_t>& positions, int64_t seat,
      const std::string& player);

  // As YourMove and OpponentMove.
  std::pair<Position, Position> Move();
  void Note(int64_t seat, Position from, Position to);

 private:
  StarGame(std::shared_ptr<const AnyGame> game, std::unique_ptr<Player> player,
           int seat);

  // Makes `seat` the one to move. False if the game is over even so.
  bool SetTurn(int seat);
  void Play(AnyMove move);
  // The move of the player, or the first one if it fails. REQUIRES: the game is
  // not over.
  AnyMove Choose();
  Position OwnPiece() const;

  std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<Player> player_;
  int seat_;
  std::unique_ptr<AnyState> state_;
};

}  // namespace boardwalk::capi
