// Alpha-beta (Knuth, Moore 1975) from one position to a depth within a window:
// principal variation search (Marsland, Campbell 1982) with a transposition
// table, late move reductions, quiescence and null moves (Beal 1989), each as
// options.h says. iterative_deepening.h makes a search of it.
//
// With more than two players all others are one opponent who minimises what the
// searching seat gets: paranoid (Sturtevant, Korf 2000). Best-reply search with
// legal moves only (Schadd, Winands 2011; Esser, Gras, Winands, Schadd, Lanctot
// 2013) and opponent-pruning paranoid search (Baier, Kaisers 2020) are that
// with fewer moves for the opponents. With two players all of them are negamax,
// so one search serves.

#ifndef BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_
#define BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ai/alphabeta/hash_path.h"
#include "ai/alphabeta/line_table.h"
#include "ai/alphabeta/move_ordering.h"
#include "ai/alphabeta/move_picker.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// One thread of a search; several share a table. Scores are for the side to
// move of a node, where a side is the searching seat ("mine") or all the
// others.
template <GameRules R>
class AlphaBetaSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // `table` outlives the search; null for none.
  AlphaBetaSearch(const R& rules, const AlphaBetaOptions& options,
                  TranspositionTable* table)
      : rules_(rules), options_(options), table_(table) {
    frames_.resize(kMaxPly + 2);
  }

  // Forgets everything but the table.
  void Clear() {
    if (cuts_ != nullptr) cuts_->Clear();
  }

  // Goes out from `root`, which is live, from now on. The positions with the
  // hashes `past`, which the game has been through, count as draws when they
  // come back. `budget` is spent in what follows.
  void SetRoot(const State& root, const std::vector<uint64_t>& past,
               Budget& budget) {
    budget_ = &budget;
    seat_ = root.ToMove();
    num_players_ = root.NumPlayers();
    pruned_ = num_players_ > 2 && options_.opponents != Opponents::kParanoid;
    if (cuts_ == nullptr) {
      cuts_ = std::make_unique<CutMemory<Move>>(num_players_);
    }
    cuts_->NewSearch();
    path_.Clear();
    for (const uint64_t hash : past) path_.Push(hash);
    path_.Push(root.Hash());
    List(root, frames_[0].picker);
    frames_[0].picker.MarkNoisy(root);
    selective_depth_ = 0;
    stopped_ = false;
    published_.store(0, std::memory_order_relaxed);
  }
  const MoveListFor<State>& root_moves() const {
    return frames_[0].picker.moves();
  }
  // The index of the root move that the table knows as the best, kNoMove for
  // none.
  uint16_t RememberedRootMove(const State& root) const {
    if (table_ == nullptr) return TranspositionTable::kNoMove;
    const auto entry = table_->Find(Key(root.Hash(), 0), 0);
    return entry ? entry->move : TranspositionTable::kNoMove;
  }

  // A move at the root and how it is to be searched.
  struct RootMove {
    Move move;
    size_t index;  // in the game's order
    size_t tried;  // how many have been searched before it
    int depth;
    // The line that it is expected to begin, null for none; its positions are
    // searched first and in full.
    const std::vector<Move>* line;
  };
  // The score of a root move for the searching seat, exact within
  // (alpha, beta); above alpha its line is then `line_begin` to `line_end`.
  // Nothing once stopped.
  Score SearchRootMove(State& root, const RootMove& move, Score alpha,
                       Score beta) {
    frames_[0].move = move.move;
    frames_[0].index = move.index;
    line_ = move.line;
    const Place at = {true, move.depth, 0, false, false, 0};
    const Score score =
        TryMove(root, seat_, at, move.tried, /*line=*/line_ != nullptr,
                /*deviations=*/0, alpha, beta);
    if (!stopped_ && score > alpha) lines_.Set(0, move.move);
    return score;
  }
  const Move* line_begin() const { return lines_.begin(0); }
  const Move* line_end() const { return lines_.end(0); }

  // Whether the budget was exhausted before the end.
  bool stopped() const { return stopped_; }
  // Whether any score since the last ForgetHorizon came from somewhere else
  // than ends of the game, so that a deeper search may find more.
  bool horizon() const { return horizon_; }
  void ForgetHorizon() { horizon_ = false; }
  // The deepest ply reached from this root.
  int selective_depth() const { return selective_depth_; }

  // Whether the score is beyond doubt. Of a win that is not so where some of
  // the opponents' moves were left out.
  bool IsProved(Score score) const {
    return IsDecided(score) && (score < 0 || !pruned_);
  }

  // How many nodes it has visited, more or less; from any thread.
  int64_t nodes() const { return published_.load(std::memory_order_relaxed); }
  // Makes it exact.
  void PublishNodes() {
    published_.store(budget_->spent(), std::memory_order_relaxed);
  }

 private:
  // What a ply works with, kept so that a warm search allocates nothing.
  struct Frame {
    MovePicker<R> picker;
    uint64_t hash = 0;  // of the position
    Move move{};        // that is being tried
    size_t index = 0;   // its place in the game's order
  };
  // Where a node stands.
  struct Place {
    bool mine;
    int depth;
    int ply;
    bool on_line;    // the best line of the iteration before led here
    bool null_move;  // the move that led here passed
    int deviations;  // of opponents since the searching seat's last move
  };

  static constexpr int kReduceFrom = 3;  // plies, and moves searched in full
  static constexpr int kNullMoveFrom = 3;

  // The score of playing the move of the node's frame, the `tried`th, for the
  // side of `seat`, which is to move; exact within (alpha, beta). `line` tells
  // that the line of the iteration before goes on here.
  Score TryMove(State& state, int seat, const Place& at, size_t tried,
                bool line, int deviations, Score alpha, Score beta) {
    const Frame& frame = frames_[at.ply];
    const Move move = frame.move;
    return AfterMove(state, move, [&](State& child) {
      Place next = {at.mine, at.depth - 1, at.ply + 1, line, false, deviations};
      if (!Enter()) return Score{0};
      frames_[next.ply].hash = child.Hash();
      if (table_ != nullptr && next.depth > 1) {
        table_->Prefetch(Key(frames_[next.ply].hash, deviations));
      }
      if (const auto known = Known(child, next)) return *known;
      if (!options_.scout || tried == 0) {
        return Score{Follow(child, next, alpha, beta)};
      }
      const int reduction = Reduction(seat, at, frame, tried);
      if (reduction > 0) {
        next.depth -= reduction;
        const Score score = Follow(child, next, alpha, alpha + 1);
        if (stopped_ || score <= alpha) return score;
        next.depth += reduction;
      }
      const Score score = Follow(child, next, alpha, alpha + 1);
      if (stopped_ || score <= alpha || score >= beta) return score;
      return Score{Follow(child, next, alpha, beta)};
    });
  }

  // By how many plies less a late move is searched at first.
  int Reduction(int seat, const Place& at, const Frame& frame,
                size_t tried) const {
    if (!options_.reductions || at.depth < kReduceFrom || tried < kReduceFrom ||
        frame.picker.IsNoisy(frame.index)) {
      return 0;
    }
    // Half the product of the logarithms.
    const auto log = [](size_t n) {
      return static_cast<int>(std::bit_width(n));
    };
    int reduction = log(static_cast<size_t>(at.depth)) * log(tried) / 4;
    if (options_.ordering) {
      const int history = cuts_->History(seat, frame.move);
      reduction -= history / (CutMemory<Move>::kMostHistory / 4);
    }
    return std::clamp(reduction, 0, at.depth - 2);
  }

  // Counts a position; false when the search has to stop.
  bool Enter() {
    if (budget_->Exhausted()) {
      stopped_ = true;
      return false;
    }
    budget_->Spend();
    if ((budget_->spent() & 1023) == 0) PublishNodes();
    return true;
  }

  // The score of a position that need not be searched, for the side that moved
  // to it. `at` is where it stands; its side is still that of the mover. Its
  // frame has its hash.
  std::optional<Score> Known(const State& child, const Place& at) {
    lines_.Clear(at.ply);
    selective_depth_ = std::max(selective_depth_, at.ply);
    if (child.IsTerminal()) {
      return Signed(at.mine,
                    ResultScore(child.Returns(), num_players_, seat_, at.ply));
    }
    if (Repeats(at.ply)) return 0;
    if constexpr (HasProbe<R>) {
      if (const auto exact = rules_.Probe(child)) {
        const Score score =
            exact->outcome *
            (kWinScore - std::min(at.ply + exact->plies, kMaxPly));
        return (child.ToMove() == seat_) == at.mine ? score : -score;
      }
    }
    return std::nullopt;
  }

  // The score of a position that is searched on, as Known's.
  Score Follow(State& child, Place at, Score alpha, Score beta) {
    if (at.depth <= 0 || at.ply >= kMaxPly) {
      horizon_ = true;
      return Quiesce(child, at.mine, at.ply, alpha, beta);
    }
    if ((child.ToMove() == seat_) == at.mine) {
      return Search(child, at, alpha, beta);
    }
    at.mine = !at.mine;
    return -Search(child, at, -beta, -alpha);
  }

  // The score of the live node `state`, exact within (alpha, beta), with its
  // line in its frame.
  Score Search(State& state, const Place& at, Score alpha, Score beta) {
    const bool all_moves = at.mine || !pruned_;
    path_.Push(frames_[at.ply].hash);
    const Score score = at.depth == 1 && all_moves && !at.on_line
                            ? LastPly(state, at, alpha, beta)
                            : Expand(state, at, alpha, beta);
    path_.Pop();
    return score;
  }

  // Search at a depth of 1, where most nodes are: to look for the node in the
  // table or to rank its moves would cost more than it saves. Noisy moves go
  // first.
  Score LastPly(State& state, const Place& at, Score alpha, Score beta) {
    lines_.Clear(at.ply);
    beta = std::min(beta, kWinScore - (at.ply + 1));
    Score best = -kInfiniteScore;
    // Whether it cuts, or the search has to stop.
    const auto cuts = [&](Move move) {
      const Score score = AfterMove(state, move, [&](State& child) {
        return Leaf(child, at.mine, at.ply + 1, alpha, beta);
      });
      if (stopped_) return true;
      best = std::max(best, score);
      if (score <= alpha) return false;
      alpha = score;
      lines_.Set(at.ply, move);
      return alpha >= beta;
    };
    MovePicker<R>& picker = frames_[at.ply].picker;
    if (options_.ordering) {
      picker.ListNoisy(state);
    } else {
      picker.ListNoNoisy();
    }
    for (const Move move : picker.noisy_moves()) {
      if (cuts(move)) return best;
    }
    List(state, picker);
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

  // The score of a position where the search ends but for noisy moves, for the
  // side that moved to it, whether `mine` or not. Most nodes are these, so all
  // that they need is put here.
  [[gnu::flatten]] Score Leaf(State& child, bool mine, int ply, Score alpha,
                              Score beta) {
    if (!Enter()) return 0;
    const Place at = {mine, 0, ply, false, false, 0};
    frames_[ply].hash = child.Hash();
    if (const auto known = Known(child, at)) return *known;
    horizon_ = true;
    return Quiesce(child, mine, ply, alpha, beta);
  }

  // Search where the table is asked first and the moves are tried in order.
  Score Expand(State& state, const Place& at, Score alpha, Score beta) {
    lines_.Clear(at.ply);
    // Nothing is better than to win with this very move.
    beta = std::min(beta, kWinScore - (at.ply + 1));
    if (options_.scout && alpha >= beta) return alpha;
    const bool narrow = beta - alpha == 1;
    const uint64_t key = Key(frames_[at.ply].hash, at.deviations);
    uint16_t remembered = TranspositionTable::kNoMove;
    if (table_ != nullptr) {
      if (const auto entry = table_->Find(key, at.ply)) {
        remembered = entry->move;
        if ((narrow || !options_.scout) && Answers(*entry, at, alpha, beta)) {
          horizon_ |= !entry->complete && !IsProved(entry->score);
          return entry->score;
        }
      }
    }
    if (narrow && options_.null_move) {
      if (PassingSuffices(state, at, beta)) return beta;
      if (stopped_) return 0;
    }
    const bool outer_horizon = std::exchange(horizon_, false);
    const bool outer_repeated = std::exchange(repeated_, false);
    const Score best = Loop(state, at, key, remembered, alpha, beta);
    horizon_ |= outer_horizon;
    repeated_ |= outer_repeated;
    return best;
  }

  static bool Answers(const TranspositionTable::Entry& entry, const Place& at,
                      Score alpha, Score beta) {
    if (entry.depth < at.depth && !entry.complete && !IsDecided(entry.score)) {
      return false;
    }
    switch (entry.bound) {
      case Bound::kExact:
        return true;
      case Bound::kLower:
        return entry.score >= beta;
      case Bound::kUpper:
        return entry.score <= alpha;
      case Bound::kNone:
        return false;
    }
    return false;
  }

  // Tries the moves of a node and remembers what came of it.
  Score Loop(State& state, const Place& at, uint64_t key, uint16_t remembered,
             Score alpha, Score beta) {
    Frame& frame = frames_[at.ply];
    List(state, frame.picker);
    const bool line = ChooseFirst(frame.picker, at, remembered);
    const size_t width = Width(at, frame.picker.moves().size());
    const Score least = alpha;
    const int seat = state.ToMove();
    Score best = -kInfiniteScore;
    size_t best_index = 0;
    for (size_t i = 0; i < width; ++i) {
      const size_t index =
          frame.picker.Next(rules_, state, i, options_.ordering, [&] {
            return cuts_->JudgeAt(seat, at.ply, frames_[at.ply - 1].move);
          });
      const Move move = frame.picker.moves()[index];
      frame.move = move;
      frame.index = index;
      const Score score = TryMove(state, seat, at, i, line && i == 0,
                                  Deviations(at, i), alpha, beta);
      if (stopped_) return best;
      if (score > best) {
        best = score;
        best_index = index;
      }
      if (score <= alpha) continue;
      alpha = score;
      lines_.Set(at.ply, move);
      if (alpha < beta) continue;
      if (options_.ordering) NoteCut(seat, at, frame, i);
      break;
    }
    // A win is one whatever the moves tried in vain led to.
    if (best > 0 && IsProved(best)) horizon_ = repeated_ = false;
    if (table_ != nullptr) {
      Remember(key, at, best, best_index,
               best >= beta   ? Bound::kLower
               : best > least ? Bound::kExact
                              : Bound::kUpper);
    }
    return best;
  }

  void Remember(uint64_t key, const Place& at, Score best, size_t index,
                Bound bound) {
    constexpr size_t kMostIndex = TranspositionTable::kNoMove - 1;
    const bool known = bound != Bound::kUpper && index <= kMostIndex;
    table_->Store(key, at.ply,
                  {.score = best,
                   .move = known ? static_cast<uint16_t>(index)
                                 : TranspositionTable::kNoMove,
                   .depth = at.depth,
                   .bound = bound,
                   .complete = !horizon_ && !repeated_});
  }

  void List(const State& state, MovePicker<R>& picker) {
    picker.List(state);
    budget_->Toil(static_cast<int64_t>(picker.moves().size()) / 8);
  }

  // Finds the move to try before all others: that of the line, else the one
  // remembered. Whether the line goes on here.
  bool ChooseFirst(MovePicker<R>& picker, const Place& at,
                   uint16_t remembered) const {
    const auto ply = static_cast<size_t>(at.ply);
    if (at.on_line && ply < line_->size() && picker.PutFirst((*line_)[ply])) {
      return true;
    }
    picker.PutFirst(size_t{remembered});
    return false;
  }

  void NoteCut(int seat, const Place& at, const Frame& frame, size_t tried) {
    const Move previous = frames_[at.ply - 1].move;
    cuts_->NoteCut(seat, at.ply, previous, frame.move, at.depth);
    // Those tried before are the ones that were ranked better.
    for (size_t i = 0; i < tried; ++i) {
      const size_t index = frame.picker.At(i);
      cuts_->NoteFailure(seat, frame.picker.moves()[index], at.depth);
    }
  }
  // How many of the moves may be tried.
  size_t Width(const Place& at, size_t moves) {
    if (at.mine || !pruned_) return moves;
    const OpponentPruning& pruning = options_.pruning;
    const int width = at.deviations < pruning.deviations
                          ? std::max(pruning.replies, pruning.others)
                          : pruning.others;
    if (static_cast<size_t>(width) >= moves) return moves;
    horizon_ = true;  // what is not tried proves nothing
    return static_cast<size_t>(width);
  }
  int Deviations(const Place& at, size_t i) const {
    if (at.mine || !pruned_) return 0;
    const bool deviates = i >= static_cast<size_t>(options_.pruning.others);
    return at.deviations + (deviates ? 1 : 0);
  }

  // Whether the side to move would still reach `beta` if it passed: then some
  // move will, too.
  bool PassingSuffices(State& state, const Place& at, Score beta) {
    if constexpr (HasNullMove<State>) {
      if (at.null_move || num_players_ != 2 || at.depth < kNullMoveFrom ||
          IsDecided(beta) ||
          Signed(at.mine, LeafScore(rules_, state, seat_)) < beta) {
        return false;
      }
      const bool outer_horizon = horizon_;
      frames_[at.ply].move = State::NullMove();
      const Place next = {at.mine, at.depth - 3 - at.depth / 4, at.ply + 1,
                          false,   /*null_move=*/true,          0};
      const Score score =
          AfterMove(state, State::NullMove(), [&](State& child) {
            if (!Enter()) return Score{0};
            frames_[next.ply].hash = child.Hash();
            if (const auto known = Known(child, next)) return *known;
            return Score{Follow(child, next, beta - 1, beta)};
          });
      const bool suffices = !stopped_ && score >= beta;
      horizon_ = outer_horizon || suffices;  // it proves nothing
      return suffices;
    } else {
      return false;
    }
  }

  // The score of `child` for the side that moved to it, whether `mine` or not,
  // once the noisy moves are over.
  Score Quiesce(State& child, bool mine, int ply, Score alpha, Score beta) {
    const Score stand = LeafScore(rules_, child, seat_);  // the seat's
    if constexpr (HasNoisyMoves<State>) {
      if (options_.quiescence && ply < kMaxPly) {
        MovePicker<R>& picker = frames_[ply].picker;
        picker.ListNoisy(child);
        if (!picker.noisy_moves().empty()) {
          return (child.ToMove() == seat_) == mine
                     ? Calm(child, mine, ply, Signed(mine, stand), alpha, beta)
                     : -Calm(child, !mine, ply, Signed(!mine, stand), -beta,
                             -alpha);
        }
      }
    }
    return Signed(mine, stand);
  }

  // The same for the side to move, which has the noisy moves of its frame and
  // `stand` for the position as it is.
  [[gnu::noinline]] Score Calm(State& state, bool mine, int ply, Score stand,
                               Score alpha, Score beta) {
    MovePicker<R>& picker = frames_[ply].picker;
    const size_t count = picker.noisy_moves().size();
    Score best = stand;
    // Who has nothing quiet to do cannot leave it at that.
    if (CountLegalMoves(state) == static_cast<int>(count)) {
      best = -kInfiniteScore;
    }
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
    picker.RankNoisy(rules_, state);
    for (size_t i = 0; i < count; ++i) {
      const Move move = picker.NextNoisy();
      const Score score = AfterMove(state, move, [&](State& child) {
        return Leaf(child, mine, ply + 1, alpha, beta);
      });
      if (stopped_) return best;
      best = std::max(best, score);
      if (score <= alpha) continue;
      alpha = score;
      lines_.Set(ply, move);
      if (alpha >= beta) break;
    }
    return best;
  }

  static Score Signed(bool mine, Score score) { return mine ? score : -score; }

  // What the table knows a node by: with more than two players also by whose
  // search it is, and by what the opponents may still do.
  uint64_t Key(uint64_t hash, int deviations) const {
    if (num_players_ == 2) return hash;
    return hash ^ Mix64(static_cast<uint64_t>(seat_) * 8 +
                        static_cast<uint64_t>(deviations) + 1);
  }

  // Whether the game or the line from the root has been at the position of
  // `ply` before: a draw, which also ends endless lines. It trusts the hash,
  // and once in some 2^60 nodes it may be wrong.
  bool Repeats(int ply) {
    if (!path_.Has(frames_[ply].hash)) return false;
    repeated_ = true;
    return true;
  }

  const R& rules_;
  const AlphaBetaOptions options_;
  TranspositionTable* const table_;
  std::unique_ptr<CutMemory<Move>> cuts_;  // from the first search on

  Budget* budget_ = nullptr;  // from SetRoot on
  int seat_ = 0;              // the searching one
  int num_players_ = 0;
  bool pruned_ = false;  // opponents do not try all of their moves

  const std::vector<Move>* line_ = nullptr;  // expected of the root move
  int selective_depth_ = 0;
  bool stopped_ = false;
  // Of the subtree being searched: whether a score came from somewhere else
  // than ends of the game, and whether one came from a repetition.
  bool horizon_ = false;
  bool repeated_ = false;

  std::vector<Frame> frames_;  // by ply
  LineTable<Move> lines_;
  HashPath path_;  // the game's past, the root, the line being searched
  std::atomic<int64_t> published_{0};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_
