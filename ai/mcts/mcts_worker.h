// One thread of a Monte-Carlo search: it makes playouts in a tree that all
// threads share. A playout selects moves down the tree, adds a node, plays on
// from there by a simple policy to the end of the game or to a cutoff, and
// credits the nodes on its path with the result.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/common/evaluator.h"
#include "ai/common/position_history.h"
#include "ai/common/score.h"
#include "ai/common/thread_pool.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"
#include "framework/playout.h"

namespace boardwalk::ai {

// Says when a thread must stop: the calling thread when its budget is used up,
// every thread when the pool is stopped.
struct Stopper {
  Budget* budget;  // null in the threads of the pool
  const ThreadPool& pool;

  bool ShouldStop() const {
    return pool.Stopped() || (budget != nullptr && budget->Exhausted());
  }
  void ChargeOverhead(int64_t work) const {
    if (budget != nullptr) budget->ChargeOverhead(work);
  }
  // How much work to do before the next call of ShouldStop.
  int64_t UntilCheck() const {
    constexpr int64_t kInPool = 64;
    return budget != nullptr ? budget->UntilCheck() : kInPool;
  }
};

// Keeps its memory, so that a warm search allocates nothing.
template <GameRules R>
class alignas(kCacheLine) MctsWorker {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // Children that do not fit in the tree are counted in `room_wanted`.
  MctsWorker(const Evaluator<R>& evaluator, Tree& tree,
             std::atomic<uint32_t>& room_wanted)
      : evaluator_(evaluator),
        tree_(tree),
        room_wanted_(room_wanted),
        max_plies_(tree.options.cutoff == 0
                       ? kMaxPlies
                       : std::min(tree.options.cutoff, kMaxPlies)),
        uniform_(tree.options.epsilon >= 1),
        records_(tree.options.history > 0 || tree.options.rave > 0) {
    path_.reserve(kUsualPath);
    if (records_) playout_moves_.reserve(kMaxRecorded);
  }

  void Seed(uint64_t seed) { random_ = Random(seed); }

  // Searches from `root`, a live state that must outlive the playouts. `past`
  // has the hashes of the game's earlier positions: they count as repetitions.
  void SetRoot(const State& root, absl::Span<const uint64_t> past) {
    root_ = &root;
    if (!tree_.options.repetitions) return;
    root_history_size_ = past.size() + 1;
    repetition_history_.Reserve(root_history_size_ + kUsualPath);
    repetition_history_.Start(past, RepetitionHash(root));
  }

  // Creates the children of the root; false if there is no room for them.
  bool ExpandRoot(const Stopper& stopper) {
    state_ = *root_;
    path_.clear();
    return Expand(stopper, kRoot);
  }

  // Makes one playout and returns its plies. If it must stop before the end, it
  // returns nothing and leaves no value in the tree.
  std::optional<int64_t> RunPlayout(const Stopper& stopper) {
    state_ = *root_;
    path_.clear();
    playout_moves_.clear();
    repetition_history_.PopTo(root_history_size_);
    SeatValues values;
    int64_t plies = 0;
    if (!Descend(stopper, values)) {
      const auto played = PlayBeyondTree(stopper);
      if (!played) {
        for (const Step& step : path_) {
          CancelVirtualLoss(tree_, tree_.arena[step.node]);
        }
        return std::nullopt;
      }
      plies = *played;
      values = state_->IsTerminal() ? state_->Returns() : LeafValues(*state_);
    }
    BackUp(values);
    return plies + static_cast<int64_t>(path_.size());
  }

 private:
  static constexpr int64_t kMaxPlies = 10'000;  // beyond the tree
  static constexpr size_t kUsualPath = 1024;
  // Moves beyond the tree that RAVE and history record.
  static constexpr size_t kMaxRecorded = 256;

  // A step down the tree.
  struct Step {
    Slot node;             // reached by it
    uint64_t parent_hash;  // of the position before; set if records_
    uint8_t secured;       // see Selection
  };
  struct PlayoutMove {
    AnyMove move;
    int seat;
  };

  SeatValues LeafValues(const State& state) const {
    return evaluator_.Values(state, tree_.options.leaf_temperature);
  }

