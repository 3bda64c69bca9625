// boardwalk tournament: the class tournament on the 8x8 board and the star
// challenge, from their entrants to their standings.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/standings_output.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/settings.h"
#include "frontends/contest/entrant.h"
#include "frontends/contest/roster.h"
#include "frontends/contest/standings.h"
#include "frontends/process/sandbox.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Contest;
using comparison::Plan;
using comparison::SettingsOf;

constexpr char kEntrant[] = "ENTRANT";
constexpr char kTimeForMoves[] = "--time";
constexpr char kSizes[] = "--sizes";
constexpr char kSeats[] = "--seats";
constexpr char kPositions[] = "--positions";
constexpr char kSandbox[] = "--sandbox";
constexpr char kNoSandbox[] = "--no-sandbox";
constexpr std::chrono::nanoseconds kMoveTime = std::chrono::seconds(5);
constexpr int kUsualSize = 4;
constexpr int kMaxSeats = 6;

// The points of each entrant so far.
class ContestScore final : public ProgressScore {
 public:
  explicit ContestScore(const Configuration& configuration)
      : configuration_(configuration),
        names_(ShortNames(configuration)),
        points_(configuration.players.size(), 0) {}

  void Add(const comparison::GameSummary& game) override {
    const auto outcomes = contest::OutcomesOf(configuration_, game);
    for (size_t seat = 0; seat < outcomes.size(); ++seat) {
      points_[static_cast<size_t>(game.seats[seat].player)] +=
          outcomes[seat].points;
    }
  }

  // "mcts 7  greedy 2": the best.
  std::string Text() const override {
    std::vector<std::pair<int64_t, size_t>> order;
    for (size_t i = 0; i < points_.size(); ++i)
      order.emplace_back(-points_[i], i);
    std::ranges::sort(order);
    constexpr size_t kLeaders = 5;
    order.resize(std::min(order.size(), kLeaders));
    return absl::StrJoin(order, "  ", [&](std::string* out, const auto& entry) {
      absl::StrAppend(out, names_[entry.second], " ", -entry.first);
    });
  }

 private:
  const Configuration& configuration_;
  const std::vector<std::string> names_;
  std::vector<int64_t> points_;
};

Configuration Defaults(Contest::Rules rules) {
  Configuration configuration;
  configuration.contest.emplace().rules = rules;
  configuration.limits.time = kMoveTime;
  return configuration;
}

// What the command works with besides its arguments once the sources are
// compiled.
struct Entrants {
  Catalog catalog;  // with the sources as players
  contest::CompiledEntrants sources;
};

// The sandbox for sources; none where --no-sandbox wants none.
absl::StatusOr<std::optional<process::Sandbox>> FindSandbox(
    const Arguments& arguments) {
  if (arguments.Has(kNoSandbox)) return std::optional<process::Sandbox>();
  auto sandbox = process::Sandbox::Find();
  if (sandbox.ok()) return std::optional(*std::move(sandbox));
  return InvalidArgument(
      sandbox.status().message(),
      "; with --no-sandbox sources run without one, and can read your files");
}

// Compiles the sources among the entrants.
absl::StatusOr<contest::CompiledEntrants> CompileSources(
    const Arguments& arguments, Contest::Rules rules, std::ostream& err) {
  contest::CompiledEntrants sources;
  std::vector<std::string> files;
  for (const std::string& entrant : arguments.Texts(kEntrant)) {
    if (contest::IsSource(entrant)) files.push_back(entrant);
  }
  if (files.empty()) return sources;
  ASSIGN_OR_RETURN(const auto sandbox, FindSandbox(arguments));
  if (!sandbox.has_value()) {
    err << "warning: no sandbox: the sources can read your files" << std::endl;
  }
  for (const std::string& file : files) {
    auto entrant = contest::Entrant::Compile(
        file,
        rules == Contest::Rules::kStar ? contest::EntrantGame::kStar
                                       : contest::EntrantGame::kChinese8,
        sandbox.has_value() ? &*sandbox : nullptr);
    if (!entrant.ok()) return entrant.status();
    err << OneLine(file) << ": "
        << ((*entrant)->fault_text().empty() ? "compiled"
                                             : (*entrant)->fault_text())
        << std::endl;
    if (!sources.emplace(file, *std::move(entrant)).second) {
      return InvalidArgument("the source ", Quoted(file), " is given twice");
    }
  }
  return sources;
}

// Entrants are read as those of --players are, sources by their names.
absl::Status ReadEntrants(const Arguments& arguments, const Entrants& entrants,
                          Configuration& configuration) {
  std::vector<std::string> players;
  std::set<std::string> taken;
  for (const PlayerInfo& player : entrants.catalog.Players()) {
    taken.insert(player.id);
  }
  for (const std::string& entrant : arguments.Texts(kEntrant)) {
    const auto source = entrants.sources.find(entrant);
    if (source == entrants.sources.end()) {
      players.push_back(arguments.Has(kSandbox)
                            ? contest::InSandbox(entrant, entrants.catalog)
                            : entrant);
      continue;
    }
    players.push_back(contest::SourceName(entrant, *source->second, taken));
  }
  RETURN_IF_ERROR(At(kEntrant, comparison::ReadPlayers(
                                   players, entrants.catalog, configuration)));
  if (configuration.players.size() < 2) {
    return InvalidArgument(
        "a tournament has two entrants or more, and there is only ",
        Quoted(arguments.Text(kEntrant)));
  }
  return absl::OkStatus();
}

