// Games of self-play to learn from: broad, with unequal positions and some
// blunders, since games between equals say nothing of what decides them.
//
// Example, given `const AnyGame& game` and `const SelfPlayOptions& options`:
//
//   ASSIGN_OR_RETURN(auto player, game.MakePlayer("alphabeta"));
//   ASSIGN_OR_RETURN(const LearnedGame played,
//                    PlayLearningGame(game, *player, options, /*number=*/0));

#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"

namespace boardwalk::ai {

// Targets have so many digits behind the point, in memory as in files: a
// learner that goes on from a file must learn the same.
inline constexpr int kTargetDigits = 4;
inline constexpr double kTargetParts = 10'000;

// What a seat makes of a position.
struct LearnedView {
  int plain = 0;      // the game's own evaluation for it; 0 without one
  double target = 0;  // the probability that it wins, see kTargetDigits
  bool operator==(const LearnedView&) const = default;
};

// A position that evaluations can be fitted to.
struct LearnedPosition {
  std::vector<uint64_t> planes;  // AnyState::PlaneWords
  int mover = 0;
  // That of the mover in games for two, where the other's is its mirror; else
  // those of all seats, in their order.
  std::vector<LearnedView> views;
  bool operator==(const LearnedPosition&) const = default;
};

struct LearnedGame {
  uint64_t number = 0;
  std::vector<LearnedPosition> positions;
};

struct SelfPlayOptions {
  // A move, for the stronger seat on average; playouts for a player that makes
  // these.
  int64_t nodes = 2000;
  int max_opening = 0;  // random plies before the game, at most
  int max_plies = 400;  // then it is a draw
  // The target of a position mixes the values of later searches with the
  // result; that of k plies later counts trust^k (R. Sutton, Learning to
  // Predict by the Methods of Temporal Differences, 1988). 1 for the result
  // alone. With three and more seats, where only the mover has a value, that of
  // k turns of a seat later counts trust^(2 k) for this seat.
  double trust = 0.95;
  uint64_t seed = 0;
  const std::atomic<bool>* stop = nullptr;
};

// Plays the `number`th game and takes its positions. The opening, how much each
// seat thinks and the blunders are random; all follow from the seed and the
// number. A position that is taken is where the best line of a search ends, as
// this is where it evaluates. With n > 2 seats, of which each gives a sample,
// it takes two of n positions. Errors: those of the player; Cancelled if
// stopped. REQUIRES: the game describes its board.
absl::StatusOr<LearnedGame> PlayLearningGame(const AnyGame& game,
                                             Player& player,
                                             const SelfPlayOptions& options,
                                             uint64_t number);

}  // namespace boardwalk::ai
