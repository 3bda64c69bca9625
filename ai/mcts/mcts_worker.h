// What one thread of a Monte-Carlo search does: playouts in the tree that all
// of them share. A playout adds one node's worth of knowledge: down the tree, a
// game from its edge, cut where the evaluation is to judge, and back up.

#ifndef BOARDWALK_AI_MCTS_MCTS_WORKER_H_
#define BOARDWALK_AI_MCTS_MCTS_WORKER_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/common/position_history.h"
#include "ai/common/score.h"
#include "ai/common/thread_pool.h"
#include "ai/mcts/heuristics.h"
#include "ai/mcts/playout_policy.h"
#include "ai/mcts/solver.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/make_move.h"

namespace boardwalk::ai {

// The values of a live position by the evaluations of its seats: each one's
// lead over the mean of all, scaled so that they sum to 0 and lie within
// (-1, 1). With two players that is value and minus value. 0 where the rules
// have no evaluation.
template <GameRules R>
SeatValues EvaluationValues(const R& rules, const typename R::State& state) {
  SeatValues values{};
  if constexpr (HasEvaluate<R>) {
    const int n = state.NumPlayers();
    if (n == 2) {
      values[0] = rules.Evaluate(state, 0) / (kMaxEvaluation + 1.0);
      values[1] = -values[0];
      return values;
    }
    double mean = 0;
    for (int seat = 0; seat < n; ++seat) {
      values[seat] = rules.Evaluate(state, seat);
      mean += values[seat] / n;
    }
    const double scale = n / (2.0 * (n - 1) * (kMaxEvaluation + 1));
    for (int seat = 0; seat < n; ++seat) {
      values[seat] = (values[seat] - mean) * scale;
    }
  }
  return values;
}

// When a thread has to stop: the caller's own by its budget, the others when
// they are told.
struct Pace {
  Budget* budget;  // null for the pool
  const ThreadPool& pool;
  bool Exhausted() const {
    return pool.Stopped() || (budget != nullptr && budget->Exhausted());
  }
  void ChargeOverhead(int64_t work) const {
    if (budget != nullptr) budget->ChargeOverhead(work);
  }
  int64_t UntilCheck() const {
    constexpr int64_t kOfCrew = 64;
    return budget != nullptr ? budget->UntilCheck() : kOfCrew;
  }
};

// Keeps what it needs, so that a warm search allocates nothing.
template <GameRules R>
class alignas(kCacheLine) MctsWorker {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // `wanted` is told how many children found no room in the tree.
  MctsWorker(const R& rules, Tree& tree, std::atomic<uint32_t>& wanted)
      : rules_(rules),
        tree_(tree),
        wanted_(wanted),
        policy_(rules, tree.settings.epsilon),
        max_plies_(tree.settings.cutoff == 0
                       ? kLongestPlayout
                       : std::min(tree.settings.cutoff, kLongestPlayout)),
        records_(tree.settings.history > 0 || tree.settings.rave > 0) {
    path_.reserve(kUsualPath);
    if (records_) made_.reserve(kMaxRecorded);
  }

  void Seed(uint64_t seed) { random_ = Random(seed); }

  // Goes out from `root`, which is live and outlives what follows, from now on.
  // The positions with the hashes `past`, which the game has been through,
  // count as draws when they come back.
  void SetRoot(const State& root, absl::Span<const uint64_t> past) {
    root_ = &root;
    if (!tree_.settings.repetitions) return;
    root_at_ = past.size() + 1;
    line_.Reserve(root_at_ + kUsualPath);
    line_.Start(past, root.Hash());
  }

  // Gives the root its children; false when there is no room for them.
  bool ExpandRoot(const Pace& pace) {
    state_ = *root_;
    return Expand(pace, kRoot);
  }

  // Makes one playout, from the root to the tables. Returns its plies; nothing,
  // and leaves no value in the tree, when it had to stop in the middle.
  std::optional<int64_t> RunPlayout(const Pace& pace) {
    state_ = *root_;
    path_.clear();
    made_.clear();
    line_.PopTo(root_at_);
    SeatValues values;
    int64_t plies = 0;
    if (!Descend(pace, values)) {
      const auto played = PlayOn(pace);
      if (!played) {
        for (const Step& step : path_) {
          ComeBack(tree_, tree_.arena[step.node]);
        }
        return std::nullopt;
      }
      plies = *played;
      values = state_->IsTerminal() ? state_->Returns()
                                    : EvaluationValues(rules_, *state_);
    }
    BackUp(values);
    return plies + static_cast<int64_t>(path_.size());
  }

 private:
  static constexpr int64_t kLongestPlayout = 10'000;
  static constexpr size_t kUsualPath = 1024;
  // Moves of a playout that RAVE and history take note of.
  static constexpr size_t kMaxRecorded = 256;

  // One step down the tree into `node`, from a position of hash `place`.
  struct Step {
    Slot node;
    uint64_t place;
  };
  // A move of a playout, beyond the tree.
  struct Made {
    AnyMove move;
    int seat;
  };

