#include "frontends/cli/comparison_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/openings.h"

namespace boardwalk::cli {
namespace {

using comparison::Shard;
using std::chrono::nanoseconds;

constexpr char kTime[] = "--time";
constexpr char kNodes[] = "--nodes";
constexpr char kPlayouts[] = "--playouts";
constexpr char kDepth[] = "--depth";
constexpr char kRounds[] = "--rounds";
constexpr char kSeed[] = "--seed";
constexpr char kOpenings[] = "--openings";
constexpr char kMaxPlies[] = "--max-plies";
constexpr char kResign[] = "--resign";
constexpr char kDraw[] = "--draw";
constexpr char kJobs[] = "--jobs";
constexpr char kPatience[] = "--patience";
constexpr char kOpening[] = "--opening";
constexpr char kOpeningsFile[] = "--openings-file";

// A file of openings may be this large, with blanks and comments.
constexpr size_t kMaxOpeningsBytes = 4 << 20;
constexpr size_t kMaxOpeningLine = 10'000;

// A limit, read like the parameter of a player: "1e6" is a number of nodes.
absl::StatusOr<Parameters> ReadLimit(const Arguments& arguments,
                                     absl::string_view option,
                                     const ParameterSpec& spec) {
  const std::string text = arguments.Text(option);
  auto parsed =
      Parameters::Parse(option, {spec}, {{std::string(spec.name), text}});
  if (parsed.ok()) return parsed;
  return absl::InvalidArgumentError(
      absl::StrCat(option, " ", Quoted(text), " is not ", spec.Accepts()));
}

absl::Status ReadCount(const Arguments& arguments, absl::string_view option,
                       const ParameterSpec& spec,
                       std::optional<int64_t>& limit) {
  if (!arguments.Has(option)) return absl::OkStatus();
  const auto parsed = ReadLimit(arguments, option, spec);
  if (parsed.ok()) limit = parsed->Int(spec.name);
  return parsed.status();
}

absl::Status ReadLimits(const Arguments& arguments, Limits& limits) {
  if (arguments.Has(kTime)) {
    ASSIGN_OR_RETURN(limits.time, ReadTime(arguments, kTime));
  }
  absl::Status status =
      ReadCount(arguments, kNodes, kNodesParameter, limits.nodes);
  status.Update(
      ReadCount(arguments, kPlayouts, kPlayoutsParameter, limits.playouts));
  status.Update(ReadCount(arguments, kDepth, kDepthParameter, limits.depth));
  return status;
}

// Reads openings, one at a time, and leaves out those that lead to a position
// that an earlier one leads to.
class BookReader {
 public:
  explicit BookReader(const AnyGame& game) : game_(game) {}

  absl::Status Add(absl::string_view line) {
    auto opening = comparison::ParseOpening(game_, line);
    if (!opening.ok()) return opening.status();
    if (positions_.insert(opening->state->Hash()).second) {
      lines_.push_back(comparison::FormatOpening(*opening));
    }
    return absl::OkStatus();
  }
  std::vector<std::string> Lines() && { return std::move(lines_); }

