// Monte-Carlo tree search for two to six players: UCT (Kocsis, Szepesvari 2006)
// in which every node credits the seat that moved into it with that seat's own
// value, as max^n does (Luckhardt, Irani 1986), and what has been found to
// improve on it; tree.h and solver.h say what. Here are its beginning, its
// threads and its end; mcts_worker.h is what each thread does.

#ifndef BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
#define BOARDWALK_AI_MCTS_MCTS_SEARCH_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "ai/common/score.h"
#include "ai/common/thread_pool.h"
#include "ai/mcts/mcts_worker.h"
#include "ai/mcts/options.h"
#include "ai/mcts/quota.h"
#include "ai/mcts/report.h"
#include "ai/mcts/solver.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

// Not thread-safe; has threads of its own.
template <GameRules R>
class MctsSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  MctsSearch(const R& rules, const MctsOptions& options)
      : tree_(Settle(options, HasEvaluate<R>),
              rules.InitialState().NumPlayers()),
        quota_(tree_.settings.threads) {
    for (int i = 0; i < tree_.settings.threads; ++i) {
      workers_.emplace_back(rules, tree_, wanted_);
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
      workers_[i].Seed(i == 0 ? seed : Mix64(seed + i));
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
    quota_.Start(limits.playouts.value_or(std::numeric_limits<int64_t>::max()));
    wanted_.store(0, std::memory_order_relaxed);
    State state = root;
    moves_.clear();
    state.LegalMoves(moves_);
    any_legal_ = EraseMove(moves_[0]);
    // A forced move needs no thought but where playouts are asked for.
    const bool forced = moves_.size() == 1 && !limits.playouts;
    const auto win = FindWinningMove(state, moves_, budget);
    PrepareTree(root, moves);
    if (win) return WinAtOnce(*win);
    for (MctsWorker<R>& worker : workers_) worker.SetRoot(*root_, past);
    if (!forced && !budget.Exhausted() && OpenRoot()) {
      RETURN_IF_ERROR(Search(observer));
    }
    return Report();
  }

 private:
  static constexpr int64_t kWorkBetweenReports = 2048;
  static constexpr std::chrono::milliseconds kReportEvery{100};
  static constexpr uint32_t kMaxVisits =
      std::numeric_limits<uint32_t>::max() - 1024;

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
  bool OpenRoot() {
    const Pace pace = {budget_, nobody_};
    MctsWorker<R>& worker = workers_[0];
    if (tree_.arena[kRoot].first_child == kNoChildren &&
        !worker.ExpandRoot(pace)) {
      tree_.Clear();
      return worker.ExpandRoot(pace);
    }
    if (tree_.settings.solver) Prove(tree_, kRoot);
    return true;
  }

  absl::Status Search(const Observer& observer) {
    ThreadPool pool;
    const absl::Status status =
        pool.Start(Threads() - 1, [this, &pool](int i) { Help(i, pool); });
    if (!status.ok()) return status;
    Lead(pool, observer);
    pool.WaitForAll([this] { return IsLate(); });
    pool.Finish();
    return absl::OkStatus();
  }

  // What the threads of the pool do.
  void Help(int thread, ThreadPool& pool) {
    const Pace pace = {nullptr, pool};
    MctsWorker<R>& worker = workers_[static_cast<size_t>(thread)];
    while (pool.GoesOn() && !IsSettled() && quota_.Claim(thread)) {
      if (worker.RunPlayout(pace)) quota_.Count(thread);
    }
  }

  // What the caller's thread does: the same, and all that needs the clock or
  // the tree for itself.
  void Lead(ThreadPool& pool, const Observer& observer) {
    const Pace pace = {budget_, pool};
    std::chrono::nanoseconds next_report = kReportEvery;
    int64_t work = 0;
    while (!pace.Exhausted() && !IsSettled() && MakeRoom(pool)) {
      // The playouts that are left are for the others to end.
      if (!quota_.Claim(0)) return;
      const std::optional<int64_t> plies = workers_[0].RunPlayout(pace);
      if (!plies) break;
      quota_.Count(0);
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
    pool.Stop();
  }

  // Whether nothing more can be learnt.
  bool IsSettled() const {
    const Node& root = tree_.arena[kRoot];
    return tree_.IsProved(root) ||
           root.visits.load(std::memory_order_relaxed) >= kMaxVisits;
  }

  // Room for what did not fit, where the tree is full; false to stop.
  bool MakeRoom(ThreadPool& pool) {
    const uint32_t wanted = wanted_.load(std::memory_order_relaxed);
    if (wanted == 0) return true;
    if (!pool.Pause([this] { return IsLate(); })) return false;
    wanted_.store(0, std::memory_order_relaxed);
    tree_.arena.MakeRoom(wanted);
    pool.Resume();
    // It may have taken a millisecond.
    budget_->ChargeOverhead(budget_->UntilCheck());
    return true;
  }

  // Whether the time is over, read from the clock.
  bool IsLate() {
    budget_->ChargeOverhead(budget_->UntilCheck());
    return budget_->Exhausted();
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
    decision.playouts = quota_.Done();
    decision.seconds = budget_->Seconds();
    return decision;
  }

  Tree tree_;
  // Children that found no room; apart from what is only read.
  alignas(kCacheLine) std::atomic<uint32_t> wanted_{0};
  Quota quota_;
  std::deque<MctsWorker<R>> workers_;  // one a thread, the caller's first
  std::optional<State> root_;  // of the tree; none before the first search
  MoveListFor<State> moves_;   // of the root
  const ThreadPool nobody_;

  // During Run.
  Budget* budget_ = nullptr;
  AnyMove any_legal_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
