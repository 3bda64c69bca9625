// A file of results that is shown while other programs add games to it. A
// thread reads it at first and after each change. Reading does not lock the
// file, so the games go on.
//
// Example, given `const Catalog& catalog`:
//
//   web::Results results(catalog, "results.sqlite", {});
//   const web::Results::Snapshot snapshot = results.snapshot();
//   if (snapshot.data == nullptr) std::cerr << snapshot.problem;

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "framework/game_history.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "frontends/board/board_view.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/results/results_file.h"
#include "frontends/web/api.h"
#include "frontends/web/http/events.h"

namespace boardwalk::web {

// A report as one JSON object and as a page of report.h or standings.h.
struct ResultsReport {
  std::string json, page;
};
using ReportMaker = std::function<absl::StatusOr<ResultsReport>(
    const comparison::Plan& plan, const comparison::Store& store)>;

// The report of a comparison that is no tournament.
absl::StatusOr<ResultsReport> ReportComparison(const comparison::Plan& plan,
                                               const comparison::Store& store);

struct ResultsOptions {
  // The time between checks of whether the file has changed. Reading it takes
  // at most a fifth of the time.
  std::chrono::milliseconds look = std::chrono::seconds(1);
  ReportMaker report = ReportComparison;
};

// What the file held when it was read. Immutable and thread-safe.
struct ResultsData {
  // A game as lists show it, in about 40 bytes.
  struct Row {
    int64_t id = 0;
    int variant = 0;
    int plies = 0;  // without the opening
    Termination ending = Termination::kUnfinished;
    uint32_t winners = 0;  // a bit for each seat
    // By seat, indices of Configuration::players.
    std::vector<uint8_t> players = {};
  };

  std::unique_ptr<comparison::Store> store;
  std::unique_ptr<const comparison::Plan> plan;
  std::vector<Row> games;            // by id
  std::vector<std::string> players;  // the names that reports show
  std::vector<std::shared_ptr<const board::BoardView>> boards;  // or null
  std::string report;                                           // as JSON
  std::string style, body;                                      // as HTML
  // Reads all. Errors: those of the store and of the report.
  static absl::StatusOr<std::shared_ptr<const ResultsData>> Read(
      const Catalog& catalog, const std::string& path,
      const ReportMaker& report);
};

// Thread-safe.
class Results {
 public:
  // `catalog` must outlive it. Looks at the file before it returns.
  Results(const Catalog& catalog, std::string path, ResultsOptions options);
  ~Results();
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;

  struct Snapshot {
    uint64_t version = 0;  // grows by one at each change
    // Why the file cannot be read, or not any more; "" if it can.
    std::string problem = {};
    // What was read last; null if nothing could be.
    std::shared_ptr<const ResultsData> data = {};
  };
  Snapshot snapshot() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The state of README.md.
  Json StateJson(const Snapshot& snapshot) const;

  // Events `results`: StateJson at once and after each change.
  std::unique_ptr<EventStream> ReadEvents() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Watch() ABSL_LOCKS_EXCLUDED(mutex_);
  // Reads the file if it has changed, and tells the readers.
  void Look() ABSL_LOCKS_EXCLUDED(mutex_);
  // The number that changes whenever another program has written.
  absl::StatusOr<int64_t> FileVersion();
  void Show(const std::string& problem, std::shared_ptr<const ResultsData> data)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const Catalog& catalog_;
  const std::string path_;
  const ResultsOptions options_;
  const std::shared_ptr<Readers> readers_;  // streams may outlive this

  // Of the thread alone.
  std::optional<results::ResultsFile> file_;
  int64_t file_version_ = 0;

  mutable Mutex mutex_;
  CondVar changed_;
  Snapshot snapshot_ ABSL_GUARDED_BY(mutex_);
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

// --- Results as JSON (results_rows.cc) ---

// The most games of one answer.
inline constexpr int kMaxGamesOfList = 500;

// Sets "kind", "games", "planned", "variants", "players", "endings", "latest"
// and "standings" (README.md).
void AddState(const ResultsData& data, Json& state);

// {"total", "games"}: those that the query's `game`, `player`, `ending` and
// `winner` ("-": nobody) leave, sorted by `sort` (id, plies; "-plies" from the
// largest on), `count` of them from number `from` on. Errors say which of them
// makes no sense.
absl::StatusOr<Json> ListGames(const ResultsData& data, const Request& request);

}  // namespace boardwalk::web