// Says which players that are other programs run without the sandbox; an error
// if --sandbox wants all of them in it.
absl::Status CheckSandboxes(const Arguments& arguments, const Catalog& catalog,
                            const Configuration& configuration,
                            std::ostream& err) {
  for (const std::string& player : configuration.players) {
    if (contest::RunsInSandbox(player, catalog).value_or(true)) continue;
    if (arguments.Has(kSandbox)) {
      return InvalidArgument(
          "--sandbox: ", Quoted(player),
          " is to run without; leave sandbox=off out, and give each program as "
          "an argument of its own");
    }
    err << "warning: " << OneLine(player)
        << " runs without a sandbox: it may do what you may; --sandbox holds it"
        << std::endl;
  }
  return absl::OkStatus();
}

absl::StatusOr<Entrants> MakeEntrants(const Arguments& arguments,
                                      Contest::Rules rules,
                                      const Context& context) {
  if (arguments.Has(kSandbox) && arguments.Has(kNoSandbox)) {
    return absl::InvalidArgumentError(
        "--sandbox and --no-sandbox: leave one of both out");
  }
  Entrants entrants{.catalog = context.catalog, .sources = {}};
  ASSIGN_OR_RETURN(entrants.sources,
                   CompileSources(arguments, rules, context.err));
  if (!entrants.sources.empty()) {
    std::chrono::nanoseconds limit = kMoveTime;
    if (arguments.Has(kTimeForMoves)) {
      ASSIGN_OR_RETURN(limit, ReadTime(arguments, kTimeForMoves));
    }
    ASSIGN_OR_RETURN(
        entrants.catalog,
        context.catalog.With(contest::EntrantPlugin(entrants.sources, limit)));
  }
  return entrants;
}

// What was given to an option, between commas or as words.
std::vector<std::string> ReadWords(const Arguments& arguments,
                                   absl::string_view option) {
  return absl::StrSplit(absl::StrJoin(arguments.Texts(option), " "),
                        absl::ByAnyChar(", "), absl::SkipEmpty());
}

absl::StatusOr<std::vector<int>> ReadInts(const Arguments& arguments,
                                          absl::string_view option) {
  std::vector<int> numbers;
  for (const std::string& word : ReadWords(arguments, option)) {
    if (!absl::SimpleAtoi(word, &numbers.emplace_back())) {
      return InvalidArgument(option, ": ", Quoted(word), " is no whole number");
    }
  }
  return numbers;
}

// The games of the star challenge: each size with each number of seats, or with
// each choice of positions.
absl::Status ReadStarGames(const Arguments& arguments,
                           Configuration& configuration) {
  std::vector<int> sizes = {kUsualSize};
  if (arguments.Has(kSizes)) {
    ASSIGN_OR_RETURN(sizes, ReadInts(arguments, kSizes));
  }
  std::vector<std::string> settings;
  if (arguments.Has(kPositions)) {
    if (arguments.Has(kSeats)) {
      return absl::InvalidArgumentError(
          "--seats and --positions: positions say how many seats there are; "
          "leave one of both out");
    }
    for (const std::string& positions : ReadWords(arguments, kPositions)) {
      settings.push_back(absl::StrCat("seats=", positions));
    }
  } else if (arguments.Has(kSeats)) {
    ASSIGN_OR_RETURN(const std::vector<int> seats, ReadInts(arguments, kSeats));
    for (const int number : seats) {
      settings.push_back(absl::StrCat("players=", number));
    }
  } else {
    const auto entrants = static_cast<int>(configuration.players.size());
    for (int seats = 2; seats <= std::min(entrants, kMaxSeats); ++seats) {
      settings.push_back(absl::StrCat("players=", seats));
    }
  }
  for (const int size : sizes) {
    for (const std::string& setting : settings) {
      configuration.games.push_back(
          absl::StrCat("star:size=", size, ",", setting));
    }
  }
  return absl::OkStatus();
}

// "12 games of chinese8; 4 entrants".
std::string Announcement(const Plan& plan) {
  const Configuration& configuration = plan.configuration();
  const auto kinds = static_cast<int64_t>(configuration.games.size());
  return absl::StrCat(
      Counted(plan.games(), "game"), " of ",
      kinds == 1 ? configuration.games.front() : Counted(kinds, "kind"), "; ",
      Counted(static_cast<int64_t>(configuration.players.size()), "entrant"));
}

