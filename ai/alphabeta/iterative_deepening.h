// Iterative deepening (Slate, Atkin 1977): searches the root by alpha-beta with
// growing depth, with aspiration windows, and ranks several moves if asked to.
//
// Example, given `const Evaluator<Rules>& evaluator`,
// `const AlphaBetaOptions& options`,
// `TranspositionTable& table`, `const State& state`, `const Limits& limits`,
// `absl::Span<const uint64_t> past` and `const Observer& observer`:
//
//   IterativeDeepening<Rules> search(evaluator, options, &table);
//   const Decision decision = search.Run(state, limits, past, observer);

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/alphabeta_search.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/common/evaluator.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// One thread of a search. Threads may share a table, and nothing else.
template <GameRules R>
class IterativeDeepening {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // The rules and `table` outlive the search; `table` is null for none.
  IterativeDeepening(const Evaluator<R>& evaluator,
                     const AlphaBetaOptions& options, TranspositionTable* table)
      : evaluator_(evaluator),
        options_(options),
        search_(evaluator, options, table),
        table_(table) {}

  // Forgets what it has learned of moves; the table is the caller's.
  void Clear() { search_.Clear(); }

  // The best move of `root`, which is live. `past` are hashes of the positions
  // that the game has been through; when one comes back, it counts as a draw. A
  // win in one move is looked for whatever the
  // limits (see FindWinningMove), and this is not counted; after that, every
  // position reached by a move is a node. Stopped within an iteration, it uses
  // the moves that this iteration has searched to their end; the best move of
  // the iteration before is the first of them. Calls `observer` after every
  // iteration.
  Decision Run(const State& root, const Limits& limits,
               absl::Span<const uint64_t> past, const Observer& observer) {
    Budget budget(limits, limits.nodes);
    budget_ = &budget;
    State state = root;
    Prepare(state, past);
    if (const auto win = FindWinningMove(state, search_.root_moves(), budget)) {
      Commit(0, FindRootMove(*win), kWinScore - 1);
      finished_depth_ = 1;
      return Report(state);
    }
    const int last_depth = LastDepth(limits, root_moves_.size());
    // Each seat can win with its own moves alone. So a search for proofs finds
    // in steps of a whole round what it finds ply by ply.
    const int step = options_.solve ? num_players_ : 1;
    int depth = std::min(step, last_depth);
    while (Iterate(state, depth)) {
      if (observer) observer(Report(state));
      if (depth == last_depth) break;
      depth = std::min(depth + step, last_depth);
    }
    search_.PublishNodes();
    return Report(state);
  }

  // Nodes visited by this Run; any thread may ask, and is up to 1,024 behind
  // while it runs.
  int64_t nodes() const { return search_.nodes(); }
  // Resets them before the next Run does.
  void ResetNodes() { search_.ResetNodes(); }

 private:
  static constexpr int kAspirationMinDepth = 4;
  static constexpr int kTempoMinDepth = 3;
  // To either side of the expected score, for each opponent. Narrower windows
  // lose more by repeated searches than they save.
  static constexpr Score kAspirationWindow = 250;

  void Prepare(State& state, absl::Span<const uint64_t> past) {
    num_players_ = state.NumPlayers();
    search_.SetRoot(state, past, *budget_);
    const MoveListFor<State>& moves = search_.root_moves();
    root_moves_.clear();
    root_moves_.reserve(moves.size());
    for (const Move move : moves) {
      root_moves_.push_back({.move = move, .index = root_moves_.size()});
    }
    if (options_.ordering) SortRootMoves(state);
    scores_.assign(
        std::min(static_cast<size_t>(options_.multipv), root_moves_.size()),
        {});
    for (auto& by_remainder : scores_) by_remainder.fill(-kInfiniteScore);
    num_ranked_ = 0;
    Commit(0, 0, -kInfiniteScore);
    finished_depth_ = 0;
  }