 private:
  const AnyGame& game_;
  std::set<uint64_t> positions_;
  std::vector<std::string> lines_;
};

absl::Status ReadOpeningsFile(const std::string& path, BookReader& book) {
  ASSIGN_OR_RETURN(const std::string lines, ReadFile(path, kMaxOpeningsBytes));
  int64_t number = 0;
  for (absl::string_view line : absl::StrSplit(lines, '\n')) {
    ++number;
    const auto wrong = [&](absl::string_view why) {
      return absl::InvalidArgumentError(
          absl::StrCat(OneLine(path), ", line ", number, ": ", why));
    };
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    if (line.size() > kMaxOpeningLine) {
      return wrong(
          absl::StrCat("it has more than ", kMaxOpeningLine, " characters"));
    }
    const std::string text = absl::StrReplaceAll(line, {{"\t", " "}});
    if (OneLine(text, text.size()) != text) {
      return wrong("this is no text; write moves, or position and its text");
    }
    const absl::Status status = book.Add(text);
    if (!status.ok()) return wrong(status.message());
  }
  return absl::OkStatus();
}

// The openings of --opening and --openings-file instead of random ones.
absl::Status ReadBook(const Arguments& arguments, const Catalog& catalog,
                      comparison::Configuration& configuration) {
  if (!arguments.Has(kOpening) && !arguments.Has(kOpeningsFile)) {
    return absl::OkStatus();
  }
  const char* option = arguments.Has(kOpening) ? kOpening : kOpeningsFile;
  if (configuration.games.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(option, " gives openings of one game, and there are ",
                     configuration.games.size(), "; add --games GAME"));
  }
  if (arguments.Has(kOpenings) && arguments.Int(kOpenings) != 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        option, " and ", kOpenings, " ", arguments.Int(kOpenings),
        ": the openings are given or random; leave one of both out"));
  }
  ASSIGN_OR_RETURN(const auto game,
                   catalog.MakeGame(configuration.games.front()));
  BookReader book(*game);
  for (const std::string& line : arguments.Texts(kOpening)) {
    const absl::Status status = book.Add(line);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(kOpening, " ", Quoted(line), ": ", status.message()));
    }
  }
  if (arguments.Has(kOpeningsFile)) {
    RETURN_IF_ERROR(ReadOpeningsFile(arguments.Text(kOpeningsFile), book));
  }
  configuration.book = std::move(book).Lines();
  if (configuration.book.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(option, " ", Quoted(arguments.Text(option)),
                     " has no opening; write moves, or position and its text, "
                     "a line for each"));
  }
  configuration.openings = 0;
  return absl::OkStatus();
}

// Where the name of a player begins in "alias=NAME"; 0 if `piece` is no alias.
size_t AliasEnd(absl::string_view piece, bool begins_word,
                const std::vector<PlayerInfo>& players) {
  const size_t equals = piece.find('=');
  const size_t colon = piece.find(':');
  if (equals == absl::string_view::npos || equals > colon ||
      (colon == absl::string_view::npos && !begins_word)) {
    return 0;
  }
  const absl::string_view id = piece.substr(
      equals + 1,
      colon == absl::string_view::npos ? colon : colon - equals - 1);
  return std::any_of(players.begin(), players.end(),
                     [&](const PlayerInfo& player) { return player.id == id; })
             ? equals + 1
             : 0;
}

// NAME = ["a", "b"], an item on each line. An item with double quotes stands in
// single ones, which have a backslash before them inside.
void AppendList(absl::string_view name, const std::vector<std::string>& items,
                std::string& text) {
  if (items.empty()) return;
  absl::StrAppend(&text, name, " = [\n");
  for (const std::string& item : items) {
    if (absl::StrContains(item, '"')) {
      absl::StrAppend(&text, "  '", absl::StrReplaceAll(item, {{"'", "\\'"}}),
                      "',\n");
    } else {
      absl::StrAppend(&text, "  \"", item, "\",\n");
    }
  }
  text += "]\n";
}

// The players with their aliases in front.
std::vector<std::string> PlayersWithAliases(
    const comparison::Configuration& configuration) {
  std::vector<std::string> players = configuration.players;
  for (size_t i = 0; i < players.size(); ++i) {
    const std::string shown = ShownName(configuration, static_cast<int>(i));
    if (shown != players[i]) players[i] = absl::StrCat(shown, "=", players[i]);
  }
  return players;
}

const char* const kSlurmId = "SLURM_ARRAY_TASK_ID";
const char* const kSlurmMin = "SLURM_ARRAY_TASK_MIN";
const char* const kSlurmMax = "SLURM_ARRAY_TASK_MAX";
const char* const kSlurmStep = "SLURM_ARRAY_TASK_STEP";
const char* const kSlurmCount = "SLURM_ARRAY_TASK_COUNT";
const char* const kParallelSeq = "PARALLEL_SEQ";
const char* const kCompletionIndex = "JOB_COMPLETION_INDEX";

