#include "frontends/cli/play_comparison.h"

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/state_file.h"
#include "frontends/results/store.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::cli {
namespace {

using comparison::GameSummary;
using comparison::Plan;
using comparison::RunCounts;
using comparison::RunOptions;
using comparison::Store;

// Errors while games are played are not wrong usage.
absl::Status WorkFailed(const absl::Status& status) {
  return status.ok() ? status : absl::InternalError(status.message());
}

// The number of games of the shard that the store has. Adds them to `score`
// unless the games must come in order.
absl::StatusOr<int64_t> Found(const Store& store, const Plan& plan,
                              const RunOptions& options, ProgressScore& score) {
  if (options.in_order) return store.Count();
  int64_t found = 0;
  const absl::Status read = store.ForEach({}, [&](const GameSummary& game) {
    const comparison::PlannedGame planned = plan.Game(game.id);
    RETURN_IF_ERROR(comparison::CheckPlanned(planned, game));
    if (game.id <= plan.games() && plan.InShard(planned, options.shard)) {
      score.Add(game);
      ++found;
    }
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(read);
  return found;
}

absl::StatusOr<RunCounts> PlayMissing(const Plan& plan, Store& store,
                                      RunOptions options, ProgressScore& score,
                                      absl::string_view db,
                                      const Context& context) {
  ASSIGN_OR_RETURN(const int64_t found, Found(store, plan, options, score));
  const int64_t planned = plan.games(options.shard);
  const bool all = found == planned && !options.in_order;
  if (found > 0) {
    context.err << OneLine(db) << " has "
                << (all                ? "all of them"
                    : options.in_order ? Counted(found, "game")
                                       : absl::StrCat(found, " of them"))
                << " already" << std::endl;
  }
  if (all) return RunCounts{.planned = planned, .found = found};
  const terminal::Interrupts interrupts;
  const terminal::ThinkingScope playing;
  MatchProgress progress(
      {.planned = planned, .found = found, .open_end = options.in_order}, score,
      context);
  // If in order, the runner first passes the games that were found.
  int64_t to_recall = options.in_order ? found : 0;
  options.stop = terminal::Interrupts::stop();
  const auto on_game = [&](const GameSummary& game) {
    if (to_recall > 0) {
      --to_recall;
      progress.Recall(game);
    } else {
      progress.Add(game);
    }
    return !score.Decided();
  };
  options.on_game = std::cref(on_game);
  options.hold_doubtful = options.jobs > 1 && !options.in_order;
  ASSIGN_OR_RETURN(RunCounts counts, RunPlan(plan, store, options));
  if (counts.held > 0 && !counts.stopped) {
    const int64_t held = counts.held, abandoned = counts.abandoned;
    const int64_t played = counts.played;
    options.jobs = 1;
    options.hold_doubtful = false;
    ASSIGN_OR_RETURN(counts, RunPlan(plan, store, options));
    // What the first run played is found by the second one.
    counts.found -= played;
    counts.played += played;
    counts.abandoned += abandoned;
    counts.held = held;
  }
  const std::string total = progress.Total();
  progress.End();
  context.err << total << std::endl;
  if (counts.held > 0) {
    context.err << "in " << Counted(counts.held, "game")
                << " a player stalled; "
                << (counts.held == 1 ? "it was" : "they were")
                << " played again alone" << std::endl;
  }
  if (counts.abandoned > 0) {
    context.err << "in " << Counted(counts.abandoned, "game")
                << " a player did not stop when it was asked to, and forfeits; "
                   "its thread goes on until the program ends"
                << std::endl;
  }
  return counts;
}

// Where the results go.
struct Results {
  std::unique_ptr<Store> store;
  std::string file;   // "" if they are in memory
  bool kept = false;  // in a file of the state folder
};

// Opens --db, or a new file in the state folder, or memory. A state folder that
// cannot be written is a warning.
absl::StatusOr<Results> OpenToPlay(const Plan& plan,
                                   const ComparisonCommand& command,
                                   const Arguments& arguments,
                                   const Context& context) {
  Results results;
  ASSIGN_OR_RETURN(results.file, ReadDb(arguments));
  if (!results.file.empty()) {
    results.file += command.db_suffix;
    if (command.grow) RETURN_IF_ERROR(command.grow(results.file));
  } else if (context.keeps_results && !command.keep_as.empty() &&
             !arguments.Has(kNoDb)) {
    auto made = MakeStateFile(command.keep_as, plan.configuration());
    if (made.ok()) {
      return Results{std::move(made->store), std::move(made->path), true};
    }
    context.err << "warning: the results are not kept: "
                << OneLine(made.status().message())
                << " (--db FILE names a file, --no-db wants none)" << std::endl;
  }
  ASSIGN_OR_RETURN(results.store, boardwalk::results::OpenToPlay(
                                      results.file, plan.configuration()));
  return results;
}

// The last messages.
void PrintEnd(const RunCounts& counts, const Results& results,
              std::ostream& err) {
  if (counts.stopped) {
    err << "stopped after " << counts.found + counts.played << " of "
        << Counted(counts.planned, "game") << "; "
        << (results.kept ? "the same command goes on from there with --db and "
                           "the file below"
            : results.file.empty()
                ? "with --db FILE the same command could go on from there"
                : "the same command goes on from there")
        << std::endl;
  }
  if (results.kept) {
    err << "the results are kept; to see them again: boardwalk report "
        << ShellWord(OneLine(results.file)) << std::endl;
  }
}

}  // namespace

absl::StatusOr<int> PlayComparison(const Plan& plan,
                                   const ComparisonCommand& command,
                                   ProgressScore& score,
                                   const Arguments& arguments,
                                   const Context& context) {
  ASSIGN_OR_RETURN(const int jobs, ReadJobs(arguments, plan));
  ASSIGN_OR_RETURN(const Patience patience, ReadPatience(arguments));
  ASSIGN_OR_RETURN(Results results,
                   OpenToPlay(plan, command, arguments, context));
  Store& store = *results.store;
  context.err << command.announce(jobs) << std::endl;
  const auto counts = PlayMissing(plan, store,
                                  {.jobs = jobs,
                                   .shard = command.shard,
                                   .in_order = command.in_order,
                                   .patience = patience},
                                  score, results.file, context);
  RETURN_IF_ERROR(WorkFailed(counts.status()));
  RETURN_IF_ERROR(WorkFailed(command.print_result(store)));
  context.out << std::flush;
  RETURN_IF_ERROR(WorkFailed(store.CheckInPlace()));
  if (results.kept && counts->found + counts->played == 0) {
    RemoveStateFile(std::move(results.store), results.file);
    results.kept = false;
    results.file.clear();
  }
  PrintEnd(*counts, results, context.err);
  return counts->stopped ? terminal::kInterruptedStatus : 0;
}

}  // namespace boardwalk::cli
