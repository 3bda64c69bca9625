// What the searches that look ahead by plies count in: evaluations, and results
// of games beyond the reach of any evaluation.

#ifndef BOARDWALK_AI_COMMON_SCORE_H_
#define BOARDWALK_AI_COMMON_SCORE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "framework/game.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// For one seat or side. Evaluations and drawn or shared results lie within
// +-(kMaxEvaluation + 1); a win `ply` plies away scores kWinScore - ply, a loss
// the negative of that, so that quick wins and late losses are preferred.
using Score = int32_t;
inline constexpr Score kWinScore = 1'000'000;
inline constexpr Score kInfiniteScore = kWinScore + 1;

// Deepest ply of any line searched.
inline constexpr int kMaxPly = 200;

// How deep to search a root with so many moves. A forced move needs no thought;
// but what is limited by work and not by time does the work, so that its nodes
// mean the same everywhere.
inline int LastDepth(const Limits& limits, size_t num_moves) {
  if (num_moves == 1 && !limits.nodes && !limits.depth) return 1;
  return static_cast<int>(
      std::clamp<int64_t>(limits.depth.value_or(kMaxPly), 1, kMaxPly));
}

// Whether the score is a proved win or loss.
constexpr bool IsDecisive(Score score) {
  return score >= kWinScore - kMaxPly || score <= kMaxPly - kWinScore;
}

// The score for `seat` of a game of `num_players` that ended `ply` plies from
// the root with `returns`. With more than two players a sole win counts as a
// win, and as a loss whatever pays no more than somebody else's sole win.
inline Score ResultScore(const SeatValues& returns, int num_players, int seat,
                         int ply) {
  const double value = returns[seat];
  if (value >= 1) return kWinScore - ply;
  if (value <= -1.0 / (num_players - 1)) return ply - kWinScore;
  return static_cast<Score>(value * (kMaxEvaluation + 1));
}

// The score, for the seat to move `ply` plies from the root, of a position that
// the rules answer exactly.
inline Score ExactScore(const ExactValue& exact, int ply) {
  return exact.outcome * (kWinScore - std::min(ply + exact.plies, kMaxPly));
}

// What the best score of the root moves searched so far says when others are
// left: that these lose is no proof.
inline Score UnfinishedScore(Score score, int num_players) {
  return std::max(score, -kMaxEvaluation / (num_players - 1));
}

// The score as players report it, in [-1, 1]: a decided game as what it
// returns (1; for a loss -1 with two players, -1/(n - 1) with more, where the
// loss is proved only against all others together), everything else in between.
double ValueOf(Score score, int num_players);

// The evaluation of a live position for `seat`; 0 where the rules have none.
template <GameRules R>
Score LeafScore(const R& rules, const typename R::State& state, int seat) {
  if constexpr (HasEvaluate<R>) {
    return rules.Evaluate(state, seat);
  } else {
    return 0;
  }
}

// How good `move` looks to the seat to move in the live position `state`: what
// the game says of it, else what the evaluation gains by making it, else 0.
// Where it ends the game, what an evaluation would say does not count.
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

// As many moves are tried for a win whatever the limits: more than most games
// ever have, and less than a millisecond of work on the largest boards.
inline constexpr int64_t kSurelyTried = 512;

// The first of `moves`, which are the legal ones of `state`, that wins the game
// for the side to move, alone and at once. It is no work that limits count, but
// takes time: after kSurelyTried moves it gives up when `budget` is exhausted.
// `state` is unchanged afterwards.
template <GameState S>
std::optional<typename S::Move> FindWinningMove(S& state,
                                                const MoveListFor<S>& moves,
                                                Budget& budget) {
  const int seat = state.ToMove();
  int64_t tried = 0;
  for (const typename S::Move move : moves) {
    budget.ChargeOverhead(1);
    if (tried++ >= kSurelyTried && budget.Exhausted()) return std::nullopt;
    const bool wins = AfterMove(state, move, [seat](const S& child) {
      return child.IsTerminal() && child.Returns()[seat] >= 1;
    });
    if (wins) return move;
  }
  return std::nullopt;
}

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_SCORE_H_
