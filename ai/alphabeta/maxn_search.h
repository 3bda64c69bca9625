// Max^n by iterative deepening (Luckhardt, Irani, An Algorithmic Solution of
// N-Person Games, 1986): a position has a score for each seat, and whoever is
// to move picks what is best for itself. With two players it is minimax.
//
// Example, given `const Rules& rules`, `const State& state`,
// `const Limits& limits`, `absl::Span<const uint64_t> past` and
// `const Observer& observer`:
//
//   MaxnSearch<Rules> search(rules);
//   const Decision decision = search.Run({state, limits, past}, observer);
//
// Beyond a win with the very next move nothing is cut off. Shallow pruning
// (Korf, Multi-Player Alpha-Beta Pruning, 1991) needs a bound on the sum of all
// seats' scores and a floor under each. Games promise no bound on the sum for
// more than two; and where scores do sum to about 0, as on the star, the floor
// lies so deep that two seats would have to be ahead by n - 2 times
// kMaxEvaluation together, or by as many times kWinScore once games end within
// reach, before a single move could be left out. Sturtevant and Korf (On
// Pruning Techniques for Multi-Player Games, 2000) say how little is gained.
//
// Equals are told apart by their scores and never by the order of moves, which
// therefore decides nothing but the work and what an interrupted search has
// seen. Among moves equally good for it a seat is taken to pick the one that is
// worst for the searching seat.

