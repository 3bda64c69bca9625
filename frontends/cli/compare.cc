// boardwalk compare: plays every pairing of players in every game and reports
// their strength.

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/report.h"
#include "frontends/report/summary.h"
#include "frontends/report/wording.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Plan;

constexpr char kGames[] = "--games";
constexpr char kGauntlet[] = "--gauntlet";
constexpr char kShard[] = "--shard";
constexpr absl::string_view kAllGames = "all";

// Played instead of a game if --games is not given: on a large star `random`
// blocks its home for a thousand plies, which takes long and shows little.
constexpr std::pair<absl::string_view, absl::string_view> kQuickVariants[] = {
    {"star", "star:size=3"}, {"star", "star:size=3,players=3"}};

// Every game of the catalog, or its quick variants.
std::vector<std::string> QuickGames(const Catalog& catalog) {
  std::vector<std::string> games;
  for (const GamePlugin& plugin : catalog.games()) {
    bool found = false;
    for (const auto& [id, variant] : kQuickVariants) {
      if (id != plugin.info.id) continue;
      games.emplace_back(variant);
      found = true;
    }
    if (!found) games.push_back(plugin.info.id);
  }
  return games;
}

// With the quick games, about a minute on two cores.
Configuration CompareDefaults() {
  Configuration configuration;
  configuration.players = {"random", "greedy", "alphabeta", "mcts"};
  configuration.limits.time = std::chrono::milliseconds(5);
  configuration.rounds = 10;
  configuration.openings = 2;
  return configuration;
}

// The names with `all` replaced by the games that are not among them.
std::vector<std::string> WithAllGames(const std::vector<std::string>& names,
                                      const Catalog& catalog) {
  std::vector<std::string> games;
  for (const std::string& name : names) {
    if (name != kAllGames) {
      games.push_back(name);
      continue;
    }
    for (const GamePlugin& plugin : catalog.games()) {
      if (std::find(names.begin(), names.end(), plugin.info.id) ==
          names.end()) {
        games.push_back(plugin.info.id);
      }
    }
  }
  return games;
}

absl::StatusOr<Plan> ReadComparison(const Arguments& arguments,
                                    const Context& context) {
  Configuration configuration = CompareDefaults();
  configuration.games = QuickGames(context.catalog);
  if (arguments.Has(kGames)) {
    ASSIGN_OR_RETURN(const auto games, ReadNames(arguments, kGames));
    configuration.games = WithAllGames(games, context.catalog);
  }
  if (arguments.Has(kPlayers)) {
    RETURN_IF_ERROR(ReadPlayers(arguments, context.catalog, configuration));
  }
  if (arguments.Has(kGauntlet)) {
    ASSIGN_OR_RETURN(configuration.gauntlet, ReadNames(arguments, kGauntlet));
  }
  return ReadPlan(arguments, configuration, context.catalog);
}

// The same plan with its players and games in the order of the results in --db,
// if that is another, and with their aliases: the seeds of games depend on the
// order of players.
absl::StatusOr<Plan> InOrderOfResults(Plan plan, const Arguments& arguments,
                                      const Catalog& catalog) {
  const std::string db = arguments.Text(kDb);
  if (db.empty()) return plan;
  const auto store = results::OpenToRead(db);
  if (!store.ok()) return plan;  // it does not exist, or is refused later
  const Configuration& here = plan.configuration();
  Configuration ordered =
      comparison::InOrderOf((*store)->configuration(), here);
  if (ordered.games == here.games && ordered.players == here.players &&
      ordered.aliases == here.aliases) {
    return plan;
  }
  return Plan::Create(catalog, std::move(ordered));
}

// Adds what the plan has more to the results that are there.
absl::Status Grow(const std::string& db, const Plan& plan,
                  const Context& context) {
  ASSIGN_OR_RETURN(const std::vector<std::string> added,
                   results::GrowResults(db, context.catalog, plan));
  if (!added.empty()) {
    context.err << OneLine(db) << " gets more: " << absl::StrJoin(added, ", ")
                << "; what was played stays" << std::endl;
  }
  return absl::OkStatus();
}

