// Results in an SQLite file, or in memory. A finished game is written in one
// transaction: after a crash at any moment it is there whole or not at all.
//
// Example, given `const comparison::Configuration& configuration`:
//
//   ASSIGN_OR_RETURN(const auto store,
//                    results::OpenToPlay("results.sqlite", configuration));

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"

namespace boardwalk::results {

// Opens results to add games; creates the file if there is none. An existing
// file must be of the same comparison (CheckSame) and undamaged, which takes
// 1 s a GB to check; the larger number of rounds applies. An empty path keeps
// everything in memory. An empty file is refused.
absl::StatusOr<std::unique_ptr<comparison::Store>> OpenToPlay(
    const std::string& path, const comparison::Configuration& configuration);

// The same for a new file; AlreadyExists if there is one of that name.
absl::StatusOr<std::unique_ptr<comparison::Store>> CreateToPlay(
    const std::string& path, const comparison::Configuration& configuration);

// Opens results to read. Works for read-only files, on a full disk and while
// another program adds games.
absl::StatusOr<std::unique_ptr<comparison::Store>> OpenToRead(
    const std::string& path);

// An error unless the file can be read whole and has at least `games` games.
// For the end of a run, once its store is closed: what was committed may have
// been cut off or written over since. Takes 1 s a GB.
absl::Status CheckKept(const std::string& path, int64_t games);

// The plan of these results (Plan::OfResults). A game that the catalog does not
// have, as its plug-in is not loaded, has the seats of its first result.
absl::StatusOr<comparison::Plan> PlanOfResults(const Catalog& catalog,
                                               const comparison::Store& store);

// Results to read, and their plan.
struct CheckedResults {
  comparison::Plan plan;
  std::unique_ptr<comparison::Store> store;
};

// Opens results to read and holds every game to its plan and its rules
// (comparison/game_check.h), which takes as long as to play all moves again.
absl::StatusOr<CheckedResults> OpenChecked(const Catalog& catalog,
                                           const std::string& path);

struct GrownResults {
  std::unique_ptr<comparison::Store> store;
  std::vector<std::string> added;  // the names of players and games
};

// Opens results to add games of `plan`. `there` is the configuration that the
// file at `path` was found to have. If that has fewer players or games, or a
// gauntlet that is a part of the plan's, it becomes the plan's: what was played
// stays, with the numbers that it has in the plan, so that the file is as if
// all had been planned at once. Happens whole or not at all. REQUIRES: the
// plan's names are in the order of the file (InOrderOf). Errors: another
// comparison, with what differs; those of OpenToPlay; a pairing that is not in
// the plan: with more players than seats nobody sits twice; Aborted if another
// process does it at the same time.
absl::StatusOr<GrownResults> OpenToGrow(const std::string& path,
                                        const comparison::Configuration& there,
                                        const Catalog& catalog,
                                        const comparison::Plan& plan);

// Results for which the user names no file: each run has a file of its own in
// the state folder, so that nothing that was played is lost. (In
// state_file.cc.)
struct StateFile {
  std::string path;
  std::unique_ptr<comparison::Store> store;
};

// Makes the folder if necessary and in it a file that no other process has:
// "compare-2026-11-26-1405-kobalu.sqlite", the date, the time and a random
// word.
absl::StatusOr<StateFile> MakeStateFile(
    absl::string_view name, const comparison::Configuration& configuration);

// Closes and removes the file that MakeStateFile made.
void RemoveStateFile(std::unique_ptr<comparison::Store> store,
                     const std::string& path);

struct MergeCounts {
  int64_t added = 0;
  int64_t repeated = 0;  // were there already
  // Games that are not the same in two files; the first file's is kept.
  int64_t differing = 0;
  std::vector<std::string> kept_from = {};  // those first files
};

// Whether the games of a file may be merged, such as OpenChecked.
using CheckFile = std::function<absl::Status(const std::string& path)>;

// Adds the games of `inputs` to `output`, each game once. `output` is created
// if it does not exist; it may come from an interrupted merge. All files are
// read to the end, and `check` asked about each, before anything is written.
// Errors: those of Store and `check`; results of another comparison; a game
// that differs between two files although the configuration is reproducible;
// `output` among the inputs.
absl::StatusOr<MergeCounts> MergeResults(const std::string& output,
                                         absl::Span<const std::string> inputs,
                                         const CheckFile& check);

}  // namespace boardwalk::results
