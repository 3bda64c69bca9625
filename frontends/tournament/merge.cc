#include "frontends/tournament/merge.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/tournament/game_tables.h"
#include "frontends/tournament/hash_text.h"
#include "frontends/tournament/results_file.h"
#include "frontends/tournament/sqlite.h"

namespace boardwalk::tournament {
namespace {

namespace fs = std::filesystem;

// Its moves and how it ended, as one number.
uint64_t WholeFingerprint(const GameSummary& game) {
  uint64_t hash = Mixed(game.fingerprint, TerminationName(game.termination));
  hash = Mixed(hash, static_cast<uint64_t>(game.loser));
  for (const SeatResult& seat : game.seats) {
    hash = Mixed(hash, std::bit_cast<uint64_t>(seat.returns));
  }
  return hash;
}

// Which game the files have under an id, to find two that tell one differently.
// Kept in a database of its own, which goes to disk when it grows.
class Fingerprints {
 public:
  static absl::StatusOr<Fingerprints> Create();

  // An error if there is another game of this id, which names both files. They
  // are told apart by their index in `files`.
  absl::Status Add(const GameSummary& game, size_t file,
                   absl::Span<const std::string> files);

 private:
  explicit Fingerprints(Database database) : database_(std::move(database)) {}

  Database database_;
  Statement insert_, find_;
};

absl::StatusOr<Fingerprints> Fingerprints::Create() {
  ASSIGN_OR_RETURN(auto database, Database::OpenTemporary());
  absl::Status status = database.Execute(
      "CREATE TABLE seen (id INTEGER PRIMARY KEY, fingerprint INTEGER,"
      " file INTEGER);"
      "BEGIN");
  if (!status.ok()) return status;
  Fingerprints made(std::move(database));
  ASSIGN_OR_RETURN(
      auto insert,
      made.database_.Prepare(
          "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING"));
  ASSIGN_OR_RETURN(auto find,
                   made.database_.Prepare(
                       "SELECT fingerprint, file FROM seen WHERE id = ?"));
  made.insert_ = std::move(insert);
  made.find_ = std::move(find);
  return made;
}

absl::Status Fingerprints::Add(const GameSummary& game, size_t file,
                               absl::Span<const std::string> files) {
  insert_.BindInteger(1, game.id);
  const uint64_t fingerprint = WholeFingerprint(game);
  insert_.BindInteger(2, static_cast<int64_t>(fingerprint));
  insert_.BindInteger(3, static_cast<int64_t>(file));
  const absl::Status status = insert_.Run();
  if (!status.ok() || database_.Changes() != 0) return status;
  find_.BindInteger(1, game.id);
  RETURN_IF_ERROR(find_.Step().status());
  const auto found = static_cast<uint64_t>(find_.Integer(0));
  const auto other = static_cast<size_t>(find_.Integer(1));
  find_.Reset();
  if (found == fingerprint) return status;
  return absl::FailedPreconditionError(absl::StrCat(
      "game ", game.id, " is not the same in '", files[other], "' and '",
      files[file], "', although nothing in this comparison depends on time; ",
      "one of them comes from another version of the program or was changed"));
}

// Calls `visit` for every batch of games.
template <typename Visit>
absl::Status ForEachBatch(GameTables& tables, const Visit& visit) {
  std::vector<FinishedGame> batch;
  int64_t after = 0;
  for (;;) {
    absl::Status status = tables.Read({}, after, /*whole=*/true, batch);
    if (!status.ok() || batch.empty()) return status;
    after = batch.back().summary.id;
    status = visit(batch);
    if (!status.ok()) return status;
  }
}

// Reads all files before anything is written.
class Check {
 public:
  // `files` must outlive it.
  explicit Check(absl::Span<const std::string> files) : files_(files) {}

  absl::Status Read(size_t file);

  // That of all files read; its rounds are the most.
  const Configuration& configuration() const { return *configuration_; }

 private:
  absl::Status Join(const Configuration& configuration, size_t file);

  absl::Span<const std::string> files_;
  std::optional<Configuration> configuration_;
  std::optional<Fingerprints> fingerprints_;  // where games repeat themselves
};

absl::Status Check::Join(const Configuration& configuration, size_t file) {
  if (configuration_.has_value()) {
    const absl::Status same = CheckSame(*configuration_, configuration);
    if (!same.ok()) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot merge '", files_[file], "' (here) with '",
                       files_.front(), "' (there): ", same.message()));
    }
    configuration_->rounds =
        std::max(configuration_->rounds, configuration.rounds);
    return absl::OkStatus();
  }
  configuration_ = configuration;
  if (!IsReproducible(configuration)) return absl::OkStatus();
  ASSIGN_OR_RETURN(auto fingerprints, Fingerprints::Create());
  fingerprints_.emplace(std::move(fingerprints));
  return absl::OkStatus();
}

absl::Status Check::Read(size_t file) {
  ASSIGN_OR_RETURN(auto results, OpenResultsToRead(files_[file]));
  absl::Status status = Join(results.head.configuration, file);
  if (status.ok()) status = CheckUndamaged(results.database);
  if (!status.ok()) return status;
  ASSIGN_OR_RETURN(auto tables, GameTables::Create(results.database,
                                                   results.head.configuration));
  return ForEachBatch(tables, [&](const std::vector<FinishedGame>& batch) {
    absl::Status added;
    for (const FinishedGame& game : batch) {
      if (fingerprints_.has_value()) {
        added.Update(fingerprints_->Add(game.summary, file, files_));
      }
    }
    return added;
  });
}

// Many games in one transaction: what is lost when it is interrupted is read
// again when the merge is.
absl::Status Copy(GameTables& from, ResultsFile& to, GameTables& tables,
                  MergeCounts& counts) {
  return ForEachBatch(from, [&](const std::vector<FinishedGame>& batch) {
    ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(to.database));
    for (const FinishedGame& game : batch) {
      ASSIGN_OR_RETURN(const auto added, tables.Insert(game));
      ++(added ? counts.added : counts.repeated);
    }
    return transaction.Commit();
  });
}

absl::StatusOr<MergeCounts> CopyAll(const std::string& output,
                                    absl::Span<const std::string> inputs,
                                    const Configuration& configuration) {
  ASSIGN_OR_RETURN(auto to, OpenResultsToPlay(output, configuration));
  ASSIGN_OR_RETURN(auto tables,
                   GameTables::Create(to.database, to.head.configuration));
  MergeCounts counts;
  for (const std::string& input : inputs) {
    ASSIGN_OR_RETURN(auto from, OpenResultsToRead(input));
    ASSIGN_OR_RETURN(
        auto games, GameTables::Create(from.database, from.head.configuration));
    RETURN_IF_ERROR(Copy(games, to, tables, counts));
  }
  return counts;
}

}  // namespace

absl::StatusOr<MergeCounts> MergeResults(const std::string& output,
                                         absl::Span<const std::string> inputs) {
  if (inputs.empty() || output.empty()) {
    return absl::InvalidArgumentError(
        "a merge needs a file to write to and at least one to read");
  }
  std::vector<std::string> files(inputs.begin(), inputs.end());
  std::error_code error;
  for (const std::string& input : inputs) {
    if (fs::equivalent(input, output, error)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", input, "' is the file to write to; it cannot be read, too"));
    }
  }
  // What is there already counts among what must agree.
  if (fs::exists(output, error)) files.push_back(output);
  Check check(files);
  for (size_t file = 0; file < files.size(); ++file) {
    RETURN_IF_ERROR(check.Read(file));
  }
  return CopyAll(output, inputs, check.configuration());
}

}  // namespace boardwalk::tournament
