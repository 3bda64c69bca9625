// Alpha-beta (Knuth, Moore 1975) from one position to a depth within a window:
// principal variation search (Marsland, Campbell 1982) with a transposition
// table, late move reductions, quiescence and null moves (Beal 1989), each as
// options.h says. iterative_deepening.h calls it for growing depths.
//
// With more than two players all opponents count as one, who minimises the
// score of the searching seat: paranoid search (Sturtevant, Korf 2000).
// Best-reply search with legal moves only (Schadd, Winands 2011; Esser, Gras,
// Winands, Schadd, Lanctot 2013) and opponent-pruning paranoid search (Baier,
// Kaisers 2020) are the same with fewer moves for the opponents. With two
// players each of them is negamax, so one search serves all.
//
// Example, given `const Evaluator<Rules>& evaluator`,
// `const AlphaBetaOptions& options`,
// `TranspositionTable& table`, `State& root`, `Budget& budget`,
// `absl::Span<const uint64_t> past` and
// `absl::Span<const RootMove<Move>> moves`:
//
//   AlphaBetaSearch<Rules> search(evaluator, options, &table);
//   search.SetRoot(root, past, budget);
//   std::cout << search.SearchRoot(root, moves, /*depth=*/5, -10, 10).score;
//
// A node is one call of `Search`; the last ply is `SearchFrontier`, the noisy
// moves beyond it are `QSearch`.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/futility_margin.h"
#include "ai/alphabeta/move_picker.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/pv_table.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/common/evaluator.h"
#include "ai/common/position_history.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// What the search of a position returns. The score is for one side: the
// searching seat, or all its opponents together.
struct SearchResult {
  // Something else than the rules decided: an evaluation, or a move that was
  // left out. Without it, a deeper search finds the same.
  static constexpr uint32_t kHorizon = 1;
  // A position that came back counted as a draw. The score holds only after the
  // moves that led here.
  static constexpr uint32_t kRepetition = 2;

  Score score = 0;
  uint32_t flags = 0;

  SearchResult operator-() const { return {-score, flags}; }
};

// A move of the root, with what is known of it.
template <typename Move>
struct RootMove {
  Move move;
  size_t index;                   // in the game's order
  Score ordering_score = 0;       // before the first iteration
  Score score = -kInfiniteScore;  // when it last was the best of its rank
  std::vector<Move> pv = {};      // the same; empty until then
};

