// Plays one game between any players, by clocks, to its end or its
// adjudication, and records every move.
//
// Example, given `const AnyGame& game`:
//
//   ASSIGN_OR_RETURN(const auto white, game.MakePlayer("mcts:playouts=1000"));
//   ASSIGN_OR_RETURN(const auto black, game.MakePlayer("random"));
//   ASSIGN_OR_RETURN(const GameRecord record,
//                    PlayMatch(*game.InitialState(),
//                              {{"mcts:playouts=1000", white.get()},
//                               {"random", black.get()}},
//                              {.seed = 7}));

#ifndef BOARDWALK_FRAMEWORK_MATCH_H_
#define BOARDWALK_FRAMEWORK_MATCH_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "framework/player.h"
#include "framework/record.h"

namespace boardwalk {

// Counts how often positions occurred. Identity is state equality; hashes only
// make it fast.
class RepetitionCounter {
 public:
  // Notes an occurrence of `state` and returns how many there were, this one
  // included.
  int Add(const AnyState& state);

 private:
  struct Seen {
    std::unique_ptr<AnyState> state;
    int times = 0;
  };
  std::unordered_map<uint64_t, std::vector<Seen>> seen_;
};

// A clock a seat: `base`, above 0, for the whole game, and `increment`, at
// least 0, on top after every move of its own.
inline constexpr std::chrono::nanoseconds kMaxClockBase =
    std::chrono::hours(1000);
inline constexpr std::chrono::nanoseconds kMaxClockIncrement =
    std::chrono::hours(24);
struct TimeControl {
  std::chrono::nanoseconds base{0};
  std::chrono::nanoseconds increment{0};
};

struct MatchOptions {
  // For every move; each player's own limits may be tighter. Its clock judges
  // all time; unless set, that is CPU time, of the thread or, for a player with
  // several, of the process. Its stop flag ends the match after the move being
  // thought about.
  Limits limits = {};
  // What is noted beside it; the wall clock unless set.
  const Clock* wall_clock = nullptr;
  // Players are given a share of what is left on their clock as a time limit,
  // left/20 + 3/4 increment but never more than is left, or the limit for every
  // move where that is tighter.
  std::optional<TimeControl> time_control = {};
  // How far beyond limits.time or an empty clock a move may come before it is
  // an overrun, which forfeits. A player is not held to the share it was given,
  // nor to limits of its own.
  std::chrono::nanoseconds grace = std::chrono::milliseconds(50);
  // Games that declare themselves endless are drawn at as many plies, or when a
  // position (the whole state) occurs for the `repetitions`-th time, the
  // opening counted. At least 1 and 2.
  int max_plies = 1000;
  int repetitions = 3;
  uint64_t seed = 0;
  // Told of every move: the position before it, and what its player said.
  std::function<void(const AnyState& before, const Decision& decision)>
      on_move = {};
  // Told of progress while a player thinks.
  std::function<void(int seat, const Decision& so_far)> on_progress = {};
};

// A seat's player and its canonical name for the record.
struct Contestant {
  std::string name;
  Player* player = nullptr;
};

// The seed that the player of `seat` is started with in a match of `seed`:
// Mix64(Mix64(seed) + seat). Seats get unrelated seeds, so that two players of
// one name do not mirror each other.
constexpr uint64_t SeatSeed(uint64_t seed, int seat) {
  return Mix64(Mix64(seed) + static_cast<uint64_t>(seat));
}

// Plays from `start` with one contestant a seat; each player is started with
// SeatSeed and observes every move, its own included. A player that fails,
// oversteps its time or answers an illegal move forfeits (LoserPaysAll): that
// is a result and not an error, and the move is not played. After a request to
// stop the move being thought about is played if there is one, and the record
// is left unfinished. `seconds` of the recorded moves are by the clock that
// judged them. Errors: a wrong number of contestants, a player that refuses to
// start, options out of their bounds.
absl::StatusOr<GameRecord> PlayMatch(const AnyState& start,
                                     absl::Span<const Contestant> contestants,
                                     const MatchOptions& options);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_MATCH_H_
