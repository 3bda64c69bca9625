// FILE and the filters: how a subcommand gets its results.

#pragma once

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/store.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {

inline const Positional kFileArgument = {
    .name = "FILE",
    .help = "results that boardwalk compare, sprt or tournament wrote",
    .completion = Completion::kFile};
inline const Option kGameFilter = {.name = "--game",
                                   .value = "GAME",
                                   .help = "only this game",
                                   .completion = Completion::kGame};
inline const Option kPlayerFilter = {.name = "--player",
                                     .value = "PLAYER",
                                     .help = "only games with this player",
                                     .completion = Completion::kPlayer};
inline const Option kEndingFilter = {
    .name = "--ending",
    .value = "ENDING",
    .help = "only games that ended so: rules, repetition, overrun, ...",
    .completion = Completion::kEnding};
inline const Option kRoundFilter = {
    .name = "--round",
    .value = "N",
    .help = "only this round, from 1",
    .values = Bounds<int64_t>{1, comparison::kMaxRounds}};

inline constexpr char kNoTimes[] = "--no-times";

// The results in FILE, all of them held to their plan and rules.
absl::StatusOr<results::CheckedResults> OpenCheckedResults(
    const Arguments& arguments, const Catalog& catalog);

// The games that the filters select. Settings of a name may stand in any order,
// and defaults may be left out. Errors: a name that is not in the results, with
// the names that are; an unknown ending.
absl::StatusOr<comparison::GameFilter> ReadFilter(
    const Arguments& arguments, const comparison::Configuration& configuration,
    const Catalog& catalog);

// Calls `print` for at most `limit` games, and stops without an error when the
// reader of `out` goes away, as `head` does.
absl::Status PrintEach(
    const comparison::Store& store, const comparison::GameFilter& filter,
    int64_t limit, const std::ostream& out,
    const std::function<void(const comparison::GameSummary&)>& print);
absl::Status PrintEachWhole(
    const comparison::Store& store, const comparison::GameFilter& filter,
    const std::ostream& out,
    const std::function<void(const comparison::FinishedGame&)>& print);

}  // namespace boardwalk::cli