  // Walks the state down from the root to a new node, an end of the game, what
  // is proved, a position that comes back, or where the tree cannot grow now;
  // the path is the way. Whether the value is certain there; `values` is it
  // then.
  bool Descend(const Pace& pace, SeatValues& values) {
    State& state = *state_;
    Slot node = kRoot;
    uint64_t place = 0;
    for (;;) {
      Node& here = tree_.arena[node];
      if (node != kRoot && IsKnown(here, state, values)) return true;
      if (here.first_child.load(std::memory_order_acquire) == kNoChildren) {
        // A node gets its children at its second visit: most never have one.
        if (here.visits.load(std::memory_order_relaxed) == 0) {
          return Probe(node, state, values);
        }
        if (!Expand(pace, node)) return false;
        if (IsKnown(here, state, values)) return true;
      }
      const Slot first = here.first_child.load(std::memory_order_acquire);
      if (first == kBeingMade || first == kNoChildren) return false;
      if (tree_.settings.rave > 0) place = Reference(here, state, place, node);
      pace.ChargeOverhead(tree_.arena.CountChildren(first) / 16);
      node = SelectChild(tree_, node, place);
      Node& child = tree_.arena[node];
      SetOut(tree_, child);
      path_.push_back({node, records_ ? state.Hash() : 0});
      state.Apply(RestoreMove<Move>(child.move));
      if (tree_.settings.repetitions && ComesBack(node, values)) {
        return true;
      }
    }
  }

  // Whether the game or the line has been at the state before, which is
  // `node`'s; `values` are then those of a draw. As long as the game goes on it
  // is always the same line that leads to a node, so that such a node never has
  // children.
  bool ComesBack(Slot node, SeatValues& values) {
    const uint64_t hash = state_->Hash();
    if (!line_.Has(hash)) {
      line_.Push(hash);
      return false;
    }
    values = {};
    if (tree_.settings.minimax > 0) SetHeuristics(tree_, node, values);
    return true;
  }

  // The position that RAVE refers to at a node: its own where it has seen
  // enough, else the one of its parent.
  uint64_t Reference(const Node& node, const State& state, uint64_t parents,
                     Slot slot) const {
    const bool enough = int64_t{node.visits.load(std::memory_order_relaxed)} >=
                        tree_.settings.grave;
    return enough || slot == kRoot ? state.Hash() : parents;
  }

  // Whether the node is an end of the game or proved, and to be worth what.
  bool IsKnown(Node& node, const State& state, SeatValues& values) {
    const uint8_t proof = node.proof.load(std::memory_order_acquire);
    if (proof != Outcomes::kUnproved) {
      values = tree_.outcomes[proof];
      return true;
    }
    if (!state.IsTerminal()) return false;
    values = state.Returns();
    SetProof(node, values);
    return true;
  }

  void SetProof(Node& node, const SeatValues& values) {
    if (!tree_.settings.solver) return;
    node.proof.store(tree_.outcomes.NumberOf(values),
                     std::memory_order_release);
  }

  // What a table of the rules has of a live position.
  bool Probe(Slot node, const State& state, SeatValues& values) {
    if constexpr (HasProbe<R>) {
      if (!tree_.settings.solver || tree_.num_players != 2) return false;
      const std::optional<ExactValue> exact = rules_.Probe(state);
      if (!exact) return false;
      const int mover = state.ToMove();
      const uint32_t winners = exact->outcome == 0  ? 0u
                               : exact->outcome > 0 ? 1u << mover
                                                    : 1u << (1 - mover);
      values = WinnerTakesAll(2, winners);
      SetProof(tree_.arena[node], values);
      if (tree_.settings.minimax > 0) SetHeuristics(tree_, node, values);
      return true;
    } else {
      return false;
    }
  }

  // Gives the node of the state, which is live, its children, in random
  // order; false when there is no room for them or another thread is at it.
  bool Expand(const Pace& pace, Slot slot) {
    Node& node = tree_.arena[slot];
    Slot expected = kNoChildren;
    if (!node.first_child.compare_exchange_strong(expected, kBeingMade,
                                                  std::memory_order_acq_rel)) {
      return false;
    }
    moves_.clear();
    state_->LegalMoves(moves_);
    const auto count = static_cast<uint32_t>(moves_.size());
    pace.ChargeOverhead(count / 4);
    // None is a fault of the rules, and no reason to hang.
    const Slot first = count == 0 ? 0 : tree_.arena.Allocate(slot, count);
    if (first == 0) {
      if (count > 0) wanted_.store(count, std::memory_order_relaxed);
      node.first_child.store(kNoChildren, std::memory_order_release);
      return false;
    }
    for (uint32_t i = count; i > 1; --i) {
      std::swap(moves_[i - 1], moves_[random_.Below(i)]);
    }
    const bool won = MakeChildren(pace, first);
    node.first_child.store(first, std::memory_order_release);
    if (won) Prove(tree_, slot);
    return true;
  }