absl::Status Wrong(absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "--shard ", Quoted(text), " is not I/N, auto/N or auto, such as 1/8; N ",
      "is 1 to ", comparison::kMaxShards));
}

bool IsSet(const Environment& environment, const std::string& name) {
  return !environment(name).value_or("").empty();
}

// A whole number of the environment; `fallback` if it is not set.
absl::StatusOr<int64_t> Number(const Environment& environment,
                               const std::string& name,
                               std::optional<int64_t> fallback) {
  if (!IsSet(environment, name) && fallback.has_value()) return *fallback;
  const std::string text = environment(name).value_or("");
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number < 0 || number > INT32_MAX) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: ", name, " is ", Quoted(text),
                     " and not a whole number; write --shard I/N"));
  }
  return number;
}

// The variable of the scheduler that exports an index.
absl::StatusOr<std::string> IndexVariable(const Environment& environment) {
  std::vector<std::string> set;
  for (const char* name : {kSlurmId, kParallelSeq, kCompletionIndex}) {
    if (IsSet(environment, name)) set.emplace_back(name);
  }
  if (set.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: none of ", kSlurmId, ", ", kParallelSeq,
                     " and ", kCompletionIndex, " is set; write --shard I/N"));
  }
  if (set.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: ", absl::StrJoin(set, " and "),
                     " are set at once; write --shard I/N"));
  }
  return set.front();
}

// The index of a task in its array.
absl::StatusOr<Shard> SlurmPlace(const Environment& environment) {
  ASSIGN_OR_RETURN(const auto id, Number(environment, kSlurmId, std::nullopt));
  ASSIGN_OR_RETURN(const auto min,
                   Number(environment, kSlurmMin, std::nullopt));
  ASSIGN_OR_RETURN(const auto max,
                   Number(environment, kSlurmMax, std::nullopt));
  ASSIGN_OR_RETURN(const auto step, Number(environment, kSlurmStep, 1));
  ASSIGN_OR_RETURN(const auto count,
                   Number(environment, kSlurmCount, std::nullopt));
  // Slurm does not export the gaps of a list such as --array=1,4,5.
  if (step < 1 || count < 1 || min > max || min + (count - 1) * step > max ||
      min + count * step <= max || id < min || id > max ||
      (id - min) % step != 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--shard auto: ", kSlurmId, " ", id, " in an array of ", count,
        " tasks from ", min, " to ", max, " by ", step,
        " has no place in equal steps; write --shard auto/N with --array=1-N"));
  }
  if (count > comparison::kMaxShards) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: ", kSlurmCount, " is ", count, "; at most ",
                     comparison::kMaxShards, " parts"));
  }
  return Shard{.index = static_cast<int>((id - min) / step),
               .count = static_cast<int>(count)};
}

// The part of `count` that the number of a scheduler means.
absl::StatusOr<Shard> NumberedPart(const std::string& variable, int count,
                                   const Environment& environment) {
  const int64_t first = variable == kCompletionIndex ? 0 : 1;
  ASSIGN_OR_RETURN(const auto number,
                   Number(environment, variable, std::nullopt));
  // All tasks of an array from 0 refuse it, not only the first.
  const bool from_zero =
      variable == kSlurmId && environment(kSlurmMin).value_or("") == "0";
  if (number < first || number - first >= count || from_zero) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--shard auto/", count, ": ", variable, " is ", number,
        " and should be ", first, " to ", first + count - 1,
        variable == kSlurmId ? absl::StrCat("; write --array=1-", count) : ""));
  }
  return Shard{.index = static_cast<int>(number - first), .count = count};
}

}  // namespace

