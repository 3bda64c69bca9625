// MergeResults.

#include <algorithm>
#include <bit>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "framework/errors.h"
#include "framework/hash_text.h"
#include "framework/status_macros.h"
#include "frontends/results/game_tables.h"
#include "frontends/results/results_file.h"
#include "frontends/results/sqlite.h"
#include "frontends/results/store.h"

namespace boardwalk::results {
namespace {

namespace fs = std::filesystem;

// A hash of the moves and the result.
uint64_t WholeFingerprint(const comparison::GameSummary& game) {
  uint64_t hash = Mixed(game.fingerprint, TerminationName(game.termination));
  hash = Mixed(hash, static_cast<uint64_t>(game.loser));
  for (const Fault& fault : game.faults) {
    hash = Mixed(hash, TerminationName(fault.kind));
    hash = Mixed(hash, static_cast<uint64_t>(fault.seat));
  }
  for (const comparison::SeatResult& seat : game.seats) {
    hash = Mixed(hash, std::bit_cast<uint64_t>(seat.returns));
  }
  return hash;
}

// The games by id, to find one that differs between two files. Kept in a
// database of its own, which moves to disk when it grows.
class Fingerprints {
 public:
  static absl::StatusOr<Fingerprints> Create();

  // Adds the game that file number `file` has. Returns the number of the file
  // that had another game of this id before; nothing if none had.
  absl::StatusOr<std::optional<size_t>> Add(const comparison::GameSummary& game,
                                            size_t file);

 private:
  explicit Fingerprints(Database database) : database_(std::move(database)) {}

  Database database_;
  Statement insert_, find_;
};

absl::StatusOr<Fingerprints> Fingerprints::Create() {
  ASSIGN_OR_RETURN(auto database, Database::OpenTemporary());
  RETURN_IF_ERROR(database.Execute(
      "CREATE TABLE seen (id INTEGER PRIMARY KEY, fingerprint INTEGER,"
      " file INTEGER);"
      "BEGIN"));
  Fingerprints made(std::move(database));
  RETURN_IF_ERROR(made.database_.PrepareAll(
      {{&made.insert_,
        "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING"},
       {&made.find_, "SELECT fingerprint, file FROM seen WHERE id = ?"}}));
  return made;
}

absl::StatusOr<std::optional<size_t>> Fingerprints::Add(
    const comparison::GameSummary& game, size_t file) {
  const uint64_t fingerprint = WholeFingerprint(game);
  insert_.Bind(game.id, fingerprint, uint64_t{file});
  RETURN_IF_ERROR(insert_.Run());
  if (database_.Changes() != 0) return std::nullopt;
  find_.Bind(game.id);
  RETURN_IF_ERROR(find_.Step().status());
  const auto found = static_cast<uint64_t>(find_.Integer(0));
  const auto other = static_cast<size_t>(find_.Integer(1));
  find_.Reset();
  if (found == fingerprint) return std::nullopt;
  return other;
}

// An error if another process has added players or games since: the numbers of
// games have changed.
absl::Status CheckUnchanged(ResultsFile& file,
                            const comparison::Configuration& configuration) {
  ASSIGN_OR_RETURN(const ResultsHead now, ReadHead(file.database));
  if (comparison::CheckSame(configuration, now.configuration).ok()) {
    return absl::OkStatus();
  }
  return Aborted("another process has added players or games to '",
                 file.database.name(), "' meanwhile; merge again");
}

// Calls `visit` for every batch of games.
template <typename Visit>
absl::Status ForEachBatch(ResultsFile& file, GameTables& tables,
                          const Visit& visit) {
  std::vector<comparison::FinishedGame> batch;
  int64_t after = 0;
  for (;;) {
    RETURN_IF_ERROR(tables.Read({}, after, /*whole=*/true, batch));
    RETURN_IF_ERROR(CheckUnchanged(file, file.head.configuration));
    if (batch.empty()) return absl::OkStatus();
    after = batch.back().summary.id;
    RETURN_IF_ERROR(visit(batch));
  }
}

// Reads all files before anything is written.
class Check {
 public:
  // Both must outlive it.
  Check(absl::Span<const std::string> files, const CheckFile& check)
      : files_(files), check_(check) {}

  absl::Status Read(size_t file);
  bool grown() const { return grown_; }
  // Says of the files which games differ.
  void Describe(MergeCounts& counts) const;

  // That of all files, with the largest number of rounds.
  const comparison::Configuration& configuration() const {
    return *configuration_;
  }

 private:
  absl::Status Join(const comparison::Configuration& configuration,
                    size_t file);

  absl::Status Compare(const comparison::GameSummary& game, size_t file);

