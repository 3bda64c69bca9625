// How the alpha-beta searches go about it. Every feature can be switched off;
// with all of them off the search is plain alpha-beta by iterative deepening.

#ifndef BOARDWALK_AI_ALPHABETA_OPTIONS_H_
#define BOARDWALK_AI_ALPHABETA_OPTIONS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/parameters.h"

namespace boardwalk::ai {

// What is assumed of the others where more than two play.
enum class Opponents { kParanoid, kMaxN, kBestReply, kPruned };

// How many moves the opponents may try between two turns of the searching seat
// (Baier, Kaisers 2020): as long as fewer than `deviations` of them have done
// otherwise, one may choose from its `replies` most promising moves, else from
// the `others` most promising ones.
struct OpponentPruning {
  int deviations;
  int replies;
  int others;
};

struct AlphaBetaOptions {
  bool table = true;
  int64_t memory_bytes = 0;
  bool scout = true;       // principal variation search
  bool aspiration = true;  // narrow windows at the root
  bool ordering = true;
  bool reductions = true;
  bool quiescence = true;
  bool null_move = true;
  int threads = 1;
  int multipv = 1;  // moves to rank
  Opponents opponents = Opponents::kParanoid;
  OpponentPruning pruning = {};  // for kBestReply and kPruned
};

// Their declarations, what is wrong with values that do not go together, and
// the values.
std::vector<ParameterSpec> AlphaBetaParameters();
absl::Status CheckAlphaBeta(const Parameters& parameters);
AlphaBetaOptions AlphaBetaOptionsFrom(const Parameters& parameters);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_OPTIONS_H_
