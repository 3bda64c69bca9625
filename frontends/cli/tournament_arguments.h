// What commands that play many games share of their arguments: who plays, how
// long a move may take, how often, and where the results go.
//
// Example, given `const Arguments& arguments`, `const Context& context` and
// `const tournament::Configuration& defaults`:
//
//   ASSIGN_OR_RETURN(const tournament::Plan plan,
//                    ReadPlan(arguments, defaults, context.catalog));

#ifndef BOARDWALK_FRONTENDS_CLI_TOURNAMENT_ARGUMENTS_H_
#define BOARDWALK_FRONTENDS_CLI_TOURNAMENT_ARGUMENTS_H_

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "framework/limits.h"
#include "frontends/cli/command.h"
#include "frontends/cli/shard_index.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"

namespace boardwalk::cli {

inline constexpr absl::string_view kPlayers = "--players";
inline constexpr absl::string_view kDb = "--db";

// --time, --clock, --rounds, --seed, --jobs, --db and their like: all but the
// games, the players and the shard. `defaults` are for the help.
std::vector<Option> TournamentOptions();

// The names behind an option, which may be given as words, separated by commas,
// or both: "a:x=1,y=2 b" are two. Errors: those of SplitNames.
absl::StatusOr<std::vector<std::string>> ReadNames(const Arguments& arguments,
                                                   absl::string_view option);

// The plan of `defaults`, in which the games, the players and a test are set,
// with what the arguments say of the rest in their place. Where they set no
// limit at all, defaults.limits apply, but only if a player has no limit of its
// own. Errors: an argument that is no number or outside of its bounds; those of
// Plan::Create.
absl::StatusOr<tournament::Plan> ReadPlan(
    const Arguments& arguments, const tournament::Configuration& defaults,
    const Catalog& catalog);

// --jobs: as many as the machine has threads if it is 0 or not given, and one
// if a player thinks with several threads.
absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const tournament::Plan& plan);

// --db: the file, "" where it was not given; an empty name is an error.
absl::StatusOr<std::string> ReadDb(const Arguments& arguments);

// "100ms a move", "at most 1000 nodes, depth 4 a move", "10s + 100ms a game":
// how long players may think; "" where only their own limits bind.
std::string DescribeLimits(const tournament::Configuration& configuration);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_TOURNAMENT_ARGUMENTS_H_
