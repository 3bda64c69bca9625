// FILE and the filters: how commands are told which results to look at.

#ifndef BOARDWALK_FRONTENDS_CLI_RESULTS_ARGUMENTS_H_
#define BOARDWALK_FRONTENDS_CLI_RESULTS_ARGUMENTS_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/tournament/store.h"

namespace boardwalk::cli {

inline constexpr Positional kFileArgument = {
    "FILE", "results that boardwalk compare or sprt wrote with --db"};
inline constexpr Option kGameFilter = {"--game", "GAME", "of this game only"};
inline constexpr Option kPlayerFilter = {"--player", "PLAYER",
                                         "in which this player sits"};
inline constexpr Option kEndingFilter = {
    "--ending", "ENDING", "that ended so: rules, repetition, overrun, ..."};
inline constexpr Option kRoundFilter = {"--round", "N",
                                        "of this round, from 1"};

// The results in FILE.
absl::StatusOr<std::unique_ptr<tournament::Store>> OpenResults(
    const Arguments& arguments);

// The games that the filters select. Names may be written with their settings
// in any order, or without what is the default. Errors: a name that is not
// among the results', which it lists; an ending that there is not.
absl::StatusOr<tournament::GameFilter> ReadFilter(
    const Arguments& arguments, const tournament::Configuration& configuration,
    const Catalog& catalog);

// Calls `visit` for each of at most `limit` games until the reader of `out` has
// gone, as `head` does, which is no error.
absl::Status PrintEach(
    const tournament::Store& store, const tournament::GameFilter& filter,
    int64_t limit, const std::ostream& out,
    const std::function<void(const tournament::GameSummary&)>& print);
absl::Status PrintEachWhole(
    const tournament::Store& store, const tournament::GameFilter& filter,
    const std::ostream& out,
    const std::function<void(const tournament::FinishedGame&)>& print);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_RESULTS_ARGUMENTS_H_
