// Plays the games of a plan that are not in the store yet.
//
// Example, given `const Catalog& catalog`, `const std::string& path` and
// `const Configuration& configuration`:
//
//   ASSIGN_OR_RETURN(const Plan plan, Plan::Create(catalog, configuration));
//   ASSIGN_OR_RETURN(const auto store, Store::OpenToPlay(path, configuration));
//   ASSIGN_OR_RETURN(const RunCounts counts,
//                    RunPlan(plan, *store, {.jobs = 2}));

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_RUNNER_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_RUNNER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/result.h"
#include "frontends/tournament/store.h"

namespace boardwalk::tournament {

struct RunOptions {
  int jobs = 1;  // games at once, each in a thread of its own
  Shard shard = {};
  // Set by anybody, a signal handler too, to end the run: games on their way
  // are dropped.
  const std::atomic<bool>* stop = nullptr;
  // Told of every game as it is stored, one at a time. With `in_order` games
  // are stored and told in the order of their ids, those found in the store
  // included, and a game that finishes early waits; a `false` ends the run, and
  // games after it are dropped. So what a run stores does not depend on `jobs`.
  // Without `in_order` games found in the store are not told. It must not take
  // long: no other game is stored meanwhile.
  std::function<bool(const GameSummary& game)> on_game = {};
  bool in_order = false;
  // The clock that judges the players; the CPU clock of the thread if null.
  const Clock* clock = nullptr;
};

struct RunCounts {
  int64_t planned = 0;  // in this shard
  int64_t found = 0;    // in the store already
  int64_t played = 0;
  bool stopped = false;  // by `stop`, before all was played
};

inline constexpr int kMaxJobs = 1024;

// A player that thinks with several threads, "" if there is none. Its time is
// the CPU time of the process, so it can be judged with one game at a time
// only.
absl::StatusOr<std::string> MultithreadedPlayer(const Plan& plan);

// A player's failure ends its game and is a result. Errors, after which nothing
// more is played: the store's; a player that refuses to start; options out of
// bounds; more than one job with a multithreaded player. Memory does not grow
// with the number of games.
absl::StatusOr<RunCounts> RunPlan(const Plan& plan, Store& store,
                                  const RunOptions& options);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_RUNNER_H_
