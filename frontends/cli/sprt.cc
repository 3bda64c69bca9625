// boardwalk sprt: is one player better than another? Plays pairs of games until
// the evidence is enough.

#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/run_tournament.h"
#include "frontends/cli/standing.h"
#include "frontends/cli/tournament_arguments.h"
#include "frontends/report/format.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/store.h"

namespace boardwalk::cli {
namespace {

using statistics::SprtVerdict;
using tournament::Configuration;
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
    ASSIGN_OR_RETURN(*number, arguments.Real(name, bounds, *number));
  }
  return absl::OkStatus();
}

absl::StatusOr<Plan> ReadTest(const Arguments& arguments,
                              const Context& context) {
  Configuration configuration = Defaults();
  configuration.games = {arguments.Text(kGameArgument.name)};
  ASSIGN_OR_RETURN(configuration.players, ReadNames(arguments, kPlayers));
  if (configuration.players.size() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--players names ", configuration.players.size(),
        " and a test is between two; write --players A B behind the game"));
  }
  RETURN_IF_ERROR(ReadQuestion(arguments, *configuration.sprt));
  return ReadPlan(arguments, configuration, context.catalog);
}

std::string Verdict(const SprtStanding& standing,
                    const Configuration& configuration,
                    const std::string& elo_unit) {
  const tournament::SprtQuestion& question = *configuration.sprt;
  const auto better = [&](double elo, double than) {
    return absl::StrCat(configuration.players[0], " is better by ", elo,
                        elo_unit, " rather than by ", than);
  };
  switch (standing.test().state().verdict) {
    case SprtVerdict::kAcceptH0:
      return "H0 accepted: " + better(question.elo0, question.elo1);
    case SprtVerdict::kAcceptH1:
      return "H1 accepted: " + better(question.elo1, question.elo0);
    case SprtVerdict::kContinue:
      break;
  }
  return absl::StrCat("undecided after ", standing.games().Total() / 2, " of ",
                      configuration.rounds, " pairs");
}

void PrintResult(const SprtStanding& standing,
                 const Configuration& configuration, std::ostream& out) {
  const tournament::SprtQuestion& question = *configuration.sprt;
  const statistics::GameCounts& games = standing.games();
  const statistics::PairCounts& pairs = standing.test().pairs();
  const statistics::SprtState& state = standing.test().state();
  const std::string unit = question.normalized ? " normalized Elo" : " Elo";
  out << configuration.games[0] << ": " << configuration.players[0]
      << " against " << configuration.players[1] << "\n"
      << Verdict(standing, configuration, unit) << "\n\n"
      << absl::StrFormat(
             "LLR             %+.2f in %+.2f to %+.2f\n"
             "hypotheses      H0: %g%s, H1: %g%s; alpha %g, beta %g\n",
             state.llr, state.lower, state.upper, question.elo0, unit,
             question.elo1, unit, question.alpha, question.beta)
      << "Elo             " << EloText(statistics::EstimateElo(pairs)) << "\n"
      << "normalized Elo  "
      << report::FormatEloEnds(statistics::EstimateNormalizedElo(pairs)) << "\n"
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
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  for (const std::string& warning : summary.variants.front().warnings) {
    out << "! " << warning << "\n";
  }
  for (const std::string& warning : summary.warnings) {
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

absl::StatusOr<int> RunSprt(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const Plan plan, ReadTest(arguments, context));
  ASSIGN_OR_RETURN(auto test, statistics::SequentialTest::Create(
                                  plan.configuration().sprt->Hypotheses()));
  Tournament tournament;
  SprtStanding standing(std::move(test));
  tournament.in_order = true;
  tournament.announce = [&](int jobs) { return Announcement(plan, jobs); };
  tournament.print_result = [&](const Store& store) {
    PrintResult(standing, plan.configuration(), context.out);
    return PrintWarnings(plan, store, context.out);
  };
  return RunTournament(plan, tournament, standing, arguments, context);
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
  for (Option& option : TournamentOptions()) options.push_back(option);
  return {.name = "sprt",
          .help =
              "tests whether one player is better than another, with no "
              "more games than it takes",
          .positionals = {kGameArgument},
          .options = std::move(options),
          .run = RunSprt};
}

}  // namespace boardwalk::cli
