#include "ai/mcts/options.h"

namespace boardwalk::ai {
namespace {

constexpr ParameterSpec kTreeThreads =
    IntParameter("threads", 1, {1, 256}, "threads on one tree");
constexpr ParameterSpec kTreeMemory =
    IntParameter("memory", 256, {1, 65'536}, "MiB for the tree and its tables");
constexpr ParameterSpec kReuse = ChoiceParameter(
    "reuse", "on", "on|off", "keep the tree from one move to the next");
constexpr ParameterSpec kSolver =
    ChoiceParameter("solver", "on", "on|off", "prove wins and losses");
constexpr ParameterSpec kRepetitions = ChoiceParameter(
    "repetitions", "on", "on|off", "score a repeated position as a draw");
constexpr ParameterSpec kExploration = OptionalRealParameter(
    "exploration", {0, 100},
    "weight of exploration against the value found so far");
constexpr ParameterSpec kFpu = OptionalRealParameter(
    "fpu", {-2, kVisitAllFirst},
    "lead of an unvisited move over its siblings; 100 visits all first");
constexpr ParameterSpec kPlayout = OptionalChoiceParameter(
    "playout", "uniform|greedy",
    "moves beyond the tree: random or by the evaluation");
constexpr ParameterSpec kEpsilon = OptionalRealParameter(
    "epsilon", {0, 1}, "share of random moves in greedy playouts");
constexpr ParameterSpec kCutoff = OptionalIntParameter(
    "cutoff", {0, 10'000},
    "plies beyond the tree before the evaluation; 0 plays to the end");
constexpr ParameterSpec kHistory = OptionalRealParameter(
    "history", {0, 100}, "weight of progressive history; 0 for none");
constexpr ParameterSpec kRave = OptionalRealParameter(
    "rave", {0, 1e6}, "visits at which RAVE counts half; 0 for none");
constexpr ParameterSpec kGrave =
    OptionalIntParameter("grave", {0, 1'000'000'000},
                         "visits that a node needs for its own RAVE (GRAVE)");
constexpr ParameterSpec kBias = OptionalRealParameter(
    "bias", {0, 100}, "weight of progressive bias by the evaluation");
constexpr ParameterSpec kMinimax = OptionalRealParameter(
    "minimax", {0, 1}, "share of implicit minimax values; 0 for none");
constexpr ParameterSpec kLeafTemperature = OptionalRealParameter(
    "leaftemperature", {0.1, 10},
    "divides what evaluations say of the odds; above 1 they count for less");
constexpr ParameterSpec kValueTemperature = OptionalRealParameter(
    "valuetemperature", {0.1, 10},
    "divides the logits of reported values; above 1 they are nearer to even");

// Sets `value` if the parameter is given.
void Override(const Parameters& parameters, absl::string_view name,
              double& value) {
  if (parameters.Has(name)) value = parameters.Real(name);
}
void Override(const Parameters& parameters, absl::string_view name,
              int64_t& value) {
  if (parameters.Has(name)) value = parameters.Int(name);
}

}  // namespace

std::vector<ParameterSpec> MctsParameters() {
  return {kTreeThreads,     kTreeMemory,  kReuse,   kSolver,
          kRepetitions,     kExploration, kFpu,     kPlayout,
          kEpsilon,         kCutoff,      kHistory, kRave,
          kGrave,           kBias,        kMinimax, kLeafTemperature,
          kValueTemperature};
}

// An evaluation is less noisy than wins and losses alone, so that exploration
// weighs less. Many moves beyond the tree, or many random ones, would blur what
// it says.
MctsOptions DefaultMctsOptions(bool has_evaluation) {
  MctsOptions options;
  if (!has_evaluation) {
    options.exploration = 1;
    options.cutoff = 0;
    options.epsilon = 1;
  }
  return options;
}

MctsOptions MctsOptionsFrom(const Parameters& parameters, bool has_evaluation) {
  MctsOptions options = DefaultMctsOptions(has_evaluation);
  Override(parameters, "exploration", options.exploration);
  Override(parameters, "fpu", options.fpu);
  Override(parameters, "cutoff", options.cutoff);
  Override(parameters, "history", options.history);
  Override(parameters, "rave", options.rave);
  Override(parameters, "grave", options.grave);
  Override(parameters, "valuetemperature", options.value_temperature);
  if (has_evaluation) {
    Override(parameters, "epsilon", options.epsilon);
    if (parameters.Choice("playout") == "uniform") options.epsilon = 1;
    Override(parameters, "bias", options.bias);
    Override(parameters, "minimax", options.minimax);
    Override(parameters, "leaftemperature", options.leaf_temperature);
  }
  options.solver = parameters.Choice("solver") == "on";
  options.reuse = parameters.Choice("reuse") == "on";
  options.repetitions = parameters.Choice("repetitions") == "on";
  options.threads = static_cast<int>(parameters.Int("threads"));
  options.memory_bytes = parameters.Int("memory") << 20;
  return options;
}

}  // namespace boardwalk::ai
