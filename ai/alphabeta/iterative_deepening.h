// Iterative deepening (Slate, Atkin 1977): the root of a search by alpha-beta,
// with aspiration windows, the ranking of several moves, and the report.
//
// Example, given `const Rules& rules`, `const AlphaBetaOptions& options`,
// `TranspositionTable& table`, `const State& state`, `const Limits& limits`,
// `absl::Span<const uint64_t> past` and `const Observer& observer`:
//
//   IterativeDeepening<Rules> search(rules, options, &table, /*team=*/nullptr);
//   const Decision decision = search.Run({state, limits, past}, observer);

#ifndef BOARDWALK_AI_ALPHABETA_ITERATIVE_DEEPENING_H_
#define BOARDWALK_AI_ALPHABETA_ITERATIVE_DEEPENING_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/alphabeta_search.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/alphabeta/turns.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"

namespace boardwalk::ai {

// One thread of a search; several share a table.
template <GameRules R>
class IterativeDeepening {
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
    int first_depth = 1;  // of the first iteration
  };

  // `table` and `team` as for AlphaBetaSearch.
  IterativeDeepening(const R& rules, const AlphaBetaOptions& options,
                     TranspositionTable* table, Teamwork<Move>* team)
      : rules_(rules),
        options_(options),
        search_(rules, options, table, team),
        table_(table) {}

  // Forgets everything but the table.
  void Clear() { search_.Clear(); }

  // The best move of the root. A win in one move is looked for before all
  // limits (see FindWinningMove) and not counted; from then on every position
  // reached by a move is a node. Stopped in the middle of an iteration, it uses
  // the moves that the iteration has searched to their end; the best move of
  // the one before is the first of them. `observer` is told after every
  // iteration.
  Decision Run(const Task& task, const Observer& observer) {
    Budget budget(task.limits, task.limits.nodes);
    budget_ = &budget;
    State state = task.root;
    Prepare(task, state);
    if (const auto win = FindWinningMove(state, search_.root_moves(), budget)) {
      const auto at =
          std::find_if(roots_.begin(), roots_.end(),
                       [&](const RootMove& root) { return root.move == *win; });
      Commit(0, static_cast<size_t>(at - roots_.begin()), kWinScore - 1);
      finished_depth_ = 1;
      return Report();
    }
    const int last_depth = LastDepth(task.limits, roots_.size());
    for (int depth = std::min(task.first_depth, last_depth);
         depth <= last_depth && Iterate(state, depth); ++depth) {
      if (observer) observer(Report());
    }
    search_.PublishNodes();
    return Report();
  }

  // In place of Run where another thread of the team has called that: helps
  // it until `done`, which the limits must have, or until those of time and
  // nodes are reached.
  void Help(const Task& task) {
    Budget budget(task.limits, task.limits.nodes);
    search_.SetRoot(task.root, task.past, budget);
    search_.Help(task.root, *task.limits.done);
    search_.PublishNodes();
  }

  // How many nodes it has visited, more or less; from any thread.
  int64_t nodes() const { return search_.nodes(); }
  // Until the next search has begun it has visited none.
  void ForgetNodes() { search_.ForgetNodes(); }

 private:
  struct RootMove {
    Move move;
    size_t index;                   // in the game's order
    Score looks = 0;                // before the first iteration
    Score score = -kInfiniteScore;  // when it was last found best of its rank
    std::vector<Move> line = {};    // then
  };
  static constexpr int kAspirationFrom = 4;  // plies
  // To either side, for each opponent. Narrower ones lose more by repeated
  // searches than they save.
  static constexpr Score kAspirationWindow = 250;

  void Prepare(const Task& task, State& state) {
    num_players_ = state.NumPlayers();
    search_.SetRoot(state, task.past, *budget_);
    const MoveListFor<State>& moves = search_.root_moves();
    roots_.clear();
    roots_.reserve(moves.size());
    for (const Move move : moves) {
      roots_.push_back({.move = move, .index = roots_.size()});
    }
    if (options_.ordering) OrderRoots(state);
    scores_.assign(
        std::min(static_cast<size_t>(options_.multipv), roots_.size()), {});
    for (auto& of_rank : scores_) of_rank.fill(-kInfiniteScore);
    ranks_ = 0;
    Commit(0, 0, -kInfiniteScore);
    finished_depth_ = 0;
  }

  // Before the first iteration: by the table, then by looks.
  void OrderRoots(State& state) {
    const uint16_t remembered = search_.RememberedRootMove();
    for (RootMove& root : roots_) {
      budget_->ChargeOverhead(1);
      root.looks = root.index == remembered
                       ? kInfiniteScore
                       : MoveScore(rules_, state, root.move);
    }
    std::stable_sort(
        roots_.begin(), roots_.end(),
        [](const RootMove& a, const RootMove& b) { return a.looks > b.looks; });
  }

  // Searches `depth` plies deep; whether a deeper search is possible and may
  // find anything else.
  bool Iterate(State& state, int depth) {
    search_.ForgetHorizon();
    for (size_t rank = 0; rank < scores_.size(); ++rank) {
      Widen(state, depth, rank);
      if (search_.stopped()) return false;
      ScoreOf(rank, depth) = roots_[rank].score;
    }
    finished_depth_ = depth;
    return search_.horizon() && !search_.IsProved(roots_[0].score);
  }

  // What this rank scored when last the seat that makes the last move of lines
  // of this depth made it: evaluations swing with who has just moved.
  Score& ScoreOf(size_t rank, int depth) {
    return scores_[rank][static_cast<size_t>(depth % num_players_)];
  }