  // Moves the state down the tree, and records the path, to a node whose value
  // is certain or where the tree ends. Returns whether the value is certain and
  // stores it in `values`: the game is over, a result is proved, or the
  // position is a repetition.
  bool Descend(const Stopper& stopper, SeatValues& values) {
    State& state = *state_;
    Slot slot = kRoot;
    uint64_t rave_position = 0;
    for (;;) {
      Node& node = tree_.arena[slot];
      if (slot != kRoot && HasResult(node, state, values)) return true;
      if (node.first_child.load(std::memory_order_acquire) == kNoChildren) {
        // A node is expanded at its second visit: most never have one.
        if (node.visits.load(std::memory_order_relaxed) == 0) {
          return Probe(slot, state, values);
        }
        if (!Expand(stopper, slot)) return false;
        if (HasResult(node, state, values)) return true;
      }
      const Slot first = node.first_child.load(std::memory_order_acquire);
      if (first == kExpanding || first == kNoChildren) return false;
      if (tree_.options.rave > 0 && (slot == kRoot || HasRaveVisits(node))) {
        rave_position = state.Hash();
      }
      stopper.ChargeOverhead(tree_.arena.CountChildren(first) / 16);
      const Selection next = SelectChild(tree_, slot, rave_position);
      // Proofs by several threads at once may have missed each other.
      if (next.closed && ProveUpwards(slot) && slot != kRoot &&
          HasResult(node, state, values)) {
        return true;
      }
      slot = next.child;
      Node& child = tree_.arena[slot];
      IncrementVirtualLoss(tree_, child);
      path_.push_back({slot, records_ ? state.Hash() : 0, next.secured});
      state.Apply(RestoreMove<Move>(child.move));
      if (tree_.options.repetitions && IsRepetition(slot, values)) return true;
    }
  }

  // Whether the state, which is that of `node`, occurred before in the game or
  // on the path; then `values` are those of a draw, which proves nothing. While
  // the game goes on, the path to a node is always the same, so that such a
  // node never has children. Without this rule, the trees of games with cycles
  // become a few paths of hundreds of plies.
  bool IsRepetition(Slot node, SeatValues& values) {
    const uint64_t hash = RepetitionHash(*state_);
    if (!repetition_history_.Has(hash)) {
      repetition_history_.Push(hash);
      return false;
    }
    values = {};
    if (tree_.options.minimax > 0) SetMinimaxValues(tree_, node, values);
    return true;
  }

  // GRAVE: a node with fewer visits uses the statistics of its parent.
  bool HasRaveVisits(const Node& node) const {
    return int64_t{node.visits.load(std::memory_order_relaxed)} >=
           tree_.options.grave;
  }

  // Whether the game is over at the node or its result is proved.
  bool HasResult(Node& node, const State& state, SeatValues& values) {
    if (tree_.IsProved(node)) {
      values = tree_.ProvedResult(node);
      return true;
    }
    if (!state.IsTerminal()) return false;
    values = state.Returns();
    SetProof(node, values);
    return true;
  }

  void SetProof(Node& node, const SeatValues& values) {
    if (!tree_.options.solver) return;
    const uint8_t number = tree_.outcomes.NumberOf(values);
    node.bounds.store({number, number}, std::memory_order_release);
  }

  // Proves what it can of the node at the end of the path, then of those above
  // it as long as there is news. Returns whether there was any.
  bool ProveUpwards(Slot slot) {
    const bool news = Prove(tree_, slot);
    if (news) ProveAbove();
    return news;
  }
  void ProveAbove() {
    for (size_t i = path_.size(); i-- > 0;) {
      if (!Prove(tree_, i == 0 ? kRoot : path_[i - 1].node)) break;
    }
  }

  // Looks up a live position in the rules' table of exact results.
  bool Probe(Slot slot, const State& state, SeatValues& values) {
    if constexpr (HasProbe<R>) {
      if (!tree_.options.solver || tree_.num_players != 2) return false;
      const std::optional<ExactValue> exact = evaluator_.rules().Probe(state);
      if (!exact) return false;
      const int mover = state.ToMove();
      const uint32_t winners = exact->outcome == 0  ? 0u
                               : exact->outcome > 0 ? 1u << mover
                                                    : 1u << (1 - mover);
      values = WinnerTakesAll(2, winners);
      SetProof(tree_.arena[slot], values);
      if (tree_.options.minimax > 0) SetMinimaxValues(tree_, slot, values);
      return true;
    } else {
      return false;
    }
  }

