// boardwalk sprt: tests whether one player is better than another. Plays pairs
// of games until the evidence is sufficient.

#include <chrono>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/sprt.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/format.h"
#include "frontends/report/summary.h"
#include "frontends/report/wording.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Plan;
using comparison::Store;
using statistics::SprtVerdict;

constexpr char kElo0[] = "--elo0";
constexpr char kElo1[] = "--elo1";
constexpr char kAlpha[] = "--alpha";
constexpr char kBeta[] = "--beta";
constexpr char kNormalized[] = "--normalized";

constexpr Bounds<double> kEloBounds = {-statistics::kMaxSprtElo,
                                       statistics::kMaxSprtElo};
constexpr Bounds<double> kErrorBounds = {statistics::kMinSprtError,
                                         statistics::kMaxSprtError};

Configuration SprtDefaults() {
  Configuration configuration;
  configuration.limits.time = std::chrono::milliseconds(100);
  configuration.rounds = 10'000;
  configuration.openings = 4;
  return configuration;
}

absl::StatusOr<Plan> ReadTest(const Arguments& arguments,
                              const Context& context) {
  Configuration configuration = SprtDefaults();
  configuration.games = {arguments.Text(kGameArgument.name)};
  RETURN_IF_ERROR(ReadPlayers(arguments, context.catalog, configuration));
  if (configuration.players.size() != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("--players has ", configuration.players.size(),
                     " names and a test needs two; write GAME --players A B"));
  }
  configuration.sprt = ReadHypotheses(arguments);
  return ReadPlan(arguments, configuration, context.catalog);
}

void PrintResult(const SprtStanding& standing, const report::Summary& summary,
                 std::ostream& out) {
  const Configuration& configuration = summary.configuration;
  const statistics::SprtHypotheses& hypotheses = *configuration.sprt;
  const statistics::GameCounts& games = standing.games();
  const statistics::PairCounts& pairs = standing.test().pairs();
  const statistics::SprtState& state = standing.test().state();
  const std::string unit = report::EloUnit(hypotheses);
  out << configuration.games[0] << ": " << ShownName(configuration, 0)
      << " against " << ShownName(configuration, 1) << "\n"
      << report::VerdictSentence(summary) << "\n\n"
      << absl::StrFormat(
             "LLR             %+.2f in %+.2f to %+.2f\n"
             "hypotheses      H0: %g%s, H1: %g%s; alpha %g, beta %g\n",
             state.llr, state.lower, state.upper, hypotheses.elo0, unit,
             hypotheses.elo1, unit, hypotheses.alpha, hypotheses.beta)
      << "Elo             "
      << report::FormatElo(statistics::EstimateElo(pairs), 1) << "\n"
      << "normalized Elo  "
      << report::FormatEloEnds(statistics::EstimateNormalizedElo(pairs)) << "\n"
      << absl::StrFormat(
             "LOS             %s\n"
             "games           %d: %d won, %d drawn, %d lost\n"
             "pairs           %d of at most %d: %d LL, %d LD, %d WL or DD, %d "
             "WD, "
             "%d WW\n",
             report::FormatSuperiority(
                 statistics::LikelihoodOfSuperiority(pairs)),
             games.Total(), games.counts[2], games.counts[1], games.counts[0],
             pairs.Total(), configuration.rounds, pairs.counts[0],
             pairs.counts[1], pairs.counts[2], pairs.counts[3],
             pairs.counts[4]);
}

// The warnings of the report: repeated games, forfeits and the like.
void PrintWarnings(const report::Summary& summary, std::ostream& out) {
  for (const std::string& warning : summary.variants.front().warnings) {
    out << "! " << warning << "\n";
  }
  for (const std::string& warning : summary.warnings) {
    out << "! " << warning << "\n";
  }
}

// What will be played at most, in one line.
std::string AnnounceSprt(const Plan& plan, int jobs) {
  const Configuration& configuration = plan.configuration();
  return absl::StrCat("at most ", Counted(configuration.rounds, "pair"), " of ",
                      configuration.games[0], "; limit ",
                      report::DescribeLimits(configuration), "; ", jobs,
                      " at once");
}