std::vector<Option> TournamentOptions(
    const comparison::Configuration& defaults) {
  const auto number = [](const char* name, const char* help, int64_t min,
                         int64_t max, int64_t fallback) {
    return Option{.name = name,
                  .value = "N",
                  .help = help,
                  .values = Bounds<int64_t>{min, max},
                  .fallback = absl::StrCat(fallback)};
  };
  return {{kTime, "T", "CPU time for a move, such as 100ms"},
          {kNodes, "N", "positions that a search may visit for a move"},
          {kPlayouts, "N", "playouts for a move"},
          {kDepth, "N", "plies that a search may look ahead"},
          {kClock, "BASE+INC",
           "time for a game, and more for each move: 10s+100ms"},
          number(kRounds, "how often each pairing plays in each game", 1,
                 comparison::kMaxRounds, defaults.rounds),
          number(kSeed, "seed of the openings and the players", kSeedBounds.min,
                 kSeedBounds.max, 0),
          number(kOpenings, "random plies before the players begin", 0,
                 comparison::kMaxOpeningPlies, defaults.openings),
          number(kMaxPlies, "an endless game is a draw after N plies", 1,
                 comparison::kMaxMaxPlies, defaults.max_plies),
          {kResign, "RULE",
           "a game of two ends when both players say who wins: by values of "
           "value=V or more in moves=N moves of each, such as "
           "value=0.95,moves=4"},
          {kDraw, "RULE",
           "the same for a draw, with values within V of 0, and not before "
           "from=P plies: value=0.02,moves=8,from=40"},
          JobsOption(),
          PatienceOption(),
          {.name = kDb,
           .value = "FILE",
           .help = "keeps the results in FILE; continues what it has",
           .completion = Completion::kFile}};
}

Option PatienceOption() {
  return {kPatience, "T",
          "a player that does not answer forfeits after T and 20 times its "
          "time limit, by the wall clock; default: 10s, or 1h where no time "
          "is limited"};
}

Option JobsOption() {
  return {.name = kJobs,
          .value = "N",
          .help = "games at once; default or 0: one per core",
          .values = Bounds<int64_t>{0, comparison::kMaxJobs}};
}

std::vector<Option> ComparisonOptions(
    const comparison::Configuration& defaults) {
  std::vector<Option> options = TournamentOptions(defaults);
  options.push_back({kNoDb, "",
                     "keeps no results; without it and --db they go to a new "
                     "file in the state folder"});
  options.push_back({.name = kOpeningsFile,
                     .value = "FILE",
                     .help = "begins with the openings in FILE: on each line "
                             "moves, or position TEXT",
                     .completion = Completion::kFile});
  options.push_back({.name = kOpening,
                     .value = "LINE",
                     .help = "begins with such an opening; may be repeated",
                     .repeatable = true});
  options.push_back({kPrintConfig, "",
                     "plays nothing and prints the whole comparison as a file "
                     "for --config"});
  return options;
}

absl::StatusOr<nanoseconds> ReadTime(const Arguments& arguments,
                                     absl::string_view option) {
  ASSIGN_OR_RETURN(const auto parsed,
                   ReadLimit(arguments, option, kTimeParameter));
  return parsed.Duration(kTimeParameter.name);
}

absl::Status ReadClock(const Arguments& arguments,
                       std::optional<TimeControl>& clock) {
  if (!arguments.Has(kClock)) return absl::OkStatus();
  const auto parsed = ParseTimeControl(arguments.Text(kClock));
  if (!parsed.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(kClock, ": ", parsed.status().message()));
  }
  clock = *parsed;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadNames(const Arguments& arguments,
                                                   absl::string_view option) {
  auto names = SplitNames(absl::StrJoin(arguments.Texts(option), " "));
  if (names.ok()) return names;
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", names.status().message()));
}

