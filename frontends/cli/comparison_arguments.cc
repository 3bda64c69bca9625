#include "frontends/cli/comparison_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using comparison::SettingOption;
using comparison::SettingsOf;
using comparison::Shard;
using std::chrono::nanoseconds;

constexpr char kJobs[] = "--jobs";
constexpr char kPatience[] = "--patience";

Option OptionOf(const SettingOption& setting) {
  Option option = {.name = setting.name,
                   .value = setting.value,
                   .help = setting.help,
                   .repeatable = setting.form == SettingOption::Form::kRepeated,
                   .multi_token = setting.form == SettingOption::Form::kWords,
                   .fallback = setting.fallback};
  std::visit([&](const auto& bounds) { option.values = bounds; },
             setting.bounds);
  for (const auto& [value, completion] :
       {std::pair("GAMES", Completion::kGames),
        std::pair("PLAYERS", Completion::kPlayers),
        std::pair("FILE", Completion::kFile)}) {
    if (option.value == value) option.completion = completion;
  }
  return option;
}

const char* const kSlurmId = "SLURM_ARRAY_TASK_ID";
const char* const kSlurmMin = "SLURM_ARRAY_TASK_MIN";
const char* const kSlurmMax = "SLURM_ARRAY_TASK_MAX";
const char* const kSlurmStep = "SLURM_ARRAY_TASK_STEP";
const char* const kSlurmCount = "SLURM_ARRAY_TASK_COUNT";
const char* const kParallelSeq = "PARALLEL_SEQ";
const char* const kCompletionIndex = "JOB_COMPLETION_INDEX";

absl::Status Wrong(absl::string_view text) {
  return InvalidArgument("--shard ", Quoted(text),
                         " is not I/N, auto/N or auto, such as 1/8; N ",
                         "is 1 to ", comparison::kMaxShards);
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
    return InvalidArgument("--shard auto: ", name, " is ", Quoted(text),
                           " and not a whole number; write --shard I/N");
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
    return InvalidArgument("--shard auto: none of ", kSlurmId, ", ",
                           kParallelSeq, " and ", kCompletionIndex,
                           " is set; write --shard I/N");
  }
  if (set.size() > 1) {
    return InvalidArgument("--shard auto: ", absl::StrJoin(set, " and "),
                           " are set at once; write --shard I/N");
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
    return InvalidArgument(
        "--shard auto: ", kSlurmId, " ", id, " in an array of ", count,
        " tasks from ", min, " to ", max, " by ", step,
        " has no place in equal steps; write --shard auto/N with --array=1-N");
  }
  if (count > comparison::kMaxShards) {
    return InvalidArgument("--shard auto: ", kSlurmCount, " is ", count,
                           "; at most ", comparison::kMaxShards, " parts");
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
    return InvalidArgument(
        "--shard auto/", count, ": ", variable, " is ", number,
        " and should be ", first, " to ", first + count - 1,
        variable == kSlurmId ? absl::StrCat("; write --array=1-", count) : "");
  }
  return Shard{.index = static_cast<int>(number - first), .count = count};
}

}  // namespace

std::vector<Option> ComparisonOptions(
    SettingsOf command, const comparison::Configuration& defaults) {
  std::vector<Option> options;
  for (const SettingOption& setting : SettingOptions(command, defaults)) {
    // An argument without a name is declared by the command.
    if (absl::StartsWith(setting.name, "--")) {
      options.push_back(OptionOf(setting));
    }
  }
  options.push_back(JobsOption());
  options.push_back(PatienceOption());
  options.push_back({.name = kDb,
                     .value = "FILE",
                     .help = "keeps the results in FILE; continues what it has",
                     .completion = Completion::kFile});
  if (command != SettingsOf::kTune) {
    options.push_back({kNoDb, "",
                       "keeps no results; without it and --db they go to a new "
                       "file in the state folder"});
  }
  if (command == SettingsOf::kCompare || command == SettingsOf::kSprt) {
    options.push_back({kPrintConfig, "",
                       "plays nothing and prints the whole comparison as a "
                       "file for --config"});
  }
  return options;
}

Option& OptionNamed(absl::string_view name, std::vector<Option>& options) {
  return *std::ranges::find(options, name, &Option::name);
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

absl::StatusOr<nanoseconds> ReadTime(const Arguments& arguments,
                                     absl::string_view option) {
  ASSIGN_OR_RETURN(
      const Parameters parsed,
      comparison::ReadLimit(option, arguments.Text(option), kTimeParameter));
  return parsed.Duration(kTimeParameter.name);
}

absl::Status ReadClock(const Arguments& arguments,
                       std::optional<TimeControl>& clock) {
  if (!arguments.Has(kClock)) return absl::OkStatus();
  ASSIGN_OR_RETURN(clock, At(kClock, ParseTimeControl(arguments.Text(kClock))));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadNames(const Arguments& arguments,
                                                   absl::string_view option) {
  return At(option, SplitNames(absl::StrJoin(arguments.Texts(option), " ")));
}

absl::StatusOr<comparison::Configuration> ReadConfiguration(
    SettingsOf command, const Arguments& arguments,
    const comparison::Configuration& defaults, const Catalog& catalog) {
  return comparison::ReadSettings(
      command, defaults,
      [&](absl::string_view option) -> std::optional<std::vector<std::string>> {
        if (!arguments.Has(option)) return std::nullopt;
        return arguments.Texts(option);
      },
      catalog);
}

absl::StatusOr<comparison::Plan> ReadPlan(
    SettingsOf command, const Arguments& arguments,
    const comparison::Configuration& defaults, const Catalog& catalog,
    const comparison::Configuration* there) {
  ASSIGN_OR_RETURN(comparison::Configuration configuration,
                   ReadConfiguration(command, arguments, defaults, catalog));
  return comparison::Plan::Create(catalog, std::move(configuration),
                                  defaults.limits, there);
}

int ReadJobs(const Arguments& arguments) {
  const int64_t jobs = arguments.Has(kJobs) ? arguments.Int(kJobs) : 0;
  if (jobs > 0) return static_cast<int>(jobs);
  // 0 if the system does not tell.
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores, 1, comparison::kMaxJobs);
}

absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const comparison::Plan& plan) {
  const int jobs = ReadJobs(arguments);
  const bool given = arguments.Has(kJobs) && arguments.Int(kJobs) > 0;
  if (!given && !plan.multithreaded_player().empty()) return 1;
  if (given) RETURN_IF_ERROR(comparison::CheckJobs(plan, jobs));
  return jobs;
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

std::optional<comparison::Configuration> ConfigurationThere(
    const Arguments& arguments) {
  const std::string db = arguments.Text(kDb);
  if (db.empty()) return std::nullopt;
  const auto store = results::OpenToRead(db);
  if (!store.ok()) return std::nullopt;
  return (*store)->configuration();
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
      return InvalidArgument("--shard ", Quoted(text), ": of ", count,
                             " parts the first is 1 and the last ", count);
    }
    return Shard{.index = index - 1, .count = count};
  }
  ASSIGN_OR_RETURN(const auto variable, IndexVariable(environment));
  if (counted) return NumberedPart(variable, count, environment);
  if (variable == kSlurmId) return SlurmPlace(environment);
  return InvalidArgument(
      "--shard auto: ", variable,
      " does not tell how many parts there are; write --shard ", "auto/N");
}

}  // namespace boardwalk::cli
