// Iterative deepening with alpha-beta (Knuth, Moore 1975). With more than two
// players it is paranoid (Sturtevant, Korf 2000): all others are one opponent
// who minimises what the searching seat gets. With two that is negamax, so one
// search serves both.

#ifndef BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_
#define BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ai/alphabeta/move_stack.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// Not thread-safe. Scores inside are for the side to move of a node, where a
// side is the searching seat ("mine") or all the others.
template <GameRules R>
class AlphaBetaSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  explicit AlphaBetaSearch(const R& rules) : rules_(rules) {}

  // The best move of the live position `root`. A win in one move is looked for
  // before all limits (see FindWinningMove) and not counted; from then on every
  // position reached by a move is a node. Stopped in the middle of an
  // iteration, it uses the moves that the iteration has searched to their end;
  // the best move of the one before is the first of them. `observer` is told
  // after every iteration.
  Decision Run(const State& root, const Limits& limits,
               const Observer& observer) {
    Budget budget(limits, limits.nodes);
    budget_ = &budget;
    State state = root;
    MoveListFor<State>& moves = stack_.Cleared(0);
    state.LegalMoves(moves);
    Reset(state, moves[0]);
    if (const auto win = FindWinningMove(state, moves, budget)) {
      best_line_.assign(1, *win);
      score_ = kWinScore - 1;
      finished_depth_ = 1;
      return Report();
    }
    const int last_depth = LastDepth(limits, moves.size());
    for (int depth = 1; depth <= last_depth && Iterate(state, depth); ++depth) {
      if (observer) observer(Report());
    }
    return Report();
  }

 private:
  static int LastDepth(const Limits& limits, size_t num_moves) {
    // A forced move needs no thought; but what is limited by work and not by
    // time does the work, so that its nodes mean the same everywhere.
    if (num_moves == 1 && !limits.nodes && !limits.depth) return 1;
    return static_cast<int>(
        std::clamp<int64_t>(limits.depth.value_or(kMaxPly), 1, kMaxPly));
  }

  void Reset(const State& state, Move any_legal) {
    seat_ = state.ToMove();
    num_players_ = state.NumPlayers();
    path_.resize(kMaxPly + 1);
    lines_.resize(kMaxPly + 1);
    best_line_.assign(1, any_legal);
    score_.reset();
    finished_depth_ = 0;
    stopped_ = false;
  }

  // Searches `depth` plies deep; whether a deeper search is possible and may
  // find anything else.
  bool Iterate(State& state, int depth) {
    horizon_seen_ = false;
    const Score score = Expand(state, true, depth, 0, -kInfiniteScore,
                               kInfiniteScore, score_.has_value());
    if (!lines_[0].empty()) {
      best_line_ = lines_[0];
      // That the moves searched so far lose is no proof: there are others.
      score_ = stopped_ ? std::max(score, -kMaxEvaluation / (num_players_ - 1))
                        : score;
    }
    if (stopped_) return false;
    finished_depth_ = depth;
    return horizon_seen_ && !IsDecided(score);
  }

  // The score of the live node `state`, exact within (alpha, beta), with its
  // line in lines_[ply]. `on_line` tells that the line of the iteration before
  // led here. Once stopped, that of the moves finished so far.
  Score Expand(State& state, bool mine, int depth, int ply, Score alpha,
               Score beta, bool on_line) {
    MoveListFor<State>& moves = stack_.Cleared(ply);
    state.LegalMoves(moves);
    budget_->Toil(static_cast<int64_t>(moves.size()) / 8);
    on_line = on_line && PutLineFirst(moves, ply);
    path_[ply] = state.Hash();
    lines_[ply].clear();
    // Nothing is better than to win with this very move.
    beta = std::min(beta, kWinScore - (ply + 1));
    Score best = -kInfiniteScore;
    for (const Move move : moves) {
      const Score score = AfterMove(state, move, [&](State& child) {
        return Visit(child, mine, depth - 1, ply + 1, alpha, beta, on_line);
      });
      if (stopped_) return best;
      on_line = false;
      best = std::max(best, score);
      if (score <= alpha) continue;
      alpha = score;
      SetLine(ply, move);
      if (alpha >= beta) break;
    }
    return best;
  }

  // The score of `child` for the side that moved to it, whether `mine` or not.
  Score Visit(State& child, bool mine, int depth, int ply, Score alpha,
              Score beta, bool on_line) {
    if (budget_->Exhausted()) {
      stopped_ = true;
      return 0;
    }
    budget_->Spend();
    lines_[ply].clear();
    if (child.IsTerminal()) {
      return Signed(mine,
                    ResultScore(child.Returns(), num_players_, seat_, ply));
    }
    if (Repeats(child.Hash(), ply)) return 0;
    if (depth == 0) {
      horizon_seen_ = true;
      return Signed(mine, LeafScore(rules_, child, seat_));
    }
    if ((child.ToMove() == seat_) == mine) {
      return Expand(child, mine, depth, ply, alpha, beta, on_line);
    }
    return -Expand(child, !mine, depth, ply, -beta, -alpha, on_line);
  }

  static Score Signed(bool mine, Score score) { return mine ? score : -score; }

  // Whether the line from the root has been at this position: a draw, which
  // also ends endless lines. It trusts the hash, and once in some 2^60 nodes it
  // may be wrong.
  bool Repeats(uint64_t hash, int ply) const {
    for (int earlier = 0; earlier < ply; ++earlier) {
      if (path_[earlier] == hash) return true;
    }
    return false;
  }

  // Moves the move of the best line at `ply` to the front; whether it has one.
  bool PutLineFirst(MoveListFor<State>& moves, int ply) const {
    if (static_cast<size_t>(ply) >= best_line_.size()) return false;
    const auto found = std::find(moves.begin(), moves.end(), best_line_[ply]);
    if (found == moves.end()) return false;
    std::rotate(moves.begin(), found, found + 1);
    return true;
  }

  void SetLine(int ply, Move move) {
    std::vector<Move>& line = lines_[ply];
    const std::vector<Move>& rest = lines_[ply + 1];
    line.clear();
    line.push_back(move);
    line.insert(line.end(), rest.begin(), rest.end());
  }

  Decision Report() const {
    Decision decision;
    decision.move = EraseMove(best_line_[0]);
    decision.line.reserve(best_line_.size());
    for (const Move move : best_line_) {
      decision.line.push_back(EraseMove(move));
    }
    if (score_) decision.value = ValueOf(*score_, num_players_);
    decision.depth = finished_depth_;
    decision.nodes = budget_->spent();
    decision.seconds = budget_->Seconds();
    return decision;
  }

  const R& rules_;
  Budget* budget_ = nullptr;  // during Run
  int seat_ = 0;              // the searching one
  int num_players_ = 0;

  // The best so far; no score before the first move is searched.
  std::vector<Move> best_line_;
  std::optional<Score> score_;
  int finished_depth_ = 0;
  bool stopped_ = false;
  bool horizon_seen_ = false;  // a leaf was evaluated in this iteration

  // By ply: moves to try, hashes from the root, best lines.
  MoveStack<State> stack_;
  std::vector<uint64_t> path_;
  std::vector<std::vector<Move>> lines_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_
