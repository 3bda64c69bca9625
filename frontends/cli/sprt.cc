// boardwalk sprt: is one player better than another? Plays pairs of games until
// the evidence is enough.

#include <chrono>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/match_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/sprt_standing.h"
#include "frontends/console/interrupt.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"
#include "frontends/tournament/store.h"

namespace boardwalk::cli {
namespace {

using statistics::SprtVerdict;
using tournament::Configuration;
using tournament::GameSummary;
using tournament::Plan;
using tournament::Store;

constexpr absl::string_view kElo0 = "--elo0";
constexpr absl::string_view kElo1 = "--elo1";
constexpr absl::string_view kAlpha = "--alpha";
constexpr absl::string_view kBeta = "--beta";
constexpr absl::string_view kNormalized = "--normalized";

constexpr Bounds<double> kEloBounds = {-statistics::kMaxSprtElo,
                                       statistics::kMaxSprtElo};
constexpr Bounds<double> kErrorBounds = {1e-6, 0.499999};

Configuration Defaults() {
  Configuration configuration;
  configuration.limits.time = std::chrono::milliseconds(100);
  configuration.rounds = 10'000;
  configuration.openings = 4;
  configuration.sprt = tournament::SprtQuestion{};
  return configuration;
}

absl::Status ReadQuestion(const Arguments& arguments,
                          tournament::SprtQuestion& question) {
  question.normalized = arguments.Has(kNormalized);
  for (const auto& [name, bounds, number] :
       {std::tuple(kElo0, kEloBounds, &question.elo0),
        std::tuple(kElo1, kEloBounds, &question.elo1),
        std::tuple(kAlpha, kErrorBounds, &question.alpha),
        std::tuple(kBeta, kErrorBounds, &question.beta)}) {
    const auto read = arguments.Real(name, bounds, *number);
    if (!read.ok()) return read.status();
    *number = *read;
  }
  return absl::OkStatus();
}

absl::StatusOr<Configuration> ReadTest(const Arguments& arguments,
                                       const Context& context) {
  Configuration configuration = Defaults();
  configuration.games = {arguments.Text(kGameArgument.name)};
  auto players = ReadNames(arguments, kPlayers);
  if (!players.ok()) return players.status();
  if (players->size() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--players names ", players->size(),
        " and a test is between two; write --players A B behind the game"));
  }
  configuration.players = *std::move(players);
  RETURN_IF_ERROR(ReadQuestion(arguments, *configuration.sprt));
  return ReadConfiguration(arguments, configuration, context.catalog);
}

std::string Verdict(const SprtStanding& standing, const Plan& plan,
                    const std::string& elo_unit) {
  const Configuration& configuration = plan.configuration();
  const tournament::SprtQuestion& question = *configuration.sprt;
  const auto better = [&](double elo, double than) {
    return absl::StrCat(configuration.players[0], " is better by ", elo,
                        elo_unit, " rather than by ", than);
  };
  switch (standing.state().verdict) {
    case SprtVerdict::kAcceptH0:
      return "H0 accepted: " + better(question.elo0, question.elo1);
    case SprtVerdict::kAcceptH1:
      return "H1 accepted: " + better(question.elo1, question.elo0);
    case SprtVerdict::kContinue:
      break;
  }
  return absl::StrCat("undecided after ", standing.pairs().Total(), " of ",
                      configuration.rounds, " pairs");
}

void PrintResult(const SprtStanding& standing, const Plan& plan,
                 std::ostream& out) {
  const Configuration& configuration = plan.configuration();
  const tournament::SprtQuestion& question = *configuration.sprt;
  const statistics::GameCounts& games = standing.games();
  const statistics::PairCounts& pairs = standing.pairs();
  const std::string unit = question.normalized ? " normalized Elo" : " Elo";
  out << configuration.games[0] << ": " << configuration.players[0]
      << " against " << configuration.players[1] << "\n"
      << Verdict(standing, plan, unit) << "\n\n"
      << absl::StrFormat(
             "LLR             %+.2f in %+.2f to %+.2f\n"
             "hypotheses      H0: %g%s, H1: %g%s; alpha %g, beta %g\n",
             standing.state().llr, standing.state().lower,
             standing.state().upper, question.elo0, unit, question.elo1, unit,
             question.alpha, question.beta)
      << "Elo             " << EloText(statistics::EstimateElo(pairs)) << "\n"
      << "normalized Elo  " << EloText(statistics::EstimateNormalizedElo(pairs))
      << "\n"
      << absl::StrFormat(
             "LOS             %.1f %%\n"
             "games           %d: %d won, %d drawn, %d lost\n"
             "pairs           %d: %d LL, %d LD, %d WL or DD, %d WD, %d WW\n",
             100 * statistics::LikelihoodOfSuperiority(pairs), games.Total(),
             games.counts[2], games.counts[1], games.counts[0], pairs.Total(),
             pairs.counts[0], pairs.counts[1], pairs.counts[2], pairs.counts[3],
             pairs.counts[4]);
}

