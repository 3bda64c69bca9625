#include "ai/alphabeta/options.h"

#include <initializer_list>
#include <limits>

#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/limits.h"

namespace boardwalk::ai {
namespace {

constexpr absl::string_view kOnOff = "on|off";
constexpr int kAll = std::numeric_limits<int>::max();

constexpr ParameterSpec kTable = ChoiceParameter(
    "table", "on", kOnOff, "remember positions in a transposition table");
constexpr ParameterSpec kMemory =
    IntParameter("memory", 8, {1, 65'536}, "MiB for the table");
constexpr ParameterSpec kScout = ChoiceParameter(
    "scout", "on", kOnOff, "search all but the first move with a null window");
constexpr ParameterSpec kAspiration =
    ChoiceParameter("aspiration", "on", kOnOff,
                    "begin an iteration with a narrow window at the root");
constexpr ParameterSpec kOrdering = ChoiceParameter(
    "ordering", "on", kOnOff, "try promising moves first, by what cut before");
constexpr ParameterSpec kReductions =
    ChoiceParameter("reductions", "on", kOnOff,
                    "search late moves less deep at first; needs scout");
constexpr ParameterSpec kQuiescence = ChoiceParameter(
    "quiescence", "on", kOnOff, "follow noisy moves beyond the last ply");
constexpr ParameterSpec kNullMove = ChoiceParameter(
    "nullmove", "on", kOnOff, "prune by passing, where the game allows it");
constexpr ParameterSpec kFutility = ChoiceParameter(
    "futility", "on", kOnOff,
    "prune where the evaluation is far above beta; needs scout");
constexpr ParameterSpec kLateMoves = ChoiceParameter(
    "latemoves", "on", kOnOff,
    "prune late moves when few plies are left; needs scout and ordering");
constexpr ParameterSpec kTempo = ChoiceParameter(
    "tempo", "on", kOnOff, "learn what the turn is worth, and count it");
constexpr ParameterSpec kSolve = ChoiceParameter(
    "solve", "off", kOnOff,
    "look for wins and losses alone, the quickest, without evaluating");
constexpr ParameterSpec kThreads =
    IntParameter("threads", 1, {1, 256}, "threads that search together");
constexpr ParameterSpec kMultiPv =
    IntParameter("multipv", 1, {1, 1000}, "best moves to rank");
constexpr ParameterSpec kAlgorithm = OptionalChoiceParameter(
    "algorithm", "paranoid|maxn|brs|opps",
    "what 3 and more players assume of the others; paranoid "
    "unless the game knows better");
constexpr ParameterSpec kDeviations =
    IntParameter("deviations", 1, {0, 5},
                 "opponents of a round with many moves to choose from (opps)");
constexpr ParameterSpec kReplies = IntParameter(
    "replies", 8, {1, 100'000}, "how many moves those may choose from (opps)");
constexpr ParameterSpec kOthers =
    IntParameter("others", 1, {1, 100'000},
                 "how many moves the other opponents have (opps)");

// Games that order their moves well may choose another (PlayerDefaults).
absl::string_view AlgorithmOf(const Parameters& parameters) {
  return parameters.Has(kAlgorithm.name) ? parameters.Choice(kAlgorithm.name)
                                         : "paranoid";
}

Opponents OpponentsFrom(absl::string_view algorithm) {
  if (algorithm == "maxn") return Opponents::kMaxN;
  if (algorithm == "brs") return Opponents::kBestReply;
  if (algorithm == "opps") return Opponents::kPruned;
  return Opponents::kParanoid;
}

}  // namespace

std::vector<ParameterSpec> AlphaBetaParameters() {
  return {kTimeParameter, kNodesParameter, kDepthParameter, kAlgorithm,
          kTable,         kMemory,         kScout,          kAspiration,
          kOrdering,      kReductions,     kQuiescence,     kNullMove,
          kFutility,      kLateMoves,      kTempo,          kSolve,
          kThreads,       kMultiPv,        kDeviations,     kReplies,
          kOthers};
}

absl::Status CheckAlphaBeta(const Parameters& parameters) {
  const absl::string_view algorithm = AlgorithmOf(parameters);
  // The first of these parameters that is not at its default.
  const auto first_set =
      [&](std::initializer_list<ParameterSpec> specs) -> absl::string_view {
    for (const ParameterSpec& spec : specs) {
      Parameters without = parameters;
      without.Reset(spec.name);
      if (without.Canonical() != parameters.Canonical()) return spec.name;
    }
    return "";
  };
  absl::string_view useless;
  if (algorithm == "maxn") {
    useless = first_set({kTable, kMemory, kScout, kAspiration, kOrdering,
                         kReductions, kQuiescence, kNullMove, kFutility,
                         kLateMoves, kTempo, kSolve, kThreads, kMultiPv});
  }
  if (algorithm != "opps" && useless.empty()) {
    useless = first_set({kDeviations, kReplies, kOthers});
  }
  if (!useless.empty()) {
    return InvalidArgument("alphabeta: algorithm=", algorithm, " does not use ",
                           useless, "; leave it out");
  }
  if (parameters.Choice(kSolve.name) == "on") {
    for (const ParameterSpec& spec :
         {kReductions, kQuiescence, kNullMove, kFutility, kLateMoves, kTempo}) {
      if (parameters.WasGiven(spec.name) &&
          parameters.Choice(spec.name) == "on") {
        return InvalidArgument("alphabeta: solve=on does not use ", spec.name,
                               "=on; leave it out");
      }
    }
  }
  if (parameters.Int(kThreads.name) > 1 &&
      parameters.Choice(kTable.name) == "off") {
    return absl::InvalidArgumentError(
        "alphabeta: threads help each other by the table; leave out table=off "
        "or threads");
  }
  return absl::OkStatus();
}

AlphaBetaOptions AlphaBetaOptionsFrom(const Parameters& parameters) {
  const auto on = [&](const ParameterSpec& spec) {
    return parameters.Choice(spec.name) == "on";
  };
  const auto number = [&](const ParameterSpec& spec) {
    return static_cast<int>(parameters.Int(spec.name));
  };
  AlphaBetaOptions options;
  options.table = on(kTable);
  options.memory_bytes = parameters.Int(kMemory.name) << 20;
  options.scout = on(kScout);
  options.aspiration = on(kAspiration);
  options.ordering = on(kOrdering);
  options.solve = on(kSolve);
  const auto on_unless_solving = [&](const ParameterSpec& spec) {
    return on(spec) && !options.solve;
  };
  options.reductions = on_unless_solving(kReductions);
  options.quiescence = on_unless_solving(kQuiescence);
  options.null_move = on_unless_solving(kNullMove);
  options.futility = on_unless_solving(kFutility);
  options.late_moves = on_unless_solving(kLateMoves);
  options.tempo = on_unless_solving(kTempo);
  options.threads = number(kThreads);
  options.multipv = number(kMultiPv);
  options.opponents = OpponentsFrom(AlgorithmOf(parameters));
  // Best-reply search is the case of one opponent that has all its moves.
  options.pruning = options.opponents == Opponents::kBestReply
                        ? OpponentPruning{1, kAll, 1}
                        : OpponentPruning{number(kDeviations), number(kReplies),
                                          number(kOthers)};
  return options;
}

}  // namespace boardwalk::ai
