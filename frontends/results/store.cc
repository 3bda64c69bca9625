#include "frontends/results/store.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"
#include "frontends/comparison/game_check.h"
#include "frontends/results/game_tables.h"
#include "frontends/results/results_file.h"
#include "frontends/results/sqlite.h"

namespace boardwalk::results {
namespace {

// Games in SQLite's tables, in a file or in memory.
class SqliteStore : public comparison::Store {
 public:
  explicit SqliteStore(ResultsFile file)
      : head_(std::move(file.head)),
        database_(std::move(file.database)),
        origins_(head_.origins) {}

  // Call this first.
  absl::Status Prepare() {
    const MutexLock lock(&mutex_);
    ASSIGN_OR_RETURN(auto tables,
                     GameTables::Create(database_, head_.configuration));
    tables_ = std::make_unique<GameTables>(std::move(tables));
    ASSIGN_OR_RETURN(configuration_text_,
                     database_.Prepare(
                         "SELECT value FROM meta WHERE key = 'configuration'"));
    return absl::OkStatus();
  }

  const comparison::Configuration& configuration() const override {
    return head_.configuration;
  }
  const std::string& program_version() const override {
    return head_.program_version;
  }

  int64_t times_grown() const override { return head_.times_grown; }

  std::vector<std::string> origins() const override {
    const MutexLock lock(&mutex_);
    return origins_;
  }

  absl::StatusOr<bool> Has(int64_t id) const override {
    const MutexLock lock(&mutex_);
    return tables_->Has(id);
  }

  absl::StatusOr<int64_t> Count() const override {
    const MutexLock lock(&mutex_);
    return tables_->Count();
  }

  absl::StatusOr<bool> Add(const comparison::FinishedGame& game) override {
    const MutexLock lock(&mutex_);
    ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(database_));
    RETURN_IF_ERROR(CheckNotGrown());
    ASSIGN_OR_RETURN(const bool added, tables_->Insert(game));
    std::vector<std::string> origins = origins_;
    if (added && !has_origin_) {
      ASSIGN_OR_RETURN(origins, AddOrigins(database_, {ThisOrigin()}));
    }
    RETURN_IF_ERROR(transaction.Commit());
    has_origin_ = has_origin_ || added;
    origins_ = std::move(origins);
    return added;
  }

  absl::Status CheckInPlace() const override {
    const MutexLock lock(&mutex_);
    return database_.CheckInPlace();
  }

  absl::Status ForEach(
      const comparison::GameFilter& filter,
      const std::function<absl::Status(const comparison::GameSummary&)>& visit)
      const override {
    return Visit(filter, /*whole=*/false,
                 [&](const comparison::FinishedGame& game) {
                   return visit(game.summary);
                 });
  }

  absl::Status ForEachWhole(
      const comparison::GameFilter& filter,
      const std::function<absl::Status(const comparison::FinishedGame&)>& visit)
      const override {
    return Visit(filter, /*whole=*/true, visit);
  }

  absl::StatusOr<comparison::FinishedGame> Get(int64_t id) const override {
    const MutexLock lock(&mutex_);
    auto game = tables_->Get(id);
    RETURN_IF_ERROR(CheckNotGrown());
    if (!game.ok()) return game.status();
    if (game->has_value()) return **std::move(game);
    ASSIGN_OR_RETURN(const auto ids, tables_->Ids());
    return NotFound("there is no game ", id, " in '", database_.name(), "'; ",
                    DescribeIds(ids));
  }

  absl::StatusOr<int64_t> CountDistinct(int variant) const override {
    const MutexLock lock(&mutex_);
    return tables_->CountDistinct(variant);
  }
  absl::StatusOr<int64_t> CountOpenings(int variant) const override {
    const MutexLock lock(&mutex_);
    return tables_->CountOpenings(variant);
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
      const comparison::GameFilter& filter, bool whole,
      const std::function<absl::Status(const comparison::FinishedGame&)>& visit)
      const {
    std::vector<comparison::FinishedGame> batch;
    int64_t after = 0;
    do {
      RETURN_IF_ERROR(ReadBatch(filter, after, whole, batch));
      for (const comparison::FinishedGame& game : batch) {
        after = game.summary.id;
        RETURN_IF_ERROR(visit(game));
      }
    } while (!batch.empty());
    return absl::OkStatus();
  }

  absl::Status ReadBatch(const comparison::GameFilter& filter, int64_t after,
                         bool whole,
                         std::vector<comparison::FinishedGame>& batch) const {
    const MutexLock lock(&mutex_);
    const absl::Status status = tables_->Read(filter, after, whole, batch);
    RETURN_IF_ERROR(CheckNotGrown());
    return status;
  }