absl::Status ReadPlayers(const Arguments& arguments, const Catalog& catalog,
                         comparison::Configuration& configuration) {
  // Pieces between commas; an alias begins a new list of names.
  const std::vector<PlayerInfo> known = catalog.Players();
  std::vector<std::pair<std::optional<std::string>, std::string>> lists(1);
  const std::string text = absl::StrJoin(arguments.Texts(kPlayers), " ");
  for (const absl::string_view word : SplitOutsideQuotes(text, " \t\n")) {
    bool begins_word = true;
    for (const absl::string_view piece : SplitOutsideQuotes(word, ",")) {
      if (piece.empty()) continue;
      const size_t end = AliasEnd(piece, begins_word, known);
      begins_word = false;
      if (end > 0)
        lists.emplace_back(std::string(piece.substr(0, end - 1)), "");
      absl::StrAppend(&lists.back().second, ",", piece.substr(end));
    }
  }
  configuration.players.clear();
  configuration.aliases.clear();
  for (const auto& [alias, list] : lists) {
    const auto names = SplitNames(list);
    if (!names.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(kPlayers, ": ", names.status().message()));
    }
    if (alias.has_value()) {
      configuration.aliases.push_back(
          absl::StrCat(*alias, "=", names->front()));
    }
    configuration.players.insert(configuration.players.end(), names->begin(),
                                 names->end());
  }
  return absl::OkStatus();
}

std::string ConfigText(const comparison::Configuration& configuration) {
  const auto& sprt = configuration.sprt;
  std::string text =
      absl::StrCat("# boardwalk ", sprt.has_value() ? "sprt" : "compare",
                   " --config FILE plays this.\n");
  const auto line = [&](absl::string_view name, const std::string& value) {
    absl::StrAppend(&text, name, " = ", value, "\n");
  };
  const auto count = [&](absl::string_view name,
                         const std::optional<int64_t>& limit) {
    if (limit.has_value()) line(name, absl::StrCat(*limit));
  };
  if (sprt.has_value()) {
    line("GAME", absl::StrCat("\"", configuration.games.front(), "\""));
  } else {
    AppendList("games", configuration.games, text);
  }
  AppendList("players", PlayersWithAliases(configuration), text);
  AppendList("gauntlet", configuration.gauntlet, text);
  if (sprt.has_value()) {
    line("elo0", ShortestNumber(sprt->elo0));
    line("elo1", ShortestNumber(sprt->elo1));
    line("alpha", ShortestNumber(sprt->alpha));
    line("beta", ShortestNumber(sprt->beta));
    if (sprt->normalized()) line("normalized", "true");
  }
  const Limits& limits = configuration.limits;
  if (limits.time.has_value()) {
    line("time", absl::StrCat("\"", FormatDuration(*limits.time), "\""));
  }
  count("nodes", limits.nodes);
  count("playouts", limits.playouts);
  count("depth", limits.depth);
  if (configuration.clock.has_value()) {
    line("clock",
         absl::StrCat("\"", FormatTimeControl(*configuration.clock), "\""));
  }
  line("rounds", absl::StrCat(configuration.rounds));
  line("seed", absl::StrCat(configuration.seed));
  if (configuration.book.empty()) {
    line("openings", absl::StrCat(configuration.openings));
  }
  AppendList("opening", configuration.book, text);
  line("max-plies", absl::StrCat(configuration.max_plies));
  for (const std::string& plugin : configuration.plugins) {
    absl::StrAppend(&text, "# needs --plugin: ", plugin, "\n");
  }
  const auto rule = [&](absl::string_view name,
                        const std::optional<ValueRule>& given) {
    if (!given.has_value()) return;
    line(name, absl::StrCat("\"", FormatValueRule(*given), "\""));
  };
  rule("resign", configuration.adjudication.resign);
  rule("draw", configuration.adjudication.draw);
  return text;
}

