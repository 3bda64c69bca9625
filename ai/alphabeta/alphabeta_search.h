// Iterative deepening with alpha-beta (Knuth, Moore 1975): principal variation
// search (Marsland, Campbell 1982) with aspiration, a transposition table, late
// move reductions, quiescence, null moves (Beal 1989), each as options.h says.
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
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// One thread of a search; several share a table. Scores inside are for the side
// to move of a node, where a side is the searching seat ("mine") or all the
// others.
template <GameRules R>
class AlphaBetaSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // What a search goes out from.
  struct Task {
    const State& root;  // live
    Limits limits = {};
    // Hashes of the positions that the game has been through, which count as
    // draws when they come back.
    const std::vector<uint64_t>& past;
    int first_depth = 1;  // threads beside the first begin deeper, by turns
  };

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
    if (const auto win = FindWinningMove(state, frames_[0].moves, budget)) {
      SetBest(0, *win, kWinScore - 1);
      finished_depth_ = selective_depth_ = 1;
      return Report();
    }
    const int last_depth = LastDepth(task.limits, roots_.size());
    for (int depth = std::min(task.first_depth, last_depth);
         depth <= last_depth && Iterate(state, depth); ++depth) {
      if (observer) observer(Report());
    }
    published_.store(budget_->spent(), std::memory_order_relaxed);
    return Report();
  }

  // How many nodes it has visited, more or less; from any thread.
  int64_t nodes() const { return published_.load(std::memory_order_relaxed); }

 private:
  struct RootMove {
    Move move;
    Score score;   // how good it looks, before the first iteration
    size_t index;  // in the game's order
  };
  // A move that has been found best of those that no better rank has.
  struct BestMove {
    Move move;
    Score score = -kInfiniteScore;  // not searched yet
    std::vector<Move> line;
  };
  // What a ply works with, kept so that a warm search allocates nothing.
  struct Frame {
    MoveListFor<State> moves;
    RankedIndices ranked;
    uint64_t hash = 0;  // of the position
    Move move{};        // that is being tried
    size_t index = 0;   // its place in `moves`
    size_t first = 0;   // of the move tried first; the number of moves for none
    // Only where the game has them; `noisy` by index, where there are any.
    MoveListFor<State> noisy_moves;
    std::vector<uint8_t> noisy;
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

  static constexpr int kAspirationFrom = 4;  // plies
  static constexpr Score kAspirationWindow = 40;
  static constexpr int kReduceFrom = 3;  // plies, and moves searched in full
  static constexpr int kNullMoveFrom = 3;

  void Prepare(const Task& task, State& state) {
    seat_ = state.ToMove();
    num_players_ = state.NumPlayers();
    pruned_ = num_players_ > 2 && options_.opponents != Opponents::kParanoid;
    if (cuts_ == nullptr) {
      cuts_ = std::make_unique<CutMemory<Move>>(num_players_);
    }
    cuts_->NewSearch();
    path_.Clear();
    for (const uint64_t hash : task.past) path_.Push(hash);
    path_.Push(state.Hash());
    const MoveListFor<State>& moves = frames_[0].moves;
    ListMoves(state, frames_[0]);
    MarkNoisy(state, frames_[0]);
    roots_.clear();
    for (const Move move : moves) roots_.push_back({move, 0, roots_.size()});
    if (options_.ordering) OrderRoots(state);
    ranks_ = 0;
    SetBest(0, roots_[0].move, -kInfiniteScore);
    finished_depth_ = selective_depth_ = 0;
    stopped_ = false;
    published_.store(0, std::memory_order_relaxed);
  }

  // Before the first iteration: by the table, then by looks.
  void OrderRoots(State& state) {
    uint16_t remembered = TranspositionTable::kNoMove;
    if (table_ != nullptr) {
      if (const auto entry = table_->Find(Key(state.Hash(), 0), 0)) {
        remembered = entry->move;
      }
    }
    for (RootMove& root : roots_) {
      budget_->Toil(1);
      root.score = root.index == remembered
                       ? kInfiniteScore
                       : MoveScore(rules_, state, root.move);
    }
    std::stable_sort(
        roots_.begin(), roots_.end(),
        [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  }

  // Searches `depth` plies deep; whether a deeper search is possible and may
  // find anything else.
  bool Iterate(State& state, int depth) {
    horizon_ = false;
    const size_t lines =
        std::min(static_cast<size_t>(options_.multipv), roots_.size());
    for (size_t rank = 0; rank < lines && !stopped_; ++rank) {
      Widen(state, depth, rank);
    }
    if (stopped_) return false;
    finished_depth_ = depth;
    return horizon_ && !IsProved(best_[0].score);
  }

  // Searches the root moves from `rank` on, with a window that grows until the
  // score lies within.
  void Widen(State& state, int depth, size_t rank) {
    Score alpha = -kInfiniteScore, beta = kInfiniteScore;
    Score window = kAspirationWindow;
    if (options_.aspiration && depth >= kAspirationFrom && ranks_ > rank &&
        !IsDecided(best_[rank].score)) {
      alpha = best_[rank].score - window;
      beta = best_[rank].score + window;
    }
    SettleOrder(rank);
    for (;;) {
      const Score score = SearchRoots(state, depth, rank, alpha, beta);
      if (stopped_ || (score > alpha && score < beta)) return;
      const bool low = score <= alpha;
      if ((low ? alpha <= -kInfiniteScore : beta >= kInfiniteScore)) return;
      window *= 4;
      const bool give_up = window > kMaxEvaluation || IsDecided(score);
      if (low) {
        alpha = give_up ? -kInfiniteScore : score - window;
      } else {
        beta = give_up ? kInfiniteScore : score + window;
      }
    }
  }

  // Without ordering only the best move leads, the others keep the game's
  // order.
  void SettleOrder(size_t rank) {
    if (options_.ordering || roots_.size() <= rank + 1) return;
    std::sort(roots_.begin() + static_cast<ptrdiff_t>(rank) +
                  (finished_depth_ > 0 ? 1 : 0),
              roots_.end(), [](const RootMove& a, const RootMove& b) {
                return a.index < b.index;
              });
  }

  // The score of the best root move from `rank` on, which it brings there.
  Score SearchRoots(State& state, int depth, size_t rank, Score alpha,
                    Score beta) {
    line_rank_ = rank;
    beta = std::min(beta, kWinScore - 1);
    const Place root = {true, depth, 0, false, false, 0};
    Score best = -kInfiniteScore;
    size_t best_at = rank;
    const Score least = alpha;
    for (size_t i = rank; i < roots_.size(); ++i) {
      const bool on_line =
          i == rank && ranks_ > rank && best_[rank].score > -kInfiniteScore;
      frames_[0].move = roots_[i].move;
      frames_[0].index = roots_[i].index;
      const Score score = TryMove(state, seat_, root, i - rank, on_line,
                                  /*deviations=*/0, alpha, beta);
      if (stopped_) break;
      if (score > best) {
        best = score;
        best_at = i;
      }
      if (score <= alpha) continue;
      alpha = score;
      lines_.Set(0, roots_[i].move);
      if (alpha >= beta) break;
    }
    if (best > least) Commit(rank, best_at, best);
    return best;
  }

  // Takes root move `at` as the one of this rank.
  void Commit(size_t rank, size_t at, Score score) {
    const auto begin = roots_.begin();
    std::rotate(begin + static_cast<ptrdiff_t>(rank),
                begin + static_cast<ptrdiff_t>(at),
                begin + static_cast<ptrdiff_t>(at) + 1);
    // That the moves searched so far lose is no proof: there are others.
    SetBest(rank, roots_[rank].move,
            stopped_ ? std::max(score, -kMaxEvaluation / (num_players_ - 1))
                     : score);
    best_[rank].line.assign(lines_.begin(0), lines_.end(0));
  }
  void SetBest(size_t rank, Move move, Score score) {
    ranks_ = std::max(ranks_, rank + 1);
    if (best_.size() < ranks_) best_.resize(ranks_);
    best_[rank].move = move;
    best_[rank].score = score;
    best_[rank].line.assign(1, move);
  }

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
        IsNoisy(frame, frame.index)) {
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
    if ((budget_->spent() & 1023) == 0) {
      published_.store(budget_->spent(), std::memory_order_relaxed);
    }
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
    Frame& frame = frames_[at.ply];
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
    frame.noisy_moves.clear();
    if constexpr (HasNoisyMoves<State>) {
      if (options_.ordering) state.NoisyMoves(frame.noisy_moves);
      for (const Move move : frame.noisy_moves) {
        if (cuts(move)) return best;
      }
    }
    ListMoves(state, frame);
    size_t tried = 0;  // of the noisy moves, which come in the same order
    for (const Move move : frame.moves) {
      if (tried < frame.noisy_moves.size() &&
          SameMove(move, frame.noisy_moves[tried])) {
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
    ListMoves(state, frame);
    const bool line = ChooseFirst(frame, at, remembered);
    const size_t width = Width(at, frame.moves.size());
    const Score least = alpha;
    const int seat = state.ToMove();
    Score best = -kInfiniteScore;
    size_t best_index = 0;
    for (size_t i = 0; i < width; ++i) {
      const size_t index = NextMove(state, frame, at, i);
      const Move move = frame.moves[index];
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

  [[gnu::flatten]] void ListMoves(const State& state, Frame& frame) {
    frame.moves.clear();
    state.LegalMoves(frame.moves);
    budget_->Toil(static_cast<int64_t>(frame.moves.size()) / 8);
  }
  // Finds out which of the moves of a node are noisy.
  void MarkNoisy(const State& state, Frame& frame) {
    if constexpr (HasNoisyMoves<State>) {
      frame.noisy_moves.clear();
      state.NoisyMoves(frame.noisy_moves);
      if (frame.noisy_moves.empty()) return;
      frame.noisy.assign(frame.moves.size(), 0);
      size_t index = 0;
      for (const Move move : frame.noisy_moves) {
        while (!SameMove(frame.moves[index], move)) ++index;
        frame.noisy[index++] = 1;
      }
    }
  }
  static bool IsNoisy(const Frame& frame, size_t index) {
    if constexpr (HasNoisyMoves<State>) {
      return !frame.noisy_moves.empty() && frame.noisy[index] != 0;
    } else {
      return false;
    }
  }

  // Finds the move to try before all others: that of the line, else the one
  // remembered. Whether the line goes on here.
  bool ChooseFirst(Frame& frame, const Place& at, uint16_t remembered) const {
    frame.first = frame.moves.size();
    if (at.on_line) {
      const std::vector<Move>& line = best_[line_rank_].line;
      const auto ply = static_cast<size_t>(at.ply);
      if (ply < line.size()) {
        const auto found =
            std::find(frame.moves.begin(), frame.moves.end(), line[ply]);
        frame.first = static_cast<size_t>(found - frame.moves.begin());
        if (frame.first < frame.moves.size()) return true;
      }
    }
    if (remembered < frame.moves.size()) frame.first = remembered;
    return false;
  }

  // The index of the move to try as the `i`th.
  size_t NextMove(State& state, Frame& frame, const Place& at, size_t i) {
    const bool has_first = frame.first < frame.moves.size();
    if (i == 0 && has_first) return frame.first;
    if (i == (has_first ? 1 : 0)) {
      MarkNoisy(state, frame);
      if (options_.ordering) RankMoves(state, frame, at);
    }
    if (options_.ordering) return frame.ranked.Next();
    return has_first && i <= frame.first ? i - 1 : i;
  }

  [[gnu::flatten]] void RankMoves(State& state, Frame& frame, const Place& at) {
    const auto judge =
        cuts_->JudgeAt(state.ToMove(), at.ply, frames_[at.ply - 1].move);
    frame.ranked.Clear(frame.moves.size());
    for (size_t i = 0; i < frame.moves.size(); ++i) {
      if (i == frame.first) continue;
      const Move move = frame.moves[i];
      frame.ranked.Add(
          judge.Merit(move, MoveScore(rules_, state, move), IsNoisy(frame, i)),
          i);
    }
  }

  void NoteCut(int seat, const Place& at, const Frame& frame, size_t tried) {
    const Move previous = frames_[at.ply - 1].move;
    cuts_->NoteCut(seat, at.ply, previous, frame.move, at.depth);
    // Those tried before are the ones that were ranked better.
    for (size_t i = 0; i < tried; ++i) {
      const size_t index = TriedMove(frame, i);
      cuts_->NoteFailure(seat, frame.moves[index], at.depth);
    }
  }
  static size_t TriedMove(const Frame& frame, size_t i) {
    if (frame.first == frame.moves.size()) return frame.ranked.At(i);
    return i == 0 ? frame.first : frame.ranked.At(i - 1);
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
        MoveListFor<State>& moves = frames_[ply].moves;
        moves.clear();
        child.NoisyMoves(moves);
        if (!moves.empty()) {
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
    Frame& frame = frames_[ply];
    Score best = stand;
    // Who has nothing quiet to do cannot leave it at that.
    if (CountLegalMoves(state) == static_cast<int>(frame.moves.size())) {
      best = -kInfiniteScore;
    }
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
    const size_t count = frame.moves.size();
    if (count > 1) {
      frame.ranked.Clear(count);
      for (size_t i = 0; i < count; ++i) {
        frame.ranked.Add(MoveScore(rules_, state, frame.moves[i]), i);
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const Move move = frame.moves[count > 1 ? frame.ranked.Next() : 0];
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

  // Whether the score is beyond doubt. Of a win that is not so where some of
  // the opponents' moves were left out.
  bool IsProved(Score score) const {
    return IsDecided(score) && (score < 0 || !pruned_);
  }

  std::optional<double> Value(Score score) const {
    if (score == -kInfiniteScore) return std::nullopt;
    if (IsDecided(score) && !IsProved(score)) score = kMaxEvaluation;
    return ValueOf(score, num_players_);
  }

  Decision Report() const {
    Decision decision;
    decision.move = EraseMove(best_[0].move);
    decision.line = Erased(best_[0].line);
    decision.value = Value(best_[0].score);
    decision.depth = finished_depth_;
    decision.selective_depth = std::max(selective_depth_, finished_depth_);
    decision.nodes = budget_->spent();
    if (table_ != nullptr) decision.memory_use = table_->Use();
    decision.seconds = budget_->Seconds();
    if (options_.multipv == 1) return decision;
    decision.ranking.reserve(ranks_);
    for (size_t rank = 0; rank < ranks_; ++rank) {
      const BestMove& best = best_[rank];
      decision.ranking.push_back({.move = EraseMove(best.move),
                                  .value = Value(best.score),
                                  .line = Erased(best.line)});
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
  TranspositionTable* const table_;
  std::unique_ptr<CutMemory<Move>> cuts_;  // from the first search on

  Budget* budget_ = nullptr;  // during Run
  int seat_ = 0;              // the searching one
  int num_players_ = 0;
  bool pruned_ = false;  // opponents do not try all of their moves

  // By rank, `ranks_` of them, as far as a move of that rank has been searched;
  // the first always. Those behind are room to work in.
  std::vector<BestMove> best_;
  size_t ranks_ = 0;
  std::vector<RootMove> roots_;
  size_t line_rank_ = 0;  // which of best_ is being improved
  int finished_depth_ = 0;
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
