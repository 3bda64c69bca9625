// Where a search ends: its last ply, and the noisy moves beyond (quiescence).

#ifndef BOARDWALK_AI_ALPHABETA_QUIESCENCE_H_
#define BOARDWALK_AI_ALPHABETA_QUIESCENCE_H_

#include <algorithm>
#include <cstddef>

#include "ai/alphabeta/move_ordering.h"
#include "ai/alphabeta/move_picker.h"
#include "ai/alphabeta/search_line.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

template <GameRules R>
Score TryNoisy(SearchLine<R>& line, typename R::State& state, bool mine,
               int ply, Score best, Score alpha, Score beta);

// The score of a live position for the side to move, once the noisy moves are
// over; `stand` is what it is worth as it is.
template <GameRules R>
Score Calm(SearchLine<R>& line, typename R::State& state, bool mine, int ply,
           Score stand, Score alpha, Score beta) {
  const bool content = state.HasQuietMoves();
  if (content && stand >= beta) return stand;
  MovePicker<R>& picker = line.frames[ply].picker;
  picker.ListNoisy(state);
  if (picker.noisy_moves().empty()) return stand;
  // Who has nothing quiet to do cannot leave it at that.
  return TryNoisy(line, state, mine, ply, content ? stand : -kInfiniteScore,
                  alpha, beta);
}

// The score of `child` for the side that moved to it, whether `mine` or not,
// once the noisy moves are over.
template <GameRules R>
Score Quiesce(SearchLine<R>& line, typename R::State& child, bool mine, int ply,
              Score alpha, Score beta) {
  const Score stand = Signed(mine, LeafScore(line.rules, child, line.seat));
  if constexpr (HasNoisyMoves<typename R::State>) {
    if (line.options.quiescence && ply < kMaxPly) {
      return (child.ToMove() == line.seat) == mine
                 ? Calm(line, child, mine, ply, stand, alpha, beta)
                 : -Calm(line, child, !mine, ply, -stand, -beta, -alpha);
    }
  }
  return stand;
}

// The score of a position where the search ends but for noisy moves, for the
// side that moved to it, whether `mine` or not. Most nodes are these, so all
// that they need is put here.
template <GameRules R>
[[gnu::flatten]] Score Leaf(SearchLine<R>& line, typename R::State& child,
                            bool mine, int ply, Score alpha, Score beta) {
  if (!line.Enter(child, ply)) return 0;
  if (const auto known = line.Known(child, mine, ply)) return *known;
  line.horizon = true;
  return Quiesce(line, child, mine, ply, alpha, beta);
}

// The best that the side to move gets by the noisy moves of its frame, or the
// score `best` that it has without them.
template <GameRules R>
[[gnu::noinline]] Score TryNoisy(SearchLine<R>& line, typename R::State& state,
                                 bool mine, int ply, Score best, Score alpha,
                                 Score beta) {
  using State = typename R::State;
  using Move = typename State::Move;
  MovePicker<R>& picker = line.frames[ply].picker;
  alpha = std::max(alpha, best);
  picker.RankNoisy(line.rules, state);
  for (size_t i = 0; i < picker.noisy_moves().size(); ++i) {
    const Move move = picker.NextNoisy();
    const Score score = AfterMove(state, move, [&](State& child) {
      return Leaf(line, child, mine, ply + 1, alpha, beta);
    });
    if (line.stopped) return best;
    best = std::max(best, score);
    if (score <= alpha) continue;
    alpha = score;
    line.best.Set(ply, move);
    if (alpha >= beta) break;
  }
  return best;
}

// Search at a depth of 1, where most nodes are: to look for the node in the
// table or to rank its moves would cost more than it saves. Noisy moves go
// first.
template <GameRules R>
Score LastPly(SearchLine<R>& line, typename R::State& state, bool mine, int ply,
              Score alpha, Score beta) {
  using State = typename R::State;
  using Move = typename State::Move;
  line.best.Clear(ply);
  beta = std::min(beta, kWinScore - (ply + 1));
  Score best = -kInfiniteScore;
  // Whether it cuts, or the search has to stop.
  const auto cuts = [&](Move move) {
    const Score score = AfterMove(state, move, [&](State& child) {
      return Leaf(line, child, mine, ply + 1, alpha, beta);
    });
    if (line.stopped) return true;
    best = std::max(best, score);
    if (score <= alpha) return false;
    alpha = score;
    line.best.Set(ply, move);
    return alpha >= beta;
  };
  MovePicker<R>& picker = line.frames[ply].picker;
  if (line.options.ordering) {
    picker.ListNoisy(state);
  } else {
    picker.ListNoNoisy();
  }
  for (const Move move : picker.noisy_moves()) {
    if (cuts(move)) return best;
  }
  line.List(state, picker);
  size_t tried = 0;  // of the noisy moves, which come in the same order
  for (const Move move : picker.moves()) {
    if (tried < picker.noisy_moves().size() &&
        SameMove(move, picker.noisy_moves()[tried])) {
      ++tried;
    } else if (cuts(move)) {
      break;
    }
  }
  return best;
}

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_QUIESCENCE_H_
