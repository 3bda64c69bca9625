// boardwalk reproduce: plays the games of a file of results again and looks for
// differences.

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/limits.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "framework/version.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/contest/entrant.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using comparison::GameSummary;
using comparison::Plan;
using comparison::Store;

// What no run determines.
constexpr std::array<absl::string_view, 3> kNotKnown = {
    "seconds", "wall_seconds", "max_seconds"};

// How many differences are shown.
constexpr size_t kMaxShown = 10;

// "'3 4'", or "no move" after the end.
std::string MoveText(const GameRecord& record, size_t ply) {
  return ply < record.moves.size() ? Quoted(record.moves[ply].text) : "no move";
}

// What a player reported with a move, without the times.
std::string WorkText(RecordedMove move) {
  move.seconds = move.wall_seconds = 0;
  return comparison::FormatMoveDetails({&move, 1});
}

// "repetition 0 0", "rules 1 -1", and the faults of others.
std::string EndText(const GameRecord& record, size_t seats) {
  std::vector<std::string> returns;
  for (size_t seat = 0; seat < seats; ++seat) {
    returns.push_back(absl::StrCat(record.returns[seat]));
  }
  return absl::StrCat(
      TerminationName(record.termination), " ", absl::StrJoin(returns, " "),
      record.faults.empty() ? "" : ", ", FaultsText(record.faults));
}

// What differs first, "" if nothing does. Plies count from 1. All but kNotKnown
// is compared here, or follows from it and was held to it (game_check.h).
std::string Difference(const FinishedGame& then, const FinishedGame& now) {
  const GameRecord& a = then.record;
  const GameRecord& b = now.record;
  if (then.opening != now.opening || a.start != b.start) {
    return absl::StrCat("began at ", Quoted(a.start, 60), " and begins at ",
                        Quoted(b.start, 60));
  }
  if (a.players != b.players || a.seed != b.seed) {
    return "its players or its seed are not as planned";
  }
  const size_t plies = std::max(a.moves.size(), b.moves.size());
  for (size_t ply = 0; ply < plies; ++ply) {
    const auto differs = [&](const std::string& was, const std::string& is) {
      return absl::StrCat("ply ", ply + 1, " was ", was, " and is ", is);
    };
    if (MoveText(a, ply) != MoveText(b, ply)) {
      return differs(MoveText(a, ply), MoveText(b, ply));
    }
    const std::string was = WorkText(a.moves[ply]);
    const std::string is = WorkText(b.moves[ply]);
    if (was != is) {
      return absl::StrCat(differs(MoveText(a, ply), MoveText(b, ply)),
                          ", but the player reported ", was, " and reports ",
                          is, " (value, depth, nodes, playouts)");
    }
  }
  if (a.termination != b.termination || a.loser != b.loser ||
      a.faults != b.faults || a.returns != b.returns || a.final != b.final) {
    const size_t seats = a.players.size();
    return absl::StrCat("ended with ", EndText(a, seats), " and ends with ",
                        EndText(b, seats));
  }
  if (a.detail != b.detail) {
    return absl::StrCat("said of its end ", Quoted(a.detail), " and says ",
                        Quoted(b.detail));
  }
  return "";
}

constexpr char kIsSource[] = "a source";

bool IsSource(const std::string& player) {
  const auto name = ParseName(player);
  return name.ok() && name->id == contest::kSourceId;
}

// Whether the player would stop in all games without a limit of time, and then
// plays as without one, as Player::Choose requires.
bool StopsByItself(const Configuration& configuration,
                   const std::string& player, const Catalog& catalog) {
  Limits limits = configuration.limits;
  limits.time.reset();
  return std::ranges::all_of(configuration.games, [&](const std::string& name) {
    const auto game = catalog.MakeGame(name);
    if (!game.ok()) return false;
    const auto made = (*game)->MakePlayer(player);
    return made.ok() && (*made)->CheckLimits(limits).ok();
  });
}

