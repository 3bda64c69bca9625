// Plays a comparison for a command: the games that its file of results does not
// have, with a line of progress, until all are played, a test is decided, or
// the user interrupts.

#ifndef BOARDWALK_FRONTENDS_CLI_PLAY_COMPARISON_H_
#define BOARDWALK_FRONTENDS_CLI_PLAY_COMPARISON_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/cli/match_progress.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/comparison/store.h"

namespace boardwalk::cli {

// What a command plays, and what it says before and after.
struct ComparisonCommand {
  comparison::Shard shard = {};
  // Appended to the name of --db, for a command with two files.
  std::string db_suffix = {};
  // Without --db the results go to a new file in the state folder. Its name
  // begins with this; "" for no file.
  std::string keep_as = {};
  // Grows the results in --db to the plan before they are opened.
  std::function<absl::Status(const std::string& db)> grow = {};
  // Whether the score gets the games in the order of their ids. It must if
  // it decides when to stop.
  bool in_order = false;
  // Describes in one line what is played with so many `jobs`.
  std::function<std::string(int jobs)> announce;
  std::function<absl::Status(const comparison::Store& store)> print_result;
};

// Returns the exit status. `--jobs` and `--db` are of ComparisonOptions.
// Errors: those of the arguments; of the store and the players, as internal
// errors.
absl::StatusOr<int> PlayComparison(const comparison::Plan& plan,
                                   const ComparisonCommand& command,
                                   ProgressScore& score,
                                   const Arguments& arguments,
                                   const Context& context);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_PLAY_COMPARISON_H_
