// Plays a comparison for a command: the games that its file of results does not
// have, with a line of progress, until all are played, a test is decided, or
// the user interrupts.

#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/cli/match_progress.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/report/comparison_summary.h"

namespace boardwalk::cli {

// What a command plays, and what it says before and after.
struct ComparisonCommand {
  comparison::Shard shard = {};
  // Appended to the name of --db, for a command with two files.
  std::string db_suffix = {};
  // Without --db the results go to a new file in the state folder. Its name
  // begins with this; "" for no file.
  std::string keep_as = {};
  // The configuration of the results in --db, which grow to the plan; unset if
  // there are none, or if they must be of the plan's comparison.
  std::optional<comparison::Configuration> there = {};
  // Whether the score gets the games in the order of their ids. It must if
  // it decides when to stop.
  bool in_order = false;
  // What is played, in one line: "240 games of teeko; 4 players". The limits
  // and the number of jobs are added to it.
  std::string announcement = {};
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

// A sequential test, for `sprt`, and for `tune`, which tests the weights that
// it finds.
struct SprtOutcome {
  int status = 0;  // the exit status
  report::Summary summary;
};

// Plays the test of the plan until it is decided, and prints its result to
// `out`. Results are kept in the file of --db, with `db_suffix` behind its
// name. Errors are those of PlayComparison. (In sprt.cc.)
absl::StatusOr<SprtOutcome> RunSprtPlan(const comparison::Plan& plan,
                                        const std::string& db_suffix,
                                        const Arguments& arguments,
                                        const Context& context,
                                        std::ostream& out);

}  // namespace boardwalk::cli
