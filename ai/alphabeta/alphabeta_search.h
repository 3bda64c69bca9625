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
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/types/span.h"
#include "ai/alphabeta/move_ordering.h"
#include "ai/alphabeta/move_picker.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/quiescence.h"
#include "ai/alphabeta/search_line.h"
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/alphabeta/turns.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// One thread of a search; several share a table. Scores are as Signed says.
template <GameRules R>
class AlphaBetaSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // `table` outlives the search; null for none. So does `team`, by which
  // several threads share the work; null for one thread. That needs `table`, by
  // which they learn of each other's results, and `options.scout`.
  AlphaBetaSearch(const R& rules, const AlphaBetaOptions& options,
                  TranspositionTable* table, Teamwork<Move>* team)
      : line_(rules, options), table_(table), team_(team) {
    assert(team == nullptr || (table != nullptr && options.scout));
  }

  // Forgets everything but the table.
  void Clear() {
    if (cuts_ != nullptr) cuts_->Clear();
  }

  // Goes out from `root`, which is live, from now on. The positions with the
  // hashes `past`, which the game has been through, count as draws when they
  // come back. `budget` is spent in what follows.
  void SetRoot(const State& root, absl::Span<const uint64_t> past,
               Budget& budget) {
    line_.SetRoot(root, past, budget);
    pruned_ = line_.num_players > 2 &&
              line_.options.opponents != Opponents::kParanoid;
    if (cuts_ == nullptr) {
      cuts_ = std::make_unique<CutMemory<Move>>(line_.num_players);
    }
    cuts_->NewSearch();
    root_key_ = Key(root.Hash(), 0);
    split_ply_ = -1;
    if (team_ != nullptr) {
      line_.news = &team_->split.answers();
      line_.heard = *line_.news;
    }
    line_.List(root, line_.frames[0].picker);
    line_.frames[0].picker.MarkNoisy(root);
  }
  const MoveListFor<State>& root_moves() const {
    return line_.frames[0].picker.moves();
  }
  // The index of the root move that the table knows as the best, kNoMove for
  // none.
  uint16_t RememberedRootMove() const {
    if (table_ == nullptr) return TranspositionTable::kNoMove;
    const auto entry = table_->Find(root_key_, 0);
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
    line_.frames[0].move = move.move;
    line_.frames[0].index = move.index;
    expected_ = move.line;
    const Place at = RootPlace(move.depth);
    const BusyMoves::Mark mark =
        MarkBusy(at, root_key_, move.tried, move.index);
    const Score score =
        TryMove(root, line_.seat, at, move.tried, /*line=*/expected_ != nullptr,
                /*deviations=*/0, alpha, beta);
    if (!line_.stopped && score > alpha) line_.best.Set(0, move.move);
    return score;
  }
  // Tries the root moves `rest` behind the first one, to `depth`, as TryRest.
  template <typename Attempt>
  void TryRootRest(int depth, Turns& rest, const Score& alpha,
                   const Attempt& attempt) {
    TryRest(RootPlace(depth), root_key_, rest, alpha, attempt);
  }
  const Move* line_begin() const { return line_.best.begin(0); }
  const Move* line_end() const { return line_.best.end(0); }

  // Helps the thread that searches `root`, which SetRoot was told of, until
  // `done` or until the budget is exhausted.
  void Help(const State& root, const std::atomic<bool>& done) {
    // What is open already is news, too.
    help_version_ = team_->split.version() - 1;
    while (!done.load(std::memory_order_relaxed)) {
      if (help_version_ == team_->split.version() ||
          !team_->split.Join(help_, help_version_, line_.heard)) {
        std::this_thread::yield();
        continue;
      }
      line_.news = &team_->split.left(help_.at.ply);
      HelpAt(State(root));
      if (line_.stopped && !line_.interrupted) return;
      line_.stopped = line_.interrupted = false;
    }
  }

  // Whether the budget was exhausted before the end.
  bool stopped() const { return line_.stopped; }
  // Whether any score since the last ForgetHorizon came from somewhere else
  // than ends of the game, so that a deeper search may find more.
  bool horizon() const { return line_.horizon; }
  void ForgetHorizon() { line_.horizon = false; }
  // The deepest ply reached from this root.
  int selective_depth() const { return line_.selective_depth; }

  // Whether the score is beyond doubt. Of a win that is not so where some of
  // the opponents' moves were left out.
  bool IsProved(Score score) const {
    return IsDecisive(score) && (score < 0 || !pruned_);
  }

  // How many nodes it has visited, more or less; from any thread.
  int64_t nodes() const {
    return line_.published.load(std::memory_order_relaxed);
  }
  // Makes it exact.
  void PublishNodes() { line_.PublishNodes(); }
  void ForgetNodes() { line_.ForgetNodes(); }

 private:
  using Frame = typename SearchLine<R>::Frame;
  // What the moves tried have come to.
  struct Progress {
    Score alpha, beta;
    Score best = -kInfiniteScore;
    size_t best_index = 0;
  };

  static constexpr int kShareFrom = 3;   // plies
  static constexpr int kReduceFrom = 3;  // plies, and moves searched in full
  static constexpr int kNullMoveFrom = 3;

  // The score of playing the move of the node's frame, the `tried`th, for the
  // side of `seat`, which is to move; exact within (alpha, beta). `line` tells
  // that the line of the iteration before goes on here.
  Score TryMove(State& state, int seat, const Place& at, size_t tried,
                bool line, int deviations, Score alpha, Score beta) {
    const Frame& frame = line_.frames[at.ply];
    const Move move = frame.move;
    return AfterMove(state, move, [&](State& child) {
      Place next = {at.mine, at.depth - 1, at.ply + 1, line, false, deviations};
      // With the searching seat's turn a new round begins.
      if (child.ToMove() == line_.seat) next.deviations = 0;
      if (!line_.Enter(child, next.ply)) return Score{0};
      if (table_ != nullptr && next.depth > 1) {
        table_->Prefetch(Key(line_.frames[next.ply].hash, next.deviations));
      }
      if (const auto known = line_.Known(child, next.mine, next.ply)) {
        return *known;
      }
      if (!line_.options.scout || tried == 0) {
        return Score{Follow(child, next, alpha, beta)};
      }
      const int reduction = Reduction(seat, at, frame, tried);
      if (reduction > 0) {
        next.depth -= reduction;
        const Score score = Follow(child, next, alpha, alpha + 1);
        if (line_.stopped || score <= alpha) return score;
        next.depth += reduction;
      }
      const Score score = Follow(child, next, alpha, alpha + 1);
      if (line_.stopped || score <= alpha || score >= beta) return score;
      RaiseSplit(score, frame.index);
      return Score{Follow(child, next, alpha, beta)};
    });
  }

  // By how many plies less a late move is searched at first.
  int Reduction(int seat, const Place& at, const Frame& frame,
                size_t tried) const {
    if (!line_.options.reductions || at.depth < kReduceFrom ||
        tried < kReduceFrom || frame.picker.IsNoisy(frame.index)) {
      return 0;
    }
    // Half the product of the logarithms.
    const auto log = [](size_t n) {
      return static_cast<int>(std::bit_width(n));
    };
    int reduction = log(static_cast<size_t>(at.depth)) * log(tried) / 4;
    if (line_.options.ordering) {
      const int history = cuts_->History(seat, frame.move);
      reduction -= history / (CutMemory<Move>::kMaxHistory / 4);
    }
    return std::clamp(reduction, 0, at.depth - 2);
  }

  // The score of a position that is searched on, as Known's.
  Score Follow(State& child, Place at, Score alpha, Score beta) {
    if (at.depth <= 0 || at.ply >= kMaxPly) {
      line_.horizon = true;
      return Quiesce(line_, child, at.mine, at.ply, alpha, beta);
    }
    if ((child.ToMove() == line_.seat) == at.mine) {
      return Search(child, at, alpha, beta);
    }
    at.mine = !at.mine;
    return -Search(child, at, -beta, -alpha);
  }

  // The score of the live node `state`, exact within (alpha, beta), with its
  // line in its frame.
  Score Search(State& state, const Place& at, Score alpha, Score beta) {
    const bool all_moves = at.mine || !pruned_;
    line_.path.Push(line_.frames[at.ply].hash);
    const Score score =
        at.depth == 1 && all_moves && !at.on_line
            ? LastPly(line_, state, at.mine, at.ply, alpha, beta)
            : Expand(state, at, alpha, beta);
    line_.path.Pop();
    return score;
  }

  // Search where the table is asked first and the moves are tried in order.
  Score Expand(State& state, const Place& at, Score alpha, Score beta) {
    line_.best.Clear(at.ply);
    // Nothing is better than to win with this very move.
    beta = std::min(beta, kWinScore - (at.ply + 1));
    if (line_.options.scout && alpha >= beta) return alpha;
    const bool narrow = beta - alpha == 1;
    const uint64_t key = Key(line_.frames[at.ply].hash, at.deviations);
    uint16_t remembered = TranspositionTable::kNoMove;
    if (const auto known = AskTable(key, at, alpha, beta, remembered)) {
      return *known;
    }
    if (narrow && line_.options.null_move) {
      if (const auto score = CutByPassing(state, at, key, beta)) return *score;
      if (line_.stopped) return 0;
    }
    const bool outer_horizon = std::exchange(line_.horizon, false);
    const bool outer_repeated = std::exchange(line_.repeated, false);
    const Score best = Loop(state, at, key, remembered, alpha, beta);
    line_.horizon |= outer_horizon;
    line_.repeated |= outer_repeated;
    return best;
  }

  // The node's score where the table has one that is good enough; else
  // `remembered` is its move if it has one.
  std::optional<Score> AskTable(uint64_t key, const Place& at, Score alpha,
                                Score beta, uint16_t& remembered) {
    if (table_ == nullptr) return std::nullopt;
    const auto entry = table_->Find(key, at.ply);
    if (!entry) return std::nullopt;
    remembered = entry->move;
    const bool narrow = beta - alpha == 1;
    if ((!narrow && line_.options.scout) || !Answers(*entry, at, alpha, beta)) {
      return std::nullopt;
    }
    line_.horizon |= !entry->complete && !IsProved(entry->score);
    return entry->score;
  }

  static bool Answers(const TranspositionTable::Entry& entry, const Place& at,
                      Score alpha, Score beta) {
    if (entry.depth < at.depth && !entry.complete && !IsDecisive(entry.score)) {
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
    Frame& frame = line_.frames[at.ply];
    line_.List(state, frame.picker);
    const bool line = ChooseFirst(frame.picker, at, remembered);
    Progress progress = {alpha, beta};
    if (Splits(at) && beta - alpha > 1) {
      TryTogether(state, at, key, line, progress);
    } else if (const auto known = TryAll(state, at, key, line, progress)) {
      return *known;
    }
    const Score best = progress.best;
    if (line_.stopped) return best;
    // A win is one whatever the moves tried in vain led to.
    if (best > 0 && IsProved(best)) line_.horizon = line_.repeated = false;
    if (table_ != nullptr) {
      Remember(key, at, best, progress.best_index,
               best >= beta   ? Bound::kLower
               : best > alpha ? Bound::kExact
                              : Bound::kUpper);
    }
    return best;
  }

  // Tries all moves of a node until one is enough, the line's first if there is
  // a `line`. Those that other threads are at come last; the score if by then
  // the table knows it.
  std::optional<Score> TryAll(State& state, const Place& at, uint64_t key,
                              bool line, Progress& progress) {
    Frame& frame = line_.frames[at.ply];
    const size_t width = Width(at, frame.picker.moves().size());
    const Score alpha = progress.alpha;
    frame.rest.Clear();
    for (size_t i = 0; i < width; ++i) {
      const size_t index = Next(state, at, i);
      if (IsBusy(at, key, i, index)) {
        frame.rest.Add({i, index});
        continue;
      }
      if (Try(state, at, key, {i, index}, line && i == 0, progress)) {
        return std::nullopt;
      }
    }
    while (!frame.rest.empty()) {
      // Who was at it may have found out about the whole node.
      uint16_t remembered = TranspositionTable::kNoMove;
      if (const auto known =
              AskTable(key, at, alpha, progress.beta, remembered)) {
        return *known;
      }
      if (Try(state, at, key, frame.rest.Take(), false, progress)) break;
    }
    return std::nullopt;
  }

  // As TryAll, where the other threads are to help once the first move has a
  // score.
  void TryTogether(State& state, const Place& at, uint64_t key, bool line,
                   Progress& progress) {
    Frame& frame = line_.frames[at.ply];
    const size_t width = Width(at, frame.picker.moves().size());
    frame.rest.Clear();
    if (Try(state, at, key, {0, Next(state, at, 0)}, line, progress)) return;
    for (size_t i = 1; i < width; ++i) {
      frame.rest.Add({i, Next(state, at, i)});
    }
    TryRest(at, key, frame.rest, progress.alpha, [&](const Turn& turn) {
      return Try(state, at, key, turn, false, progress);
    });
  }

  // The index of the move of a node to try as the `i`th.
  size_t Next(State& state, const Place& at, size_t i) {
    return line_.frames[at.ply].picker.Next(
        line_.rules, state, i, line_.options.ordering, [&] {
          return cuts_->JudgeAt(state.ToMove(), at.ply,
                                line_.frames[at.ply - 1].move);
        });
  }

  // Tries the moves `rest` of a node, those last that other threads are at, by
  // `attempt(turn)`, until that says that it was enough or the search has to
  // stop. It may raise `alpha`. Where threads share the node, the others help
  // to find out which moves do; one that they have found comes next.
  template <typename Attempt>
  void TryRest(const Place& at, uint64_t key, Turns& rest, const Score& alpha,
               const Attempt& attempt) {
    if (rest.empty()) return;  // whoever helps further up may go on
    const absl::Cleanup leave = [&] { LeaveSplit(at); };
    for (bool over = false; !over && !rest.empty();) {
      OpenSplit(at, alpha, rest);
      const Score before = alpha;
      const Turn turn = TakeFree(at, key, rest);
      over = attempt(turn);
      if (line_.interrupted) {
        line_.interrupted = line_.stopped = over = false;
        rest.PutBack();
        HearOfSplit(rest);
      } else if (alpha > before) {
        // Unless a search with an open window has done so.
        RaiseSplit(alpha, turn.index);
      }
    }
  }

  // Takes the first of `rest` that nobody is at; if there is none the first.
  Turn TakeFree(const Place& at, uint64_t key, Turns& rest) const {
    return rest.Take([&](const Turn& turn) {
      return !IsBusy(at, key, turn.order, turn.index);
    });
  }

  // Work is worth sharing some plies above the leaves.
  bool Splits(const Place& at) const {
    return team_ != nullptr && at.depth >= kShareFrom;
  }
  // Calls the other threads to a node, unless they are there. Their answers are
  // awaited only while moves of the node are searched with null windows: so an
  // interruption always ends at the loop that has called them.
  void OpenSplit(const Place& at, Score alpha, const Turns& rest) {
    if (!Splits(at) || split_ply_ == at.ply) return;
    assert(split_ply_ < 0);
    split_ply_ = at.ply;
    team_->split.Open([&](typename SplitPoint<Move>::Work& work) {
      work.at = at;
      work.alpha = alpha;
      work.path.clear();
      for (int ply = 0; ply < at.ply; ++ply) {
        work.path.push_back(line_.frames[ply].move);
      }
      work.rest = rest;
    });
  }
  // The move of this index scores this much at least: to be called before it is
  // searched with an open window, or when it has been tried.
  void RaiseSplit(Score score, size_t index) {
    if (split_ply_ < 0) return;
    split_ply_ = -1;
    team_->split.Raise(score, index);
    line_.heard = *line_.news;
  }
  // Takes up what the others have answered.
  void HearOfSplit(Turns& rest) {
    line_.heard = *line_.news;
    if (const auto index = team_->split.TakeFound()) rest.PutFirst(*index);
  }
  // Lets them go.
  void LeaveSplit(const Place& at) {
    if (!Splits(at)) return;
    split_ply_ = -1;
    team_->split.Leave(at.ply);
    line_.heard = *line_.news;
  }

  // Helps with what the split point has given, from the root `state` on.
  void HelpAt(State state) {
    const size_t before = line_.path.size();
    int ply = 0;
    for (const Move move : help_.path) {
      line_.frames[ply].move = move;
      state.Apply(move);
      line_.frames[++ply].hash = state.Hash();
      line_.path.Push(state.Hash());
    }
    if (ply > 0) {
      line_.List(state, line_.frames[ply].picker);
      line_.frames[ply].picker.MarkNoisy(state);
    }
    TryForAnother(state);
    line_.path.PopTo(before);
  }

  // Tries the moves of the split point, until there is other work or it has to
  // stop, and tells it of those that beat its alpha.
  void TryForAnother(State& state) {
    const Place& at = help_.at;
    Frame& frame = line_.frames[at.ply];
    const uint64_t key = Key(frame.hash, at.deviations);
    const int seat = state.ToMove();
    while (!help_.rest.empty()) {
      if (team_->split.version() != help_version_) return;
      const Turn turn = TakeFree(at, key, help_.rest);
      frame.move = frame.picker.moves()[turn.index];
      frame.index = turn.index;
      const BusyMoves::Mark mark = MarkBusy(at, key, turn.order, turn.index);
      const Score score =
          TryMove(state, seat, at, turn.order, /*line=*/false,
                  Deviations(at, turn.order), help_.alpha, help_.alpha + 1);
      if (line_.stopped) return;
      if (score > help_.alpha) team_->split.Report(help_version_, turn.index);
    }
    team_->split.Finish(help_version_);
  }

  // Tries one move of a node; whether that was enough, or the search has to
  // stop.
  bool Try(State& state, const Place& at, uint64_t key, const Turn& turn,
           bool line, Progress& progress) {
    Frame& frame = line_.frames[at.ply];
    const int seat = state.ToMove();
    const Move move = frame.picker.moves()[turn.index];
    frame.move = move;
    frame.index = turn.index;
    const BusyMoves::Mark mark = MarkBusy(at, key, turn.order, turn.index);
    const Score score =
        TryMove(state, seat, at, turn.order, line, Deviations(at, turn.order),
                progress.alpha, progress.beta);
    if (line_.stopped) return true;
    if (score > progress.best) {
      progress.best = score;
      progress.best_index = turn.index;
    }
    if (score <= progress.alpha) return false;
    progress.alpha = score;
    line_.best.Set(at.ply, move);
    if (score < progress.beta) return false;
    if (line_.options.ordering) NoteCut(seat, at, frame, turn.order);
    return true;
  }

  // Not the first move, which all threads need the score of.
  bool Shares(const Place& at, size_t order) const {
    return Splits(at) && order > 0;
  }
  bool IsBusy(const Place& at, uint64_t key, size_t order, size_t index) const {
    return Shares(at, order) && team_->busy.Has(BusyKey(at, key, index));
  }
  // As long as what it returns lives.
  BusyMoves::Mark MarkBusy(const Place& at, uint64_t key, size_t order,
                           size_t index) {
    // One thread does not pay for the key.
    return Shares(at, order)
               ? BusyMoves::Mark(&team_->busy, BusyKey(at, key, index))
               : BusyMoves::Mark(nullptr, 0);
  }
  static uint64_t BusyKey(const Place& at, uint64_t key, size_t index) {
    return BusyMoves::Key(key + static_cast<uint64_t>(at.depth), index);
  }
  static Place RootPlace(int depth) {
    return {true, depth, 0, false, false, 0};
  }

  void Remember(uint64_t key, const Place& at, Score best, size_t index,
                Bound bound) {
    constexpr size_t kMaxIndex = TranspositionTable::kNoMove - 1;
    const bool known = bound != Bound::kUpper && index <= kMaxIndex;
    table_->Store(key, at.ply,
                  {.score = best,
                   .move = known ? static_cast<uint16_t>(index)
                                 : TranspositionTable::kNoMove,
                   .depth = at.depth,
                   .bound = bound,
                   .complete = !line_.horizon && !line_.repeated});
  }

  // Finds the move to try before all others: that of the line, else the one
  // remembered. Whether the line goes on here.
  bool ChooseFirst(MovePicker<R>& picker, const Place& at,
                   uint16_t remembered) const {
    const auto ply = static_cast<size_t>(at.ply);
    if (at.on_line && ply < expected_->size() &&
        picker.PutFirst((*expected_)[ply])) {
      return true;
    }
    picker.PutFirst(size_t{remembered});
    return false;
  }

  void NoteCut(int seat, const Place& at, const Frame& frame, size_t tried) {
    const Move previous = line_.frames[at.ply - 1].move;
    cuts_->NoteCut(seat, at.ply, previous, frame.move, at.depth);
    // Those tried before were ranked better, but for moves put off; a few that
    // came out of turn are not blamed.
    for (size_t i = 0; i < tried; ++i) {
      const size_t index = frame.picker.At(i);
      if (frame.rest.Has(index)) continue;
      cuts_->NoteFailure(seat, frame.picker.moves()[index], at.depth);
    }
  }

  // How many of the moves may be tried.
  size_t Width(const Place& at, size_t moves) {
    if (at.mine || !pruned_) return moves;
    const OpponentPruning& pruning = line_.options.pruning;
    const int width = at.deviations < pruning.deviations
                          ? std::max(pruning.replies, pruning.others)
                          : pruning.others;
    if (static_cast<size_t>(width) >= moves) return moves;
    line_.horizon = true;  // what is not tried proves nothing
    return static_cast<size_t>(width);
  }
  int Deviations(const Place& at, size_t i) const {
    if (at.mine || !pruned_) return 0;
    const bool deviates =
        i >= static_cast<size_t>(line_.options.pruning.others);
    return at.deviations + (deviates ? 1 : 0);
  }

  // The score, if it reaches `beta`, that the side to move would still have if
  // it passed: then some move will have it, too. The table remembers it.
  std::optional<Score> CutByPassing(State& state, const Place& at, uint64_t key,
                                    Score beta) {
    if constexpr (HasNullMove<State>) {
      if (at.null_move || line_.num_players != 2 || at.depth < kNullMoveFrom ||
          IsDecisive(beta) ||
          Signed(at.mine, LeafScore(line_.rules, state, line_.seat)) < beta) {
        return std::nullopt;
      }
      const bool outer_horizon = line_.horizon;
      line_.frames[at.ply].move = State::NullMove();
      const Place next = {at.mine, at.depth - 3 - at.depth / 4, at.ply + 1,
                          false,   /*null_move=*/true,          0};
      const Score score =
          AfterMove(state, State::NullMove(), [&](State& child) {
            if (!line_.Enter(child, next.ply)) return Score{0};
            // A draw that only passing leads to is nobody's to have.
            if (line_.path.Has(line_.frames[next.ply].hash)) {
              return -kInfiniteScore;
            }
            if (const auto known = line_.Known(child, next.mine, next.ply)) {
              return *known;
            }
            return Score{Follow(child, next, beta - 1, beta)};
          });
      line_.horizon = outer_horizon;
      if (line_.stopped || score < beta) return std::nullopt;
      line_.horizon = true;  // it proves nothing
      const Score cut = IsDecisive(score) ? beta : score;
      if (table_ != nullptr) {
        Remember(key, at, cut, TranspositionTable::kNoMove, Bound::kLower);
      }
      return cut;
    } else {
      return std::nullopt;
    }
  }

  // What the table knows a node by: with more than two players also by whose
  // search it is, and by what the opponents may still do.
  uint64_t Key(uint64_t hash, int deviations) const {
    if (line_.num_players == 2) return hash;
    return hash ^ Mix64(static_cast<uint64_t>(line_.seat) * 8 +
                        static_cast<uint64_t>(deviations) + 1);
  }

  SearchLine<R> line_;
  TranspositionTable* const table_;
  Teamwork<Move>* const team_;
  uint64_t root_key_ = 0;
  std::unique_ptr<CutMemory<Move>> cuts_;  // from the first search on
  bool pruned_ = false;  // opponents do not try all of their moves
  const std::vector<Move>* expected_ = nullptr;  // line of the root move

  // Of the node to which this thread has called the others: -1 for none.
  int split_ply_ = -1;
  // Where this thread is a helper.
  typename SplitPoint<Move>::Work help_;
  uint64_t help_version_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ALPHABETA_SEARCH_H_