// Which games can be played again: those in which no move was a matter of time,
// with players of one thread. Counts the others by the reason.
class Choice {
 public:
  Choice(const Configuration& configuration, const Catalog& catalog)
      : limit_(configuration.limits.time) {
    for (const std::string& player : configuration.players) {
      reasons_.push_back(WhyNot(configuration, player, catalog));
    }
  }

  // "" if it can.
  std::string WhyNot(const GameSummary& game) const {
    for (const comparison::SeatResult& seat : game.seats) {
      const std::string& reason = reasons_[static_cast<size_t>(seat.player)];
      if (!reason.empty()) return reason;
    }
    // A search that the limit ended has taken all of it.
    for (const comparison::SeatResult& seat : game.seats) {
      if (limit_.has_value() && Duration(seat.max_seconds) >= *limit_) {
        return comparison::kHasTimeLimit;
      }
    }
    // Within all limits of time, only who did not answer overran.
    const bool overran =
        game.termination == Termination::kTimeForfeit ||
        std::ranges::any_of(game.faults, [](const Fault& fault) {
          return fault.kind == Termination::kTimeForfeit;
        });
    return overran ? "a player that did not answer" : "";
  }

  absl::Status Count(const Store& store) {
    return store.ForEach({}, [&](const GameSummary& game) {
      const std::string why = WhyNot(game);
      ++(why.empty() ? chosen_ : left_out_[why]);
      last_round_ = std::max(last_round_, game.round);
      return absl::OkStatus();
    });
  }

  // Leaves out one of the chosen games after all.
  void LeaveOut(const std::string& reason) {
    --chosen_;
    ++left_out_[reason];
  }

  int64_t chosen() const { return chosen_; }
  int64_t last_round() const { return last_round_; }
  // Games by the reason.
  const std::map<std::string, int64_t>& left_out() const { return left_out_; }
  // "80 games with a time limit", "" if none is left out.
  std::string LeftOut() const {
    return absl::StrJoin(left_out_, ", ",
                         [](std::string* out, const auto& reason) {
                           absl::StrAppend(out, Counted(reason.second, "game"),
                                           " with ", reason.first);
                         });
  }

  // "; ...": how games that are left out could have been the same again.
  std::string Advice() const {
    const auto if_left_out = [&](const char* reason, absl::string_view advice) {
      return left_out_.count(reason) > 0 ? absl::StrCat("; ", advice) : "";
    };
    return absl::StrCat(
        if_left_out(comparison::kHasTimeLimit,
                    "limits by --nodes, --playouts or --depth give the same "
                    "games again"),
        if_left_out(comparison::kHasThreads,
                    "one thread gives the same games again"),
        if_left_out(comparison::kIsAnotherProgram,
                    "whether another program plays the same again, only it "
                    "knows"));
  }

 private:
  using Duration = std::chrono::duration<double>;

  static std::string WhyNot(const Configuration& configuration,
                            const std::string& player, const Catalog& catalog) {
    if (IsSource(player)) return kIsSource;
    std::string why = comparison::WhyNotReproducible(configuration, player);
    if (why == comparison::kIsAnotherProgram) return why;
    const bool timed = configuration.clock.has_value() ||
                       (configuration.limits.time.has_value() &&
                        !StopsByItself(configuration, player, catalog));
    return timed ? comparison::kHasTimeLimit : why;
  }

  const std::optional<std::chrono::nanoseconds> limit_;
  std::vector<std::string> reasons_;  // by player
  int64_t chosen_ = 0;
  int64_t last_round_ = 0;
  std::map<std::string, int64_t> left_out_;
};

// What a run of the plan sees: the chosen games are missing, and one that is
// added is compared with what was played. Keeps nothing else.
class ComparingStore final : public Store {
 public:
  // Both must outlive it. What cannot be compared as it is played now, it
  // leaves out of `choice`.
  ComparingStore(const Store& played, Choice& choice)
      : played_(played), choice_(choice) {}