  // Whether one of them is proved. Of too many only what is due at once is
  // done.
  bool MakeChildren(const Pace& pace, Slot first) {
    State& state = *state_;
    const auto seat = static_cast<uint8_t>(state.ToMove());
    const bool judges = tree_.settings.minimax > 0;
    const bool looks =
        judges || (tree_.settings.solver &&
                   static_cast<int64_t>(moves_.size()) <= kAlwaysTriedMoves);
    if (looks) pace.ChargeOverhead(static_cast<int64_t>(moves_.size()));
    bool any_proved = false;
    Slot slot = first;
    for (const Move move : moves_) {
      Node& child = *new (&tree_.arena[slot]) Node();
      child.move = EraseMove(move);
      child.seat = seat;
      if (tree_.settings.bias > 0) {
        constexpr int kMax = std::numeric_limits<int16_t>::max();
        child.bias = static_cast<int16_t>(
            std::clamp(MoveScore(rules_, state, move), -kMax, kMax));
      }
      if (looks) {
        AfterMove(state, move, [&](const State& after) {
          LookAt(child, slot, after, judges);
          return true;
        });
        any_proved = any_proved || tree_.IsProved(child);
      }
      ++slot;
    }
    return any_proved;
  }

  // What a new node shows without playouts.
  void LookAt(Node& child, Slot slot, const State& after, bool judges) {
    if (after.IsTerminal()) {
      const SeatValues values = after.Returns();
      SetProof(child, values);
      if (judges) SetHeuristics(tree_, slot, values);
    } else if (judges) {
      // Who is behind and may repeat a position is seen to do so at once.
      const bool repeats =
          tree_.settings.repetitions && line_.Has(after.Hash());
      SetHeuristics(tree_, slot,
                    repeats ? SeatValues{} : EvaluationValues(rules_, after));
    }
  }

  // Plays the state on to its end or to the cutoff; how many plies, or nothing
  // when it had to stop.
  std::optional<int64_t> PlayOn(const Pace& pace) {
    int64_t plies = 0;
    while (plies < max_plies_) {
      const int64_t most =
          std::min(std::max<int64_t>(pace.UntilCheck() / policy_.Cost(), 1),
                   max_plies_ - plies);
      const int64_t made = Play(most);
      pace.ChargeOverhead(made * policy_.Cost());
      plies += made;
      if (made < most || state_->IsTerminal()) break;
      if (plies < max_plies_ && pace.Exhausted()) return std::nullopt;
    }
    return plies;
  }

  int64_t Play(int64_t most) {
    if (!records_) {
      return policy_.Play(*state_, moves_, random_, most);
    }
    return policy_.Play(*state_, moves_, random_, most,
                        [this](const State& state, Move move) {
                          if (made_.size() == kMaxRecorded) return;
                          made_.push_back({EraseMove(move), state.ToMove()});
                        });
  }

  // Credits the path with what it led to, last step first.
  void BackUp(const SeatValues& values) {
    const bool judges = tree_.settings.minimax > 0;
    bool proved = tree_.settings.solver;
    for (size_t i = path_.size(); i-- > 0;) {
      const Slot slot = path_[i].node;
      Node& node = tree_.arena[slot];
      AddVisit(tree_, node, values[node.seat]);
      ComeBack(tree_, node);
      const Slot parent = i == 0 ? kRoot : path_[i - 1].node;
      // What is proved of a node may prove the one above.
      proved = proved && tree_.IsProved(node) && Prove(tree_, parent);
      if (judges) BackUpHeuristics(tree_, parent);
    }
    AddVisit(tree_, tree_.arena[kRoot], 0);
    if (records_) Remember(values);
  }

  // Adds the moves of tree and playout to the tables.
  void Remember(const SeatValues& values) {
    const size_t steps = path_.size();
    if (tree_.settings.history > 0) {
      EachMove(0, [&](AnyMove move, int seat) {
        tree_.history.Add(MoveTable::Key(move, tree_.history.Origin(seat)),
                          values[seat]);
      });
    }
    if (tree_.settings.rave > 0) {
      for (size_t i = 0; i < steps; ++i) {
        EachMove(i, [&](AnyMove move, int seat) {
          tree_.rave.Add(
              MoveTable::Key(move, tree_.rave.Origin(seat, path_[i].place)),
              values[seat]);
        });
      }
    }
  }

  // Calls `visit(move, seat)` for the moves made from step `from` on.
  template <typename Visit>
  void EachMove(size_t from, Visit&& visit) const {
    for (size_t i = from; i < path_.size(); ++i) {
      const Node& node = tree_.arena[path_[i].node];
      visit(node.move, node.seat);
    }
    for (const Made& made : made_) visit(made.move, made.seat);
  }

  const R& rules_;
  Tree& tree_;
  std::atomic<uint32_t>& wanted_;
  const PlayoutPolicy<R> policy_;
  const int64_t max_plies_;  // of a playout beyond the tree
  const bool records_;       // whether anybody asks what moves were made

  Random random_{0};
  const State* root_ = nullptr;
  RepetitionHistory line_;  // the game's past, the root and the path
  size_t root_at_ = 0;      // how much of the line ends with the root
  // Of the playout:
  std::optional<State> state_;
  MoveListFor<State> moves_;
  std::vector<Step> path_;
  std::vector<Made> made_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MCTS_WORKER_H_
