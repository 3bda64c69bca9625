// boardwalk compare: every pairing of players in every game, and what the games
// say about the players.

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/run_tournament.h"
#include "frontends/cli/shard_index.h"
#include "frontends/cli/standing.h"
#include "frontends/cli/tournament_arguments.h"
#include "frontends/report/report.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/plan.h"

namespace boardwalk::cli {
namespace {

using tournament::Configuration;
using tournament::Plan;

constexpr absl::string_view kGames = "--games";
constexpr absl::string_view kShard = "--shard";
constexpr absl::string_view kAllGames = "all";

// Played in place of a game where nothing is said: `random` blocks its home on
// a large star for a thousand plies, which takes long and tells little.
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

// What plays where nothing is said: about a minute on two cores.
Configuration Defaults(const Catalog& catalog) {
  Configuration configuration;
  configuration.games = QuickGames(catalog);
  configuration.players = {"random", "greedy", "alphabeta", "mcts"};
  configuration.limits.time = std::chrono::milliseconds(5);
  configuration.rounds = 10;
  configuration.openings = 2;
  return configuration;
}

// The names with `all` replaced by the games that no other name means.
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
  Configuration configuration = Defaults(context.catalog);
  if (arguments.Has(kGames)) {
    ASSIGN_OR_RETURN(const auto games, ReadNames(arguments, kGames));
    configuration.games = WithAllGames(games, context.catalog);
  }
  if (arguments.Has(kPlayers)) {
    ASSIGN_OR_RETURN(configuration.players, ReadNames(arguments, kPlayers));
  }
  return ReadPlan(arguments, configuration, context.catalog);
}

absl::StatusOr<tournament::Shard> ReadShardArgument(
    const Arguments& arguments) {
  if (!arguments.Has(kShard)) return tournament::Shard{};
  if (arguments.Text(kDb).empty()) {
    return absl::InvalidArgumentError(
        "--shard plays a part, whose results would be lost: add --db FILE, and "
        "join the parts by boardwalk merge");
  }
  return ReadShard(arguments.Text(kShard), ProcessEnvironment());
}

// "chinese8, teeko", or how many they are.
std::string NamesOf(const std::vector<std::string>& games) {
  constexpr size_t kMaxNamed = 6;
  return games.size() <= kMaxNamed ? absl::StrJoin(games, ", ")
                                   : absl::StrCat(games.size(), " kinds");
}

// All that will be played, in a line.
std::string Announcement(const Plan& plan, const tournament::Shard& shard,
                         int jobs) {
  const Configuration& configuration = plan.configuration();
  const std::string limits = DescribeLimits(configuration);
  std::string text = Counted(plan.games(shard), "game");
  if (shard.count > 1) {
    absl::StrAppend(&text, " (part ", shard.index + 1, " of ", shard.count,
                    " of ", plan.games(), ")");
  }
  absl::StrAppend(&text, " of ", NamesOf(configuration.games), "; ",
                  configuration.players.size(), " players; ");
  if (!limits.empty()) absl::StrAppend(&text, limits, "; ");
  absl::StrAppend(&text, jobs, " at once");
  return text;
}

absl::Status PrintReport(const Plan& plan, const tournament::Store& store,
                         std::ostream& out) {
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  out << report::TextReport(summary);
  return absl::OkStatus();
}

absl::StatusOr<int> RunCompare(const Arguments& arguments,
                               const Context& context) {
  ASSIGN_OR_RETURN(const Plan plan, ReadComparison(arguments, context));
  Tournament tournament;
  ASSIGN_OR_RETURN(tournament.shard, ReadShardArgument(arguments));
  tournament.announce = [&](int jobs) {
    return Announcement(plan, tournament.shard, jobs);
  };
  tournament.print_result = [&](const tournament::Store& store) {
    return PrintReport(plan, store, context.out);
  };
  RunningScore score(plan.configuration());
  return RunTournament(plan, tournament, score, arguments, context);
}

}  // namespace

Command CompareCommand() {
  std::vector<Option> options = {
      {.name = kGames,
       .value = "GAMES",
       .help = "games, or all; a quick form of each unless said",
       .words = true},
      {.name = kPlayers,
       .value = "PLAYERS",
       .help = "players; random,greedy,alphabeta,mcts unless said",
       .words = true}};
  for (Option& option : TournamentOptions()) options.push_back(option);
  options.push_back({kShard, "I/N",
                     "plays the I-th of N parts; auto/N or auto: the part that "
                     "a cluster's scheduler says"});
  return {.name = "compare",
          .help =
              "plays every pairing of players in every game and says who "
              "is better",
          .options = std::move(options),
          .run = RunCompare};
}

}  // namespace boardwalk::cli