absl::StatusOr<comparison::Shard> ReadShardArgument(
    const Arguments& arguments) {
  if (!arguments.Has(kShard)) return comparison::Shard{};
  if (arguments.Text(kDb).empty()) {
    return absl::InvalidArgumentError(
        "--shard plays a part, whose results would be lost: add --db FILE, and "
        "join the parts with boardwalk merge");
  }
  return ReadShard(arguments.Text(kShard), ProcessEnvironment());
}

// "chinese8, teeko", or how many they are.
std::string NamesOf(const std::vector<std::string>& games) {
  constexpr size_t kMaxNamed = 6;
  return games.size() <= kMaxNamed ? absl::StrJoin(games, ", ")
                                   : absl::StrCat(games.size(), " kinds");
}

// What will be played, in one line.
std::string AnnounceCompare(const Plan& plan, const comparison::Shard& shard,
                            int jobs) {
  const Configuration& configuration = plan.configuration();
  std::string text = Counted(plan.games(shard), "game");
  if (shard.count > 1) {
    absl::StrAppend(&text, " (part ", shard.index + 1, " of ", shard.count,
                    " of ", plan.games(), ")");
  }
  absl::StrAppend(&text, " of ", NamesOf(configuration.games), "; ",
                  configuration.players.size(), " players; limit ",
                  report::DescribeLimits(configuration), "; ", jobs,
                  " at once");
  return text;
}

absl::Status PrintReport(const Plan& plan, const comparison::Store& store,
                         bool as_json, std::ostream& out) {
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  if (as_json) {
    PrintReportLine(summary, out);
  } else {
    out << report::TextReport(summary);
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunCompare(const Arguments& arguments,
                               const Context& context) {
  ASSIGN_OR_RETURN(Plan read, ReadComparison(arguments, context));
  if (arguments.Has(kPrintConfig)) {
    context.out << ConfigText(read.configuration());
    return 0;
  }
  ASSIGN_OR_RETURN(const Plan plan, InOrderOfResults(std::move(read), arguments,
                                                     context.catalog));
  Tournament tournament;
  tournament.keep_as = "compare";
  tournament.grow = [&](const std::string& db) {
    return Grow(db, plan, context);
  };
  ASSIGN_OR_RETURN(tournament.shard, ReadShardArgument(arguments));
  tournament.announce = [&](int jobs) {
    return AnnounceCompare(plan, tournament.shard, jobs);
  };
  tournament.print_result = [&](const comparison::Store& store) {
    return PrintReport(plan, store, arguments.Has(kJsonOption.name),
                       context.out);
  };
  RunningScore score(plan.configuration());
  return RunTournament(plan, tournament, score, arguments, context);
}

}  // namespace

Command CompareCommand() {
  std::vector<Option> options = {
      {.name = kGames,
       .value = "GAMES",
       .help = "games, or all; default: a quick form of each",
       .words = true,
       .completion = Completion::kGames},
      {.name = kPlayers,
       .value = "PLAYERS",
       .help = "players, or ALIAS=PLAYER; default: "
               "random,greedy,alphabeta,mcts",
       .words = true,
       .completion = Completion::kPlayers},
      {.name = kGauntlet,
       .value = "PLAYERS",
       .help = "only games with at least one of these of the players",
       .words = true,
       .completion = Completion::kPlayers}};
  for (Option& option : ComparisonOptions(CompareDefaults())) {
    options.push_back(std::move(option));
  }
  options.push_back({kShard, "I/N",
                     "plays part I of N; auto/N or auto: the part that the "
                     "scheduler of a cluster exports"});
  options.push_back(kJsonOption);
  return {.name = "compare",
          .help =
              "plays every pairing of players in every game and reports their "
              "strength",
          .options = std::move(options),
          .config = true,
          .run = RunCompare};
}

}  // namespace boardwalk::cli
