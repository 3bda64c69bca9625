// Results kept in an SQLite file, or in memory. A finished game is written in
// one transaction: after a crash at any moment it is there whole or not at all.
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

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_STORE_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/result.h"

namespace boardwalk::tournament {

// Which games; unset fields do not select. `player` is an index in
// Configuration::players that sits in any seat.
struct GameFilter {
  std::optional<int> variant = {};
  std::optional<int> player = {};
  std::optional<Termination> termination = {};
  std::optional<int64_t> round = {};
};

// Thread-safe. Errors name the file and say what is wrong with it: it cannot be
// read or written, the disk is full, it is damaged, it is no results of this
// program or of a newer version of it. Nothing in a file that is refused is
// changed.
class Store {
 public:
  virtual ~Store() = default;

  // Opens results to add games to; makes the file when it is not there. One
  // that is there must be of the same comparison (CheckSame) and undamaged,
  // which is looked at throughout (1 s a GB); its number of rounds becomes the
  // larger one. An empty path keeps everything in memory. An empty file is
  // refused.
  static absl::StatusOr<std::unique_ptr<Store>> OpenToPlay(
      const std::string& path, const Configuration& configuration);

  // Opens results to look at; works on read-only files and while somebody else
  // adds games.
  static absl::StatusOr<std::unique_ptr<Store>> OpenToRead(
      const std::string& path);

  // With the larger number of rounds where it was reopened with more.
  virtual const Configuration& configuration() const = 0;
  // The version of the program that made the file.
  virtual const std::string& program_version() const = 0;

  virtual absl::StatusOr<bool> Has(int64_t id) const = 0;
  virtual absl::StatusOr<int64_t> Count() const = 0;
  // Adds a game and returns true; does nothing and returns false if one of its
  // id is there. Durable when it returns but for a loss of power, after which
  // the last ones may be missing. InvalidArgument for a game that is none of
  // this comparison or makes no sense.
  virtual absl::StatusOr<bool> Add(const FinishedGame& game) = 0;

  // The games that `filter` selects, in the order of their ids, without their
  // moves; memory does not grow with their number. Stops at an error of
  // `visit`, which is then returned. `visit` may use the store; games that are
  // added meanwhile are visited or not.
  virtual absl::Status ForEach(
      const GameFilter& filter,
      const std::function<absl::Status(const GameSummary&)>& visit) const = 0;
  // The same with the moves.
  virtual absl::Status ForEachWhole(
      const GameFilter& filter,
      const std::function<absl::Status(const FinishedGame&)>& visit) const = 0;
  // NotFound, with the ids that there are, if there is none of this id.
  virtual absl::StatusOr<FinishedGame> Get(int64_t id) const = 0;
  // How many different games (fingerprints) there are of a variant.
  virtual absl::StatusOr<int64_t> CountDistinct(int variant) const = 0;
};

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_STORE_H_
