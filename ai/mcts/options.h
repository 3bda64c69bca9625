// The options of the Monte-Carlo search, and their declaration as parameters of
// the player `mcts`.

#pragma once

#include <cstdint>
#include <vector>

#include "framework/parameters.h"

namespace boardwalk::ai {

// An `fpu` that makes the search visit every child once before it repeats one.
inline constexpr double kVisitAllFirst = 100;

// The initial values are the defaults for games with an evaluation.
struct MctsOptions {
  // Weight of exploration against the value found so far, on the scale of
  // results from -1 to 1.
  double exploration = 0.15;
  // First-play urgency: how much better than the mean of its siblings an
  // unvisited child is assumed to be.
  double fpu = kVisitAllFirst;
  // Plies beyond the tree after which the evaluation scores a playout (Lorentz
  // 2008); 0 plays to the end.
  int64_t cutoff = 2;
  // Share of uniformly random moves in playouts; the others are the best by the
  // evaluation (Sturtevant 2008).
  double epsilon = 0.1;
  // Divides the logits of evaluations (temperature scaling, Guo et al. 2017).
  // Values are fitted to what a search of alpha-beta finds; the leaves of a
  // tree are less quiet, so that the same points can mean less there. What a
  // game sets is fitted to the evaluation that is its default.
  double leaf_temperature = 1;
  // Divides the logits of the values that are reported. They are means over the
  // tree, good moves and bad: as a rule more is certain than they say. What a
  // game sets is fitted to results.
  double value_temperature = 1;
  double history = 0;       // weight of progressive history
  double rave = 0;          // visits at which RAVE counts half
  int64_t grave = 50;       // visits of a node GRAVE refers to
  double bias = 0;          // weight of progressive bias
  double minimax = 0;       // share of implicit minimax values
  bool solver = true;       // prove results
  bool reuse = true;        // keep the tree between moves
  bool repetitions = true;  // score repetitions as draws
  int threads = 1;          // that search one tree
  int64_t memory_bytes = int64_t{256} << 20;  // for the tree and its tables
};

// The defaults of the search for games with or without an evaluation.
MctsOptions DefaultMctsOptions(bool has_evaluation);

// The player's parameters but its limits and its seed.
std::vector<ParameterSpec> MctsParameters();

// The defaults changed by `parameters`. Without an evaluation, options that
// need one stay at their defaults.
MctsOptions MctsOptionsFrom(const Parameters& parameters, bool has_evaluation);

}  // namespace boardwalk::ai