SettingsOf SettingsFor(Contest::Rules rules) {
  return rules == Contest::Rules::kStar ? SettingsOf::kStarTournament
                                        : SettingsOf::kClassTournament;
}

absl::StatusOr<int> RunContest(const Arguments& arguments,
                               const Entrants& entrants,
                               Configuration configuration,
                               const Context& context) {
  contest::RecordFaults(entrants.sources, configuration);
  RETURN_IF_ERROR(
      CheckSandboxes(arguments, entrants.catalog, configuration, context.err));
  RETURN_IF_ERROR(contest::RecordPrograms(entrants.catalog, configuration));
  ASSIGN_OR_RETURN(const Plan plan,
                   ReadPlan(SettingsFor(configuration.contest->rules),
                            arguments, configuration, entrants.catalog));
  ComparisonCommand command;
  command.keep_as = "tournament";
  command.announcement = Announcement(plan);
  command.print_result = [&](const comparison::Store& store) {
    ASSIGN_OR_RETURN(const auto standings, contest::RankEntrants(plan, store));
    PrintStandings(standings, arguments.Has(kJsonOption.name) ? "json" : "text",
                   context);
    return WriteStandings(plan, store, standings, arguments, context);
  };
  ContestScore score(plan.configuration());
  return PlayComparison(plan, command, score, arguments, context);
}

absl::StatusOr<int> RunClassTournament(const Arguments& arguments,
                                       const Context& context) {
  Configuration configuration = Defaults(Contest::Rules::kChinese8);
  configuration.games = {"chinese8"};
  ASSIGN_OR_RETURN(const Entrants entrants,
                   MakeEntrants(arguments, Contest::Rules::kChinese8, context));
  RETURN_IF_ERROR(ReadEntrants(arguments, entrants, configuration));
  return RunContest(arguments, entrants, std::move(configuration), context);
}

absl::StatusOr<int> RunStarChallenge(const Arguments& arguments,
                                     const Context& context) {
  Configuration configuration = Defaults(Contest::Rules::kStar);
  ASSIGN_OR_RETURN(const Entrants entrants,
                   MakeEntrants(arguments, Contest::Rules::kStar, context));
  RETURN_IF_ERROR(ReadEntrants(arguments, entrants, configuration));
  RETURN_IF_ERROR(ReadStarGames(arguments, configuration));
  return RunContest(arguments, entrants, std::move(configuration), context);
}

// What both tournaments take.
std::vector<Option> ContestOptions(Contest::Rules rules) {
  std::vector<Option> options =
      ComparisonOptions(SettingsFor(rules), Defaults(rules));
  Option& time = OptionNamed(kTimeForMoves, options);
  time.help = "time for a move";
  time.fallback = FormatDuration(kMoveTime);
  options.push_back({.name = kHtml,
                     .value = "OUT",
                     .help = "writes a page with the standings and every game",
                     .completion = Completion::kFile});
  options.push_back(GradescopeOption());
  options.push_back(
      {kSandbox, "",
       "runs programs in bubblewrap, too; sources are there unless said"});
  options.push_back({kNoSandbox, "",
                     "runs sources without: they can read your files, and the "
                     "results say so"});
  options.push_back(kJsonOption);
  return options;
}

const Positional kEntrants = {.name = kEntrant,
                              .help =
                                  "a source (.c, for the star .cc, .cpp "
                                  "and .cxx, too), a player, or "
                                  "ALIAS=PLAYER",
                              .repeatable = true,
                              .completion = Completion::kEntrant};

Command Chinese8Tournament() {
  return {
      .name = "chinese8",
      .help = absl::StrCat(
          "the class tournament: every pair plays twice on the 8x8 board, "
          "each once as Blue; a win is ",
          contest::kPointsForWin, " points, a draw ", contest::kPointsForDraw),
      .positionals = {kEntrants},
      .options = ContestOptions(Contest::Rules::kChinese8),
      .config = true,
      .run = RunClassTournament};
}

Command StarTournament() {
  std::vector<Option> options = {
      {.name = kSizes,
       .value = "N",
       .help = "sizes of the star; default: 4",
       .multi_token = true},
      {.name = kSeats,
       .value = "N",
       .help = "seats of a game; default: 2 to 6, or the number of entrants",
       .multi_token = true},
      {.name = kPositions,
       .value = "P",
       .help = "triangles in order of play, instead of --seats: 0+3 0+2+4",
       .multi_token = true}};
  for (Option& option : ContestOptions(Contest::Rules::kStar)) {
    options.push_back(std::move(option));
  }
  return {.name = "star",
          .help =
              "the star challenge: games of two to six, in which every two "
              "meet and everyone begins equally often",
          .positionals = {kEntrants},
          .options = std::move(options),
          .config = true,
          .run = RunStarChallenge};
}

}  // namespace

Command TournamentCommand() {
  return {.name = "tournament",
          .help = "plays a tournament between all entrants and ranks them",
          .group = {Chinese8Tournament(), StarTournament()}};
}

}  // namespace boardwalk::cli
