// Monte-Carlo tree search for two to six players: UCT (Kocsis, Szepesvari 2006)
// in which every node credits the seat that moved into it with that seat's own
// value, as max^n does (Luckhardt, Irani 1986), and what has been found to
// improve on it; tree.h and solver.h say what. A playout adds one node's worth
// of knowledge: down the tree, a game from its edge, cut where the evaluation
// is to judge, and back up. Any number of threads do so in one tree.

#ifndef BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
#define BOARDWALK_AI_MCTS_MCTS_SEARCH_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/common/hash_path.h"
#include "ai/common/score.h"
#include "ai/mcts/crew.h"
#include "ai/mcts/heuristics.h"
#include "ai/mcts/options.h"
#include "ai/mcts/playout_policy.h"
#include "ai/mcts/report.h"
#include "ai/mcts/solver.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"

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

// Not thread-safe; has threads of its own.
template <GameRules R>
class MctsSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  MctsSearch(const R& rules, const MctsOptions& options)
      : rules_(rules),
        tree_(Settle(options, HasEvaluate<R>),
              rules.InitialState().NumPlayers()),
        policy_(rules, tree_.settings.epsilon),
        max_plies_(tree_.settings.cutoff == 0
                       ? kLongestPlayout
                       : std::min(tree_.settings.cutoff, kLongestPlayout)),
        records_(tree_.settings.history > 0 || tree_.settings.rave > 0),
        workers_(static_cast<size_t>(tree_.settings.threads)) {
    for (Worker& worker : workers_) {
      worker.path.reserve(kUsualPath);
      if (records_) worker.made.reserve(kMostRecorded);
    }
  }

  // Whether the machine had the memory asked for. REQUIRED for all that
  // follows.
  bool Ok() const { return tree_.Ok(); }
  int Threads() const { return tree_.settings.threads; }
  const Tree& tree() const { return tree_; }

  // Forgets everything.
  void Seed(uint64_t seed) {
    for (size_t i = 0; i < workers_.size(); ++i) {
      workers_[i].random = Random(i == 0 ? seed : Mix64(seed + i));
    }
    if (root_) tree_.Wipe();
    root_.reset();
  }

  struct Task {
    const State& root;                // live
    absl::Span<const AnyMove> moves;  // that led to it since the last search
    absl::Span<const uint64_t> past;  // hashes of the positions before it
    const Limits& limits;
  };
  // The best move. A win in one move is looked for before all limits (see
  // FindWinningMove). `observer` is told about ten times a second.
  absl::StatusOr<Decision> Run(const Task& task, const Observer& observer) {
    const auto& [root, moves, past, limits] = task;
    Budget budget(limits, std::nullopt);
    budget_ = &budget;
    claimed_.store(0, std::memory_order_relaxed);
    for (Worker& worker : workers_) {
      worker.claimed = 0;
      worker.done.store(0, std::memory_order_relaxed);
    }
    wanted_.store(0, std::memory_order_relaxed);
    most_playouts_ =
        limits.playouts.value_or(std::numeric_limits<int64_t>::max());
    Worker& own = workers_[0];
    own.state = root;
    own.moves.clear();
    root.LegalMoves(own.moves);
    any_legal_ = EraseMove(own.moves[0]);
    // A forced move needs no thought but where playouts are asked for.
    const bool forced = own.moves.size() == 1 && !limits.playouts;
    const auto win = FindWinningMove(*own.state, own.moves, budget);
    PrepareTree(root, moves);
    if (win) return WinAtOnce(*win);
    PrepareLines(past);
    if (!forced && !budget.Exhausted() && OpenRoot(own)) {
      const absl::Status status = Search(observer);
      if (!status.ok()) return status;
    }
    return Report();
  }

 private:
  static constexpr int64_t kLongestPlayout = 10'000;
  static constexpr size_t kUsualPath = 1024;
  // Moves of a playout that RAVE and history take note of.
  static constexpr size_t kMostRecorded = 256;
  static constexpr int64_t kWorkBetweenReports = 2048;
  static constexpr std::chrono::milliseconds kReportEvery{100};
  static constexpr uint32_t kMostVisits =
      std::numeric_limits<uint32_t>::max() - 1024;

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
  // Threads that write to one cache line wait for each other.
  static constexpr size_t kCacheLine = 64;

  // What a thread needs for itself, kept so that a warm search allocates
  // nothing.
  struct alignas(kCacheLine) Worker {
    Random random{0};
    std::optional<State> state;
    MoveListFor<State> moves;
    std::vector<Step> path;
    std::vector<Made> made;
    HashPath line;                 // the game's past, the root and the path
    int64_t claimed = 0;           // playouts that it is to make
    std::atomic<int64_t> done{0};  // those made
  };

  // When a thread has to stop: the caller's own by its budget, the others when
  // they are told.
  struct Pace {
    Budget* budget;  // null for the crew
    const Crew& crew;
    bool Exhausted() const {
      return crew.Stopped() || (budget != nullptr && budget->Exhausted());
    }
    void Toil(int64_t work) const {
      if (budget != nullptr) budget->Toil(work);
    }
    int64_t UntilCheck() const {
      constexpr int64_t kOfCrew = 64;
      return budget != nullptr ? budget->UntilCheck() : kOfCrew;
    }
  };

  bool Alone() const { return tree_.settings.threads == 1; }

  // Moves the root of the tree along `moves`, or begins a new one where that
  // does not lead to `root`.
  void PrepareTree(const State& root, absl::Span<const AnyMove> moves) {
    std::optional<Slot> kept;
    if (tree_.settings.reuse && root_) kept = Follow(moves, root);
    // What was taken for a draw, and came about all the same, begins anew.
    if (kept && (tree_.arena[*kept].first_child != kNoChildren ||
                 tree_.arena[*kept].visits == 0)) {
      tree_.arena.MoveRoot(*kept);
    } else {
      tree_.Clear();
    }
    root_ = root;
  }

  // All lines begin with the game's.
  void PrepareLines(absl::Span<const uint64_t> past) {
    if (!tree_.settings.repetitions) return;
    root_at_ = past.size() + 1;
    for (Worker& worker : workers_) {
      worker.line.Reserve(root_at_ + kUsualPath);
      worker.line.Start(past, root_->Hash());
    }
  }

  // The node to which `moves` lead, if the tree has it and it is `target`. Only
  // moves of the tree are made, and all of those are legal.
  std::optional<Slot> Follow(absl::Span<const AnyMove> moves,
                             const State& target) {
    State& state = *root_;
    Slot node = kRoot;
    for (const AnyMove move : moves) {
      const Slot first = tree_.arena[node].first_child;
      if (first == kNoChildren) return std::nullopt;
      const Slot end = first + tree_.arena.CountChildren(first);
      node = first;
      while (node < end && tree_.arena[node].move != move) ++node;
      if (node == end) return std::nullopt;
      state.Apply(RestoreMove<Move>(move));
    }
    if (!(state == target)) return std::nullopt;
    return node;
  }

  // Makes the children of the root; false where there is no room for them even
  // in an empty tree.
  bool OpenRoot(Worker& worker) {
    const Pace pace = {budget_, nobody_};
    *worker.state = *root_;
    if (tree_.arena[kRoot].first_child == kNoChildren &&
        !Expand(worker, pace, kRoot)) {
      tree_.Clear();
      return Expand(worker, pace, kRoot);
    }
    if (tree_.settings.solver) Prove(tree_, kRoot);
    return true;
  }

  absl::Status Search(const Observer& observer) {
    Crew crew;
    if (!Alone()) {
      const absl::Status status =
          crew.Start(tree_.settings.threads - 1, [this, &crew](int i) {
            Help(workers_[static_cast<size_t>(i)], crew);
          });
      if (!status.ok()) return status;
    }
    Lead(crew, observer);
    const auto late = [this] {
      budget_->Toil(budget_->UntilCheck());
      return budget_->Exhausted();
    };
    crew.WaitForAll(late);
    crew.Finish();
    return absl::OkStatus();
  }

  // What the threads of the crew do.
  void Help(Worker& worker, Crew& crew) {
    const Pace pace = {nullptr, crew};
    while (crew.GoesOn() && !IsSettled() && Claim(worker)) {
      if (RunPlayout(worker, pace)) CountPlayout(worker);
    }
  }

  // What the caller's thread does: the same, and all that needs the clock or
  // the tree for itself.
  void Lead(Crew& crew, const Observer& observer) {
    const Pace pace = {budget_, crew};
    const auto late = [this] {
      budget_->Toil(budget_->UntilCheck());
      return budget_->Exhausted();
    };
    std::chrono::nanoseconds next_report = kReportEvery;
    int64_t work = 0;
    Worker& worker = workers_[0];
    while (!pace.Exhausted() && !IsSettled() && MakeRoom(crew, late)) {
      // The playouts that are left are for the others to end.
      if (!Claim(worker)) return;
      const std::optional<int64_t> plies = RunPlayout(worker, pace);
      if (!plies) break;
      CountPlayout(worker);
      budget_->Spend();
      work += *plies + 1;
      // The clock is read after so much work and not so many playouts, which
      // may be long or short; and it decides nothing but when to report.
      if (!observer || work < kWorkBetweenReports) continue;
      work = 0;
      if (budget_->Elapsed() < next_report) continue;
      next_report = budget_->Elapsed() + kReportEvery;
      observer(Report());
    }
    crew.Stop();
  }

  // Whether nothing more can be learnt.
  bool IsSettled() const {
    const Node& root = tree_.arena[kRoot];
    return tree_.IsProved(root) ||
           root.visits.load(std::memory_order_relaxed) >= kMostVisits;
  }

  // Room for what did not fit, where the tree is full; false to stop.
  template <typename Late>
  bool MakeRoom(Crew& crew, const Late& late) {
    const uint32_t wanted = wanted_.load(std::memory_order_relaxed);
    if (wanted == 0) return true;
    if (!crew.Pause(late)) return false;
    wanted_.store(0, std::memory_order_relaxed);
    tree_.arena.MakeRoom(wanted);
    crew.Resume();
    // It may have taken a millisecond.
    budget_->Toil(budget_->UntilCheck());
    return true;
  }

  // Whether there is another playout for the worker to make. Several are
  // claimed at a time, for threads that write to one place wait for each other,
  // but so few that all end at about the same time.
  bool Claim(Worker& worker) {
    constexpr int64_t kMostAtATime = 16;
    if (worker.claimed == 0) {
      int64_t claimed = claimed_.load(std::memory_order_relaxed);
      do {
        const int64_t left = most_playouts_ - claimed;
        if (left <= 0) return false;
        worker.claimed = std::clamp<int64_t>(
            left / (4 * tree_.settings.threads), 1, kMostAtATime);
      } while (!claimed_.compare_exchange_weak(
          claimed, claimed + worker.claimed, std::memory_order_relaxed));
    }
    --worker.claimed;
    return true;
  }
  static void CountPlayout(Worker& worker) {
    worker.done.store(worker.done.load(std::memory_order_relaxed) + 1,
                      std::memory_order_relaxed);
  }
  int64_t Done() const {
    int64_t done = 0;
    for (const Worker& worker : workers_) {
      done += worker.done.load(std::memory_order_relaxed);
    }
    return done;
  }

  // Returns the plies it made; nothing, and leaves no value in the tree, when
  // it had to stop in the middle.
  std::optional<int64_t> RunPlayout(Worker& worker, const Pace& pace) {
    *worker.state = *root_;
    worker.path.clear();
    worker.made.clear();
    worker.line.PopTo(root_at_);
    SeatValues values;
    int64_t plies = 0;
    if (!Descend(worker, pace, values)) {
      const auto played = PlayOn(worker, pace);
      if (!played) {
        for (const Step& step : worker.path) {
          ComeBack(tree_, tree_.arena[step.node]);
        }
        return std::nullopt;
      }
      plies = *played;
      values = worker.state->IsTerminal()
                   ? worker.state->Returns()
                   : EvaluationValues(rules_, *worker.state);
    }
    BackUp(worker, values);
    return plies + static_cast<int64_t>(worker.path.size());
  }

  // Walks the worker's state down from the root to a new node, an end of the
  // game, what is proved, a position that comes back, or where the tree cannot
  // grow now; its path is the way. Whether the value is certain there; `values`
  // is it then.
  bool Descend(Worker& worker, const Pace& pace, SeatValues& values) {
    State& state = *worker.state;
    Slot node = kRoot;
    uint64_t place = 0;
    for (;;) {
      Node& here = tree_.arena[node];
      if (node != kRoot && IsKnown(here, state, values)) return true;
      if (here.first_child.load(std::memory_order_acquire) == kNoChildren) {
        // A node gets its children at its second visit: most never have one.
        if (here.visits.load(std::memory_order_relaxed) == 0) {
          return Probe(here, state, values);
        }
        if (!Expand(worker, pace, node)) return false;
        if (IsKnown(here, state, values)) return true;
      }
      const Slot first = here.first_child.load(std::memory_order_acquire);
      if (first == kBeingMade || first == kNoChildren) return false;
      if (tree_.settings.rave > 0) place = Reference(here, state, place, node);
      pace.Toil(tree_.arena.CountChildren(first) / 16);
      node = SelectChild(tree_, node, place);
      Node& child = tree_.arena[node];
      SetOut(tree_, child);
      worker.path.push_back({node, records_ ? state.Hash() : 0});
      state.Apply(RestoreMove<Move>(child.move));
      if (tree_.settings.repetitions && ComesBack(worker, node, values)) {
        return true;
      }
    }
  }

  // Whether the game or the line has been at the worker's position before,
  // which is `node`'s; `values` are then those of a draw. As long as the game
  // goes on it is always the same line that leads to a node, so that such a
  // node never has children.
  bool ComesBack(Worker& worker, Slot node, SeatValues& values) {
    const uint64_t hash = worker.state->Hash();
    if (!worker.line.Has(hash)) {
      worker.line.Push(hash);
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
  bool Probe(Node& node, const State& state, SeatValues& values) {
    if constexpr (HasProbe<R>) {
      if (!tree_.settings.solver || tree_.num_players != 2) return false;
      const std::optional<ExactValue> exact = rules_.Probe(state);
      if (!exact) return false;
      const int mover = state.ToMove();
      const uint32_t winners = exact->outcome == 0  ? 0u
                               : exact->outcome > 0 ? 1u << mover
                                                    : 1u << (1 - mover);
      values = WinnerTakesAll(2, winners);
      SetProof(node, values);
      return true;
    } else {
      return false;
    }
  }

  // Gives the node of the worker's live position its children, in random
  // order; false when there is no room for them or another thread is at it.
  bool Expand(Worker& worker, const Pace& pace, Slot slot) {
    Node& node = tree_.arena[slot];
    Slot expected = kNoChildren;
    if (!node.first_child.compare_exchange_strong(expected, kBeingMade,
                                                  std::memory_order_acq_rel)) {
      return false;
    }
    worker.moves.clear();
    worker.state->LegalMoves(worker.moves);
    const auto count = static_cast<uint32_t>(worker.moves.size());
    pace.Toil(count / 4);
    // None is a fault of the rules, and no reason to hang.
    const Slot first = count == 0 ? 0 : tree_.arena.Allocate(slot, count);
    if (first == 0) {
      if (count > 0) wanted_.store(count, std::memory_order_relaxed);
      node.first_child.store(kNoChildren, std::memory_order_release);
      return false;
    }
    for (uint32_t i = count; i > 1; --i) {
      std::swap(worker.moves[i - 1], worker.moves[worker.random.Below(i)]);
    }
    const bool won = MakeChildren(worker, pace, first);
    node.first_child.store(first, std::memory_order_release);
    if (won || (count == 1 && tree_.settings.solver)) Prove(tree_, slot);
    return true;
  }

  // Whether one of them is proved. Of too many only what is due at once is
  // done.
  bool MakeChildren(Worker& worker, const Pace& pace, Slot first) {
    State& state = *worker.state;
    const auto seat = static_cast<uint8_t>(state.ToMove());
    const bool judges = tree_.settings.minimax > 0;
    const bool looks =
        judges || (tree_.settings.solver &&
                   static_cast<int64_t>(worker.moves.size()) <= kSurelyTried);
    if (looks) pace.Toil(static_cast<int64_t>(worker.moves.size()));
    bool any_proved = false;
    Slot slot = first;
    for (const Move move : worker.moves) {
      Node& child = *new (&tree_.arena[slot]) Node();
      child.move = EraseMove(move);
      child.seat = seat;
      if (tree_.settings.bias > 0) {
        constexpr int kMost = std::numeric_limits<int16_t>::max();
        child.bias = static_cast<int16_t>(
            std::clamp(MoveScore(rules_, state, move), -kMost, kMost));
      }
      if (looks) {
        AfterMove(state, move, [&](const State& after) {
          LookAt(worker, child, slot, after, judges);
          return true;
        });
        any_proved = any_proved || tree_.IsProved(child);
      }
      ++slot;
    }
    return any_proved;
  }

  // What a new node shows without playouts.
  void LookAt(const Worker& worker, Node& child, Slot slot, const State& after,
              bool judges) {
    if (after.IsTerminal()) {
      const SeatValues values = after.Returns();
      SetProof(child, values);
      if (judges) SetHeuristics(tree_, slot, values);
    } else if (judges) {
      // Who is behind and may repeat a position is seen to do so at once.
      const bool repeats =
          tree_.settings.repetitions && worker.line.Has(after.Hash());
      SetHeuristics(tree_, slot,
                    repeats ? SeatValues{} : EvaluationValues(rules_, after));
    }
  }

  // Plays the worker's state on to its end or to the cutoff; how many plies, or
  // nothing when it had to stop.
  std::optional<int64_t> PlayOn(Worker& worker, const Pace& pace) {
    int64_t plies = 0;
    while (plies < max_plies_) {
      const int64_t most =
          std::min(std::max<int64_t>(pace.UntilCheck() / policy_.Cost(), 1),
                   max_plies_ - plies);
      const int64_t made = Play(worker, most);
      pace.Toil(made * policy_.Cost());
      plies += made;
      if (made < most || worker.state->IsTerminal()) break;
      if (plies < max_plies_ && pace.Exhausted()) return std::nullopt;
    }
    return plies;
  }

  int64_t Play(Worker& worker, int64_t most) {
    if (!records_) {
      return policy_.Play(*worker.state, worker.moves, worker.random, most);
    }
    return policy_.Play(
        *worker.state, worker.moves, worker.random, most,
        [&worker](const State& state, Move move) {
          if (worker.made.size() == kMostRecorded) return;
          worker.made.push_back({EraseMove(move), state.ToMove()});
        });
  }

  // Credits the path with what it led to, last step first.
  void BackUp(Worker& worker, const SeatValues& values) {
    const bool judges = tree_.settings.minimax > 0;
    bool proved = tree_.settings.solver;
    for (size_t i = worker.path.size(); i-- > 0;) {
      const Slot slot = worker.path[i].node;
      Node& node = tree_.arena[slot];
      AddVisit(tree_, node, values[node.seat]);
      ComeBack(tree_, node);
      const Slot parent = i == 0 ? kRoot : worker.path[i - 1].node;
      // What is proved of a node may prove the one above.
      proved = proved && tree_.IsProved(node) && Prove(tree_, parent);
      if (judges) BackUpHeuristics(tree_, parent);
    }
    AddVisit(tree_, tree_.arena[kRoot], 0);
    if (records_) Remember(worker, values);
  }

  // Adds the moves of tree and playout to the tables.
  void Remember(const Worker& worker, const SeatValues& values) {
    const size_t steps = worker.path.size();
    if (tree_.settings.history > 0) {
      EachMove(worker, 0, [&](AnyMove move, int seat) {
        tree_.history.Add(tree_.history.Key(move, seat), values[seat]);
      });
    }
    if (tree_.settings.rave > 0) {
      for (size_t i = 0; i < steps; ++i) {
        EachMove(worker, i, [&](AnyMove move, int seat) {
          tree_.rave.Add(tree_.rave.Key(move, seat, worker.path[i].place),
                         values[seat]);
        });
      }
    }
  }

  // Calls `visit(move, seat)` for the moves made from step `from` on.
  template <typename Visit>
  void EachMove(const Worker& worker, size_t from, Visit&& visit) const {
    for (size_t i = from; i < worker.path.size(); ++i) {
      const Node& node = tree_.arena[worker.path[i].node];
      visit(node.move, node.seat);
    }
    for (const Made& made : worker.made) visit(made.move, made.seat);
  }

  Decision WinAtOnce(Move move) const {
    Decision decision;
    decision.move = EraseMove(move);
    decision.value = 1;
    decision.line = {decision.move};
    decision.playouts = 0;
    decision.seconds = budget_->Seconds();
    return decision;
  }

  Decision Report() const {
    Decision decision = DecisionOf(tree_, any_legal_);
    decision.playouts = Done();
    decision.seconds = budget_->Seconds();
    return decision;
  }

  const R& rules_;
  Tree tree_;
  const PlayoutPolicy<R> policy_;
  const int64_t max_plies_;  // of a playout beyond the tree
  const bool records_;       // whether anybody asks what moves were made
  std::vector<Worker> workers_;
  std::optional<State> root_;  // of the tree; none before the first search
  const Crew nobody_;

  // During Run.
  Budget* budget_ = nullptr;
  AnyMove any_legal_;
  int64_t most_playouts_ = 0;
  size_t root_at_ = 0;  // the length of lines that end with the root
  // What all threads write to, apart from what they read.
  alignas(kCacheLine) std::atomic<int64_t> claimed_{0};  // playouts
  std::atomic<uint32_t> wanted_{0};  // children that found no room
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
