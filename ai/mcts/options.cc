#include "ai/mcts/options.h"

namespace boardwalk::ai {
namespace {

constexpr ParameterSpec kThreads =
    IntParameter("threads", 1, {1, 256}, "threads on one tree");
constexpr ParameterSpec kMemory =
    IntParameter("memory", 256, {1, 65'536}, "MiB for the tree and its tables");
constexpr ParameterSpec kReuse = ChoiceParameter(
    "reuse", "on", "on|off", "keep the tree from one move to the next");
constexpr ParameterSpec kSolver =
    ChoiceParameter("solver", "on", "on|off", "prove wins and losses");
constexpr ParameterSpec kRepetitions =
    ChoiceParameter("repetitions", "on", "on|off",
                    "take a position that comes back for a draw");
constexpr ParameterSpec kExploration = OptionalRealParameter(
    "exploration", {0, 100}, "weight of the unknown against the good");
constexpr ParameterSpec kFpu = OptionalRealParameter(
    "fpu", {-2, kTryAllFirst},
    "lead over its siblings of a move never tried; 100 tries all first");
constexpr ParameterSpec kPlayout =
    OptionalChoiceParameter("playout", "uniform|greedy",
                            "moves beyond the tree: random or by evaluation");
constexpr ParameterSpec kEpsilon = OptionalRealParameter(
    "epsilon", {0, 1}, "share of random moves in greedy playouts");
constexpr ParameterSpec kCutoff = OptionalIntParameter(
    "cutoff", {0, 10'000},
    "plies of a playout before the evaluation judges; 0 plays to the end");
constexpr ParameterSpec kHistory = OptionalRealParameter(
    "history", {0, 100}, "weight of progressive history; 0 for none");
constexpr ParameterSpec kRave = OptionalRealParameter(
    "rave", {0, 1e6}, "visits at which RAVE weighs half; 0 for none");
constexpr ParameterSpec kGrave =
    OptionalIntParameter("grave", {0, 1'000'000'000},
                         "visits of the node that RAVE refers to (GRAVE)");
constexpr ParameterSpec kBias = OptionalRealParameter(
    "bias", {0, 100}, "weight of progressive bias by the evaluation");
constexpr ParameterSpec kMinimax = OptionalRealParameter(
    "minimax", {0, 1}, "share of implicit minimax values; 0 for none");

std::optional<double> Real(const Parameters& parameters,
                           absl::string_view name) {
  if (!parameters.Has(name)) return std::nullopt;
  return parameters.Real(name);
}

std::optional<int64_t> Int(const Parameters& parameters,
                           absl::string_view name) {
  if (!parameters.Has(name)) return std::nullopt;
  return parameters.Int(name);
}

}  // namespace

std::vector<ParameterSpec> MctsParameters() {
  return {kThreads,     kMemory, kReuse,   kSolver,  kRepetitions,
          kExploration, kFpu,    kPlayout, kEpsilon, kCutoff,
          kHistory,     kRave,   kGrave,   kBias,    kMinimax};
}

MctsOptions MctsOptionsFrom(const Parameters& parameters) {
  MctsOptions options;
  options.exploration = Real(parameters, "exploration");
  options.fpu = Real(parameters, "fpu");
  options.cutoff = Int(parameters, "cutoff");
  options.epsilon = Real(parameters, "epsilon");
  if (parameters.Choice("playout") == "uniform") options.epsilon = 1;
  options.history = Real(parameters, "history");
  options.rave = Real(parameters, "rave");
  options.grave = Int(parameters, "grave");
  options.bias = Real(parameters, "bias");
  options.minimax = Real(parameters, "minimax");
  options.solver = parameters.Choice("solver") == "on";
  options.reuse = parameters.Choice("reuse") == "on";
  options.repetitions = parameters.Choice("repetitions") == "on";
  options.threads = static_cast<int>(parameters.Int("threads"));
  options.memory_bytes = parameters.Int("memory") << 20;
  return options;
}

// Where there is an evaluation, random moves soon blur what it tells, so that
// playouts are short and few of their moves random; and it differs by little
// from move to move, so that the weight which suits wins and losses would drown
// it.
MctsSettings Settle(const MctsOptions& options, bool has_evaluation) {
  return {
      .exploration = options.exploration.value_or(has_evaluation ? 0.05 : 1),
      .fpu = options.fpu.value_or(kTryAllFirst),
      .cutoff = options.cutoff.value_or(has_evaluation ? 2 : 0),
      .epsilon = has_evaluation ? options.epsilon.value_or(0.1) : 1,
      .history = options.history.value_or(0),
      .rave = options.rave.value_or(0),
      .grave = options.grave.value_or(50),
      .bias = has_evaluation ? options.bias.value_or(0) : 0,
      .minimax = has_evaluation ? options.minimax.value_or(0) : 0,
      .solver = options.solver,
      .reuse = options.reuse,
      .repetitions = options.repetitions,
      .threads = options.threads,
      .memory_bytes = options.memory_bytes,
  };
}

}  // namespace boardwalk::ai
