// Plays the games of a plan that are not yet in the store.
//
// Example, given `const comparison::Plan& plan` and
// `comparison::Store& store`:
//
//   ASSIGN_OR_RETURN(const comparison::RunCounts counts,
//                    comparison::RunPlan(plan, store, {.jobs = 2}));

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/match.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/result.h"
#include "frontends/comparison/store.h"

namespace boardwalk::comparison {

struct RunOptions {
  int jobs = 1;  // games at once, each in a thread of its own
  Shard shard = {};
  // Set by any thread or signal handler to end the run. Unfinished games are
  // dropped.
  const std::atomic<bool>* stop = nullptr;
  // Called with every game when it is stored, one at a time; `false` ends the
  // run. With `in_order`, games are stored and reported in the order of their
  // ids, those found in the store included; a game that finishes early waits,
  // and games after the end are dropped. So what a run stores does not depend
  // on `jobs`. Without `in_order`, games found in the store are not reported.
  // Should be fast: no other game is stored meanwhile.
  std::function<bool(const GameSummary& game)> on_game = {};
  bool in_order = false;
  // Games in which a player stalled are not stored: on a busy machine that may
  // be the machine's fault. A run without others beside it then decides. Not
  // with `in_order`.
  bool hold_doubtful = false;
  // The clock that judges the players; the CPU clock of the thread if null.
  // Like `wall_clock`, it must outlive players that do not stop.
  const Clock* clock = nullptr;
  // How long to wait for a player that does not answer, by `wall_clock`, which
  // is that of the system if null.
  Patience patience = {};
  const Clock* wall_clock = nullptr;
};

struct RunCounts {
  int64_t planned = 0;  // in this shard
  int64_t found = 0;    // already in the store
  int64_t played = 0;
  bool stopped = false;  // by `stop`, before all games were played
  int64_t held = 0;      // doubtful ones, played and not stored
  // Games whose player did not stop. Each left a thread behind.
  int64_t abandoned = 0;
};

// A thread that a player does not give back cannot be ended, and what it uses
// is kept. The run goes on beside so many of them; they take processors away,
// so one more ends it with an error. With a player that is judged by the time
// of the whole process, the first one does.
inline constexpr int64_t kMaxAbandoned = 4;

// The threads that players have not given back, of all runs, now. While there
// are any, the process can only end without destroying what they may use:
// std::_Exit.
int AbandonedThreads();

inline constexpr int kMaxJobs = 1024;

// A player with a parameter of this name is told its seat by it, from 1, unless
// its name says it already.
inline constexpr absl::string_view kSeatParameter = "seat";

// Whether so many games of the plan can be played at once: 1 to kMaxJobs, and
// only one with a multithreaded player.
absl::Status CheckJobs(const Plan& plan, int jobs);

// A player's failure ends its game and is a result; so does a player that does
// not answer (see Patience). An error ends the run and keeps what is stored: an
// error of the store; a player that refuses to start; too little memory or too
// few threads; more than kMaxAbandoned players that do not stop; options out of
// bounds, those of CheckJobs included. Memory does not grow with the number of
// games. REQUIRES: `plan` is from Plan::Create.
absl::StatusOr<RunCounts> RunPlan(const Plan& plan, Store& store,
                                  const RunOptions& options);

// Visits the games of the shard that the store has, and returns their number.
// Errors: those of the store; a game that is not as planned.
absl::StatusOr<int64_t> VisitFound(
    const Plan& plan, const Store& store, const Shard& shard,
    const std::function<void(const GameSummary& game)>& visit);

// RunPlan, and then, alone, the games that it holds as doubtful: with several
// jobs and not in order, it holds them. The counts are those of both runs;
// `held` of the games were played again.
absl::StatusOr<RunCounts> PlayMissing(const Plan& plan, Store& store,
                                      RunOptions options);

}  // namespace boardwalk::comparison
