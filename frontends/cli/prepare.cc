// boardwalk prepare: computes the tables that a game's players can use, once.

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/file.h"
#include "framework/number_text.h"
#include "framework/status_macros.h"
#include "framework/tables/prepared_table.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/runner.h"
#include "frontends/terminal/interrupt.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::cli {
namespace {

using std::chrono::steady_clock;

constexpr char kForce[] = "--force";
constexpr char kThreads[] = "--jobs";
constexpr std::chrono::milliseconds kRedrawInterval(100);

std::string SizeText(uint64_t bytes) {
  return absl::StrFormat("%.1f MB", static_cast<double>(bytes) / 1e6);
}

// A bar on a terminal, else a line for each tenth.
class BuildProgress {
 public:
  explicit BuildProgress(const Context& context)
      : err_(context.err),
        live_(context.progress),
        screen_(context.err, {.cursor = context.progress}),
        start_(steady_clock::now()) {}
  ~BuildProgress() { screen_.EndProgress(); }
  BuildProgress(const BuildProgress&) = delete;
  BuildProgress& operator=(const BuildProgress&) = delete;

  void Show(double done) {
    if (live_) {
      const auto now = steady_clock::now();
      if (shown_.has_value() && now - *shown_ < kRedrawInterval) return;
      shown_ = now;
      screen_.Progress(absl::StrCat(ProgressBar(done), " ", Percent(done),
                                    " %  ", FormatClock(now - start_)));
    } else if (done >= next_line_) {
      while (done >= next_line_) next_line_ += 0.1;
      err_ << Percent(done) << " %  "
           << FormatClock(steady_clock::now() - start_) << std::endl;
    }
  }
  double Seconds() const {
    return std::chrono::duration<double>(steady_clock::now() - start_).count();
  }

 private:
  static int Percent(double done) { return static_cast<int>(100 * done); }

  std::ostream& err_;
  const bool live_;
  terminal::Screen screen_;
  const steady_clock::time_point start_;
  std::optional<steady_clock::time_point> shown_;
  double next_line_ = 0.1;
};

// Computes the table and writes it to `path`. Returns the seconds it took. The
// first Ctrl-C stops it.
absl::StatusOr<double> Build(const Preparation& preparation,
                             const std::string& path, int jobs,
                             const Context& context) {
  // Before the computation, which would be useless without it.
  RETURN_IF_ERROR(MakeFolders(path.substr(0, path.rfind('/'))));
  const terminal::Interrupts interrupts;
  const terminal::ThinkingScope thinking;
  BuildProgress progress(context);
  const auto table = preparation.build(
      {.threads = jobs,
       .stop = terminal::Interrupts::stop(),
       .progress = [&](double done) { progress.Show(done); }});
  if (!table.ok()) return table.status();
  const absl::Status written = WriteTable(path, preparation.table, *table);
  // A failed write is not wrong usage.
  if (!written.ok()) return absl::ResourceExhaustedError(written.message());
  return progress.Seconds();
}

// What is known of a table: whether it is there, sound, and what it took.
Json TableJson(const AnyGame& game, const Preparation& preparation,
               const std::string& path, const absl::Status& found,
               std::optional<double> seconds = {}) {
  return {{"game", game.Name()},
          {"title", preparation.title},
          {"bytes", preparation.table.bytes},
          {"path", path},
          {"ready", found.ok()},
          {"problem",
           found.ok() ? Json(nullptr) : Json(std::string(found.message()))},
          {"seconds", OptionalJson(seconds)}};
}

// Prints what is there or was made, or, where `tables` is not null, adds it
// there.
absl::StatusOr<int> Prepare(const AnyGame& game, const Preparation& preparation,
                            bool force, int jobs, const Context& context,
                            Json* tables) {
  ASSIGN_OR_RETURN(const auto path, TablePath(preparation.table));
  const absl::Status found =
      PreparedTable::Open(path, preparation.table).status();
  const std::string what = absl::StrCat(preparation.title, " (",
                                        SizeText(preparation.table.bytes), ")");
  std::optional<double> seconds;  // that it took
  if (!found.ok() || force) {
    if (absl::IsDataLoss(found)) {
      context.err << OneLine(found.message()) << "; it is computed again"
                  << std::endl;
    }
    const auto built = Build(preparation, path, jobs, context);
    if (absl::IsCancelled(built.status())) {
      context.err << "interrupted, nothing was written" << std::endl;
      return terminal::kInterruptedStatus;
    }
    if (!built.ok()) return built.status();
    seconds = *built;
  }
  if (tables != nullptr) {
    tables->push_back(
        TableJson(game, preparation, path, absl::OkStatus(), seconds));
  } else if (seconds.has_value()) {
    context.out << what
                << absl::StrFormat(": computed in %.1f s, kept in %s\n",
                                   *seconds, path);
  } else {
    context.out << what << ": ready and sound in " << path << "\n";
  }
  return 0;
}

void ListTable(const AnyGame& game, const Preparation& preparation,
               const std::string& path, std::ostream& out) {
  const absl::Status found =
      PreparedTable::Open(path, preparation.table).status();
  out << game.Name() << ": " << preparation.title << " ("
      << SizeText(preparation.table.bytes) << "): "
      << (found.ok() ? absl::StrCat("ready in ", path)
                     : absl::StrCat(found.message(), "; boardwalk prepare ",
                                    game.Name(), " makes it"))
      << "\n";
}

// Lists the tables of the games with their default settings and with those of
// their tests: some have a table for a small board only. A table that several
// use is listed once.
absl::Status ListAll(const Context& context, Json* tables) {
  std::set<std::string> listed;
  for (const std::string& name : context.catalog.NamesWithTestSets()) {
    ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(name));
    for (const Preparation& preparation : game->Preparations()) {
      ASSIGN_OR_RETURN(const auto path, TablePath(preparation.table));
      if (!listed.insert(path).second) continue;
      if (tables == nullptr) {
        ListTable(*game, preparation, path, context.out);
      } else {
        tables->push_back(
            TableJson(*game, preparation, path,
                      PreparedTable::Open(path, preparation.table).status()));
      }
    }
  }
  return absl::OkStatus();
}