  // Searches the root moves from `rank` on, with a window that grows until the
  // score lies within.
  void Widen(State& state, int depth, size_t rank) {
    Score alpha = -kInfiniteScore, beta = kInfiniteScore;
    Score window = kAspirationWindow * (num_players_ - 1);
    const Score expected = ScoreOf(rank, depth);
    if (options_.aspiration && depth >= kAspirationFrom &&
        expected > -kInfiniteScore && !IsDecisive(expected)) {
      alpha = expected - window;
      beta = expected + window;
    }
    SettleOrder();
    for (;;) {
      const Score score = SearchRoots(state, depth, rank, alpha, beta);
      if (search_.stopped() || (score > alpha && score < beta)) return;
      const bool low = score <= alpha;
      if ((low ? alpha <= -kInfiniteScore : beta >= kInfiniteScore)) return;
      window *= 4;
      const bool give_up = window > kMaxEvaluation || IsDecisive(score);
      if (low) {
        alpha = give_up ? -kInfiniteScore : score - window;
      } else {
        beta = give_up ? kInfiniteScore : score + window;
      }
    }
  }

  // Without ordering only the moves that have been ranked lead, the others keep
  // the game's order.
  void SettleOrder() {
    if (options_.ordering) return;
    std::sort(
        roots_.begin() + static_cast<ptrdiff_t>(ranks_), roots_.end(),
        [](const RootMove& a, const RootMove& b) { return a.index < b.index; });
  }

  // The score of the best root move from `rank` on, which it brings there.
  Score SearchRoots(State& state, int depth, size_t rank, Score alpha,
                    Score beta) {
    beta = std::min(beta, kWinScore - 1);
    Score best = -kInfiniteScore;
    size_t best_at = rank;
    const Score least = alpha;
    const auto as_searched = [&](size_t i) {
      const bool on_line = i == rank && roots_[i].score > -kInfiniteScore;
      return typename AlphaBetaSearch<R>::RootMove{
          .move = roots_[i].move,
          .index = roots_[i].index,
          .tried = i - rank,
          .depth = depth,
          .line = on_line ? &roots_[i].line : nullptr};
    };
    // Whether that was enough, or the search has to stop.
    const auto try_root = [&](size_t i) {
      const Score score =
          search_.SearchRootMove(state, as_searched(i), alpha, beta);
      if (search_.stopped()) return true;
      if (score > best) {
        best = score;
        best_at = i;
      }
      if (score <= alpha) return false;
      alpha = score;
      line_.assign(search_.line_begin(), search_.line_end());
      return alpha >= beta;
    };
    if (!try_root(rank)) {
      rest_.Clear();
      for (size_t i = rank + 1; i < roots_.size(); ++i) {
        rest_.Add({i - rank, roots_[i].index});
      }
      search_.TryRootRest(depth, rest_, alpha, [&](const Turn& turn) {
        return try_root(rank + turn.order);
      });
    }
    if (best > least) {
      Commit(rank, best_at,
             search_.stopped() ? UnfinishedScore(best, num_players_) : best);
      roots_[rank].line = line_;
    }
    return best;
  }

  // Takes root move `at` as the one of this rank; those between move down.
  void Commit(size_t rank, size_t at, Score score) {
    const auto begin = roots_.begin();
    std::rotate(begin + static_cast<ptrdiff_t>(rank),
                begin + static_cast<ptrdiff_t>(at),
                begin + static_cast<ptrdiff_t>(at) + 1);
    // Who falls out of the ranking leaves its memory to who comes in.
    if (at >= ranks_ && ranks_ == scores_.size()) {
      roots_[rank].line.swap(roots_[ranks_].line);
    }
    roots_[rank].score = score;
    roots_[rank].line.reserve(kMaxPly + 1);
    roots_[rank].line.assign(1, roots_[rank].move);
    ranks_ = std::max(ranks_, rank + 1);
  }

  std::optional<double> Value(Score score) const {
    if (score == -kInfiniteScore) return std::nullopt;
    if (IsDecisive(score) && !search_.IsProved(score)) score = kMaxEvaluation;
    return ValueOf(score, num_players_);
  }

  Decision Report() const {
    Decision decision;
    decision.move = EraseMove(roots_[0].move);
    decision.line = Erased(roots_[0].line);
    decision.value = Value(roots_[0].score);
    decision.depth = finished_depth_;
    decision.selective_depth =
        std::max(search_.selective_depth(), finished_depth_);
    decision.nodes = budget_->spent();
    if (table_ != nullptr) decision.memory_use = table_->Use();
    decision.seconds = budget_->Seconds();
    if (options_.multipv == 1) return decision;
    decision.ranking.reserve(ranks_);
    for (size_t rank = 0; rank < ranks_; ++rank) {
      const RootMove& root = roots_[rank];
      decision.ranking.push_back({.move = EraseMove(root.move),
                                  .value = Value(root.score),
                                  .line = Erased(root.line)});
    }
    return decision;
  }
  static std::vector<AnyMove> Erased(const std::vector<Move>& line) {
    std::vector<AnyMove> erased;
    erased.reserve(line.size());
    for (const Move move : line) erased.push_back(EraseMove(move));
    return erased;
  }

  const R& rules_;
  const AlphaBetaOptions options_;
  AlphaBetaSearch<R> search_;
  TranspositionTable* const table_;

  Budget* budget_ = nullptr;  // during Run
  int num_players_ = 0;

  // Those that have been ranked first, by rank; after a search that was stopped
  // in the middle the last of them as the iteration before had them.
  std::vector<RootMove> roots_;
  size_t ranks_ = 0;
  // By rank of those asked for: the last score at depths of each remainder by
  // the number of players, so far.
  std::vector<std::array<Score, kMaxPlayers>> scores_;
  Turns rest_;              // root moves still to be tried
  std::vector<Move> line_;  // of the best move of a search of the root
  int finished_depth_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ITERATIVE_DEEPENING_H_
