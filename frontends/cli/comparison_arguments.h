// The arguments that commands with many games share: who plays, how long a move
// may take, how many games, which part of them, and where the results go.
//
// Example, given `const Arguments& arguments`, `const Context& context` and
// `const comparison::Configuration& defaults`:
//
//   ASSIGN_OR_RETURN(const comparison::Plan plan,
//                    ReadPlan(comparison::SettingsOf::kCompare, arguments,
//                             defaults, context.catalog));

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "framework/match.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/settings.h"

namespace boardwalk::cli {

inline constexpr char kPlayers[] = "--players";
inline constexpr char kDb[] = "--db";
inline constexpr char kClock[] = "--clock";
inline constexpr char kNoDb[] = "--no-db";
inline constexpr char kPrintConfig[] = "--print-config";

// The options of a command: its settings (comparison/settings.h), --jobs,
// --patience, --db and, where it has them, --no-db and --print-config.
std::vector<Option> ComparisonOptions(
    comparison::SettingsOf command, const comparison::Configuration& defaults);

// The option of that name, to change what a command says about it. REQUIRES:
// there is one.
Option& OptionNamed(absl::string_view name, std::vector<Option>& options);

// --jobs, of any command that plays many games.
Option JobsOption();
Option PatienceOption();

// The value of an option that is a time for a move, as --time is.
absl::StatusOr<std::chrono::nanoseconds> ReadTime(const Arguments& arguments,
                                                  absl::string_view option);

// --clock, "10s+100ms" or "10s" alone; `clock` stays as it is if it was not
// given. Errors: another form, a clock out of its bounds.
absl::Status ReadClock(const Arguments& arguments,
                       std::optional<TimeControl>& clock);

// The names given to an option, as words, separated by commas, or both:
// "a:x=1,y=2 b" are two. Errors: those of SplitNames.
absl::StatusOr<std::vector<std::string>> ReadNames(const Arguments& arguments,
                                                   absl::string_view option);

// `defaults` with the settings that were given; see ReadSettings.
absl::StatusOr<comparison::Configuration> ReadConfiguration(
    comparison::SettingsOf command, const Arguments& arguments,
    const comparison::Configuration& defaults, const Catalog& catalog);

// Its plan. Where no limit was given, defaults.limits apply, but only if a
// player has no limit of its own. `there` is that of Plan::Create. Errors:
// those of ReadSettings and of Plan::Create.
absl::StatusOr<comparison::Plan> ReadPlan(
    comparison::SettingsOf command, const Arguments& arguments,
    const comparison::Configuration& defaults, const Catalog& catalog,
    const comparison::Configuration* there = nullptr);

// --jobs; if it is 0 or not given, one per core, but 1 if a player uses several
// threads. Errors: those of CheckJobs.
absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const comparison::Plan& plan);
// The same without a plan: 0 or nothing is one per core.
int ReadJobs(const Arguments& arguments);

// --patience: how long to wait for a player that does not answer, and as long,
// but no longer than usual, for one that was asked to stop.
absl::StatusOr<Patience> ReadPatience(const Arguments& arguments);

// --db: the file, "" if it was not given; an empty name is an error, and so is
// --no-db beside it.
absl::StatusOr<std::string> ReadDb(const Arguments& arguments);

// The configuration of the results in --db; nothing if there are none, or if
// they cannot be read and are refused later.
std::optional<comparison::Configuration> ConfigurationThere(
    const Arguments& arguments);

// The value of an environment variable, if it is set.
using Environment =
    std::function<std::optional<std::string>(const std::string& name)>;
Environment ProcessEnvironment();

// Reads the value of --shard, one of
//   I/N     part I of N, from 1
//   auto/N  the part of N whose number a scheduler exports: a Slurm array
//           (SLURM_ARRAY_TASK_ID of --array=1-N), GNU parallel (PARALLEL_SEQ,
//           from 1) or Kubernetes (JOB_COMPLETION_INDEX, from 0)
//   auto    the index of the task in its Slurm array, which may begin anywhere
//           and have steps; only Slurm exports the number of tasks
// An empty variable counts as not set. Errors: anything else; a number outside
// its bounds; no scheduler, or two at once.
//
// With auto/N the number of a Slurm task means the same part in every array, so
// `sbatch --array=3` repeats the third part.
absl::StatusOr<comparison::Shard> ReadShard(absl::string_view text,
                                            const Environment& environment);

}  // namespace boardwalk::cli