  // Creates the children of the node of the state, which is live, in random
  // order. False if there is no room, or another thread is creating them.
  bool Expand(const Stopper& stopper, Slot slot) {
    Node& node = tree_.arena[slot];
    Slot expected = kNoChildren;
    if (!node.first_child.compare_exchange_strong(expected, kExpanding,
                                                  std::memory_order_acq_rel)) {
      return false;
    }
    moves_.clear();
    state_->LegalMoves(moves_);
    const auto count = static_cast<uint32_t>(moves_.size());
    stopper.ChargeOverhead(count / 4);
    // Without a move the rules are broken; the search must not hang even so.
    const Slot first = count == 0 ? 0 : tree_.arena.Allocate(slot, count);
    if (first == 0) {
      if (count > 0) room_wanted_.store(count, std::memory_order_relaxed);
      node.first_child.store(kNoChildren, std::memory_order_release);
      return false;
    }
    for (uint32_t i = count; i > 1; --i) {
      std::swap(moves_[i - 1], moves_[random_.Below(i)]);
    }
    const bool any_proved = MakeChildren(stopper, first);
    node.first_child.store(first, std::memory_order_release);
    if (any_proved) ProveUpwards(slot);
    return true;
  }

  // Constructs the children; returns whether any is proved. Looks one ply ahead
  // for the ends of the game if there are few moves, and always for minimax.
  bool MakeChildren(const Stopper& stopper, Slot first) {
    State& state = *state_;
    const auto seat = static_cast<uint8_t>(state.ToMove());
    const bool look_ahead =
        tree_.options.minimax > 0 ||
        (tree_.options.solver &&
         static_cast<int64_t>(moves_.size()) <= kAlwaysTriedMoves);
    if (look_ahead) {
      stopper.ChargeOverhead(static_cast<int64_t>(moves_.size()));
    }
    bool any_proved = false;
    Slot slot = first;
    for (const Move move : moves_) {
      Node& child = *new (&tree_.arena[slot]) Node();
      child.move = EraseMove(move);
      child.seat = seat;
      if (tree_.options.bias > 0) {
        constexpr int kMax = std::numeric_limits<int16_t>::max();
        child.bias = static_cast<int16_t>(
            std::clamp(static_cast<int>(evaluator_.MoveGain(state, move) /
                                        tree_.options.leaf_temperature *
                                        (kMaxEvaluation + 1)),
                       -kMax, kMax));
      }
      if (look_ahead) {
        AfterMove(state, move, [&](const State& after) {
          ScoreNewChild(child, slot, after);
          return true;
        });
        any_proved = any_proved || tree_.IsProved(child);
      }
      ++slot;
    }
    return any_proved;
  }

  // Sets the proof and the minimax values of a child without visits.
  void ScoreNewChild(Node& child, Slot slot, const State& state) {
    const bool minimax = tree_.options.minimax > 0;
    if (state.IsTerminal()) {
      const SeatValues values = state.Returns();
      SetProof(child, values);
      if (minimax) SetMinimaxValues(tree_, slot, values);
    } else if (minimax) {
      // A seat that is behind sees at once that it can repeat a position.
      const bool repeats = tree_.options.repetitions &&
                           repetition_history_.Has(RepetitionHash(state));
      SetMinimaxValues(tree_, slot, repeats ? SeatValues{} : LeafValues(state));
    }
  }

  // Plays the state on to the end or the cutoff. Returns the number of plies,
  // or nothing if it must stop before.
  std::optional<int64_t> PlayBeyondTree(const Stopper& stopper) {
    // The cost of a ply, in plies of uniformly random moves.
    const int64_t cost = uniform_ ? 1 : 4;
    int64_t plies = 0;
    while (plies < max_plies_) {
      const int64_t max =
          std::min(std::max<int64_t>(stopper.UntilCheck() / cost, 1),
                   max_plies_ - plies);
      const int64_t played = Play(max);
      stopper.ChargeOverhead(played * cost);
      plies += played;
      if (played < max || state_->IsTerminal()) break;
      if (plies < max_plies_ && stopper.ShouldStop()) return std::nullopt;
    }
    return plies;
  }

  // Makes up to `max` moves and returns how many.
  int64_t Play(int64_t max) {
    if (records_) return PlayByPolicy</*kRecord=*/true>(max);
    if (uniform_) return Playout(*state_, moves_, random_, max);
    return PlayByPolicy</*kRecord=*/false>(max);
  }

