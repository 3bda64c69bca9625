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

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/clock.h"
#include "framework/game_history.h"
#include "framework/limits.h"
#include "framework/mutex.h"
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
// "10s+100ms"; the increment may be left out when it is read. The error says
// what would be right.
std::string FormatTimeControl(const TimeControl& clock);
absl::StatusOr<TimeControl> ParseTimeControl(absl::string_view text);

// How long a player may hold up a match. Its time is CPU time, and a limit may
// be one of work: a player that sleeps, or never looks at its limits, shows by
// the wall clock alone. So generous that a busy machine forfeits nobody.
struct Patience {
  // A move is overdue after `times` its time limit and `extra`; without a time
  // limit, after `without_limit`.
  int times = 20;
  std::chrono::nanoseconds extra = std::chrono::seconds(10);
  std::chrono::nanoseconds without_limit = std::chrono::hours(1);
  // Its player is then asked to stop, and is lost if it has not after `stop`.
  std::chrono::nanoseconds stop = std::chrono::seconds(10);
};

// Watches a match from another thread, so that a player that never returns
// cannot hold up the caller of the match. Thread-safe.
//
// Example, given `const AnyState& start`, `const Contestant& first` and
// `const Contestant& second`:
//
//   MatchWatch watch({});
//   std::thread thread([&] {
//     PlayMatch(start, {first, second}, {.watch = &watch}).IgnoreError();
//   });
//   std::this_thread::sleep_for(std::chrono::seconds(1));
//   if (watch.Check().has_value()) {
//     thread.detach();  // nothing can end it; all that it uses must stay
//   } else {
//     thread.join();
//   }
class MatchWatch {
 public:
  // `wall_clock` is that of the system if null.
  explicit MatchWatch(const Patience& patience,
                      const Clock* wall_clock = nullptr)
      : patience_(patience),
        clock_(wall_clock != nullptr ? *wall_clock : WallClock()) {}
  MatchWatch(const MatchWatch&) = delete;
  MatchWatch& operator=(const MatchWatch&) = delete;

  // Ends the match after the current move, which it asks the player for.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // To be called now and then. Asks the player of an overdue move to stop; it
  // forfeits as soon as it returns. Returns the record of the match if it does
  // not return in time: a time forfeit, or unfinished after Stop. The match is
  // then abandoned: PlayMatch calls and touches nothing more but what it was
  // given and, if the player ever returns, returns an error.
  std::optional<GameRecord> Check() ABSL_LOCKS_EXCLUDED(mutex_);

  bool abandoned() const ABSL_LOCKS_EXCLUDED(mutex_);
  // How long the call had lasted, by the wall clock, when the match was
  // abandoned.
  std::chrono::nanoseconds abandoned_after() const ABSL_LOCKS_EXCLUDED(mutex_);

  // For PlayMatch. A player's call begins and ends: what became of it.
  enum class Outcome { kInTime, kOverdue, kAbandoned };
  void Begin(int seat, std::optional<std::chrono::nanoseconds> allowed,
             const GameRecord& so_far, const AnyState& state)
      ABSL_LOCKS_EXCLUDED(mutex_);
  Outcome End() ABSL_LOCKS_EXCLUDED(mutex_);
  const std::atomic<bool>& stop_flag() const { return stop_; }
  // "no answer for 12.0 s by the wall clock".
  std::string Delay() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Call {
    int seat = 0;
    std::chrono::nanoseconds overdue_after{0};
    std::chrono::nanoseconds begin{0};
    const GameRecord* so_far = nullptr;
    const AnyState* state = nullptr;
  };
  std::string DelayAt(std::chrono::nanoseconds now) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Patience patience_;
  const Clock& clock_;
  std::atomic<bool> stop_{false};
  mutable Mutex mutex_;
  bool in_call_ ABSL_GUARDED_BY(mutex_) = false;
  Call call_ ABSL_GUARDED_BY(mutex_);  // the last one
  // When the player was asked to stop.
  std::optional<std::chrono::nanoseconds> asked_ ABSL_GUARDED_BY(mutex_);
  bool overdue_ ABSL_GUARDED_BY(mutex_) = false;
  bool abandoned_ ABSL_GUARDED_BY(mutex_) = false;
  std::chrono::nanoseconds abandoned_after_ ABSL_GUARDED_BY(mutex_){0};
};

// When a game of two ends because both players say how it will end: each has
// reported such values in each of its last `moves` moves. A player that reports
// no value never agrees.
struct ValueRule {
  double value = 1;    // in [0, 1]
  int moves = 1;       // of each player, at least 1
  int from_plies = 0;  // not earlier; at least 0
  bool operator==(const ValueRule&) const = default;
};
struct Adjudication {
  // One player reports at most -value, the other at least value: it resigns.
  std::optional<ValueRule> resign = {};
  // Both report at most `value` from 0: they agree on a draw.
  std::optional<ValueRule> draw = {};
  bool operator==(const Adjudication&) const = default;
};