  // Before the first iteration: the table's move, then by MoveScore.
  void SortRootMoves(State& state) {
    const uint16_t table_move = search_.TableMove();
    for (RootMove<Move>& root : root_moves_) {
      budget_->ChargeOverhead(1);
      root.ordering_score = root.index == table_move
                                ? kInfiniteScore
                                : evaluator_.MoveScore(state, root.move);
    }
    std::stable_sort(root_moves_.begin(), root_moves_.end(),
                     [](const RootMove<Move>& a, const RootMove<Move>& b) {
                       return a.ordering_score > b.ordering_score;
                     });
  }

  // Searches to `depth`; false if stopped, or if a deeper search would find the
  // same.
  bool Iterate(State& state, int depth) {
    bool horizon = false;
    for (size_t rank = 0; rank < scores_.size(); ++rank) {
      horizon |= SearchRank(state, depth, rank);
      if (search_.stopped()) return false;
      if (rank == 0) LearnTempo(depth);
      LastScore(rank, depth) = root_moves_[rank].score;
    }
    finished_depth_ = depth;
    return horizon && !search_.IsProved(root_moves_[0].score);
  }

  void LearnTempo(int depth) {
    const Score score = root_moves_[0].score;
    const Score before = LastScore(0, depth - 1);
    if (depth < kTempoMinDepth || IsDecisive(score) || IsDecisive(before)) {
      return;
    }
    search_.LearnTempo(depth, score - before);
  }

  // The score of this rank in the last iteration in which the same seat made
  // the last move as with `depth`: evaluations swing with who has just moved.
  Score& LastScore(size_t rank, int depth) {
    return scores_[rank][static_cast<size_t>(depth % num_players_)];
  }

  // Finds the best root move from `rank` on, within an aspiration window that
  // grows until the score lies inside. Whether any score came from the horizon.
  bool SearchRank(State& state, int depth, size_t rank) {
    Score alpha = -kInfiniteScore, beta = kInfiniteScore;
    Score window = kAspirationWindow * (num_players_ - 1);
    const Score expected = LastScore(rank, depth);
    if (options_.aspiration && depth >= kAspirationMinDepth &&
        expected > -kInfiniteScore && !IsDecisive(expected)) {
      alpha = expected - window;
      beta = expected + window;
    }
    if (!options_.ordering) RestoreGameOrder();
    for (bool horizon = false;;) {
      const SearchResult result =
          SearchRootMoves(state, depth, rank, alpha, beta);
      const Score score = result.score;
      horizon |= (result.flags & SearchResult::kHorizon) != 0;
      if (search_.stopped() || (score > alpha && score < beta)) return horizon;
      const bool low = score <= alpha;
      if (low ? alpha <= -kInfiniteScore : beta >= kInfiniteScore) {
        return horizon;
      }
      window *= 4;
      const bool open = window > kMaxEvaluation || IsDecisive(score);
      if (low) {
        alpha = open ? -kInfiniteScore : score - window;
      } else {
        beta = open ? kInfiniteScore : score + window;
      }
    }
  }

  // Without ordering only moves that have been ranked come first.
  void RestoreGameOrder() {
    std::sort(root_moves_.begin() + static_cast<ptrdiff_t>(num_ranked_),
              root_moves_.end(),
              [](const RootMove<Move>& a, const RootMove<Move>& b) {
                return a.index < b.index;
              });
  }

  // Searches the root moves from `rank` on; if one is better than `alpha`, the
  // best of them takes the rank.
  SearchResult SearchRootMoves(State& state, int depth, size_t rank,
                               Score alpha, Score beta) {
    const SearchResult result = search_.SearchRoot(
        state, absl::MakeConstSpan(root_moves_).subspan(rank), depth, alpha,
        beta);
    const absl::Span<const Move> pv = search_.pv();
    if (pv.empty()) return result;
    Commit(rank, FindRootMove(pv[0]),
           search_.stopped() ? UnfinishedScore(result.score, num_players_)
                             : result.score);
    root_moves_[rank].pv.assign(pv.begin(), pv.end());
    return result;
  }

  size_t FindRootMove(Move move) const {
    size_t i = 0;
    while (!SameMove(root_moves_[i].move, move)) ++i;
    return i;
  }

