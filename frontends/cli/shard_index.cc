#include "frontends/cli/shard_index.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::cli {
namespace {

using tournament::Shard;

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

// A whole number of the environment; `fallback` where it is not set.
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

// The one scheduler that exports an index.
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

// The place of a task in its array.
absl::StatusOr<Shard> SlurmPlace(const Environment& environment) {
  ASSIGN_OR_RETURN(const auto id, Number(environment, kSlurmId, std::nullopt));
  ASSIGN_OR_RETURN(const auto min,
                   Number(environment, kSlurmMin, std::nullopt));
  ASSIGN_OR_RETURN(const auto max,
                   Number(environment, kSlurmMax, std::nullopt));
  ASSIGN_OR_RETURN(const auto step, Number(environment, kSlurmStep, 1));
  ASSIGN_OR_RETURN(const auto count,
                   Number(environment, kSlurmCount, std::nullopt));
  // A list such as --array=1,4,5 has gaps that nothing tells.
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

// The part, of `count`, that a scheduler's number means.
absl::StatusOr<Shard> NumberedPart(const std::string& variable, int count,
                                   const Environment& environment) {
  const int64_t first = variable == kCompletionIndex ? 0 : 1;
  ASSIGN_OR_RETURN(const auto number,
                   Number(environment, variable, std::nullopt));
  // An array from 0 is refused by all of its tasks, not by the first alone.
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