  const absl::Span<const std::string> files_;
  const CheckFile& check_;
  std::optional<comparison::Configuration> configuration_;
  std::optional<Fingerprints> fingerprints_;
  bool grown_ = false;  // a file, or some have more rounds than others
  int64_t differing_ = 0;
  std::set<size_t> kept_from_;
};

absl::Status Check::Join(const comparison::Configuration& configuration,
                         size_t file) {
  if (configuration_.has_value()) {
    const absl::Status same =
        comparison::CheckSame(*configuration_, configuration);
    if (!same.ok()) {
      return FailedPrecondition("cannot merge '", files_[file],
                                "' (here) with '", files_.front(),
                                "' (there): ", same.message());
    }
    grown_ = grown_ || configuration.rounds != configuration_->rounds;
    configuration_->rounds =
        std::max(configuration_->rounds, configuration.rounds);
    return absl::OkStatus();
  }
  configuration_ = configuration;
  ASSIGN_OR_RETURN(auto fingerprints, Fingerprints::Create());
  fingerprints_.emplace(std::move(fingerprints));
  return absl::OkStatus();
}

absl::Status Check::Compare(const comparison::GameSummary& game, size_t file) {
  ASSIGN_OR_RETURN(const auto other, fingerprints_->Add(game, file));
  if (!other.has_value()) return absl::OkStatus();
  if (comparison::IsReproducible(*configuration_)) {
    return FailedPrecondition(
        "game ", game.id, " is not the same in '", files_[*other], "' and '",
        files_[file],
        "', although nothing in this comparison depends on time; "
        "one of them is from another version of the program or was changed");
  }
  ++differing_;
  kept_from_.insert(*other);
  return absl::OkStatus();
}

void Check::Describe(MergeCounts& counts) const {
  counts.differing = differing_;
  for (const size_t file : kept_from_) {
    counts.kept_from.push_back(files_[file]);
  }
}

absl::Status Check::Read(size_t file) {
  ASSIGN_OR_RETURN(auto results, OpenResultsToRead(files_[file]));
  RETURN_IF_ERROR(Join(results.head.configuration, file));
  grown_ = grown_ || results.head.times_grown > 0;
  RETURN_IF_ERROR(CheckUndamaged(results.database));
  RETURN_IF_ERROR(check_(files_[file]));
  ASSIGN_OR_RETURN(auto tables, GameTables::Create(results.database,
                                                   results.head.configuration));
  return ForEachBatch(results, tables,
                      [&](const std::vector<comparison::FinishedGame>& batch) {
                        for (const comparison::FinishedGame& game : batch) {
                          RETURN_IF_ERROR(Compare(game.summary, file));
                        }
                        return absl::OkStatus();
                      });
}

// Many games in one transaction: a merge that was interrupted is run again.
absl::Status Copy(ResultsFile& from, GameTables& games, ResultsFile& to,
                  GameTables& tables, MergeCounts& counts) {
  return ForEachBatch(
      from, games, [&](const std::vector<comparison::FinishedGame>& batch) {
        ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(to.database));
        RETURN_IF_ERROR(CheckUnchanged(to, to.head.configuration));
        RETURN_IF_ERROR(AddOrigins(to.database, from.head.origins).status());
        for (const comparison::FinishedGame& game : batch) {
          ASSIGN_OR_RETURN(const auto added, tables.Insert(game));
          ++(added ? counts.added : counts.repeated);
        }
        return transaction.Commit();
      });
}

absl::StatusOr<MergeCounts> CopyAll(
    const std::string& output, absl::Span<const std::string> inputs,
    const comparison::Configuration& configuration, bool grown) {
  ASSIGN_OR_RETURN(auto to, OpenResultsToPlay(output, configuration));
  if (grown && to.head.times_grown == 0) {
    ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(to.database));
    RETURN_IF_ERROR(CountGrowth(to));
    RETURN_IF_ERROR(transaction.Commit());
  }
  ASSIGN_OR_RETURN(auto tables,
                   GameTables::Create(to.database, to.head.configuration));
  MergeCounts counts;
  for (const std::string& input : inputs) {
    ASSIGN_OR_RETURN(auto from, OpenResultsToRead(input));
    RETURN_IF_ERROR(CheckUnchanged(from, configuration));
    ASSIGN_OR_RETURN(
        auto games, GameTables::Create(from.database, from.head.configuration));
    RETURN_IF_ERROR(Copy(from, games, to, tables, counts));
  }
  return counts;
}

}  // namespace

absl::StatusOr<MergeCounts> MergeResults(const std::string& output,
                                         absl::Span<const std::string> inputs,
                                         const CheckFile& check_file) {
  if (inputs.empty() || output.empty()) {
    return absl::InvalidArgumentError(
        "a merge needs a file to write to and at least one to read");
  }
  std::vector<std::string> files(inputs.begin(), inputs.end());
  std::error_code error;
  for (const std::string& input : inputs) {
    if (fs::equivalent(input, output, error)) {
      return InvalidArgument(
          "'", input, "' is the file to write to; it cannot be an input, too");
    }
  }
  // An existing output must agree with the inputs, too, and its games stay.
  if (fs::exists(output, error)) files.insert(files.begin(), output);
  Check check(files, check_file);
  for (size_t file = 0; file < files.size(); ++file) {
    RETURN_IF_ERROR(check.Read(file));
  }
  ASSIGN_OR_RETURN(
      MergeCounts counts,
      CopyAll(output, inputs, check.configuration(), check.grown()));
  check.Describe(counts);
  return counts;
}

}  // namespace boardwalk::results
