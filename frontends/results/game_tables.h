// Finished games in the tables of a file of results.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"
#include "frontends/comparison/store.h"
#include "frontends/results/sqlite.h"

namespace boardwalk::results {

// Prepared statements for one connection. What they read is checked against the
// configuration: every number is within its bounds. Not thread-safe. Both
// arguments of Create must outlive it.
class GameTables {
 public:
  static absl::StatusOr<GameTables> Create(
      const Database& database, const comparison::Configuration& configuration);

  // Whether the game was added; false if there is one with its id. An error if
  // the game is not of the configuration, or its record and its summary
  // disagree. REQUIRES: the caller has begun a transaction.
  absl::StatusOr<bool> Insert(const comparison::FinishedGame& game);

  // Adds the checksums of all games to a file that had none. REQUIRES: the
  // caller has begun a transaction.
  absl::Status AddChecksums();

  absl::StatusOr<bool> Has(int64_t id);
  absl::StatusOr<int64_t> Count();
  absl::StatusOr<int64_t> CountDistinct(int variant);
  absl::StatusOr<int64_t> CountOpenings(int variant);
  struct IdRange {
    int64_t count = 0;
    int64_t first = 0, last = 0;  // if there are any
  };
  absl::StatusOr<IdRange> Ids();

  absl::StatusOr<std::optional<comparison::FinishedGame>> Get(int64_t id);

  // Sets `games` to the next games after the id `after` that `filter` selects,
  // in the order of their ids, a few megabytes of them or one that is larger;
  // to none at the end. Only their summaries unless `whole`.
  absl::Status Read(const comparison::GameFilter& filter, int64_t after,
                    bool whole, std::vector<comparison::FinishedGame>& games);

 private:
  GameTables(const Database& database,
             const comparison::Configuration& configuration)
      : database_(&database), configuration_(&configuration) {}

  absl::Status CheckBelongs(const comparison::FinishedGame& game) const;
  absl::Status InsertSeat(int64_t id, int seat,
                          const comparison::SeatResult& result);
  absl::Status InsertFault(int64_t id, const Fault& fault);
  absl::Status InsertRecord(const comparison::FinishedGame& game);
  absl::Status InsertChecksum(const comparison::FinishedGame& game);
  void BindGames(const comparison::GameFilter& filter, int64_t after,
                 int64_t last);
  absl::Status ReadGame(bool whole, comparison::FinishedGame& game,
                        size_t& bytes);
  absl::Status ReadSummary(comparison::GameSummary& summary);
  absl::Status ReadSeats(comparison::GameSummary& summary);
  absl::Status ReadFaults(comparison::GameSummary& summary);
  absl::Status ReadRecord(comparison::FinishedGame& game, size_t& bytes);
  absl::Status VerifyChecksum(const comparison::FinishedGame& game);
  absl::Status Damaged(int64_t id, absl::string_view what) const;

  const Database* database_;
  const comparison::Configuration* configuration_;
  bool has_checksums_ = false;  // those of older files have none
  Statement insert_game_, insert_seat_, insert_fault_, insert_record_,
      insert_checksum_;
  Statement has_, count_, count_distinct_, count_openings_, ids_;
  Statement games_, seats_, faults_, record_, checksum_;
};

}  // namespace boardwalk::results