  // Moves root move `i` to `rank`; those between move down.
  void Commit(size_t rank, size_t i, Score score) {
    const auto begin = root_moves_.begin();
    std::rotate(begin + static_cast<ptrdiff_t>(rank),
                begin + static_cast<ptrdiff_t>(i),
                begin + static_cast<ptrdiff_t>(i) + 1);
    RootMove<Move>& ranked = root_moves_[rank];
    // A move that drops out of the ranking passes on the memory of its pv.
    if (i >= num_ranked_ && num_ranked_ == scores_.size()) {
      ranked.pv.swap(root_moves_[num_ranked_].pv);
    }
    ranked.score = score;
    ranked.pv.reserve(kMaxPly + 1);
    ranked.pv.assign(1, ranked.move);
    num_ranked_ = std::max(num_ranked_, rank + 1);
  }

  std::optional<double> Value(Score score, const State& root) const {
    if (score == -kInfiniteScore) return std::nullopt;
    if (IsDecisive(score) && !search_.IsProved(score)) score = kMaxEvaluation;
    return evaluator_.ValueOf(score, root);
  }

  // The principal variation. That of a win or loss which the rules know before
  // the game ends goes on to the end.
  std::vector<AnyMove> LineOf(const State& root,
                              const RootMove<Move>& ranked) const {
    std::vector<AnyMove> line;
    line.reserve(ranked.pv.size());
    for (const Move move : ranked.pv) line.push_back(EraseMove(move));
    if constexpr (HasProbe<R>) {
      if (search_.IsProved(ranked.score)) {
        State state = root;
        for (const Move move : ranked.pv) state.Apply(move);
        while (const auto move = BestProbed(state)) {
          line.push_back(EraseMove(*move));
          state.Apply(*move);
        }
      }
    }
    return line;
  }
  // The first move with the result that the rules know for `state`; unset if
  // they know none, or not what follows.
  std::optional<Move> BestProbed(State& state) const requires HasProbe<R> {
    if (state.IsTerminal()) return std::nullopt;
    const auto exact = evaluator_.rules().Probe(state);
    if (!exact || exact->outcome == 0) return std::nullopt;
    const int seat = state.ToMove();
    MoveListFor<State> moves;
    state.LegalMoves(moves);
    for (const Move move : moves) {
      const bool best = AfterMove(state, move, [&](const State& child) {
        if (child.IsTerminal()) {
          return exact->plies == 1 && child.Returns()[seat] == exact->outcome;
        }
        const auto after = evaluator_.rules().Probe(child);
        return after && child.ToMove() != seat &&
               *after == ExactValue{-exact->outcome, exact->plies - 1};
      });
      if (best) return move;
    }
    return std::nullopt;
  }

  Decision Report(const State& root) const {
    const RootMove<Move>& best = root_moves_[0];
    Decision decision;
    decision.move = EraseMove(best.move);
    decision.line = LineOf(root, best);
    decision.value = Value(best.score, root);
    decision.depth = finished_depth_;
    decision.selective_depth =
        std::max(search_.selective_depth(), finished_depth_);
    decision.nodes = budget_->spent();
    if (table_ != nullptr) decision.memory_use = table_->Use();
    decision.seconds = budget_->Seconds();
    if (options_.multipv == 1) return decision;
    decision.ranking.reserve(num_ranked_);
    for (size_t rank = 0; rank < num_ranked_; ++rank) {
      const RootMove<Move>& ranked = root_moves_[rank];
      decision.ranking.push_back({.move = EraseMove(ranked.move),
                                  .value = Value(ranked.score, root),
                                  .line = LineOf(root, ranked)});
    }
    return decision;
  }

  const Evaluator<R> evaluator_;
  const AlphaBetaOptions options_;
  AlphaBetaSearch<R> search_;
  TranspositionTable* const table_;

  Budget* budget_ = nullptr;  // during Run
  int num_players_ = 0;

  // Those that have been ranked come first, by rank. After a search that was
  // stopped within an iteration, the last ranks are those of the one before.
  std::vector<RootMove<Move>> root_moves_;
  size_t num_ranked_ = 0;
  // By rank: the last score at depths of each remainder by the number of
  // players; -kInfiniteScore for none.
  std::vector<std::array<Score, kMaxPlayers>> scores_;
  int finished_depth_ = 0;
};

}  // namespace boardwalk::ai
