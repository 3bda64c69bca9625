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

// The score of a position for one seat or side. Evaluations and drawn or shared
// results lie within +-(kMaxEvaluation + 1). A win `ply` plies from the root
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

// The score for `seat` of a game of `num_players` that ended with `returns`
// `ply` plies from the root. With more than two players only a sole win counts
// as a win, and a loss is any return that is no more than when another seat
// wins alone.
inline Score ResultScore(const SeatValues& returns, int num_players, int seat,
                         int ply) {
  const double value = returns[seat];
  if (value >= 1) return kWinScore - ply;
  if (value <= -1.0 / (num_players - 1)) return ply - kWinScore;
  return static_cast<Score>(value * (kMaxEvaluation + 1));
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

// The score as players report it, in [-1, 1]. A win is 1. A loss is -1 with two
// players and -1/(n - 1) with n, as it is proved only against all others
// together. Everything else lies in between.
inline double ValueOf(Score score, int num_players) {
  if (IsDecisive(score)) return score > 0 ? 1.0 : -1.0 / (num_players - 1);
  // An evaluation out of its bounds must not look like a proof.
  const Score within = std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
  return static_cast<double>(within) / (kMaxEvaluation + 1);
}

// The evaluation of a live position for `seat`; 0 if the rules have none.
template <GameRules R>
Score LeafScore(const R& rules, const typename R::State& state, int seat) {
  if constexpr (HasEvaluate<R>) {
    return rules.Evaluate(state, seat);
  } else {
    return 0;
  }
}

// How good `move` looks for the seat to move in the live position `state`: the
// rules' EvaluateMove; else the gain in evaluation, 0 if the move ends the
// game; else 0. Leaves `state` unchanged.
template <GameRules R>
Score MoveScore(const R& rules, typename R::State& state,
                typename R::State::Move move) {
  if constexpr (HasEvaluateMove<R>) {
    return rules.EvaluateMove(state, move);
  } else if constexpr (HasEvaluate<R>) {
    const int seat = state.ToMove();
    const Score before = rules.Evaluate(state, seat);
    return AfterMove(state, move, [&](const typename R::State& child) {
      return child.IsTerminal() ? 0 : rules.Evaluate(child, seat) - before;
    });
  } else {
    return 0;
  }
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
