// A generation of learning: games of self-play, and an evaluation fitted to
// them.
//
// Example, given `const AnyGame& game` and `SelfPlay play`:
//
//   RETURN_IF_ERROR(CheckLearnable(game));
//   std::vector<LearnedGame> games;
//   RETURN_IF_ERROR(PlayGames(game, play, {}, [&](LearnedGame played) {
//     games.push_back(std::move(played));
//     return absl::OkStatus();
//   }));
//   ASSIGN_OR_RETURN(const PatternFit fit, FitTo(game, games, {}));

#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "ai/learn/fit.h"
#include "ai/learn/patterns.h"
#include "ai/learn/self_play.h"
#include "framework/any_game.h"

namespace boardwalk::ai {

// Whether an evaluation of the game can be learned: it describes its board,
// which has not too many cells.
absl::Status CheckLearnable(const AnyGame& game);

// Half of the length of a random game, within bounds: up to so many random
// plies give openings that are broad and not yet decided.
absl::StatusOr<int> UsualOpening(const AnyGame& game);

// What is played.
struct SelfPlay {
  std::string player;  // its name
  SelfPlayOptions options = {};
  int64_t games = 0;
  int jobs = 1;
  std::function<bool()> out_of_time =
      {};  // asked before each game; may be null
};

// Plays the games from 0 to games - 1 whose numbers are not in `found`. Calls
// `take` with each, in any order, one at a time. Ends without an error when the
// time is up or options.stop is set. Errors: those of `take`, of the player,
// and of making it.
absl::Status PlayGames(const AnyGame& game, const SelfPlay& play,
                       const std::set<uint64_t>& found,
                       const std::function<absl::Status(LearnedGame)>& take);

struct FitSettings {
  FitOptions options = {};
  PatternKinds patterns = {};
  int max_stages = 3;  // of about as many positions each
  std::function<void(int epoch, double loss)> progress = {};
};

// An evaluation for the game from `games`, in the order of their numbers.
// Errors: no positions to learn from, or of another game.
// REQUIRES: CheckLearnable.
absl::StatusOr<PatternFit> FitTo(const AnyGame& game,
                                 std::vector<LearnedGame>& games,
                                 const FitSettings& settings);

}  // namespace boardwalk::ai