  template <bool kRecord>
  int64_t PlayByPolicy(int64_t max) {
    State& state = *state_;
    int64_t plies = 0;
    for (; plies < max; ++plies) {
      const std::optional<Move> move = PickMove(state);
      if (!move) break;
      if (kRecord && playout_moves_.size() < kMaxRecorded) {
        playout_moves_.push_back({EraseMove(*move), state.ToMove()});
      }
      state.Apply(*move);
    }
    return plies;
  }

  // A random move, or with probability 1 - epsilon the best by MoveScore.
  std::optional<Move> PickMove(State& state) {
    if (uniform_) return PickRandomMove(state, moves_, random_);
    // Draws no random number at the end: the caller plays in pieces whose
    // lengths depend on the clock, and the result must not.
    if (state.IsTerminal()) return std::nullopt;
    if (random_.Real() < tree_.options.epsilon) {
      return PickRandomMove(state, moves_, random_);
    }
    moves_.clear();
    state.LegalMoves(moves_);
    if (moves_.empty()) return std::nullopt;
    return BestMove(state);
  }

  // The first of the best, counted from a random move.
  Move BestMove(State& state) {
    const size_t size = moves_.size();
    size_t at = random_.Below(static_cast<uint32_t>(size));
    Move best = moves_[at];
    Score best_score = evaluator_.MoveScore(state, best);
    for (size_t i = 1; i < size; ++i) {
      if (++at == size) at = 0;
      const Score score = evaluator_.MoveScore(state, moves_[at]);
      if (score > best_score) {
        best_score = score;
        best = moves_[at];
      }
    }
    return best;
  }

  // Credits the nodes on the path, last first.
  void BackUp(const SeatValues& playout_values) {
    SeatValues values = playout_values;
    if (!path_.empty() && tree_.arena[path_.back().node]
                              .bounds.load(std::memory_order_relaxed)
                              .Any()) {
      ProveAbove();
    }
    for (size_t i = path_.size(); i-- > 0;) {
      Node& node = tree_.arena[path_[i].node];
      AddVisit(tree_, node, values[node.seat]);
      CancelVirtualLoss(tree_, node);
      const Slot parent = i == 0 ? kRoot : path_[i - 1].node;
      if (tree_.options.minimax > 0) BackUpMinimaxValues(tree_, parent);
      const uint8_t secured = path_[i].secured;
      if (secured != Outcomes::kUnproved) values = tree_.outcomes[secured];
    }
    AddVisit(tree_, tree_.arena[kRoot], 0);
    if (records_) UpdateMoveTables(playout_values);
  }

  void UpdateMoveTables(const SeatValues& values) {
    if (tree_.options.history > 0) {
      ForEachMove(0, [&](AnyMove move, int seat) {
        tree_.history.Add(MoveTable::Key(move, tree_.history.Origin(seat)),
                          values[seat]);
      });
    }
    if (tree_.options.rave > 0) {
      for (size_t i = 0; i < path_.size(); ++i) {
        ForEachMove(i, [&](AnyMove move, int seat) {
          tree_.rave.Add(MoveTable::Key(move, tree_.rave.Origin(
                                                  seat, path_[i].parent_hash)),
                         values[seat]);
        });
      }
    }
  }

  // Calls `visit(move, seat)` for the moves of the playout from step `from` on.
  template <typename Visit>
  void ForEachMove(size_t from, Visit&& visit) const {
    for (size_t i = from; i < path_.size(); ++i) {
      const Node& node = tree_.arena[path_[i].node];
      visit(node.move, node.seat);
    }
    for (const PlayoutMove& made : playout_moves_) visit(made.move, made.seat);
  }

  const Evaluator<R> evaluator_;
  Tree& tree_;
  std::atomic<uint32_t>& room_wanted_;
  const int64_t max_plies_;  // beyond the tree
  const bool uniform_;       // moves beyond the tree are uniformly random
  const bool records_;       // RAVE or history needs the moves of playouts

  Random random_{0};
  const State* root_ = nullptr;
  // The game's past, the root and the path.
  RepetitionHistory repetition_history_;
  size_t root_history_size_ = 0;  // without the path
  // The current playout.
  std::optional<State> state_;
  MoveListFor<State> moves_;
  std::vector<Step> path_;
  std::vector<PlayoutMove> playout_moves_;  // beyond the tree
};

}  // namespace boardwalk::ai
