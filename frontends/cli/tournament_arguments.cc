#include "frontends/cli/tournament_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

using std::chrono::nanoseconds;
using tournament::Shard;

constexpr char kTime[] = "--time";
constexpr char kNodes[] = "--nodes";
constexpr char kPlayouts[] = "--playouts";
constexpr char kDepth[] = "--depth";
constexpr char kClock[] = "--clock";
constexpr char kRounds[] = "--rounds";
constexpr char kSeed[] = "--seed";
constexpr char kOpenings[] = "--openings";
constexpr char kMaxPlies[] = "--max-plies";
constexpr char kJobs[] = "--jobs";
constexpr char kPatience[] = "--patience";

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

// "10s+100ms", or "10s" alone.
absl::Status ReadClock(const Arguments& arguments,
                       std::optional<TimeControl>& clock) {
  if (!arguments.Has(kClock)) return absl::OkStatus();
  const std::string text = arguments.Text(kClock);
  const size_t plus = text.find('+');
  const auto base = ParseDuration(text.substr(0, plus));
  const auto increment = plus == std::string::npos
                             ? absl::StatusOr<nanoseconds>(nanoseconds(0))
                             : ParseDuration(text.substr(plus + 1));
  if (!base.ok() || !increment.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        kClock, " ", Quoted(text), " is not BASE+INC, such as 10s+100ms"));
  }
  clock = TimeControl{.base = *base, .increment = *increment};
  const absl::Status status = CheckTimeControl(*clock);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat(kClock, ": ", status.message()));
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
      "is 1 to ", tournament::kMaxShards));
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
  if (count > tournament::kMaxShards) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: ", kSlurmCount, " is ", count, "; at most ",
                     tournament::kMaxShards, " parts"));
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
    const tournament::Configuration& defaults) {
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
                 tournament::kMaxRounds, defaults.rounds),
          number(kSeed, "seed of the openings and the players", kSeedBounds.min,
                 kSeedBounds.max, 0),
          number(kOpenings, "random plies before the players begin", 0,
                 tournament::kMaxOpeningPlies, defaults.openings),
          number(kMaxPlies, "an endless game is a draw after N plies", 1,
                 tournament::kMaxMaxPlies, defaults.max_plies),
          {.name = kJobs,
           .value = "N",
           .help = "games at once; default or 0: one per core",
           .values = Bounds<int64_t>{0, tournament::kMaxJobs}},
          {kPatience, "T",
           "a player that does not answer forfeits after T and 20 times its "
           "time limit, by the wall clock; default: 10s, or 1h where no time "
           "is limited"},
          {.name = kDb,
           .value = "FILE",
           .help = "keeps the results in FILE; continues what it has",
           .completion = Completion::kFile}};
}

absl::StatusOr<nanoseconds> ReadTime(const Arguments& arguments,
                                     absl::string_view option) {
  ASSIGN_OR_RETURN(const auto parsed,
                   ReadLimit(arguments, option, kTimeParameter));
  return parsed.Duration(kTimeParameter.name);
}

absl::StatusOr<std::vector<std::string>> ReadNames(const Arguments& arguments,
                                                   absl::string_view option) {
  auto names = SplitNames(absl::StrJoin(arguments.Texts(option), " "));
  if (names.ok()) return names;
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", names.status().message()));
}

absl::StatusOr<tournament::Plan> ReadPlan(
    const Arguments& arguments, const tournament::Configuration& defaults,
    const Catalog& catalog) {
  tournament::Configuration configuration = defaults;
  configuration.limits = {};
  absl::Status status = ReadLimits(arguments, configuration.limits);
  status.Update(ReadClock(arguments, configuration.clock));
  configuration.rounds = arguments.Int(kRounds);
  configuration.seed = static_cast<uint64_t>(arguments.Int(kSeed));
  configuration.openings = static_cast<int>(arguments.Int(kOpenings));
  configuration.max_plies = static_cast<int>(arguments.Int(kMaxPlies));
  if (!status.ok()) return status;
  return tournament::Plan::Create(catalog, std::move(configuration),
                                  defaults.limits);
}

absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const tournament::Plan& plan) {
  const int64_t jobs = arguments.Has(kJobs) ? arguments.Int(kJobs) : 0;
  if (jobs > 0) {
    RETURN_IF_ERROR(tournament::CheckJobs(plan, static_cast<int>(jobs)));
    return static_cast<int>(jobs);
  }
  if (!plan.multithreaded_player().empty()) return 1;
  // 0 if the system does not tell.
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores, 1, tournament::kMaxJobs);
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
        "--db '' names no file; omit it to keep no results");
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
                  count < 1 || count > tournament::kMaxShards)) {
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
