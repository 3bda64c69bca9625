#include "frontends/cli/play_comparison.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/comparison/runner.h"
#include "frontends/comparison/settings.h"
#include "frontends/results/store.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::cli {
namespace {

using comparison::GameSummary;
using comparison::Plan;
using comparison::RunCounts;
using comparison::RunOptions;
using comparison::Store;

// What was special about a run.
void PrintDoubtful(const RunCounts& counts, std::ostream& err) {
  if (counts.held > 0) {
    err << "in " << Counted(counts.held, "game") << " a player stalled; "
        << (counts.held == 1 ? "it was" : "they were") << " played again alone"
        << std::endl;
  }
  if (counts.abandoned > 0) {
    err << "in " << Counted(counts.abandoned, "game")
        << " a player did not stop when it was asked to, and forfeits; its "
           "thread goes on until the program ends"
        << std::endl;
  }
}

// Plays what the store lacks, with a line of progress.
absl::StatusOr<RunCounts> PlayWithProgress(const Plan& plan, Store& store,
                                           RunOptions options,
                                           ProgressScore& score,
                                           absl::string_view db,
                                           const Context& context) {
  // In order, the run itself passes the games that were found.
  ASSIGN_OR_RETURN(const int64_t found,
                   options.in_order ? store.Count()
                                    : VisitFound(plan, store, options.shard,
                                                 [&](const GameSummary& game) {
                                                   score.Add(game);
                                                 }));
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
  ASSIGN_OR_RETURN(const RunCounts counts, PlayMissing(plan, store, options));
  progress.PrintTotal();
  PrintDoubtful(counts, context.err);
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
    // Before anything is written to it.
    if (std::error_code error; std::filesystem::exists(results.file, error)) {
      RETURN_IF_ERROR(
          boardwalk::results::OpenChecked(context.catalog, results.file)
              .status());
    }
    if (command.there.has_value()) {
      ASSIGN_OR_RETURN(
          auto grown, boardwalk::results::OpenToGrow(
                          results.file, *command.there, context.catalog, plan));
      if (!grown.added.empty()) {
        context.err << OneLine(results.file)
                    << " gets more: " << absl::StrJoin(grown.added, ", ")
                    << "; what was played stays" << std::endl;
      }
      results.store = std::move(grown.store);
      return results;
    }
  } else if (context.keeps_results && !command.keep_as.empty() &&
             !arguments.Has(kNoDb)) {
    auto made = boardwalk::results::MakeStateFile(command.keep_as,
                                                  plan.configuration());
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

// After an interrupt: what there is, what is missing, and how to go on.
void PrintStopped(const RunCounts& counts, const Results& results,
                  std::ostream& err) {
  const int64_t games = counts.found + counts.played;
  const int64_t missing = counts.planned - games;
  err << "stopped after " << games << " of " << Counted(counts.planned, "game")
      << ", " << missing << (missing == 1 ? " is" : " are") << " missing; ";
  if (results.kept && games > 0) {
    err << "to go on, add --db " << ShellWord(OneLine(results.file))
        << " to the same command";
  } else if (results.kept || results.file.empty()) {
    err << "with --db FILE the same command could go on from there";
  } else {
    err << "the same command goes on from there";
  }
  err << std::endl;
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
  context.err << command.announcement << "; limit "
              << comparison::DescribeLimits(plan.configuration()) << "; "
              << jobs << " at once" << std::endl;
  const int64_t rounds = store.configuration().rounds;
  if (rounds > plan.configuration().rounds) {
    context.err << OneLine(results.file) << " has " << Counted(rounds, "round")
                << "; " << plan.configuration().rounds
                << " are played at least, and the report is of all that are "
                   "there"
                << std::endl;
  }
  const auto counts = PlayWithProgress(plan, store,
                                       {.jobs = jobs,
                                        .shard = command.shard,
                                        .in_order = command.in_order,
                                        .patience = patience},
                                       score, results.file, context);
  RETURN_IF_ERROR(WorkFailed(counts.status()));
  if (counts->stopped) PrintStopped(*counts, results, context.err);
  RETURN_IF_ERROR(WorkFailed(command.print_result(store)));
  context.out << std::flush;
  RETURN_IF_ERROR(WorkFailed(store.CheckInPlace()));
  const int64_t games = counts->found + counts->played;
  if (results.kept && games == 0) {
    boardwalk::results::RemoveStateFile(std::move(results.store), results.file);
    results.kept = false;
    results.file.clear();
  } else if (!results.file.empty()) {
    results.store.reset();
    RETURN_IF_ERROR(
        WorkFailed(boardwalk::results::CheckKept(results.file, games)));
  }
  if (results.kept) {
    context.err << "the results are kept; to see them again: boardwalk report "
                << ShellWord(OneLine(results.file)) << std::endl;
  }
  return counts->stopped ? terminal::kInterruptedStatus : 0;
}

}  // namespace boardwalk::cli