absl::StatusOr<int> RunSprt(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const Plan plan, ReadTest(arguments, context));
  if (arguments.Has(kPrintConfig)) {
    context.out << ConfigText(plan.configuration());
    return 0;
  }
  const bool as_json = arguments.Has(kJsonOption.name);
  std::ostringstream unused;
  ASSIGN_OR_RETURN(const SprtOutcome outcome,
                   RunSprtPlan(plan, "", arguments, context,
                               as_json ? unused : context.out));
  if (as_json) PrintReportLine(outcome.summary, context.out);
  return outcome.status;
}

}  // namespace

statistics::SprtHypotheses ReadHypotheses(const Arguments& arguments) {
  statistics::SprtHypotheses hypotheses;
  if (arguments.Has(kNormalized)) {
    hypotheses.model = statistics::EloModel::kNormalized;
  }
  hypotheses.elo0 = arguments.Real(kElo0);
  hypotheses.elo1 = arguments.Real(kElo1);
  hypotheses.alpha = arguments.Real(kAlpha);
  hypotheses.beta = arguments.Real(kBeta);
  return hypotheses;
}

std::vector<Option> HypothesisOptions(const std::string& elo1) {
  return {{.name = kElo0,
           .value = "E",
           .help = "H0: the first player is better by E",
           .values = kEloBounds,
           .fallback = "0"},
          {.name = kElo1,
           .value = "E",
           .help = "H1: the first player is better by E",
           .values = kEloBounds,
           .fallback = elo1},
          {.name = kAlpha,
           .value = "P",
           .help = "how often H1 is accepted wrongly",
           .values = kErrorBounds,
           .fallback = "0.05"},
          {.name = kBeta,
           .value = "P",
           .help = "how often H0 is accepted wrongly",
           .values = kErrorBounds,
           .fallback = "0.05"},
          {kNormalized, "", "takes --elo0 and --elo1 for normalized Elo"}};
}

absl::StatusOr<SprtOutcome> RunSprtPlan(const Plan& plan,
                                        const std::string& db_suffix,
                                        const Arguments& arguments,
                                        const Context& context,
                                        std::ostream& out) {
  ASSIGN_OR_RETURN(auto test, statistics::SequentialTest::Create(
                                  *plan.configuration().sprt));
  SprtStanding standing(std::move(test));
  SprtOutcome outcome;
  Tournament tournament;
  tournament.db_suffix = db_suffix;
  // The test of `tune` is kept with the games of `tune` or not at all.
  if (db_suffix.empty()) tournament.keep_as = "sprt";
  tournament.in_order = true;
  tournament.announce = [&](int jobs) { return AnnounceSprt(plan, jobs); };
  tournament.print_result = [&](const Store& store) -> absl::Status {
    ASSIGN_OR_RETURN(outcome.summary, report::Summarize(plan, store));
    PrintResult(standing, outcome.summary, out);
    PrintWarnings(outcome.summary, out);
    return absl::OkStatus();
  };
  ASSIGN_OR_RETURN(outcome.status, RunTournament(plan, tournament, standing,
                                                 arguments, context));
  return outcome;
}

Command SprtCommand() {
  std::vector<Option> options = {
      {.name = kPlayers,
       .value = "PLAYER",
       .help = "the two players, as two words or one list",
       .words = true,
       .required = true,
       .completion = Completion::kPlayers}};
  for (Option& option : HypothesisOptions("10")) {
    options.push_back(std::move(option));
  }
  for (Option& option : ComparisonOptions(SprtDefaults())) {
    options.push_back(std::move(option));
  }
  options.push_back(kJsonOption);
  return {.name = "sprt",
          .help =
              "tests whether one player is better than another, with as few "
              "games as possible",
          .positionals = {kGameArgument},
          .options = std::move(options),
          .config = true,
          .run = RunSprt};
}

}  // namespace boardwalk::cli