// One thread of a search. Threads may share a table, and nothing else.
template <GameRules R>
class AlphaBetaSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // The rules and `table` outlive the search; `table` is null for none.
  AlphaBetaSearch(const Evaluator<R>& evaluator,
                  const AlphaBetaOptions& options, TranspositionTable* table)
      : evaluator_(evaluator),
        options_(options),
        table_(table),
        stack_(kMaxPly + 2) {}

  // Forgets what it has learned of moves, scores and the turn; the table is the
  // caller's.
  void Clear() {
    if (history_ != nullptr) history_->Clear();
    margins_ = {};
    swing_ = 0;
  }

  // Prepares to search `root`, which is live. A position with a hash of `past`,
  // which the game has been through, counts as a draw. Nodes are charged to
  // `budget`, which outlives the search of this root.
  void SetRoot(const State& root, absl::Span<const uint64_t> past,
               Budget& budget) {
    budget_ = &budget;
    seat_ = root.ToMove();
    num_players_ = root.NumPlayers();
    points_per_logit_ = evaluator_.PointsPerLogit(root);
    prunes_opponents_ =
        num_players_ > 2 && options_.opponents != Opponents::kParanoid;
    // With more than two players these have not been tried.
    const bool two = num_players_ == 2;
    null_moves_ = options_.null_move && two;
    futility_ = options_.futility && evaluator_.Evaluates() && two;
    late_moves_ = options_.late_moves && options_.ordering && two;
    last_killers_ = options_.ordering && two;
    tempo_ = swing_ / kSwings;
    selective_depth_ = 0;
    stopped_ = false;
    ResetNodes();
    path_.Clear();
    for (const uint64_t hash : past) path_.Push(hash);
    root_hash_ = root.Hash();
    if (history_ == nullptr) {
      history_ = std::make_unique<History<Move>>(num_players_);
    }
    history_->NewSearch();
    GenerateMoves(root, stack_[0].picker);
    stack_[0].picker.MarkNoisy(root);
  }

  // The legal moves of the root in the game's order.
  const MoveListFor<State>& root_moves() const {
    return stack_[0].picker.moves();
  }
  // The index of the root's best move in the table; kNoMove for none.
  uint16_t TableMove() const {
    if (table_ == nullptr) return TranspositionTable::kNoMove;
    const auto entry = table_->Probe(Key(root_hash_, 0), 0);
    return entry ? entry->move : TranspositionTable::kNoMove;
  }

  // The best score of `moves`, which are moves of the root, in their order.
  // `depth` >= 1 counts plies. The score is exact within (alpha, beta); above
  // alpha `pv` is its variation. When stopped: the best of the moves that were
  // searched to their end, -kInfiniteScore for none.
  SearchResult SearchRoot(State& root, absl::Span<const RootMove<Move>> moves,
                          int depth, Score alpha, Score beta) {
    root_order_ = moves;
    return Search</*kRoot=*/true>(root,
                                  {.hash = root_hash_,
                                   .repetition_hash = RepetitionHash(root),
                                   .mine = true,
                                   .depth = depth,
                                   .ply = 0,
                                   .on_pv = moves[0].score > -kInfiniteScore},
                                  alpha, beta);
  }
  // The principal variation of the last SearchRoot; empty if no move was better
  // than its alpha.
  absl::Span<const Move> pv() const { return pv_.Pv(0); }

  // A search of this root to `depth` scored `difference` more than the one a
  // ply less deep, both no proofs. Where an evaluation rises with every move,
  // the side that moves last looks better. Each such swing adds a sixteenth of
  // itself to what the turn counts for the side to move in a leaf, from the
  // next root on: until none is left, and scores of all depths can be compared.
  void LearnTempo(int depth, Score difference) {
    if (!options_.tempo || num_players_ != 2) return;
    const Score swing = depth % 2 == 1 ? difference : -difference;
    swing_ = std::clamp(swing_ + std::clamp(swing, -kMaxTempo, kMaxTempo), 0,
                        kMaxTempo * kSwings);
  }

  // Whether the budget was exhausted before the search ended.
  bool stopped() const { return stopped_; }
  // The deepest ply reached from this root.
  int selective_depth() const { return selective_depth_; }

  // Whether `score` proves a win or loss. A win against opponents of which some
  // moves were left out is no proof, unless it comes before they move.
  bool IsProved(Score score) const {
    return IsDecisive(score) &&
           (score < 0 || score >= kWinScore - 1 || !prunes_opponents_);
  }

  // Nodes visited; any thread may ask, and is up to 1,024 behind until
  // PublishNodes.
  int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  void PublishNodes() {
    nodes_.store(budget_->spent(), std::memory_order_relaxed);
  }
  void ResetNodes() { nodes_.store(0, std::memory_order_relaxed); }

 private:
  // A node of the search tree.
  struct Node {
    uint64_t hash;                 // of the position
    uint64_t repetition_hash;      // the same, for repetitions
    bool mine;                     // the searching seat is to move
    int depth;                     // plies left to search
    int ply;                       // plies from the root
    bool on_pv = false;            // on the variation of the last iteration
    bool after_null_move = false;  // the move before was a null move
    int deviations = 0;  // of opponents since the searching seat's last move
  };

  // What a ply of the path works with, kept so that a warm search allocates
  // nothing.
  struct StackEntry {
    MovePicker<R> picker;
    Move current_move{};   // the one being searched
    Score evaluation = 0;  // for the searching seat; see Step 4
  };

  // Keeps a position on the path while its subtree is searched.
  class OnPath {
   public:
    OnPath(RepetitionHistory& path, uint64_t hash) : path_(path) {
      path_.Push(hash);
    }
    ~OnPath() { path_.Pop(); }
    OnPath(const OnPath&) = delete;
    OnPath& operator=(const OnPath&) = delete;

   private:
    RepetitionHistory& path_;
  };

  static constexpr int kFutilityMaxDepth = 4;
  static constexpr int kLateMovesMaxDepth = 3;
  static constexpr Score kMaxTempo = 2000;
  static constexpr int kSwings = 16;  // as many make up the tempo
  static constexpr int kNullMoveMinDepth = 3;
  static constexpr int kReductionMinDepth = 3;
  static constexpr size_t kFullDepthMoves = 3;  // are never reduced

  static Score Signed(bool mine, Score score) { return mine ? score : -score; }

  // The evaluation of a live position for the side to move, with its turn.
  Score Evaluation(const State& state, bool mine) const {
    return Signed(mine, evaluator_.Evaluate(state, seat_)) + tempo_;
  }

  // The score of the live position `state` for the side to move, exact within
  // (alpha, beta); above alpha its variation is in the PV table. The node has
  // been counted. When stopped: the best of the moves that were searched to
  // their end.
  template <bool kRoot = false>
  SearchResult Search(State& state, const Node& node, Score alpha, Score beta) {
    const int ply = node.ply;
    const bool prunes = prunes_opponents_ && !node.mine;

    // Step 1. The last ply, and what lies beyond, have searches of their own.
    if constexpr (!kRoot) {
      if (node.depth <= 0 || ply >= kMaxPly) {
        return StandPat(state, node.mine, ply, alpha, beta);
      }
      // A search for proofs returns to such nodes often, with what the table
      // has of them.
      if (node.depth == 1 && !prunes && !node.on_pv && !options_.solve) {
        return SearchFrontier(state, node, alpha, beta);
      }
    }
    const OnPath on_path(path_, node.repetition_hash);

    // Step 2. Mate distance pruning: nothing is better than to win with this
    // very move.
    pv_.Clear(ply);
    beta = std::min(beta, kWinScore - (ply + 1));
    if (options_.scout && alpha >= beta) return {alpha};
    const bool null_window = beta - alpha == 1;

    // Step 3. Probe the transposition table. With `scout`, a node with an open
    // window is searched all the same, to find its variation.
    uint64_t key = 0;
    uint16_t table_move = TranspositionTable::kNoMove;
    if (!kRoot && table_ != nullptr) {
      key = Key(node.hash, node.deviations);
      if (const auto entry = table_->Probe(key, ply)) {
        if ((null_window || !options_.scout) &&
            CanCutOff(*entry, node.depth, alpha, beta)) {
          const bool final = entry->complete || IsProved(entry->score);
          return {entry->score, final ? 0 : SearchResult::kHorizon};
        }
        table_move = entry->move;
      }
    }

    // Step 4. Evaluate the position, for the next steps. Reverse futility
    // pruning (Heinz 1998): with few plies left, the side to move may stand so
    // far above beta that a search would hardly find less.
    Score evaluation = 0;
    bool improving = false;
    if (futility_ || late_moves_ || (HasNullMove<State> && null_moves_)) {
      evaluation = Evaluation(state, node.mine);
      stack_[ply].evaluation = Signed(node.mine, evaluation);
      improving = ply >= 2 &&
                  evaluation > Signed(node.mine, stack_[ply - 2].evaluation);
    }
    const bool tries_futility =
        !kRoot && futility_ && null_window && node.depth <= kFutilityMaxDepth;
    if (tries_futility) {
      if (const auto cut = AboveBeta(state, node.depth, evaluation, beta)) {
        return *cut;
      }
    }

    // Step 5. Null move pruning (Beal 1989): if the side to move reaches beta
    // even when it passes, some move does so, too.
    uint32_t null_move_flags = 0;
    if constexpr (HasNullMove<State> && !kRoot) {
      if (null_moves_ && null_window && !node.after_null_move &&
          node.depth >= kNullMoveMinDepth && !IsDecisive(beta) &&
          evaluation >= beta) {
        stack_[ply].current_move = State::NullMove();
        const SearchResult passed =
            AfterMove(state, State::NullMove(), [&](State& child) {
              const Node next = {.hash = child.Hash(),
                                 .repetition_hash = RepetitionHash(child),
                                 .mine = !node.mine,
                                 .depth = node.depth - 3 - node.depth / 4,
                                 .ply = ply + 1,
                                 .after_null_move = true};
              if (!CountNode()) return SearchResult{};
              // A draw that can only be reached by passing is out of reach.
              if (path_.Has(next.repetition_hash)) {
                return SearchResult{-kInfiniteScore};
              }
              if (const auto terminal = TerminalScore(
                      child, next.repetition_hash, node.mine, next.ply)) {
                return *terminal;
              }
              return -Search(child, next, -beta, 1 - beta);
            });
        if (stopped_) return {};
        if (passed.score >= beta) {
          // A win after passing proves nothing.
          const Score score = IsDecisive(passed.score) ? beta : passed.score;
          const SearchResult cut = {score,
                                    passed.flags | SearchResult::kHorizon};
          if (table_ != nullptr) {
            Store(key, node, cut, TranspositionTable::kNoMove, Bound::kLower);
          }
          return cut;
        }
        null_move_flags = passed.flags & SearchResult::kRepetition;
      }
    }

    // Step 6. Generate the moves. That of the last iteration's variation comes
    // first, else that of the table.
    StackEntry& entry = stack_[ply];
    MovePicker<R>& picker = entry.picker;
    SearchResult best = {-kInfiniteScore};
    size_t best_index = 0;
    size_t num_moves = root_order_.size();
    bool first_on_pv = node.on_pv;
    if constexpr (!kRoot) {
      GenerateMoves(state, picker);
      num_moves = picker.moves().size();
      first_on_pv = node.on_pv && PutPvMoveFirst(picker, ply);
      if (!first_on_pv) picker.PutFirst(size_t{table_move});
      if (prunes && MaxReplies(node) < num_moves) {
        num_moves = MaxReplies(node);
        best.flags = SearchResult::kHorizon;
      }
    }

    const bool prunes_late_moves = !kRoot && late_moves_ && null_window &&
                                   node.depth <= kLateMovesMaxDepth;
    const int seat = state.ToMove();
    const Score old_alpha = alpha;
    for (size_t tried = 0; tried < num_moves; ++tried) {
      // Step 7. Pick the next move.
      size_t index;
      if constexpr (kRoot) {
        index = root_order_[tried].index;
      } else {
        index = picker.Next(evaluator_, state, tried, options_.ordering, [&] {
          return history_->At(seat, ply, stack_[ply - 1].current_move);
        });
      }
      // Step 8. Late move pruning: with few plies left the last quiet moves are
      // left out, unless all before them lose.
      if (prunes_late_moves && best.score > kMaxPly - kWinScore &&
          tried >= EarlyMoves(node.depth, improving) &&
          !picker.IsNoisy(index)) {
        best.flags |= SearchResult::kHorizon;
        break;
      }
      const Move move = picker.moves()[index];
      entry.current_move = move;

      const SearchResult result = AfterMove(state, move, [&](State& child) {
        // Step 9. Make the move. Its score may be known without a search.
        SearchResult found;
        const bool same_side = (child.ToMove() == seat_) == node.mine;
        Node next = {.hash = child.Hash(),
                     .repetition_hash = RepetitionHash(child),
                     .mine = node.mine == same_side,
                     .depth = node.depth - 1,
                     .ply = ply + 1,
                     .on_pv = first_on_pv && tried == 0};
        // A round of the opponents ends when the searching seat is to move.
        if (prunes && child.ToMove() != seat_) {
          next.deviations = node.deviations + (IsDeviation(tried) ? 1 : 0);
        }
        if (table_ != nullptr && next.depth > 1) {
          table_->Prefetch(Key(next.hash, next.deviations));
        }
        if (!CountNode()) return found;
        if (const auto terminal = TerminalScore(child, next.repetition_hash,
                                                node.mine, next.ply)) {
          return *terminal;
        }
        const auto search = [&](int depth, Score from, Score to) {
          next.depth = depth;
          const SearchResult child_result =
              same_side ? Search(child, next, from, to)
                        : -Search(child, next, -to, -from);
          found.score = child_result.score;
          found.flags |= child_result.flags;
        };

        // Step 10. The first move is searched with the whole window.
        const int depth = node.depth - 1;
        if (tried == 0 || !options_.scout) {
          search(depth, alpha, beta);
          return found;
        }
        // Step 11. Late move reductions: a late move is first searched less
        // deep.
        if (tried >= kFullDepthMoves && node.depth >= kReductionMinDepth &&
            options_.reductions && !picker.IsNoisy(index)) {
          const int reduction = Reduction(node.depth, tried, seat, move);
          if (reduction > 0) {
            search(depth - reduction, alpha, alpha + 1);
            if (stopped_ || found.score <= alpha) return found;
          }
        }
        // Step 12. A null window shows whether it is better than the best.
        search(depth, alpha, alpha + 1);
        if (stopped_ || found.score <= alpha || found.score >= beta) {
          return found;
        }
        // Step 13. It is: how much better?
        search(depth, alpha, beta);
        return found;
      });
      if (stopped_) return best;

      // Step 14. Compare it with the best so far.
      best.flags |= result.flags;
      if (result.score > best.score) {
        best.score = result.score;
        best_index = index;
      }
      if (result.score <= alpha) continue;
      alpha = result.score;
      pv_.Set(ply, move);
      if (alpha < beta) continue;
      // Step 15. It cuts off the rest.
      if (!kRoot && options_.ordering) {
        UpdateHistories(seat, node, move, tried);
      }
      break;
    }

    // Step 16. Store the node. Iterative deepening keeps the root itself.
    if constexpr (!kRoot) {
      if (best.score > 0 && IsProved(best.score)) {
        // A win is one whatever the other moves led to.
        best.flags = 0;
      }
      if (tries_futility) Margin(node.depth).Learn(best.score - evaluation);
      if (table_ != nullptr) {
        Store(key, node, best, best_index,
              best.score >= beta       ? Bound::kLower
              : best.score > old_alpha ? Bound::kExact
                                       : Bound::kUpper);
      }
    }
    best.flags |= null_move_flags;
    return best;
  }

  FutilityMargin& Margin(int depth) {
    return margins_[static_cast<size_t>(depth)];
  }
  // The score of a position that a search of `depth` plies would hardly bring
  // below beta. Proofs are beyond all evaluations, and a side that has to make
  // a noisy move has none to go by.
  std::optional<SearchResult> AboveBeta(const State& state, int depth,
                                        Score evaluation, Score beta) {
    const Score least = evaluation - Margin(depth).points();
    if (least < beta || IsDecisive(beta) || !MayStandPat(state)) {
      return std::nullopt;
    }
    return SearchResult{least, SearchResult::kHorizon};
  }
  static bool MayStandPat(const State& state) {
    if constexpr (HasNoisyMoves<State>) {
      return state.HasQuietMoves();
    } else {
      return true;
    }
  }

  // Search at a depth of 1. Most nodes are here, and to probe the table or to
  // sort the moves would cost more than it saves. Noisy moves come first, then
  // the killer.
  SearchResult SearchFrontier(State& state, const Node& node, Score alpha,
                              Score beta) {
    const int ply = node.ply;
    const OnPath on_path(path_, node.repetition_hash);
    pv_.Clear(ply);
    beta = std::min(beta, kWinScore - (ply + 1));
    if (!futility_ || beta - alpha != 1) {
      return SearchLastPly(state, node, alpha, beta);
    }
    const Score evaluation = Evaluation(state, node.mine);
    if (const auto cut = AboveBeta(state, 1, evaluation, beta)) return *cut;
    const SearchResult best = SearchLastPly(state, node, alpha, beta);
    if (!stopped_) Margin(1).Learn(best.score - evaluation);
    return best;
  }

  // The moves of SearchFrontier.
  SearchResult SearchLastPly(State& state, const Node& node, Score alpha,
                             Score beta) {
    const int ply = node.ply;
    SearchResult best = {-kInfiniteScore};
    // Whether the move cuts off the rest, or the search must stop.
    const auto cuts_off = [&](Move move) {
      const SearchResult result = AfterMove(state, move, [&](State& child) {
        return SearchLeaf(child, node.mine, ply + 1, alpha, beta);
      });
      if (stopped_) return true;
      best.flags |= result.flags;
      best.score = std::max(best.score, result.score);
      if (result.score <= alpha) return false;
      alpha = result.score;
      pv_.Set(ply, move);
      return alpha >= beta;
    };
    MovePicker<R>& picker = stack_[ply].picker;
    if (options_.ordering) {
      picker.GenerateNoisy(state);
    } else {
      picker.ClearNoisy();
    }
    for (const Move move : picker.noisy_moves()) {
      if (cuts_off(move)) return best;
    }
    GenerateMoves(state, picker);
    const typename MovePicker<R>::Moves& moves = picker.moves();
    const size_t killer =
        last_killers_ ? picker.FindQuiet(history_->Killer(ply)) : moves.size();
    if (killer < moves.size() && cuts_off(moves[killer])) return best;
    size_t noisy = 0;  // those met again, which come in the same order
    for (size_t i = 0; i < moves.size(); ++i) {
      if (noisy < picker.noisy_moves().size() &&
          SameMove(moves[i], picker.noisy_moves()[noisy])) {
        ++noisy;
      } else if (i != killer && cuts_off(moves[i])) {
        if (last_killers_ && !stopped_) history_->AddKiller(ply, moves[i]);
        break;
      }
    }
    return best;
  }

  // Counts and scores a position that the last ply or a noisy move led to, for
  // the side that moved (`mine`: the searching seat). Most nodes are these, so
  // everything is inlined here.
  [[gnu::flatten]] SearchResult SearchLeaf(State& child, bool mine, int ply,
                                           Score alpha, Score beta) {
    if (!CountNode()) return {};
    if (const auto terminal =
            TerminalScore(child, RepetitionHash(child), mine, ply)) {
      return *terminal;
    }
    // One call, as each would be inlined.
    const bool same_side = (child.ToMove() == seat_) == mine;
    const SearchResult result =
        StandPat(child, mine == same_side, ply, same_side ? alpha : -beta,
                 same_side ? beta : -alpha);
    return same_side ? result : -result;
  }

  // The score of a live position beyond the last ply for the side to move. The
  // evaluation stands unless there are noisy moves (quiescence; Shannon 1950,
  // Harris 1975).
  SearchResult StandPat(State& state, bool mine, int ply, Score alpha,
                        Score beta) {
    if (options_.solve) return {0, SearchResult::kHorizon};
    const Score stand_pat = Evaluation(state, mine);
    if constexpr (HasNoisyMoves<State>) {
      if (options_.quiescence && ply < kMaxPly) {
        // A side without a quiet move has to make a noisy one.
        const bool may_stand = MayStandPat(state);
        MovePicker<R>& picker = stack_[ply].picker;
        if (!may_stand || stand_pat < beta) {
          picker.GenerateNoisy(state);
          if (!picker.noisy_moves().empty()) {
            return QSearch(state, mine, ply,
                           may_stand ? stand_pat : -kInfiniteScore, alpha,
                           beta);
          }
        }
      }
    }
    return {stand_pat, SearchResult::kHorizon};
  }

  // The best of the noisy moves of the ply's picker, or `best_score`, which the
  // side to move has without them.
  [[gnu::noinline]] SearchResult QSearch(State& state, bool mine, int ply,
                                         Score best_score, Score alpha,
                                         Score beta) {
    MovePicker<R>& picker = stack_[ply].picker;
    SearchResult best = {best_score, SearchResult::kHorizon};
    alpha = std::max(alpha, best_score);
    picker.SortNoisy(evaluator_, state);
    for (size_t i = 0; i < picker.noisy_moves().size(); ++i) {
      const Move move = picker.NextNoisy();
      const SearchResult result = AfterMove(state, move, [&](State& child) {
        return SearchLeaf(child, mine, ply + 1, alpha, beta);
      });
      if (stopped_) return best;
      best.flags |= result.flags;
      best.score = std::max(best.score, result.score);
      if (result.score <= alpha) continue;
      alpha = result.score;
      pv_.Set(ply, move);
      if (alpha >= beta) break;
    }
    return best;
  }

  // Counts a position reached by a move; false if the search must stop instead.
  bool CountNode() {
    if (budget_->Exhausted()) {
      stopped_ = true;
      return false;
    }
    budget_->Spend();
    if ((budget_->spent() & 1023) == 0) PublishNodes();
    return true;
  }

  // The score of a position that needs no search, for the side that moved to it
  // (`mine`: the searching seat). Makes its variation empty.
  std::optional<SearchResult> TerminalScore(const State& child,
                                            uint64_t repetition_hash, bool mine,
                                            int ply) {
    pv_.Clear(ply);
    selective_depth_ = std::max(selective_depth_, ply);
    if (child.IsTerminal()) {
      return SearchResult{
          Signed(mine, ResultScore(child.Returns(), num_players_, seat_, ply,
                                   points_per_logit_))};
    }
    // A position that the game or the path has been through is a draw, which
    // also ends endless variations. The hash is trusted: it errs once in some
    // 2^60 nodes.
    if (path_.Has(repetition_hash)) {
      return SearchResult{0, SearchResult::kRepetition};
    }
    if constexpr (HasProbe<R>) {
      if (const auto exact = evaluator_.rules().Probe(child)) {
        const bool same_side = (child.ToMove() == seat_) == mine;
        return SearchResult{Signed(same_side, ExactScore(*exact, ply))};
      }
    }
    return std::nullopt;
  }

  void GenerateMoves(const State& state, MovePicker<R>& picker) {
    picker.Generate(state);
    budget_->ChargeOverhead(static_cast<int64_t>(picker.moves().size()) / 8);
  }

  // Puts the move first that the last iteration's variation has at `ply`; false
  // if it ends before.
  bool PutPvMoveFirst(MovePicker<R>& picker, int ply) const {
    const std::vector<Move>& pv = root_order_[0].pv;
    return static_cast<size_t>(ply) < pv.size() && picker.PutFirst(pv[ply]);
  }

  // How many moves an opponent may choose from (Baier, Kaisers 2020).
  size_t MaxReplies(const Node& node) const {
    const OpponentPruning& pruning = options_.pruning;
    return static_cast<size_t>(node.deviations < pruning.deviations
                                   ? std::max(pruning.replies, pruning.others)
                                   : pruning.others);
  }
  // Whether an opponent's move, the `tried`th from 0, is one of those that only
  // some opponents may choose.
  bool IsDeviation(size_t tried) const {
    return tried >= static_cast<size_t>(options_.pruning.others);
  }

  // How many moves late move pruning tries; more where the side to move stands
  // better than a turn ago, as one of them will do so, too.
  static size_t EarlyMoves(int depth, bool improving) {
    const auto plies = static_cast<size_t>(depth);
    const size_t moves = 4 + 2 * plies * plies;
    return improving ? 2 * moves : moves;
  }

  // Plies by which the search of the `tried`th move is shortened: a quarter of
  // the product of the bit widths of depth and number, which are about their
  // binary logarithms; less for a good history.
  int Reduction(int depth, size_t tried, int seat, Move move) const {
    const auto log = [](size_t n) {
      return static_cast<int>(std::bit_width(n));
    };
    int reduction = log(static_cast<size_t>(depth)) * log(tried) / 4;
    if (options_.ordering) {
      reduction -= history_->Value(seat, move) / (History<Move>::kMaxValue / 4);
    }
    return std::clamp(reduction, 0, depth - 2);
  }

  // `move` cut off; the `tried` moves before it did not.
  void UpdateHistories(int seat, const Node& node, Move move, size_t tried) {
    const Move previous = stack_[node.ply - 1].current_move;
    history_->AddCutoff(seat, node.ply, previous, move, node.depth);
    const MovePicker<R>& picker = stack_[node.ply].picker;
    for (size_t i = 0; i < tried; ++i) {
      history_->AddFailure(seat, picker.moves()[picker.At(i)], node.depth);
    }
  }

  // Whether a table entry decides a node of this depth and window.
  static bool CanCutOff(const TranspositionTable::Entry& entry, int depth,
                        Score alpha, Score beta) {
    if (entry.depth < depth && !entry.complete && !IsDecisive(entry.score)) {
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

  void Store(uint64_t key, const Node& node, const SearchResult& result,
             size_t index, Bound bound) {
    const bool has_move =
        bound != Bound::kUpper && index < TranspositionTable::kNoMove;
    table_->Store(key, node.ply,
                  {.score = result.score,
                   .move = has_move ? static_cast<uint16_t>(index)
                                    : TranspositionTable::kNoMove,
                   .depth = node.depth,
                   .bound = bound,
                   .complete = result.flags == 0});
  }

  // The table's key of a node. With more than two players it also depends on
  // the searching seat and on what the opponents may still do.
  uint64_t Key(uint64_t hash, int deviations) const {
    if (num_players_ == 2) return hash;
    return hash ^ Mix64(static_cast<uint64_t>(seat_) * 8 +
                        static_cast<uint64_t>(deviations) + 1);
  }

  const Evaluator<R> evaluator_;
  const AlphaBetaOptions options_;
  TranspositionTable* const table_;

  // Set by SetRoot; of the root and the search from it.
  Budget* budget_ = nullptr;
  uint64_t root_hash_ = 0;
  int seat_ = 0;  // the searching one
  int num_players_ = 0;
  int points_per_logit_ = 0;
  bool prunes_opponents_ = false;  // they do not try all of their moves
  // Whether it uses null moves, reverse futility pruning, late move pruning,
  // and killers at the last ply.
  bool null_moves_ = false, futility_ = false, late_moves_ = false;
  bool last_killers_ = false;
  Score tempo_ = 0;  // what the turn is worth
  int selective_depth_ = 0;
  bool stopped_ = false;
  absl::Span<const RootMove<Move>> root_order_;  // during SearchRoot

  std::vector<StackEntry> stack_;  // by ply
  PvTable<Move> pv_;
  RepetitionHistory path_;                  // the game's past and the path
  std::unique_ptr<History<Move>> history_;  // from the first SetRoot on
  std::array<FutilityMargin, kFutilityMaxDepth + 1> margins_{};  // by depth
  Score swing_ = 0;                // kSwings times what the tempo will be
  std::atomic<int64_t> nodes_{0};  // as published
};

}  // namespace boardwalk::ai
