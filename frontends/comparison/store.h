// The finished games of a comparison, as a run and a report see them: in a file
// (results/store.h), in memory, or in a test's map.
//
// Example, given `comparison::Store& store` and
// `const comparison::FinishedGame& finished`:
//
//   ASSIGN_OR_RETURN(const bool has, store.Has(17));
//   if (!has) RETURN_IF_ERROR(store.Add(finished).status());
//
//   int64_t games = 0;
//   RETURN_IF_ERROR(
//       store.ForEach({.variant = 0}, [&](const comparison::GameSummary&) {
//         ++games;
//         return absl::OkStatus();
//       }));

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"

namespace boardwalk::comparison {

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
// process has added players or games (OpenToGrow), the numbers of games have
// changed: to add and to read games is an error from then on.
class Store {
 public:
  virtual ~Store() = default;

  // With the largest number of rounds that the file was opened with.
  virtual const Configuration& configuration() const = 0;
  // The version of the program that created the file.
  virtual const std::string& program_version() const = 0;

  // The programs and machines that played the games: "boardwalk 0.1.0; MODEL, 2
  // cores; Linux x86_64; g++ 12.2.0 -O3". Empty in files of earlier programs.
  virtual std::vector<std::string> origins() const { return {}; }

  // How often more was planned after games had been played: rounds, players or
  // games.
  virtual int64_t times_grown() const { return 0; }

  virtual absl::StatusOr<bool> Has(int64_t id) const = 0;
  virtual absl::StatusOr<int64_t> Count() const = 0;
  // Adds a game and returns true; returns false if there is one with its id.
  // What was added survives a crash of the program; a loss of power may take
  // the last games. InvalidArgument if the game is not of this comparison or
  // makes no sense.
  virtual absl::StatusOr<bool> Add(const FinishedGame& game) = 0;

  // An error if the file was removed, renamed or replaced since it was opened:
  // the games in it are lost, or not where they are expected. Add fails, too.
  virtual absl::Status CheckInPlace() const { return absl::OkStatus(); }

  // Visits the games that `filter` selects, in the order of their ids, without
  // their moves. Memory does not grow with their number. Stops at an error of
  // `visit` and returns it. `visit` may use the store; games that are added
  // meanwhile may or may not be visited.
  virtual absl::Status ForEach(
      const GameFilter& filter,
      const std::function<absl::Status(const GameSummary&)>& visit) const = 0;
  // The same with the moves.
  virtual absl::Status ForEachWhole(
      const GameFilter& filter,
      const std::function<absl::Status(const FinishedGame&)>& visit) const = 0;
  // NotFound if there is no game with this id; the error says which ids exist.
  virtual absl::StatusOr<FinishedGame> Get(int64_t id) const = 0;
  // How many different games (fingerprints) a variant has.
  virtual absl::StatusOr<int64_t> CountDistinct(int variant) const = 0;
  // From how many different positions they start.
  virtual absl::StatusOr<int64_t> CountOpenings(int variant) const = 0;
};

}  // namespace boardwalk::comparison