absl::StatusOr<comparison::Plan> ReadPlan(
    const Arguments& arguments, const comparison::Configuration& defaults,
    const Catalog& catalog) {
  comparison::Configuration configuration = defaults;
  // Those of a tournament are its rules: they always hold.
  if (!configuration.contest.has_value()) configuration.limits = {};
  absl::Status status = ReadLimits(arguments, configuration.limits);
  status.Update(ReadClock(arguments, configuration.clock));
  configuration.rounds = arguments.Int(kRounds);
  configuration.seed = static_cast<uint64_t>(arguments.Int(kSeed));
  configuration.openings = static_cast<int>(arguments.Int(kOpenings));
  configuration.max_plies = static_cast<int>(arguments.Int(kMaxPlies));
  if (!status.ok()) return status;
  if (arguments.Has(kResign)) {
    ASSIGN_OR_RETURN(configuration.adjudication.resign,
                     ParseResignRule(arguments.Text(kResign)));
  }
  if (arguments.Has(kDraw)) {
    ASSIGN_OR_RETURN(configuration.adjudication.draw,
                     ParseDrawRule(arguments.Text(kDraw)));
  }
  RETURN_IF_ERROR(ReadBook(arguments, catalog, configuration));
  return comparison::Plan::Create(catalog, std::move(configuration),
                                  defaults.limits);
}

absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const comparison::Plan& plan) {
  const int64_t jobs = arguments.Has(kJobs) ? arguments.Int(kJobs) : 0;
  if (jobs > 0) {
    RETURN_IF_ERROR(comparison::CheckJobs(plan, static_cast<int>(jobs)));
    return static_cast<int>(jobs);
  }
  if (!plan.multithreaded_player().empty()) return 1;
  // 0 if the system does not tell.
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores, 1, comparison::kMaxJobs);
}

absl::StatusOr<Patience> ReadPatience(const Arguments& arguments) {
  Patience patience;
  if (!arguments.Has(kPatience)) return patience;
  ASSIGN_OR_RETURN(patience.extra, ReadTime(arguments, kPatience));
  patience.without_limit = patience.extra;
  patience.stop = std::min(patience.stop, patience.extra);
  return patience;
}

absl::StatusOr<std::string> ReadDb(const Arguments& arguments) {
  const std::string file = arguments.Text(kDb);
  if (arguments.Has(kDb) && file.empty()) {
    return absl::InvalidArgumentError(
        "--db '' names no file; write --no-db to keep no results");
  }
  if (arguments.Has(kDb) && arguments.Has(kNoDb)) {
    return absl::InvalidArgumentError(
        "--db and --no-db: leave one of both out");
  }
  return file;
}

Environment ProcessEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

absl::StatusOr<Shard> ReadShard(absl::string_view text,
                                const Environment& environment) {
  const size_t slash = text.find('/');
  const bool counted = slash != absl::string_view::npos;
  const absl::string_view part = text.substr(0, slash);
  int count = 0;
  if (counted && (!absl::SimpleAtoi(text.substr(slash + 1), &count) ||
                  count < 1 || count > comparison::kMaxShards)) {
    return Wrong(text);
  }
  if (part != "auto") {
    int index = 0;
    if (!counted || !absl::SimpleAtoi(part, &index)) return Wrong(text);
    if (index < 1 || index > count) {
      return absl::InvalidArgumentError(
          absl::StrCat("--shard ", Quoted(text), ": of ", count,
                       " parts the first is 1 and the last ", count));
    }
    return Shard{.index = index - 1, .count = count};
  }
  ASSIGN_OR_RETURN(const auto variable, IndexVariable(environment));
  if (counted) return NumberedPart(variable, count, environment);
  if (variable == kSlurmId) return SlurmPlace(environment);
  return absl::InvalidArgumentError(absl::StrCat(
      "--shard auto: ", variable,
      " does not tell how many parts there are; write --shard ", "auto/N"));
}

}  // namespace boardwalk::cli
