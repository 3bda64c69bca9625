// boardwalk compare: every pairing of players in every game, and what the games
// say about the players.

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/match_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/running_score.h"
#include "frontends/cli/shard_index.h"
#include "frontends/console/interrupt.h"
#include "frontends/report/report.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"
#include "frontends/tournament/store.h"

namespace boardwalk::cli {
namespace {

using tournament::Configuration;
using tournament::GameSummary;
using tournament::Plan;
using tournament::Store;

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

absl::StatusOr<Configuration> ReadComparison(const Arguments& arguments,
                                             const Context& context) {
  Configuration configuration = Defaults(context.catalog);
  if (arguments.Has(kGames)) {
    auto games = ReadNames(arguments, kGames);
    if (!games.ok()) return games.status();
    configuration.games = WithAllGames(*games, context.catalog);
  }
  if (arguments.Has(kPlayers)) {
    auto players = ReadNames(arguments, kPlayers);
    if (!players.ok()) return players.status();
    configuration.players = *std::move(players);
  }
  return ReadConfiguration(arguments, configuration, context.catalog);
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
std::string Announcement(const Plan& plan,
                         const tournament::RunOptions& options) {
  const Configuration& configuration = plan.configuration();
  const std::string limits = DescribeLimits(configuration);
  const tournament::Shard& shard = options.shard;
  std::string text = Counted(plan.games(shard), "game");
  if (shard.count > 1) {
    absl::StrAppend(&text, " (part ", shard.index + 1, " of ", shard.count,
                    " of ", plan.games(), ")");
  }
  absl::StrAppend(&text, " of ", NamesOf(configuration.games), "; ",
                  configuration.players.size(), " players; ");
  if (!limits.empty()) absl::StrAppend(&text, limits, "; ");
  absl::StrAppend(&text, options.jobs, " at once");
  return text;
}

// Tells `score` of the games of this part that are there already; how many.
absl::StatusOr<int64_t> RecallFound(const Store& store, const Plan& plan,
                                    const tournament::Shard& shard,
                                    RunningScore& score) {
  int64_t found = 0;
  const absl::Status status = store.ForEach({}, [&](const GameSummary& game) {
    const tournament::PlannedGame planned = plan.Game(game.id);
    const absl::Status same = tournament::CheckPlanned(planned, game);
    if (same.ok() && game.id <= plan.games() && plan.InShard(planned, shard)) {
      score.Add(game);
      ++found;
    }
    return same;
  });
  if (!status.ok()) return status;
  return found;
}

// Plays what is missing and tells on standard error how it goes.
absl::StatusOr<tournament::RunCounts> Play(const Plan& plan, Store& store,
                                           tournament::RunOptions options,
                                           const std::string& db,
                                           const Context& context) {
  RunningScore score(plan.configuration());
  const auto found = RecallFound(store, plan, options.shard, score);
  if (!found.ok()) return found.status();
  const int64_t planned = plan.games(options.shard);
  context.err << Announcement(plan, options) << std::endl;
  if (*found > 0) {
    context.err << OneLine(db) << " has "
                << (*found == planned ? "all" : absl::StrCat(*found))
                << " of them already" << std::endl;
  }
  if (*found == planned) {
    return tournament::RunCounts{.planned = planned, .found = *found};
  }
  const console::Interrupts interrupts;
  const console::ThinkingScope playing;
  options.stop = console::Interrupts::stop();
  auto progress = std::make_unique<MatchProgress>(
      MatchProgress::Extent{.planned = planned, .found = *found}, score,
      context);
  options.on_game = [&](const GameSummary& game) {
    progress->Add(game);
    return true;
  };
  auto counts = RunPlan(plan, store, options);
  const std::string total = progress->Total();
  progress.reset();
  if (counts.ok()) context.err << total << std::endl;
  return counts;
}

absl::StatusOr<int> RunCompare(const Arguments& arguments,
                               const Context& context) {
  const auto configuration = ReadComparison(arguments, context);
  if (!configuration.ok()) return configuration.status();
  const auto shard = ReadShardArgument(arguments);
  if (!shard.ok()) return shard.status();
  const auto plan = Plan::Create(context.catalog, *configuration);
  if (!plan.ok()) return plan.status();
  const auto jobs = ReadJobs(arguments, *plan);
  if (!jobs.ok()) return jobs.status();
  const auto file = ReadDb(arguments);
  if (!file.ok()) return file.status();
  const std::string& db = *file;
  const auto store = Store::OpenToPlay(db, *configuration);
  if (!store.ok()) return store.status();
  const auto counts =
      Play(*plan, **store, {.jobs = *jobs, .shard = *shard}, db, context);
  if (!counts.ok()) return WorkFailed(counts.status());
  const auto summary = report::Summarize(*plan, **store);
  if (!summary.ok()) return WorkFailed(summary.status());
  context.out << report::TextReport(*summary) << std::flush;
  if (!counts->stopped) return 0;
  context.err << HowToGoOn(*counts, db) << std::endl;
  return console::kInterruptedStatus;
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
  for (Option& option : MatchOptions()) options.push_back(option);
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
