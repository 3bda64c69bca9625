// The settings of the Monte-Carlo search, and their declaration as parameters
// of the player `mcts`.

#ifndef BOARDWALK_AI_MCTS_OPTIONS_H_
#define BOARDWALK_AI_MCTS_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/parameters.h"

namespace boardwalk::ai {

// What a game may suggest and a user decide; unset ones are left to the search.
struct MctsOptions {
  // Weight of the unknown against the good.
  std::optional<double> exploration = {};
  // First-play urgency: how much better than the mean of its siblings a move
  // is taken for that was never tried. kTryAllFirst is above all else.
  std::optional<double> fpu = {};
  // Plies from the tree's edge after which the evaluation judges; 0 plays to
  // the end.
  std::optional<int64_t> cutoff = {};
  // How many of the moves of a playout are uniformly random; the others are
  // the best by the evaluation.
  std::optional<double> epsilon = {};
  std::optional<double> history = {};  // weight of progressive history
  std::optional<double> rave = {};     // visits at which RAVE counts half
  std::optional<int64_t> grave = {};   // visits of a node that GRAVE refers to
  std::optional<double> bias = {};     // weight of progressive bias
  std::optional<double> minimax = {};  // share of implicit minimax values
  bool solver = true;                  // prove results
  bool reuse = true;                   // keep the tree from move to move
  bool repetitions = true;             // what comes back is a draw
  int threads = 1;
  int64_t memory_bytes = int64_t{256} << 20;  // of all that grows
};

inline constexpr double kTryAllFirst = 100;

// The declarations; limits and the seed are the player's.
std::vector<ParameterSpec> MctsParameters();
MctsOptions MctsOptionsFrom(const Parameters& parameters);

// All decided.
struct MctsSettings {
  double exploration;
  double fpu;
  int64_t cutoff;
  double epsilon;
  double history;
  double rave;
  int64_t grave;
  double bias;
  double minimax;
  bool solver;
  bool reuse;
  bool repetitions;
  int threads;
  int64_t memory_bytes;
};

// What is unset gets the search's own choice, by whether the game has an
// evaluation.
MctsSettings Settle(const MctsOptions& options, bool has_evaluation);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_OPTIONS_H_