  const Configuration& configuration() const override {
    return played_.configuration();
  }
  const std::string& program_version() const override {
    return played_.program_version();
  }
  absl::StatusOr<bool> Has(int64_t id) const override {
    const auto game = played_.Get(id);
    if (absl::IsNotFound(game.status())) return true;  // nothing to compare
    if (!game.ok()) return game.status();
    return !choice_.WhyNot(game->summary).empty();
  }
  absl::StatusOr<int64_t> Count() const override { return played_.Count(); }
  absl::StatusOr<bool> Add(const FinishedGame& game) override {
    ASSIGN_OR_RETURN(const FinishedGame played, played_.Get(game.summary.id));
    const std::string difference = Difference(played, game);
    if (difference.empty()) return true;
    const MutexLock lock(&mutex_);
    // This machine may be so slow that the limit of time cut a move short.
    if (choice_.WhyNot(game.summary) == comparison::kHasTimeLimit) {
      choice_.LeaveOut(comparison::kHasTimeLimit);
      return true;
    }
    ++differing_;
    first_[game.summary.id] = absl::StrCat(
        "game ", game.summary.id, " of ", game.record.game, ", ",
        absl::StrJoin(game.record.players, " against "), ": ", difference);
    if (first_.size() > kMaxShown) first_.erase(std::prev(first_.end()));
    return true;
  }
  absl::Status ForEach(const comparison::GameFilter& filter,
                       const std::function<absl::Status(const GameSummary&)>&
                           visit) const override {
    return played_.ForEach(filter, visit);
  }
  absl::Status ForEachWhole(
      const comparison::GameFilter& filter,
      const std::function<absl::Status(const FinishedGame&)>& visit)
      const override {
    return played_.ForEachWhole(filter, visit);
  }
  absl::StatusOr<FinishedGame> Get(int64_t id) const override {
    return played_.Get(id);
  }
  absl::StatusOr<int64_t> CountDistinct(int variant) const override {
    return played_.CountDistinct(variant);
  }
  absl::StatusOr<int64_t> CountOpenings(int variant) const override {
    return played_.CountOpenings(variant);
  }

  int64_t differing() const {
    const MutexLock lock(&mutex_);
    return differing_;
  }
  std::vector<std::string> First() const {
    const MutexLock lock(&mutex_);
    std::vector<std::string> lines;
    for (const auto& [id, line] : first_) lines.push_back(line);
    return lines;
  }

 private:
  const Store& played_;
  Choice& choice_;  // its changes are guarded by mutex_
  mutable Mutex mutex_;
  int64_t differing_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<int64_t, std::string> first_ ABSL_GUARDED_BY(mutex_);  // by id
};

// For the line of progress.
class DifferenceCount final : public ProgressScore {
 public:
  explicit DifferenceCount(const ComparingStore& store) : store_(store) {}

  void Add(const GameSummary&) override {}
  std::string Text() const override { return DifferText(store_.differing()); }

  static std::string DifferText(int64_t differing) {
    return differing == 0   ? "no difference"
           : differing == 1 ? "1 differs"
                            : absl::StrCat(differing, " differ");
  }

 private:
  const ComparingStore& store_;
};

// The plan of the results, to be played as far as they go.
absl::StatusOr<Plan> PlanToRepeat(const Store& played, int64_t last_round,
                                  Catalog catalog) {
  Configuration configuration = played.configuration();
  configuration.rounds = last_round + 1;
  if (std::ranges::any_of(configuration.players, IsSource)) {
    ASSIGN_OR_RETURN(catalog, catalog.With(contest::AbsentEntrantPlugin()));
  }
  auto plan = Plan::Create(catalog, configuration);
  if (!plan.ok() && !configuration.plugins.empty()) {
    return absl::Status(
        plan.status().code(),
        absl::StrCat(plan.status().message(), "; the games were played with ",
                     absl::StrJoin(configuration.plugins, ", "),
                     ": give them by --plugin"));
  }
  if (!plan.ok()) return plan.status();
  const absl::Status same =
      comparison::CheckSame(configuration, plan->configuration());
  if (same.ok()) return plan;
  return FailedPrecondition(
      "this program understands the names in the file otherwise; ",
      same.message());
}

