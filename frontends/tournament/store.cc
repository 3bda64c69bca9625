#include "frontends/tournament/store.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"
#include "frontends/tournament/game_tables.h"
#include "frontends/tournament/results_file.h"
#include "frontends/tournament/sqlite.h"

namespace boardwalk::tournament {
namespace {

// Games in SQLite's tables, in a file or in memory.
class SqliteStore : public Store {
 public:
  explicit SqliteStore(ResultsFile file)
      : head_(std::move(file.head)), database_(std::move(file.database)) {}

  // Call this first.
  absl::Status Prepare() {
    const MutexLock lock(&mutex_);
    ASSIGN_OR_RETURN(auto tables,
                     GameTables::Create(database_, head_.configuration));
    tables_ = std::make_unique<GameTables>(std::move(tables));
    return absl::OkStatus();
  }

  const Configuration& configuration() const override {
    return head_.configuration;
  }
  const std::string& program_version() const override {
    return head_.program_version;
  }

  absl::StatusOr<bool> Has(int64_t id) const override {
    const MutexLock lock(&mutex_);
    return tables_->Has(id);
  }

  absl::StatusOr<int64_t> Count() const override {
    const MutexLock lock(&mutex_);
    return tables_->Count();
  }

  absl::StatusOr<bool> Add(const FinishedGame& game) override {
    const MutexLock lock(&mutex_);
    ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(database_));
    ASSIGN_OR_RETURN(const bool added, tables_->Insert(game));
    RETURN_IF_ERROR(transaction.Commit());
    return added;
  }

  absl::Status CheckInPlace() const override {
    const MutexLock lock(&mutex_);
    return database_.CheckInPlace();
  }

  absl::Status ForEach(const GameFilter& filter,
                       const std::function<absl::Status(const GameSummary&)>&
                           visit) const override {
    return Visit(filter, /*whole=*/false,
                 [&](const FinishedGame& game) { return visit(game.summary); });
  }

  absl::Status ForEachWhole(
      const GameFilter& filter,
      const std::function<absl::Status(const FinishedGame&)>& visit)
      const override {
    return Visit(filter, /*whole=*/true, visit);
  }

  absl::StatusOr<FinishedGame> Get(int64_t id) const override {
    const MutexLock lock(&mutex_);
    ASSIGN_OR_RETURN(auto game, tables_->Get(id));
    if (game.has_value()) return *std::move(game);
    ASSIGN_OR_RETURN(const auto ids, tables_->Ids());
    return absl::NotFoundError(absl::StrCat("there is no game ", id, " in '",
                                            database_.name(), "'; ",
                                            DescribeIds(ids)));
  }

  absl::StatusOr<int64_t> CountDistinct(int variant) const override {
    const MutexLock lock(&mutex_);
    return tables_->CountDistinct(variant);
  }

 private:
  static std::string DescribeIds(const GameTables::IdRange& ids) {
    if (ids.count == 0) return "it has no games yet";
    // As unsigned numbers: a forged file may have any ids.
    if (static_cast<uint64_t>(ids.last) - static_cast<uint64_t>(ids.first) ==
        static_cast<uint64_t>(ids.count) - 1) {
      return absl::StrCat("it has the games ", ids.first, " to ", ids.last);
    }
    return absl::StrCat("it has ", ids.count, " of the games ", ids.first,
                        " to ", ids.last);
  }

  // Reads in batches and calls `visit` without the lock: games can be added
  // meanwhile, also by `visit`, and the log can be moved into the file.
  absl::Status Visit(
      const GameFilter& filter, bool whole,
      const std::function<absl::Status(const FinishedGame&)>& visit) const {
    std::vector<FinishedGame> batch;
    int64_t after = 0;
    do {
      RETURN_IF_ERROR(ReadBatch(filter, after, whole, batch));
      for (const FinishedGame& game : batch) {
        after = game.summary.id;
        RETURN_IF_ERROR(visit(game));
      }
    } while (!batch.empty());
    return absl::OkStatus();
  }

  absl::Status ReadBatch(const GameFilter& filter, int64_t after, bool whole,
                         std::vector<FinishedGame>& batch) const {
    const MutexLock lock(&mutex_);
    return tables_->Read(filter, after, whole, batch);
  }

  const ResultsHead head_;
  mutable Mutex mutex_;
  Database database_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<GameTables> tables_ ABSL_GUARDED_BY(mutex_)
      ABSL_PT_GUARDED_BY(mutex_);
};

absl::StatusOr<std::unique_ptr<Store>> MakeStore(
    absl::StatusOr<ResultsFile> file) {
  if (!file.ok()) return file.status();
  auto store = std::make_unique<SqliteStore>(*std::move(file));
  RETURN_IF_ERROR(store->Prepare());
  return store;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> Store::OpenToPlay(
    const std::string& path, const Configuration& configuration) {
  return MakeStore(path.empty() ? MakeResultsInMemory(configuration)
                                : OpenResultsToPlay(path, configuration));
}

absl::StatusOr<std::unique_ptr<Store>> Store::OpenToRead(
    const std::string& path) {
  return MakeStore(OpenResultsToRead(path));
}

absl::StatusOr<Plan> PlanOfResults(const Catalog& catalog, const Store& store) {
  return Plan::OfResults(
      catalog, store.configuration(), [&](int variant) -> absl::StatusOr<int> {
        int seats = 0;
        const absl::Status status =
            store.ForEach({.variant = variant}, [&](const GameSummary& game) {
              seats = static_cast<int>(game.seats.size());
              return absl::CancelledError("one is enough");
            });
        if (seats > 0) return seats;
        if (!status.ok()) return status;
        return absl::NotFoundError("no results");
      });
}

}  // namespace boardwalk::tournament
