// Plays one game between any players, by clocks, until it is over or
// adjudicated, and records every move.
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
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/game_history.h"
#include "framework/limits.h"
#include "framework/player.h"
#include "framework/record.h"

namespace boardwalk {

// A clock for each seat: `base`, above 0, for the whole game, and `increment`,
// at least 0, added after each of its own moves.
struct TimeControl {
  std::chrono::nanoseconds base{0};
  std::chrono::nanoseconds increment{0};
};
inline constexpr std::chrono::nanoseconds kMaxClockBase =
    std::chrono::hours(1000);
inline constexpr std::chrono::nanoseconds kMaxClockIncrement =
    std::chrono::hours(24);

// What a player may spend on a move with `left`, at least 0, on its clock:
// left/20 + 3/4 increment, but at most `left`.
std::chrono::nanoseconds ShareOfClock(const TimeControl& control,
                                      std::chrono::nanoseconds left);

// Whether a clock is within its bounds; the error says what they are.
absl::Status CheckTimeControl(const TimeControl& clock);
// "10s+100ms".
std::string FormatTimeControl(const TimeControl& clock);

struct MatchOptions {
  // For every move; a player's own limits may be tighter. The clock in it
  // judges the time of all moves. Unless set, that is CPU time: of the thread
  // or, for a player with several threads, of the process. The stop flag in it
  // ends the match after the current move.
  Limits limits = {};
  // Also measures each move, for the record only; the wall clock unless set.
  const Clock* wall_clock = nullptr;
  // A player's time limit for a move is its ShareOfClock, but at most
  // limits.time.
  std::optional<TimeControl> time_control = {};
  // A move that comes later than this after limits.time, or after the clock is
  // empty, is a time forfeit. To exceed its share of the clock or limits of its
  // own costs a player nothing.
  std::chrono::nanoseconds grace = std::chrono::milliseconds(50);
  // Repetitions and plies count from `start`, the position that the players are
  // given. Moves before it, such as a random opening, do not count.
  DrawRules draw_rules = {};
  uint64_t seed = 0;
  // Called for every move, with the position before it.
  std::function<void(const AnyState& before, const Decision& decision)>
      on_move = {};
  // Called while a player thinks, with its choice so far.
  std::function<void(int seat, const Decision& so_far)> on_progress = {};
};

// The player of a seat, and its canonical name for the record.
struct Contestant {
  std::string name;
  Player* player = nullptr;
};

// The seed that the player of `seat` gets in a match with `seed`. The seeds of
// the seats are unrelated, so that two players of one name do not mirror each
// other.
constexpr uint64_t SeatSeed(uint64_t seed, int seat) {
  return Mix64(Mix64(seed) + static_cast<uint64_t>(seat));
}

// Plays from `start` with one contestant for each seat. Each player is started
// with its SeatSeed and observes every move, its own included. A player that
// fails, exceeds its time or returns an illegal move forfeits (LoserPaysAll).
// That is a result, not an error, and the move is not played. After a stop the
// player's last answer is still played, and the record is left unfinished.
// `seconds` of the recorded moves are by the clock that judged them. Errors: a
// wrong number of contestants, a player that cannot start, options out of their
// bounds.
absl::StatusOr<GameRecord> PlayMatch(const AnyState& start,
                                     absl::Span<const Contestant> contestants,
                                     const MatchOptions& options);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_MATCH_H_