  // An error if another process has added players or games: what was read
  // before this call, or is written after it in a transaction, has other
  // numbers then.
  absl::Status CheckNotGrown() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    ASSIGN_OR_RETURN(const bool row, configuration_text_.Step());
    const std::string text(row ? configuration_text_.Text(0) : "");
    configuration_text_.Reset();
    if (text == known_text_) return absl::OkStatus();
    ASSIGN_OR_RETURN(const auto now, comparison::ParseConfiguration(text));
    if (!comparison::CheckSame(head_.configuration, now).ok()) {
      return Aborted("another process has added players or games to '",
                     database_.name(),
                     "', which numbers its games anew; run the command again");
    }
    known_text_ = text;
    return absl::OkStatus();
  }

  const ResultsHead head_;
  mutable Mutex mutex_;
  Database database_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<GameTables> tables_ ABSL_GUARDED_BY(mutex_)
      ABSL_PT_GUARDED_BY(mutex_);
  std::vector<std::string> origins_ ABSL_GUARDED_BY(mutex_);
  // Whether this program's was added, with its first game.
  bool has_origin_ ABSL_GUARDED_BY(mutex_) = false;
  mutable Statement configuration_text_ ABSL_GUARDED_BY(mutex_);
  // That of a configuration that was found to be the same.
  mutable std::string known_text_ ABSL_GUARDED_BY(mutex_);
};

absl::StatusOr<std::unique_ptr<comparison::Store>> MakeStore(
    absl::StatusOr<ResultsFile> file) {
  if (!file.ok()) return file.status();
  auto store = std::make_unique<SqliteStore>(*std::move(file));
  RETURN_IF_ERROR(store->Prepare());
  return store;
}

}  // namespace

absl::StatusOr<std::unique_ptr<comparison::Store>> OpenToPlay(
    const std::string& path, const comparison::Configuration& configuration) {
  return MakeStore(path.empty() ? MakeResultsInMemory(configuration)
                                : OpenResultsToPlay(path, configuration));
}

absl::StatusOr<std::unique_ptr<comparison::Store>> CreateToPlay(
    const std::string& path, const comparison::Configuration& configuration) {
  RETURN_IF_ERROR(MakeNewResults(path, configuration));
  return OpenToPlay(path, configuration);
}

absl::StatusOr<std::unique_ptr<comparison::Store>> OpenToRead(
    const std::string& path) {
  return MakeStore(OpenResultsToRead(path));
}

absl::StatusOr<GrownResults> OpenToGrow(const std::string& path,
                                        const comparison::Configuration& there,
                                        const Catalog& catalog,
                                        const comparison::Plan& plan) {
  const comparison::Configuration& here = plan.configuration();
  GrownResults grown;
  if (comparison::CheckSame(there, here).ok()) {
    ASSIGN_OR_RETURN(grown.store, OpenToPlay(path, here));
    return grown;
  }
  ASSIGN_OR_RETURN(grown.store,
                   MakeStore(OpenResultsToGrow(path, there, catalog, plan)));
  for (const auto names : {&comparison::Configuration::games,
                           &comparison::Configuration::players}) {
    for (const std::string& name : here.*names) {
      if (!comparison::Contains(there.*names, name))
        grown.added.push_back(name);
    }
  }
  return grown;
}

absl::StatusOr<comparison::Plan> PlanOfResults(const Catalog& catalog,
                                               const comparison::Store& store) {
  return comparison::Plan::OfResults(
      catalog, store.configuration(), [&](int variant) -> absl::StatusOr<int> {
        int seats = 0;
        const absl::Status status = store.ForEach(
            {.variant = variant}, [&](const comparison::GameSummary& game) {
              seats = static_cast<int>(game.seats.size());
              return absl::CancelledError("one is enough");
            });
        if (seats > 0) return seats;
        if (!status.ok()) return status;
        return absl::NotFoundError("no results");
      });
}

absl::Status CheckKept(const std::string& path, int64_t games) {
  ASSIGN_OR_RETURN(ResultsFile file, OpenResultsToRead(path));
  RETURN_IF_ERROR(CheckUndamaged(file.database));
  ASSIGN_OR_RETURN(auto tables,
                   GameTables::Create(file.database, file.head.configuration));
  ASSIGN_OR_RETURN(const int64_t kept, tables.Count());
  if (kept >= games) return absl::OkStatus();
  return DataLoss("'", path, "' has ", kept, " of ", games,
                  " games that were played; it was changed meanwhile");
}

absl::StatusOr<CheckedResults> OpenChecked(const Catalog& catalog,
                                           const std::string& path) {
  ASSIGN_OR_RETURN(ResultsFile file, OpenResultsToRead(path));
  RETURN_IF_ERROR(CheckReferences(file.database));
  ASSIGN_OR_RETURN(auto store, MakeStore(std::move(file)));
  ASSIGN_OR_RETURN(comparison::Plan plan, PlanOfResults(catalog, *store));
  RETURN_IF_ERROR(
      At(absl::StrCat("'", path, "'"), comparison::CheckGames(plan, *store)));
  return CheckedResults{std::move(plan), std::move(store)};
}

}  // namespace boardwalk::results