// Counts the values that the players of a game report, and tells when an
// Adjudication ends it. Never ends a game that is not for two.
//
// Example, given `const Adjudication& adjudication` and `const GameRecord&
// record` of two players that move in turn:
//
//   ValueAdjudicator values(adjudication, /*seats=*/2);
//   for (size_t i = 0; i < record.moves.size(); ++i) {
//     values.Add(i % 2, record.moves[i].value);
//   }
//   values.EndingAfter(record.moves.size());
class ValueAdjudicator {
 public:
  ValueAdjudicator(const Adjudication& adjudication, int seats)
      : adjudication_(seats == 2 ? adjudication : Adjudication{}) {}

  // What `seat` reported with the move that it made.
  void Add(int seat, std::optional<double> value);

  // kResignation with the seat that resigns, kAgreement, or kUnfinished, before
  // the move after `plies` moves. The rule is the one that ends the game, or
  // null.
  struct Ending {
    Termination termination = Termination::kUnfinished;
    int loser = -1;
    const ValueRule* rule = nullptr;
  };
  Ending EndingAfter(int plies) const;

 private:
  // For how many of its last moves a seat has reported that it loses, that it
  // wins and that the game is level.
  struct Streaks {
    int lost = 0, won = 0, level = 0;
  };

  const Adjudication adjudication_;
  std::array<Streaks, 2> streaks_ = {};
};

inline constexpr char kResignExample[] = "value=0.95,moves=4";
inline constexpr char kDrawExample[] = "value=0.02,moves=8,from=40";

// The rules as text, such as the examples.
absl::StatusOr<ValueRule> ParseResignRule(absl::string_view text);
absl::StatusOr<ValueRule> ParseDrawRule(absl::string_view text);
std::string FormatValueRule(const ValueRule& rule);

struct MatchOptions {
  // For every move; a player's own limits may be tighter. The clock in it
  // judges the time of all moves. Unless set, that is the player's OwnClock or,
  // if it has none, CPU time: of the thread or, for a player with several
  // threads, of the process. The stop flag in it ends the match after the
  // current move.
  Limits limits = {};
  // Also measures each move, for the record only; the wall clock unless set.
  const Clock* wall_clock = nullptr;
  // A player's time limit for a move is its ShareOfClock, but at most
  // limits.time.
  std::optional<TimeControl> time_control = {};
  // A move that comes later than this after limits.time, or after the clock is
  // empty, is a time forfeit. To exceed its share of the clock or limits of its
  // own costs a player nothing.
  std::chrono::nanoseconds grace = kTimeGrace;
  // Repetitions and plies count from `start`, the position that the players are
  // given. Moves before it, such as a random opening, do not count.
  DrawRules draw_rules = {};
  // In games of two.
  Adjudication adjudication = {};
  uint64_t seed = 0;
  // Where a seat can drop out (AnyState::CanDropOut), one that forfeits on its
  // turn does, and the others play on; `faults` of the record say why. Its
  // player is told nothing more, and its later turns are passed.
  bool play_on = false;
  // In a game of two, after a seat has forfeited on its turn: the first legal
  // move is made for it, and the other player is asked to answer. If that one
  // forfeits, too, it is among the `faults`. Nothing else of the record tells
  // of this. No player is asked where that move ends the game, or the match was
  // stopped.
  bool ask_both = false;
  // Whether the recorded seconds of a move include those of Start and Observe
  // since the player's move before, and those of its last move what came after:
  // also GameOver, and the turn in which it forfeited. They are never judged.
  bool charge_all_calls = false;
  // Called at the end for a seat that took time which counts with no move of
  // the record: in the turn in which it forfeited, or, where all calls are
  // charged, in a game without a move of its own.
  std::function<void(int seat, std::chrono::nanoseconds took)> on_rest = {};
  // Watches the players where it is not null. Its Stop takes the place of the
  // stop flag in `limits`, which must then be null.
  MatchWatch* watch = nullptr;
  // Called for every move, with the position before it.
  // A turn of a seat that dropped out is a move, too.
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

// How a player forfeits whose Choose returned `error`: by its code (player.h).
Termination TerminationOf(const absl::Status& error);

// Plays from `start` with one contestant for each seat. Each player is started
// with its SeatSeed and observes every move, its own included. A player that
// fails, exceeds its time or returns an illegal move forfeits (LoserPaysAll).
// That is a result, not an error, and the move is not played (but see
// MatchOptions::play_on). After a stop the
// player's last answer is still played, and the record is left unfinished.
// `seconds` of the recorded moves are by the clock that judged them. Errors: a
// wrong number of contestants, a player that cannot start, options out of their
// bounds; a match that its watch has abandoned (kAborted); a player that was
// ended from outside.
absl::StatusOr<GameRecord> PlayMatch(const AnyState& start,
                                     absl::Span<const Contestant> contestants,
                                     const MatchOptions& options);

}  // namespace boardwalk
