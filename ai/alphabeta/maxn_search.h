// Max^n by iterative deepening (Luckhardt, Irani, An Algorithmic Solution of
// N-Person Games, 1986): a position has a score for each seat, and the seat to
// move picks the move that is best for itself. With two players it is minimax.
//
// Example, given `const Evaluator<Rules>& evaluator`, `const State& state`,
// `const Limits& limits`, `absl::Span<const uint64_t> past` and
// `const Observer& observer`:
//
//   MaxnSearch<Rules> search(evaluator);
//   const Decision decision = search.Run(state, limits, past, observer);
//
// Only a win with the very next move cuts off. Shallow pruning (Korf,
// Multi-Player Alpha-Beta Pruning, 1991) needs an upper bound on the sum of all
// scores and a lower bound on each. Games with more than two players promise no
// bound on the sum. Where scores sum to about 0, as on the star, the lower
// bound is so low that two seats together would have to lead by n - 2 times
// kMaxEvaluation (by n - 2 times kWinScore where games end within the search)
// before a single move could be pruned. Sturtevant and Korf (On Pruning
// Techniques for Multi-Player Games, 2000) measured how little is gained.
//
// Ties are broken by scores and never by the order of moves, so the order
// changes only the work and what an interrupted search has seen. Of moves that
// are equally good for it, a seat is assumed to pick the worst for the
// searching seat.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/pv_table.h"
#include "ai/common/evaluator.h"
#include "ai/common/position_history.h"
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

  explicit MaxnSearch(const Evaluator<R>& evaluator) : evaluator_(evaluator) {}

  // As IterativeDeepening::Run.
  Decision Run(const State& root, const Limits& limits,
               absl::Span<const uint64_t> past, const Observer& observer) {
    Budget budget(limits, limits.nodes);
    budget_ = &budget;
    State state = root;
    MoveListFor<State>& moves = EmptyMoveList(0);
    state.LegalMoves(moves);
    Reset(root, past, moves[0]);
    if (const auto win = FindWinningMove(state, moves, budget)) {
      best_pv_.assign(1, *win);
      score_ = kWinScore - 1;
      finished_depth_ = 1;
      return Report(root);
    }
    const int last_depth = LastDepth(limits, moves.size());
    for (int depth = 1; depth <= last_depth && Iterate(state, depth); ++depth) {
      if (observer) observer(Report(root));
    }
    return Report(root);
  }

 private:
  // By seat; 0 for seats that do not exist.
  using Scores = std::array<Score, kMaxPlayers>;

  struct ScoredMove {
    Score score;
    size_t index;  // in the game's order
    Move move;
  };

  // The list of moves of `ply`. The references stay valid when deeper plies are
  // used.
  MoveListFor<State>& EmptyMoveList(int ply) {
    while (move_lists_.size() <= static_cast<size_t>(ply)) {
      move_lists_.push_back(std::make_unique<MoveListFor<State>>());
    }
    move_lists_[ply]->clear();
    return *move_lists_[ply];
  }

  void Reset(const State& root, absl::Span<const uint64_t> past,
             Move any_legal) {
    seat_ = root.ToMove();
    num_players_ = root.NumPlayers();
    points_per_logit_ = evaluator_.PointsPerLogit(root);
    path_.Reserve(past.size() + kMaxPly + 1);
    path_.Start(past, RepetitionHash(root));
    best_pv_.assign(1, any_legal);
    score_.reset();
    finished_depth_ = 0;
    stopped_ = false;
  }

  // Searches to `depth`; false if stopped, or if a deeper search would find the
  // same.
  bool Iterate(State& state, int depth) {
    horizon_reached_ = false;
    const Score score = Search(state, depth, 0, score_.has_value())[seat_];
    if (const absl::Span<const Move> pv = pv_.Pv(0); !pv.empty()) {
      best_pv_.assign(pv.begin(), pv.end());
      score_ = WithoutUnproved(score);
    }
    if (stopped_) return false;
    finished_depth_ = depth;
    return horizon_reached_ && !(num_players_ == 2 && IsDecisive(score));
  }

  // The searching seat's score, with unproved wins and losses as evaluations.
  // With more than two players a win is unproved: others may choose another of
  // equal moves, or judge differently. A loss is unproved while moves are left.
  Score WithoutUnproved(Score score) const {
    if (num_players_ > 2) score = std::min(score, kMaxEvaluation);
    return stopped_ ? UnfinishedScore(score, num_players_) : score;
  }

  // The scores of the live position `state`; its variation is in the PV table.
  // `on_pv`: the node is on the variation of the last iteration. When stopped:
  // the scores of the best of the moves that were searched to their end.
  Scores Search(State& state, int depth, int ply, bool on_pv) {
    const int mover = state.ToMove();
    MoveListFor<State>& moves = EmptyMoveList(ply);
    state.LegalMoves(moves);
    budget_->ChargeOverhead(static_cast<int64_t>(moves.size()) / 8);
    if (depth > 1) Sort(state, moves);
    on_pv = on_pv && PutPvMoveFirst(moves, ply);
    pv_.Clear(ply);
    Scores best;
    best.fill(-kInfiniteScore);
    for (const Move move : moves) {
      const Scores scores = AfterMove(state, move, [&](State& child) {
        return SearchChild(child, depth - 1, ply + 1, mover, best[mover],
                           on_pv);
      });
      if (stopped_) return best;
      on_pv = false;
      if (!Prefers(mover, scores, best)) continue;
      best = scores;
      pv_.Set(ply, move);
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

  // Counts and scores `child`, to which the seat `mover` moved. If the mover's
  // score is below `wanted`, the other scores may be 0.
  Scores SearchChild(State& child, int depth, int ply, int mover, Score wanted,
                     bool on_pv) {
    if (budget_->Exhausted()) {
      stopped_ = true;
      return {};
    }
    budget_->Spend();
    pv_.Clear(ply);
    if (child.IsTerminal()) return Result(child.Returns(), ply);
    // A draw, which also ends endless variations. The hash is trusted: it errs
    // once in some 2^60 nodes.
    const uint64_t hash = RepetitionHash(child);
    if (path_.Has(hash)) return {};
    if constexpr (HasProbe<R>) {
      if (const auto exact = evaluator_.rules().Probe(child)) {
        return Exact(ExactScore(*exact, ply), child.ToMove());
      }
    }
    if (depth == 0) {
      horizon_reached_ = true;
      return Leaf(child, mover, wanted);
    }
    path_.Push(hash);
    const Scores scores = Search(child, depth, ply, on_pv);
    path_.Pop();
    return scores;
  }

  Scores Result(const SeatValues& returns, int ply) const {
    Scores scores{};
    for (int seat = 0; seat < num_players_; ++seat) {
      scores[seat] =
          ResultScore(returns, num_players_, seat, ply, points_per_logit_);
    }
    return scores;
  }

  // The scores of two players, of which `seat` has `score`.
  static Scores Exact(Score score, int seat) {
    Scores scores{};
    scores[seat] = score;
    scores[1 - seat] = -score;
    return scores;
  }

  // Most leaves are too bad for the mover to be chosen, and then the other
  // scores do not matter.
  Scores Leaf(const State& leaf, int mover, Score wanted) const {
    Scores scores{};
    scores[mover] = evaluator_.Evaluate(leaf, mover);
    if (scores[mover] < wanted) return scores;
    for (int seat = 0; seat < num_players_; ++seat) {
      if (seat != mover) scores[seat] = evaluator_.Evaluate(leaf, seat);
    }
    return scores;
  }

  // Puts promising moves first, so that wins are found early and an interrupted
  // iteration has searched the best moves. Without time it changes nothing.
  void Sort(State& state, MoveListFor<State>& moves) {
    if constexpr (HasEvaluate<R> || HasEvaluateMove<R>) {
      scored_.clear();
      scored_.reserve(moves.size());
      for (size_t i = 0; i < moves.size(); ++i) {
        budget_->ChargeOverhead(1);
        if (budget_->Exhausted()) return;
        scored_.push_back({evaluator_.MoveScore(state, moves[i]), i, moves[i]});
      }
      std::sort(scored_.begin(), scored_.end(),
                [](const ScoredMove& a, const ScoredMove& b) {
                  return a.score != b.score ? a.score > b.score
                                            : a.index < b.index;
                });
      for (size_t i = 0; i < moves.size(); ++i) moves[i] = scored_[i].move;
    }
  }

  // Puts the move first that the best variation has at `ply`; false if it ends
  // before.
  bool PutPvMoveFirst(MoveListFor<State>& moves, int ply) const {
    if (static_cast<size_t>(ply) >= best_pv_.size()) return false;
    const auto found = std::find(moves.begin(), moves.end(), best_pv_[ply]);
    if (found == moves.end()) return false;
    std::rotate(moves.begin(), found, found + 1);
    return true;
  }

  Decision Report(const State& root) const {
    Decision decision;
    decision.move = EraseMove(best_pv_[0]);
    decision.line.reserve(best_pv_.size());
    for (const Move move : best_pv_) {
      decision.line.push_back(EraseMove(move));
    }
    if (score_) decision.value = evaluator_.ValueOf(*score_, root);
    decision.depth = finished_depth_;
    decision.nodes = budget_->spent();
    decision.seconds = budget_->Seconds();
    return decision;
  }

  const Evaluator<R> evaluator_;
  Budget* budget_ = nullptr;  // during Run
  int seat_ = 0;              // the searching one
  int num_players_ = 0;
  int points_per_logit_ = 0;

  // The best so far. The score is unset before the first move is searched.
  std::vector<Move> best_pv_;
  std::optional<Score> score_;  // of the searching seat
  int finished_depth_ = 0;
  bool stopped_ = false;
  bool horizon_reached_ = false;  // a leaf was evaluated in this iteration

  // Kept, so that a search that has been as deep before allocates nothing.
  std::vector<std::unique_ptr<MoveListFor<State>>> move_lists_;  // by ply
  PvTable<Move> pv_;
  RepetitionHistory path_;          // the game's past and the path
  std::vector<ScoredMove> scored_;  // those being sorted
};

}  // namespace boardwalk::ai
