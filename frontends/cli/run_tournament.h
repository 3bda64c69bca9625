// Plays a tournament for a command: what is missing in its file of results,
// with a line of progress, until all is played, its question is decided, or
// somebody interrupts.

#ifndef BOARDWALK_FRONTENDS_CLI_RUN_TOURNAMENT_H_
#define BOARDWALK_FRONTENDS_CLI_RUN_TOURNAMENT_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/cli/standing.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"
#include "frontends/tournament/store.h"

namespace boardwalk::cli {

struct Tournament {
  tournament::Shard shard = {};
  // Whether games come to the standing in the order of their ids, as they must
  // where it decides the end.
  bool in_order = false;
  // What it plays, in a line, with so many `jobs`.
  std::function<std::string(int jobs)> announce;
  std::function<absl::Status(const tournament::Store& store)> print_result;
};

// Returns the exit status. `--jobs` and `--db` are of TournamentOptions.
// Errors: those of the arguments; of the store and the players, as internal
// errors.
absl::StatusOr<int> RunTournament(const tournament::Plan& plan,
                                  const Tournament& tournament,
                                  Standing& standing,
                                  const Arguments& arguments,
                                  const Context& context);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_RUN_TOURNAMENT_H_
