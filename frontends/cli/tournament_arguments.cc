#include "frontends/cli/tournament_arguments.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::cli {
namespace {

using std::chrono::nanoseconds;

constexpr absl::string_view kTime = "--time";
constexpr absl::string_view kNodes = "--nodes";
constexpr absl::string_view kPlayouts = "--playouts";
constexpr absl::string_view kDepth = "--depth";
constexpr absl::string_view kClock = "--clock";
constexpr absl::string_view kRounds = "--rounds";
constexpr absl::string_view kSeed = "--seed";
constexpr absl::string_view kOpenings = "--openings";
constexpr absl::string_view kMaxPlies = "--max-plies";
constexpr absl::string_view kJobs = "--jobs";

// A limit, read as a player's own of that name is: "1e6" is a number of nodes.
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
    ASSIGN_OR_RETURN(const auto parsed,
                     ReadLimit(arguments, kTime, kTimeParameter));
    limits.time = parsed.Duration(kTimeParameter.name);
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

// A whole number that stays what it is where the argument is not given.
template <typename T>
absl::Status ReadNumber(const Arguments& arguments, absl::string_view option,
                        Bounds<int64_t> bounds, T& number) {
  const auto read = arguments.Int(option, bounds, static_cast<int64_t>(number));
  if (read.ok()) number = static_cast<T>(*read);
  return read.status();
}

}  // namespace

std::vector<Option> TournamentOptions() {
  return {{kTime, "T", "thinking time a move, by CPU time, such as 100ms"},
          {kNodes, "N", "positions that a search may visit for a move"},
          {kPlayouts, "N", "playouts for a move"},
          {kDepth, "N", "plies that a search may look ahead"},
          {kClock, "BASE+INC", "for a whole game and each move, as 10s+100ms"},
          {kRounds, "N", "how often each pairing plays in each game"},
          {kSeed, "N", "of the openings and the players; 0 unless said"},
          {kOpenings, "N", "random plies that a pairing starts from"},
          {kMaxPlies, "N",
           "plies after which an endless game is a draw; 1000 unless said"},
          {kJobs, "N", "games at once; as many as there are cores unless said"},
          {kDb, "FILE", "keeps the results there, and goes on where they end"}};
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
  status.Update(ReadNumber(arguments, kRounds, {1, tournament::kMaxRounds},
                           configuration.rounds));
  status.Update(ReadNumber(arguments, kSeed,
                           {0, static_cast<int64_t>(kSeedParameter.max)},
                           configuration.seed));
  status.Update(ReadNumber(arguments, kOpenings,
                           {0, tournament::kMaxOpeningPlies},
                           configuration.openings));
  status.Update(ReadNumber(arguments, kMaxPlies, {1, tournament::kMaxMaxPlies},
                           configuration.max_plies));
  if (!status.ok()) return status;
  return tournament::Plan::Create(catalog, std::move(configuration),
                                  defaults.limits);
}

absl::StatusOr<int> ReadJobs(const Arguments& arguments,
                             const tournament::Plan& plan) {
  ASSIGN_OR_RETURN(const int64_t jobs,
                   arguments.Int(kJobs, {0, tournament::kMaxJobs}, 0));
  if (jobs > 0) return static_cast<int>(jobs);
  if (!plan.multithreaded_player().empty()) return 1;
  // 0 where the system does not tell.
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores, 1, tournament::kMaxJobs);
}

absl::StatusOr<std::string> ReadDb(const Arguments& arguments) {
  const std::string file = arguments.Text(kDb);
  if (arguments.Has(kDb) && file.empty()) {
    return absl::InvalidArgumentError(
        "--db '' names no file; leave it out to keep nothing");
  }
  return file;
}

std::string DescribeLimits(const tournament::Configuration& configuration) {
  const Limits& limits = configuration.limits;
  std::vector<std::string> parts;
  if (limits.time) parts.push_back(FormatDuration(*limits.time));
  if (limits.nodes) parts.push_back(absl::StrCat(*limits.nodes, " nodes"));
  if (limits.playouts) {
    parts.push_back(absl::StrCat(*limits.playouts, " playouts"));
  }
  if (limits.depth) parts.push_back(absl::StrCat("depth ", *limits.depth));
  std::string text = absl::StrJoin(parts, ", ");
  if (!text.empty()) text += " a move";
  if (configuration.clock.has_value()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ",
                    FormatDuration(configuration.clock->base), " + ",
                    FormatDuration(configuration.clock->increment),
                    " a move for a game");
  }
  return text;
}

}  // namespace boardwalk::cli