// What the report warns of: games that are the same, forfeits and the like.
absl::Status PrintWarnings(const Plan& plan, const Store& store,
                           std::ostream& out) {
  const auto summary = report::Summarize(plan, store);
  if (!summary.ok()) return summary.status();
  for (const std::string& warning : summary->variants.front().warnings) {
    out << "! " << warning << "\n";
  }
  for (const std::string& warning : summary->warnings) {
    out << "! " << warning << "\n";
  }
  return absl::OkStatus();
}

// All that may be played, in a line.
std::string Announcement(const Plan& plan, int jobs) {
  const Configuration& configuration = plan.configuration();
  const std::string limits = DescribeLimits(configuration);
  return absl::StrCat("at most ", Counted(configuration.rounds, "pair"), " of ",
                      configuration.games[0], "; ", limits,
                      limits.empty() ? "" : "; ", jobs, " at once");
}

absl::StatusOr<tournament::RunCounts> Play(const Plan& plan, Store& store,
                                           int jobs, SprtStanding& standing,
                                           const std::string& db,
                                           const Context& context) {
  const auto count = store.Count();
  if (!count.ok()) return count.status();
  const int64_t found = *count;
  context.err << Announcement(plan, jobs) << std::endl;
  if (found > 0) {
    context.err << OneLine(db) << " has " << Counted(found, "game")
                << " already" << std::endl;
  }
  const console::Interrupts interrupts;
  const console::ThinkingScope playing;
  auto progress = std::make_unique<MatchProgress>(
      MatchProgress::Extent{
          .planned = plan.games(), .found = found, .open_end = true},
      standing, context);
  int64_t told = 0;
  const tournament::RunOptions options = {
      .jobs = jobs,
      .stop = console::Interrupts::stop(),
      .on_game =
          [&](const GameSummary& game) {
            // Those that were found come
            // first, for they were stored in
            // order.
            if (told++ < found) {
              progress->Recall(game);
            } else {
              progress->Add(game);
            }
            return standing.state().verdict == SprtVerdict::kContinue;
          },
      .in_order = true};
  auto counts = RunPlan(plan, store, options);
  const std::string total = progress->Total();
  progress.reset();
  if (counts.ok()) context.err << total << std::endl;
  return counts;
}

absl::StatusOr<int> RunSprt(const Arguments& arguments,
                            const Context& context) {
  const auto configuration = ReadTest(arguments, context);
  if (!configuration.ok()) return configuration.status();
  const auto plan = Plan::Create(context.catalog, *configuration);
  if (!plan.ok()) return plan.status();
  const auto jobs = ReadJobs(arguments, *plan);
  if (!jobs.ok()) return jobs.status();
  const auto file = ReadDb(arguments);
  if (!file.ok()) return file.status();
  const std::string& db = *file;
  const auto store = Store::OpenToPlay(db, *configuration);
  if (!store.ok()) return store.status();
  SprtStanding standing(*configuration->sprt);
  const auto counts = Play(*plan, **store, *jobs, standing, db, context);
  if (!counts.ok()) return WorkFailed(counts.status());
  PrintResult(standing, *plan, context.out);
  const absl::Status status = PrintWarnings(*plan, **store, context.out);
  if (!status.ok()) return WorkFailed(status);
  context.out << std::flush;
  if (!counts->stopped) return 0;
  context.err << HowToGoOn(*counts, db) << std::endl;
  return console::kInterruptedStatus;
}

}  // namespace

Command SprtCommand() {
  std::vector<Option> options = {
      {.name = kPlayers,
       .value = "PLAYER",
       .help = "the two, as two words or one list",
       .words = true},
      {kElo0, "E", "what the first is better by if the test says no; 0"},
      {kElo1, "E", "what it is better by if the test says yes; 10"},
      {kAlpha, "P", "how often a yes may be wrong; 0.05"},
      {kBeta, "P", "how often a no may be wrong; 0.05"},
      {kNormalized, "", "takes --elo0 and --elo1 for normalized Elo"}};
  for (Option& option : MatchOptions()) options.push_back(option);
  return {.name = "sprt",
          .help =
              "tests whether one player is better than another, with no "
              "more games than it takes",
          .positionals = {kGameArgument},
          .options = std::move(options),
          .run = RunSprt};
}

}  // namespace boardwalk::cli
