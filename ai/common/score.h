// Scores of depth-first searches: evaluations, and results of games beyond the
// range of any evaluation.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "framework/game.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// The score of a position for one seat or side. Evaluations lie within
// +-kMaxEvaluation; a draw is 0. A win `ply` plies from the root
// scores kWinScore - ply, a loss ply - kWinScore: quick wins and late losses
// are better.
using Score = int32_t;
inline constexpr Score kWinScore = 1'000'000;
inline constexpr Score kInfiniteScore = kWinScore + 1;

// The deepest ply that any search reaches.
inline constexpr int kMaxPly = 200;

// The last depth of iterative deepening, 1 to kMaxPly plies, from a root with
// `num_moves` moves. A single legal move needs no search; but under a limit of
// nodes or depth it is searched all the same, so that node counts are
// comparable.
inline int LastDepth(const Limits& limits, size_t num_moves) {
  if (num_moves == 1 && !limits.nodes && !limits.depth) return 1;
  return static_cast<int>(
      std::clamp<int64_t>(limits.depth.value_or(kMaxPly), 1, kMaxPly));
}

// Whether the score is that of a win or loss.
constexpr bool IsDecisive(Score score) {
  return score >= kWinScore - kMaxPly || score <= kMaxPly - kWinScore;
}

// The score for the seat to move, `ply` plies from the root, of a position
// whose exact value the rules know.
inline Score ExactScore(const ExactValue& exact, int ply) {
  return exact.outcome * (kWinScore - std::min(ply + exact.plies, kMaxPly));
}

// The score to report when only some of the root moves have been searched and
// the best of them scores `score`: that these lose is no proof of a loss.
inline Score UnfinishedScore(Score score, int num_players) {
  return std::max(score, -kMaxEvaluation / (num_players - 1));
}

// FindWinningMove tries this many moves whatever the limits: more than most
// games ever have, and less than a millisecond of work on the largest boards.
inline constexpr int64_t kAlwaysTriedMoves = 512;

// The first of `moves`, the legal moves of `state`, with which the seat to move
// wins at once and alone. Limits on nodes and playouts do not count this work;
// but after kAlwaysTriedMoves moves it gives up when `budget` is exhausted.
// Leaves `state` unchanged.
template <GameState S>
std::optional<typename S::Move> FindWinningMove(S& state,
                                                const MoveListFor<S>& moves,
                                                Budget& budget) {
  const int seat = state.ToMove();
  int64_t tried = 0;
  for (const typename S::Move move : moves) {
    budget.ChargeOverhead(1);
    if (tried++ >= kAlwaysTriedMoves && budget.Exhausted()) return std::nullopt;
    const bool wins = AfterMove(state, move, [seat](const S& child) {
      return child.IsTerminal() && child.Returns()[seat] >= 1;
    });
    if (wins) return move;
  }
  return std::nullopt;
}

}  // namespace boardwalk::ai