// Returns the exit status.
absl::StatusOr<int> PrepareGame(const Arguments& arguments,
                                const Context& context, Json* tables) {
  const int jobs =
      arguments.Has(kThreads)
          ? static_cast<int>(arguments.Int(kThreads))
          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  ASSIGN_OR_RETURN(const auto game, ReadGame(arguments, context));
  const std::vector<Preparation> preparations = game->Preparations();
  if (preparations.empty() && tables == nullptr) {
    context.out << "nothing to prepare for " << game->Name()
                << ": its players need no table\n";
    return 0;
  }
  for (const Preparation& preparation : preparations) {
    const auto status = Prepare(*game, preparation, arguments.Has(kForce), jobs,
                                context, tables);
    if (!status.ok() || *status != 0) return status;
  }
  return 0;
}

absl::StatusOr<int> RunPrepare(const Arguments& arguments,
                               const Context& context) {
  Json tables = Json::array();
  const bool as_json = arguments.Has(kJsonOption.name);
  Json* const wanted = as_json ? &tables : nullptr;
  int status = 0;
  if (arguments.Has(kGameArgument.name)) {
    ASSIGN_OR_RETURN(status, PrepareGame(arguments, context, wanted));
  } else {
    RETURN_IF_ERROR(ListAll(context, wanted));
  }
  if (as_json && status == 0) {
    PrintLine({{"tables", std::move(tables)}}, context.out);
  }
  return status;
}

}  // namespace

Command PrepareCommand() {
  return {.name = "prepare",
          .help =
              "computes the tables that players of a game can use; without "
              "GAME, lists them",
          .positionals = {kOptionalGameArgument},
          .options = {{kForce, "", "computes tables again that exist"},
                      {.name = kThreads,
                       .value = "N",
                       .help = "threads to use; default: one per core",
                       .values = Bounds<int64_t>{1, comparison::kMaxJobs}},
                      kJsonOption},
          .run = RunPrepare};
}

}  // namespace boardwalk::cli
