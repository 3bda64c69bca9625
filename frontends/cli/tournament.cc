// boardwalk tournament: the class tournament on the 8x8 board and the star
// challenge, from their entrants to their standings.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <system_error>
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
#include "frontends/contest/continuation.h"
#include "frontends/contest/entrant.h"
#include "frontends/contest/roster.h"
#include "frontends/contest/standings.h"
#include "frontends/process/sandbox.h"
#include "frontends/results/store.h"

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
constexpr char kChanged[] = "--changed";
constexpr char kKeep[] = "keep", kReplace[] = "replace";
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
  // ENTRANT of each, as ReadPlayers reads it.
  std::vector<std::string> players = {};
  // Of the results in --db, which are continued.
  std::optional<Configuration> there = {};
  // Sources that have changed and keep their games.
  std::vector<std::string> kept = {};
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

// Names the entrants, sources as in the results that are continued.
void NameEntrants(const Arguments& arguments, Entrants& entrants) {
  std::set<std::string> taken;
  for (const PlayerInfo& player : entrants.catalog.Players()) {
    taken.insert(player.id);
  }
  const bool keep = arguments.Text(kChanged) == kKeep;
  for (const std::string& entrant : arguments.Texts(kEntrant)) {
    if (!contest::IsSource(entrant)) {
      entrants.players.push_back(
          arguments.Has(kSandbox)
              ? contest::InSandbox(entrant, entrants.catalog)
              : entrant);
      continue;
    }
    std::string name =
        contest::SourceName(entrant, *entrants.sources.at(entrant), taken);
    if (entrants.there.has_value()) {
      name = contest::NameThere(name, entrant, *entrants.there, keep,
                                entrants.sources, entrants.kept);
    }
    entrants.players.push_back(std::move(name));
  }
}