#ifndef BOARDWALK_AI_ALPHABETA_MAXN_SEARCH_H_
#define BOARDWALK_AI_ALPHABETA_MAXN_SEARCH_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/line_table.h"
#include "ai/alphabeta/move_stack.h"
#include "ai/common/repetition_history.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// Not thread-safe.
template <GameRules R>
class MaxnSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // What a search goes out from.
  struct Task {
    const State& root;  // live
    Limits limits = {};
    // Hashes of the positions that the game has been through, which count as
    // draws when they come back.
    absl::Span<const uint64_t> past;
  };

  explicit MaxnSearch(const R& rules) : rules_(rules) {}

  // The best move of the root. A win in one move is looked for
  // before all limits (see FindWinningMove) and not counted; from then on every
  // position reached by a move is a node. Stopped in the middle of an
  // iteration, it uses the moves that the iteration has searched to their end;
  // the best move of the one before is the first of them. `observer` is told
  // after every iteration.
  Decision Run(const Task& task, const Observer& observer) {
    Budget budget(task.limits, task.limits.nodes);
    budget_ = &budget;
    State state = task.root;
    MoveListFor<State>& moves = stack_.Cleared(0);
    state.LegalMoves(moves);
    Reset(task, moves[0]);
    if (const auto win = FindWinningMove(state, moves, budget)) {
      best_line_.assign(1, *win);
      score_ = kWinScore - 1;
      finished_depth_ = 1;
      return Report();
    }
    const int last_depth = LastDepth(task.limits, moves.size());
    for (int depth = 1; depth <= last_depth && Iterate(state, depth); ++depth) {
      if (observer) observer(Report());
    }
    return Report();
  }

 private:
  // By seat; 0 from the number of players on.
  using Scores = std::array<Score, kMaxPlayers>;

  struct ScoredMove {
    Score score;
    size_t index;  // in the game's order
    Move move;
  };

  void Reset(const Task& task, Move any_legal) {
    seat_ = task.root.ToMove();
    num_players_ = task.root.NumPlayers();
    path_.Reserve(task.past.size() + kMaxPly + 1);
    path_.Start(task.past, task.root.Hash());
    best_line_.assign(1, any_legal);
    score_.reset();
    finished_depth_ = 0;
    stopped_ = false;
  }

  // Searches `depth` plies deep; whether a deeper search is possible and may
  // find anything else.
  bool Iterate(State& state, int depth) {
    horizon_seen_ = false;
    const Score score = Expand(state, depth, 0, score_.has_value())[seat_];
    if (lines_.begin(0) != lines_.end(0)) {
      best_line_.assign(lines_.begin(0), lines_.end(0));
      score_ = Honest(score);
    }
    if (stopped_) return false;
    finished_depth_ = depth;
    return horizon_seen_ && !(num_players_ == 2 && IsDecisive(score));
  }

  // The searching seat's score without what is no proof: a win of a game of
  // more than two, where others might pick another of their equals or judge
  // differently, and a loss by the moves that happen to be searched so far.
  Score Honest(Score score) const {
    if (num_players_ > 2) score = std::min(score, kMaxEvaluation);
    return stopped_ ? UnfinishedScore(score, num_players_) : score;
  }

  // The scores of the live node `state`, with its line at `ply`.
  // `on_line` tells that the line of the iteration before led here. Once
  // stopped, those of the moves finished so far.
  Scores Expand(State& state, int depth, int ply, bool on_line) {
    const int mover = state.ToMove();
    MoveListFor<State>& moves = stack_.Cleared(ply);
    state.LegalMoves(moves);
    budget_->ChargeOverhead(static_cast<int64_t>(moves.size()) / 8);
    if (depth > 1) Sort(state, moves);
    on_line = on_line && PutLineFirst(moves, ply);
    lines_.Clear(ply);
    Scores best;
    best.fill(-kInfiniteScore);
    for (const Move move : moves) {
      const Scores scores = AfterMove(state, move, [&](State& child) {
        return Visit(child, depth - 1, ply + 1, mover, best[mover], on_line);
      });
      if (stopped_) return best;
      on_line = false;
      if (!Prefers(mover, scores, best)) continue;
      best = scores;
      lines_.Set(ply, move);
      // Nothing is better than to win with this very move.
      if (best[mover] >= kWinScore - (ply + 1)) break;
    }
    return best;
  }

  bool Prefers(int mover, const Scores& scores, const Scores& to) const {
    if (scores[mover] != to[mover]) return scores[mover] > to[mover];
    if (scores[seat_] != to[seat_]) return scores[seat_] < to[seat_];
    return scores < to;
  }

  // The scores of `child`; all but that of `mover`, who moved to it, may be
  // missing where that is below `wanted`.
  Scores Visit(State& child, int depth, int ply, int mover, Score wanted,
               bool on_line) {
    if (budget_->Exhausted()) {
      stopped_ = true;
      return {};
    }
    budget_->Spend();
    lines_.Clear(ply);
    if (child.IsTerminal()) return Result(child.Returns(), ply);
    // A draw, which also ends endless lines. It trusts the hash, and once in
    // some 2^60 nodes it may be wrong.
    const uint64_t hash = child.Hash();
    if (path_.Has(hash)) return {};
    if constexpr (HasProbe<R>) {
      if (const auto exact = rules_.Probe(child)) {
        return Exact(ExactScore(*exact, ply), child.ToMove());
      }
    }
    if (depth == 0) {
      horizon_seen_ = true;
      return Leaf(child, mover, wanted);
    }
    path_.Push(hash);
    const Scores scores = Expand(child, depth, ply, on_line);
    path_.Pop();
    return scores;
  }

  Scores Result(const SeatValues& returns, int ply) const {
    Scores scores{};
    for (int seat = 0; seat < num_players_; ++seat) {
      scores[seat] = ResultScore(returns, num_players_, seat, ply);
    }
    return scores;
  }

  // Of two players.
  static Scores Exact(Score score, int seat) {
    Scores scores{};
    scores[seat] = score;
    scores[1 - seat] = -score;
    return scores;
  }

  // Most leaves are no good to who moved there, and it does not matter then
  // what they are to the others.
  Scores Leaf(const State& leaf, int mover, Score wanted) const {
    Scores scores{};
    scores[mover] = LeafScore(rules_, leaf, mover);
    if (scores[mover] < wanted) return scores;
    for (int seat = 0; seat < num_players_; ++seat) {
      if (seat != mover) scores[seat] = LeafScore(rules_, leaf, seat);
    }
    return scores;
  }

  // Promising moves first, so that wins are found early and an interrupted
  // iteration has seen the best. Leaves them as they are when there is no time.
  void Sort(State& state, MoveListFor<State>& moves) {
    if constexpr (HasEvaluate<R> || HasEvaluateMove<R>) {
      scored_.clear();
      scored_.reserve(moves.size());
      for (size_t i = 0; i < moves.size(); ++i) {
        budget_->ChargeOverhead(1);
        if (budget_->Exhausted()) return;
        scored_.push_back({MoveScore(rules_, state, moves[i]), i, moves[i]});
      }
      std::sort(scored_.begin(), scored_.end(),
                [](const ScoredMove& a, const ScoredMove& b) {
                  return a.score != b.score ? a.score > b.score
                                            : a.index < b.index;
                });
      for (size_t i = 0; i < moves.size(); ++i) moves[i] = scored_[i].move;
    }
  }

  // Moves the move of the best line at `ply` to the front; whether it has one.
  bool PutLineFirst(MoveListFor<State>& moves, int ply) const {
    if (static_cast<size_t>(ply) >= best_line_.size()) return false;
    const auto found = std::find(moves.begin(), moves.end(), best_line_[ply]);
    if (found == moves.end()) return false;
    std::rotate(moves.begin(), found, found + 1);
    return true;
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
  std::optional<Score> score_;  // of the searching seat
  int finished_depth_ = 0;
  bool stopped_ = false;
  bool horizon_seen_ = false;  // a leaf was evaluated in this iteration

  // By ply: moves to try, best lines.
  MoveStack<State> stack_;
  RepetitionHistory path_;  // the game's past, the root, the line
  LineTable<Move> lines_;
  std::vector<ScoredMove> scored_;  // those being sorted
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_MAXN_SEARCH_H_
