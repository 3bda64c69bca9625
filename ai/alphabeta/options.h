// The parameters of the player `alphabeta`. Every feature can be switched off;
// with all of them off the search is plain alpha-beta with iterative deepening.

#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/parameters.h"

namespace boardwalk::ai {

// How opponents are modelled when more than two play; see alphabeta_search.h
// and maxn_search.h.
enum class Opponents { kParanoid, kMaxN, kBestReply, kPruned };

// How many moves the opponents search between two turns of the searching seat
// (Baier, Kaisers 2020). Each has its `others` most promising moves; up to
// `deviations` of them may choose from their `replies` most promising moves
// instead.
struct OpponentPruning {
  int deviations;
  int replies;
  int others;
};

struct AlphaBetaOptions {
  bool table = true;
  int64_t memory_bytes = 0;  // of the table
  bool scout = true;         // principal variation search
  bool aspiration = true;    // narrow windows at the root
  bool ordering = true;
  bool reductions = true;
  bool quiescence = true;
  bool null_move = true;
  bool futility = true;    // prune where the evaluation is far above beta
  bool late_moves = true;  // prune late moves when few plies are left
  bool tempo = true;       // learn what the turn is worth
  // Looks for proofs alone: every leaf is worth 0. AlphaBetaOptionsFrom turns
  // off with it what is only good for evaluations, or may miss the quickest
  // win: reductions, quiescence, null moves, futility, late moves and tempo.
  bool solve = false;
  int threads = 1;
  int multipv = 1;  // root moves to rank
  Opponents opponents = Opponents::kParanoid;
  OpponentPruning pruning = {};  // for kBestReply and kPruned
};

// The parameters' declarations.
std::vector<ParameterSpec> AlphaBetaParameters();
// InvalidArgument if a value was given that the other values make useless.
absl::Status CheckAlphaBeta(const Parameters& parameters);
// REQUIRES: CheckAlphaBeta is OK.
AlphaBetaOptions AlphaBetaOptionsFrom(const Parameters& parameters);

}  // namespace boardwalk::ai
