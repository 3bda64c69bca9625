// boardwalk compare: plays every pairing of players in every game and reports
// their strength.

#include <chrono>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
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
#include "frontends/report/report.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Plan;
using comparison::SettingsOf;

constexpr char kShard[] = "--shard";

// Played instead of a game if --games is not given: on a large star `random`
// blocks its home for a thousand plies, which takes long and shows little.
constexpr std::pair<absl::string_view, absl::string_view> kQuickVariants[] = {
    {"star", "star:size=3"}, {"star", "star:size=3,players=3"}};

// Every game of the catalog, or its quick variants.
std::vector<std::string> QuickGames(const Catalog& catalog) {
  std::vector<std::string> games;
  for (const GamePlugin& plugin : catalog.games()) {
    const size_t before = games.size();
    for (const auto& [id, variant] : kQuickVariants) {
      if (id == plugin.info.id) games.emplace_back(variant);
    }
    if (games.size() == before) games.push_back(plugin.info.id);
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

std::string TextOf(const std::optional<Configuration>& configuration) {
  return configuration.has_value()
             ? comparison::FormatConfiguration(*configuration)
             : "";
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
std::string Announcement(const Plan& plan, const comparison::Shard& shard) {
  const Configuration& configuration = plan.configuration();
  std::string text = Counted(plan.games(shard), "game");
  if (shard.count > 1) {
    absl::StrAppend(&text, " (part ", shard.index + 1, " of ", shard.count,
                    " of ", plan.games(), ")");
  }
  absl::StrAppend(&text, " of ", NamesOf(configuration.games), "; ",
                  configuration.players.size(), " players");
  return text;
}

absl::Status PrintReport(const Plan& plan, const comparison::Store& store,
                         bool as_json, std::ostream& out) {
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  out << (as_json ? report::JsonReport(summary, /*indent=*/-1)
                  : report::TextReport(summary));
  return absl::OkStatus();
}

absl::StatusOr<int> RunCompare(const Arguments& arguments,
                               const Context& context) {
  Configuration defaults = CompareDefaults();
  defaults.games = QuickGames(context.catalog);
  ComparisonCommand command;
  const auto read_plan = [&] {
    return ReadPlan(SettingsOf::kCompare, arguments, defaults, context.catalog,
                    command.there.has_value() ? &*command.there : nullptr);
  };
  if (arguments.Has(kPrintConfig)) {
    ASSIGN_OR_RETURN(const Plan plan, read_plan());
    context.out << comparison::ConfigText(plan.configuration());
    return 0;
  }
  command.there = ConfigurationThere(arguments);
  ASSIGN_OR_RETURN(Plan plan, read_plan());
  // Players may take seconds to start. If another process has made or grown the
  // file meanwhile, the plan follows it.
  if (auto now = ConfigurationThere(arguments);
      TextOf(now) != TextOf(command.there)) {
    command.there = std::move(now);
    ASSIGN_OR_RETURN(plan, read_plan());
  }
  command.keep_as = "compare";
  ASSIGN_OR_RETURN(command.shard, ReadShardArgument(arguments));
  command.announcement = Announcement(plan, command.shard);
  command.print_result = [&](const comparison::Store& store) {
    return PrintReport(plan, store, arguments.Has(kJsonOption.name),
                       context.out);
  };
  RunningScore score(plan.configuration());
  return PlayComparison(plan, command, score, arguments, context);
}

}  // namespace

Command CompareCommand() {
  const Configuration defaults = CompareDefaults();
  std::vector<Option> options =
      ComparisonOptions(SettingsOf::kCompare, defaults);
  OptionNamed("--games", options).help += "; default: a quick form of each";
  absl::StrAppend(&OptionNamed(kPlayers, options).help,
                  "; default: ", absl::StrJoin(defaults.players, ","));
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