absl::StatusOr<comparison::RunCounts> PlayAgain(const Plan& plan,
                                                comparison::RunOptions options,
                                                int64_t games,
                                                ComparingStore& store,
                                                const Context& context) {
  const terminal::Interrupts interrupts;
  const terminal::ThinkingScope playing;
  DifferenceCount count(store);
  MatchProgress progress({.planned = games}, count, context);
  options.stop = terminal::Interrupts::stop();
  options.on_game = [&](const GameSummary& game) {
    progress.Add(game);
    return true;
  };
  ASSIGN_OR_RETURN(const auto counts, RunPlan(plan, store, options));
  progress.PrintTotal();
  return counts;
}

void PrintFindings(const ComparingStore& store, const Choice& choice,
                   int64_t compared, std::ostream& out) {
  for (const std::string& line : store.First()) out << line << "\n";
  out << Counted(compared, "game")
      << " compared: " << DifferenceCount::DifferText(store.differing())
      << "\n";
  out << "not compared, as each run has its own: "
      << absl::StrJoin(kNotKnown, ", ") << "\n";
  if (!choice.left_out().empty()) {
    out << "left out: " << choice.LeftOut() << "\n";
  }
  out << std::flush;
}

Json FindingsJson(const ComparingStore& store, const Choice& choice,
                  int64_t compared) {
  return {{"compared", compared},
          {"differing", store.differing()},
          {"left_out", choice.left_out()},
          {"not_compared",
           std::vector<std::string>(kNotKnown.begin(), kNotKnown.end())},
          {"first_differences", store.First()}};
}

absl::Status NothingToCompare(const std::string& file, const Choice& choice) {
  return FailedPrecondition(
      "no game of ", Quoted(file), " can be compared: ",
      choice.LeftOut().empty() ? "it has none" : choice.LeftOut(),
      choice.Advice());
}

absl::StatusOr<int> RunReproduce(const Arguments& arguments,
                                 const Context& context) {
  const std::string file = arguments.Text(kFileArgument.name);
  ASSIGN_OR_RETURN(const auto results,
                   OpenCheckedResults(arguments, context.catalog));
  const auto& played = results.store;
  Choice choice(played->configuration(), context.catalog);
  RETURN_IF_ERROR(choice.Count(*played));
  if (choice.chosen() == 0) return NothingToCompare(file, choice);
  ASSIGN_OR_RETURN(const Plan plan,
                   PlanToRepeat(*played, choice.last_round(), context.catalog));
  ASSIGN_OR_RETURN(const int jobs, ReadJobs(arguments, plan));
  if (played->program_version() != BOARDWALK_VERSION) {
    context.err << "warning: boardwalk " << played->program_version()
                << " played these games and this is " BOARDWALK_VERSION
                   ", whose players may be others"
                << std::endl;
  }
  context.err << "plays " << Counted(choice.chosen(), "game") << " again; "
              << jobs << " at once" << std::endl;
  ComparingStore store(*played, choice);
  comparison::RunOptions options = {.jobs = jobs};
  ASSIGN_OR_RETURN(options.patience, ReadPatience(arguments));
  const int64_t games = choice.chosen();
  const auto counts =
      PlayAgain(plan, std::move(options), games, store, context);
  RETURN_IF_ERROR(WorkFailed(counts.status()));
  const int64_t compared = counts->played - (games - choice.chosen());
  if (choice.chosen() == 0) {  // all are left out after all
    return WorkFailed(NothingToCompare(file, choice));
  }
  if (arguments.Has(kJsonOption.name)) {
    PrintLine(FindingsJson(store, choice, compared), context.out);
  } else {
    PrintFindings(store, choice, compared, context.out);
  }
  if (counts->stopped) {
    context.err << "stopped after " << counts->played << " of "
                << Counted(games, "game") << std::endl;
    return terminal::kInterruptedStatus;
  }
  return store.differing() == 0 ? 0 : 1;
}

}  // namespace

Command ReproduceCommand() {
  return {.name = "reproduce",
          .help =
              "plays the games of a file of results again and looks for "
              "differences",
          .positionals = {kFileArgument},
          .options = {JobsOption(), PatienceOption(), kJsonOption},
          .run = RunReproduce};
}

}  // namespace boardwalk::cli
