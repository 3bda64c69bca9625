// Results in an SQLite file, or in memory. A finished game is written in one
// transaction: after a crash at any moment it is there whole or not at all.
//
// Example, given `const Configuration& configuration` and
// `const FinishedGame& finished`:
//
//   ASSIGN_OR_RETURN(const auto store,
//                    Store::OpenToPlay("results.sqlite", configuration));
//   ASSIGN_OR_RETURN(const bool has, store->Has(17));
//   if (!has) RETURN_IF_ERROR(store->Add(finished).status());
//
//   int64_t games = 0;
//   RETURN_IF_ERROR(store->ForEach({.variant = 0}, [&](const GameSummary&) {
//     ++games;
//     return absl::OkStatus();
//   }));

#ifndef BOARDWALK_FRONTENDS_RESULTS_STORE_H_
#define BOARDWALK_FRONTENDS_RESULTS_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/result.h"

namespace boardwalk::results {

// Selects games; unset fields select all. `player` is an index in
// Configuration::players and sits in any seat.
struct GameFilter {
  std::optional<int> variant = {};
  std::optional<int> player = {};
  std::optional<Termination> termination = {};
  std::optional<int64_t> round = {};
};

// Thread-safe. Errors name the file and say what is wrong with it: it cannot be
// read or written, the disk is full, it is damaged, it is not from this program
// or from a newer version. A file that is refused stays unchanged. When another
// process has added players or games (GrowResults), the numbers of games have
// changed: to add and to read games is an error from then on.
class Store {
 public:
  virtual ~Store() = default;

  // Opens results to add games; creates the file if there is none. An existing
  // file must be of the same comparison (CheckSame) and undamaged, which takes
  // 1 s a GB to check; the larger number of rounds applies. An empty path keeps
  // everything in memory. An empty file is refused.
  static absl::StatusOr<std::unique_ptr<Store>> OpenToPlay(
      const std::string& path, const comparison::Configuration& configuration);

  // The same for a new file; AlreadyExists if there is one of that name.
  static absl::StatusOr<std::unique_ptr<Store>> CreateToPlay(
      const std::string& path, const comparison::Configuration& configuration);

  // Opens results to read. Works for read-only files, on a full disk and while
  // another program adds games.
  static absl::StatusOr<std::unique_ptr<Store>> OpenToRead(
      const std::string& path);

  // With the largest number of rounds that the file was opened with.
  virtual const comparison::Configuration& configuration() const = 0;
  // The version of the program that created the file.
  virtual const std::string& program_version() const = 0;

  // By what the games were played: "boardwalk 0.1.0; MODEL, 2 cores; Linux
  // x86_64; g++ 12.2.0 -O3". Unknown of files of earlier programs.
  virtual std::vector<std::string> origins() const { return {}; }

  virtual absl::StatusOr<bool> Has(int64_t id) const = 0;
  virtual absl::StatusOr<int64_t> Count() const = 0;
  // Adds a game and returns true; returns false if there is one with its id.
  // What was added survives a crash of the program; a loss of power may take
  // the last games. InvalidArgument if the game is not of this comparison or
  // makes no sense.
  virtual absl::StatusOr<bool> Add(const comparison::FinishedGame& game) = 0;

  // An error if the file was removed, renamed or replaced since it was opened:
  // the games in it are lost, or not where they are expected. Add fails, too.
  virtual absl::Status CheckInPlace() const { return absl::OkStatus(); }

  // Visits the games that `filter` selects, in the order of their ids, without
  // their moves. Memory does not grow with their number. Stops at an error of
  // `visit` and returns it. `visit` may use the store; games that are added
  // meanwhile may or may not be visited.
  virtual absl::Status ForEach(
      const GameFilter& filter,
      const std::function<absl::Status(const comparison::GameSummary&)>& visit)
      const = 0;
  // The same with the moves.
  virtual absl::Status ForEachWhole(
      const GameFilter& filter,
      const std::function<absl::Status(const comparison::FinishedGame&)>& visit)
      const = 0;
  // NotFound if there is no game with this id; the error says which ids exist.
  virtual absl::StatusOr<comparison::FinishedGame> Get(int64_t id) const = 0;
  // How many different games (fingerprints) a variant has.
  virtual absl::StatusOr<int64_t> CountDistinct(int variant) const = 0;
};

// The plan of these results (Plan::OfResults). A game that the catalog does not
// have, as its plug-in is not loaded, has the seats of its first result.
absl::StatusOr<comparison::Plan> PlanOfResults(const Catalog& catalog,
                                               const Store& store);

// If the results at `path` are of a comparison with fewer players or games, or
// with a gauntlet that is a part of the plan's, it becomes the plan's: what was
// played stays, with the numbers that it has in the plan, so that the file is
// as if all had been planned at once. Happens whole or not at all. Returns the
// names that were added; none if there is no file or it is of the same
// comparison. REQUIRES: the plan's names are in the order of the file
// (InOrderOf). Errors: another comparison, with what differs; those of
// Store::OpenToPlay; a pairing that is not in the plan: with more players than
// seats nobody sits twice; Aborted if another process does it at the same time.
absl::StatusOr<std::vector<std::string>> GrowResults(
    const std::string& path, const Catalog& catalog,
    const comparison::Plan& plan);

struct MergeCounts {
  int64_t added = 0;
  int64_t repeated = 0;  // were there already
};

// Adds the games of `inputs` to `output`, each game once. `output` is created
// if it does not exist; it may come from an interrupted merge. All inputs are
// read to the end before anything is written. Errors: those of Store; results
// of another comparison; a game that differs between two files although the
// configuration is reproducible; `output` among the inputs.
absl::StatusOr<MergeCounts> MergeResults(const std::string& output,
                                         absl::Span<const std::string> inputs);

}  // namespace boardwalk::results

#endif  // BOARDWALK_FRONTENDS_RESULTS_STORE_H_
