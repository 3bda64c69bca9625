// boardwalk sprt: tests whether one player is better than another. Plays pairs
// of games until the evidence is sufficient.

#include <chrono>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Plan;
using comparison::SettingsOf;
using comparison::Store;

Configuration SprtDefaults() {
  Configuration configuration;
  configuration.sprt.emplace();
  configuration.limits.time = std::chrono::milliseconds(100);
  configuration.rounds = 10'000;
  configuration.openings = 4;
  return configuration;
}

absl::StatusOr<Plan> ReadTest(const Arguments& arguments,
                              const Context& context) {
  const Configuration defaults = SprtDefaults();
  ASSIGN_OR_RETURN(Configuration configuration,
                   ReadConfiguration(SettingsOf::kSprt, arguments, defaults,
                                     context.catalog));
  if (configuration.players.size() != 2) {
    return InvalidArgument(
        "--players has ", configuration.players.size(),
        " names and a test needs two; write GAME --players A B");
  }
  return Plan::Create(context.catalog, std::move(configuration),
                      defaults.limits);
}

void PrintResult(const SprtScore& score, const report::Summary& summary,
                 std::ostream& out) {
  const Configuration& configuration = summary.configuration;
  const statistics::SprtHypotheses& hypotheses = *configuration.sprt;
  const statistics::GameCounts& games = score.games();
  const report::SprtSummary& sprt = *summary.sprt;
  const statistics::PairCounts& pairs = sprt.test.pairs();
  const statistics::SprtState& state = sprt.test.state();
  const std::string unit = comparison::EloUnit(hypotheses);
  out << configuration.games[0] << ": " << ShownName(configuration, 0)
      << " against " << ShownName(configuration, 1) << "\n"
      << report::SprtSentence(summary) << "\n\n"
      << absl::StrFormat(
             "LLR             %+.2f in %+.2f to %+.2f\n"
             "hypotheses      H0: %g%s, H1: %g%s; alpha %g, beta %g\n",
             state.llr, state.lower, state.upper, hypotheses.elo0, unit,
             hypotheses.elo1, unit, hypotheses.alpha, hypotheses.beta)
      << "Elo             " << report::FormatElo(sprt.elo, 1) << "\n"
      << "normalized Elo  " << report::FormatEloEnds(sprt.normalized_elo)
      << "\n"
      << absl::StrFormat(
             "LOS             %s\n"
             "games           %d: %d won, %d drawn, %d lost\n"
             "pairs           %d of at most %d: %d LL, %d LD, %d WL or DD, %d "
             "WD, %d WW\n",
             report::FormatSuperiority(sprt.superiority), games.Total(),
             games.counts[2], games.counts[1], games.counts[0], pairs.Total(),
             configuration.rounds, pairs.counts[0], pairs.counts[1],
             pairs.counts[2], pairs.counts[3], pairs.counts[4]);
}

// The warnings of the report: repeated games, forfeits and the like.
void PrintWarnings(const report::Summary& summary, std::ostream& out) {
  for (const auto* warnings :
       {&summary.variants.front().warnings, &summary.warnings}) {
    for (const std::string& warning : *warnings) out << "! " << warning << "\n";
  }
}

absl::StatusOr<int> RunSprt(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const Plan plan, ReadTest(arguments, context));
  if (arguments.Has(kPrintConfig)) {
    context.out << comparison::ConfigText(plan.configuration());
    return 0;
  }
  const bool as_json = arguments.Has(kJsonOption.name);
  std::ostringstream unused;
  ASSIGN_OR_RETURN(const SprtOutcome outcome,
                   RunSprtPlan(plan, "", arguments, context,
                               as_json ? unused : context.out));
  if (as_json) context.out << report::JsonReport(outcome.summary, -1);
  return outcome.status;
}

}  // namespace

absl::StatusOr<SprtOutcome> RunSprtPlan(const Plan& plan,
                                        const std::string& db_suffix,
                                        const Arguments& arguments,
                                        const Context& context,
                                        std::ostream& out) {
  ASSIGN_OR_RETURN(auto test, statistics::SequentialTest::Create(
                                  *plan.configuration().sprt));
  SprtScore score(std::move(test));
  SprtOutcome outcome;
  ComparisonCommand command;
  command.db_suffix = db_suffix;
  // The test of `tune` is kept with the games of `tune` or not at all.
  if (db_suffix.empty()) command.keep_as = "sprt";
  command.in_order = true;
  command.announcement =
      absl::StrCat("at most ", Counted(plan.configuration().rounds, "pair"),
                   " of ", plan.configuration().games[0]);
  command.print_result = [&](const Store& store) -> absl::Status {
    ASSIGN_OR_RETURN(outcome.summary, report::Summarize(plan, store));
    PrintResult(score, outcome.summary, out);
    PrintWarnings(outcome.summary, out);
    return absl::OkStatus();
  };
  ASSIGN_OR_RETURN(outcome.status,
                   PlayComparison(plan, command, score, arguments, context));
  return outcome;
}

Command SprtCommand() {
  std::vector<Option> options =
      ComparisonOptions(SettingsOf::kSprt, SprtDefaults());
  Option& players = OptionNamed(kPlayers, options);
  players.help = "the two players, as two words or one list";
  players.required = true;
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