// Entrants are read as those of --players are.
absl::Status ReadEntrants(const Arguments& arguments, const Entrants& entrants,
                          Configuration& configuration) {
  RETURN_IF_ERROR(
      At(kEntrant, comparison::ReadPlayers(entrants.players, entrants.catalog,
                                           configuration)));
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
  entrants.there = ConfigurationThere(arguments);
  NameEntrants(arguments, entrants);
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

// "aiplayer_1, aiplayer_2 have changed", or how many.
std::string NamesWith(const std::vector<std::string>& names,
                      absl::string_view of_one, absl::string_view of_many) {
  constexpr size_t kMaxNamed = 5;
  const std::string all = names.size() <= kMaxNamed
                              ? absl::StrJoin(names, ", ")
                              : absl::StrCat(names.size(), " entries");
  return absl::StrCat(OneLine(all), " ", names.size() == 1 ? of_one : of_many);
}

// What has become of the results in `file`, in one line.
std::string ContinuationText(const std::string& file,
                             const contest::Continuation& continuation,
                             const std::vector<std::string>& kept,
                             const contest::CarriedGames& games) {
  std::vector<std::string> parts;
  if (!continuation.late.empty()) {
    parts.push_back(NamesWith(continuation.late, "is new", "are new"));
  }
  if (!continuation.changed.empty()) {
    parts.push_back(absl::StrCat(
        NamesWith(continuation.changed, "has changed", "have changed"), ", ",
        Counted(games.replaced, "game"),
        " to play again (--changed keep leaves them)"));
  }
  if (!kept.empty()) {
    parts.push_back(absl::StrCat(
        NamesWith(kept, "has changed", "have changed"),
        ", what was played stays (--changed replace plays it again)"));
  }
  if (games.unplanned > 0) {
    parts.push_back(absl::StrCat(Counted(games.unplanned, "game"),
                                 " of sets that are no longer played left "
                                 "out"));
  }
  if (parts.empty()) parts.emplace_back("more games, what was played stays");
  return absl::StrCat(OneLine(file), ": ", absl::StrJoin(parts, "; "));
}

// Removes results that nobody has open, with their log.
void RemoveResults(const std::string& file) {
  for (const char* part : {"", "-wal", "-shm"}) {
    std::error_code ignored;
    std::filesystem::remove(file + part, ignored);
  }
}

// Writes the games that stay as results of the new plan, which then take the
// place of the old ones: whole or not at all.
absl::StatusOr<contest::CarriedGames> ReplaceResults(const std::string& file,
                                                     const Plan& plan,
                                                     const Catalog& catalog) {
  ASSIGN_OR_RETURN(auto checked, results::OpenChecked(catalog, file));
  Configuration configuration = plan.configuration();
  configuration.rounds =
      std::max(configuration.rounds, checked.plan.configuration().rounds);
  const Configuration there = checked.store->configuration();
  checked.store.reset();
  // Opened to write and alone, so that its log is gone once it is closed.
  ASSIGN_OR_RETURN(auto from, results::OpenToPlay(file, there));
  // Beside it, not beside a link to it.
  std::error_code error;
  const std::string place = std::filesystem::canonical(file, error).string();
  if (error) return FailedPrecondition(Quoted(file), ": ", error.message());
  const std::string made = absl::StrCat(place, ".continued-", getpid());
  auto created = results::CreateToPlay(made, configuration);
  if (!created.ok()) {
    RemoveResults(made);
    return created.status();
  }
  auto to = *std::move(created);
  const auto games = contest::CarryOver(checked.plan, *from, plan, *to);
  to.reset();
  from.reset();
  const bool in_use = std::filesystem::exists(place + "-wal", error);
  if (games.ok() && !in_use) std::filesystem::rename(made, place, error);
  if (!games.ok() || in_use || error) RemoveResults(made);
  RETURN_IF_ERROR(games.status());
  if (in_use) {
    return FailedPrecondition(
        "another process plays ", Quoted(file),
        ", and its entries have changed; run the command again when that has "
        "ended");
  }
  if (error) {
    return FailedPrecondition("cannot replace ", Quoted(file), ": ",
                              error.message());
  }
  return games;
}

// A kept entry that could play then and cannot now, or the reverse.
absl::Status CheckKept(const Entrants& entrants,
                       const contest::Continuation& continuation) {
  for (const std::string& name : entrants.kept) {
    if (std::ranges::find(continuation.changed, name) ==
        continuation.changed.end()) {
      continue;
    }
    return FailedPrecondition(
        "--changed keep: ", Quoted(name),
        " can play in only one of its versions, so its games cannot stay; "
        "--changed replace plays them again");
  }
  return absl::OkStatus();
}

// `configuration` with the entries of `planned`: first those of the results, in
// their order.
Configuration InOrder(const contest::Continuation& continuation,
                      const Configuration& planned, const Entrants& entrants,
                      Configuration configuration) {
  Configuration ordered = comparison::InOrderOf(continuation.there, planned);
  configuration.games = std::move(ordered.games);
  configuration.players = std::move(ordered.players);
  configuration.aliases = std::move(ordered.aliases);
  contest::RecordFaults(entrants.sources, configuration);
  return configuration;
}

// The plan of the tournament. Results of --db become results of it: they keep
// the games of entries that have not changed.
absl::StatusOr<Plan> PlanContest(const Arguments& arguments,
                                 const Entrants& entrants,
                                 const Configuration& configuration,
                                 const Context& context) {
  const SettingsOf settings = SettingsFor(configuration.contest->rules);
  ASSIGN_OR_RETURN(Plan plan, ReadPlan(settings, arguments, configuration,
                                       entrants.catalog));
  const auto& there = entrants.there;
  if (!there.has_value() || !there->contest.has_value()) return plan;
  RETURN_IF_ERROR(
      At(kDb, contest::CheckSameTournament(*there, plan.configuration())));
  ASSIGN_OR_RETURN(
      const contest::Continuation continuation,
      At(kDb, contest::MatchEntries(*there, plan.configuration())));
  RETURN_IF_ERROR(CheckKept(entrants, continuation));
  ASSIGN_OR_RETURN(plan, ReadPlan(settings, arguments,
                                  InOrder(continuation, plan.configuration(),
                                          entrants, configuration),
                                  entrants.catalog));
  contest::CarriedGames games;
  const std::string file = arguments.Text(kDb);
  if (!comparison::CheckSame(*there, plan.configuration()).ok()) {
    ASSIGN_OR_RETURN(games, ReplaceResults(file, plan, context.catalog));
  } else if (entrants.kept.empty()) {
    return plan;
  }
  context.err << ContinuationText(file, continuation, entrants.kept, games)
              << std::endl;
  return plan;
}

absl::StatusOr<int> RunContest(const Arguments& arguments,
                               const Entrants& entrants,
                               Configuration configuration,
                               const Context& context) {
  if (arguments.Has(kAnonymous)) {
    constexpr size_t kLeastKey = 16;
    if (arguments.Text(kAnonymous).size() < kLeastKey) {
      return InvalidArgument(
          kAnonymous, " ", Quoted(arguments.Text(kAnonymous)),
          " is no key: who knows the names could guess it; write at least ",
          kLeastKey, " random characters");
    }
    contest::ShufflePlayers(arguments.Text(kAnonymous), configuration);
  }
  contest::RecordFaults(entrants.sources, configuration);
  RETURN_IF_ERROR(
      CheckSandboxes(arguments, entrants.catalog, configuration, context.err));
  RETURN_IF_ERROR(
      contest::RecordGuard(entrants.sources, entrants.catalog, configuration));
  ASSIGN_OR_RETURN(const Plan plan,
                   PlanContest(arguments, entrants, configuration, context));
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
      {kAnonymous, "KEY",
       "calls entrants by words on the page and in the files of --gradescope, "
       "which nobody can guess without KEY; who is who is printed"});
  options.push_back({.name = kChanged,
                     .value = "WHAT",
                     .help = "what becomes of the games of a source that has "
                             "changed since: replace plays them again, keep "
                             "leaves them",
                     .values = std::vector<std::string>{kReplace, kKeep},
                     .fallback = kReplace});
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
