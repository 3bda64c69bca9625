// Monte-Carlo tree search for two to six players: UCT (Kocsis, Szepesvari
// 2006). Each node credits the seat that moved to it with that seat's own
// value, as in max^n (Luckhardt, Irani 1986). tree.h describes the
// improvements. This file starts a search, runs its threads and ends it;
// mcts_worker.h makes the playouts.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/common/score.h"
#include "ai/common/thread_pool.h"
#include "ai/mcts/mcts_worker.h"
#include "ai/mcts/options.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

// Hands out a limited number of playouts to the threads of a search. A thread
// calls Claim and CountDone with its own number; Done is thread-safe.
class PlayoutLimit {
 public:
  // For threads 0 to `threads` - 1.
  explicit PlayoutLimit(int threads) : shares_(static_cast<size_t>(threads)) {}

  // Resets the counts. REQUIRES: no other thread uses the object.
  void Start(int64_t max_playouts) {
    max_playouts_ = max_playouts;
    claimed_.store(0, std::memory_order_relaxed);
    for (Share& share : shares_) {
      share.claimed = 0;
      share.done.store(0, std::memory_order_relaxed);
    }
  }

  // Whether the thread may make another playout. Threads claim several at a
  // time, since writing to a shared cache line is slow, but fewer near the
  // end, so that all finish at about the same time.
  bool Claim(int thread) {
    constexpr int64_t kMaxAtATime = 16;
    Share& share = shares_[static_cast<size_t>(thread)];
    if (share.claimed == 0) {
      const auto threads = static_cast<int64_t>(shares_.size());
      int64_t claimed = claimed_.load(std::memory_order_relaxed);
      do {
        const int64_t left = max_playouts_ - claimed;
        if (left <= 0) return false;
        share.claimed =
            std::clamp<int64_t>(left / (4 * threads), 1, kMaxAtATime);
      } while (!claimed_.compare_exchange_weak(claimed, claimed + share.claimed,
                                               std::memory_order_relaxed));
    }
    --share.claimed;
    return true;
  }

  void CountDone(int thread) {
    std::atomic<int64_t>& done = shares_[static_cast<size_t>(thread)].done;
    done.store(done.load(std::memory_order_relaxed) + 1,
               std::memory_order_relaxed);
  }

  // By all threads.
  int64_t Done() const {
    int64_t done = 0;
    for (const Share& share : shares_) {
      done += share.done.load(std::memory_order_relaxed);
    }
    return done;
  }

 private:
  struct alignas(kCacheLine) Share {
    int64_t claimed = 0;  // but not begun
    std::atomic<int64_t> done{0};
  };

  std::vector<Share> shares_;
  int64_t max_playouts_ = 0;
  // Threads write to it: it has a cache line of its own.
  alignas(kCacheLine) std::atomic<int64_t> claimed_{0};
};

// Not thread-safe; starts its own threads.
template <GameRules R>
class MctsSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  MctsSearch(const Evaluator<R>& evaluator, const MctsOptions& options)
      : tree_(options, evaluator.rules().InitialState().NumPlayers()),
        playout_limit_(options.threads) {
    for (int i = 0; i < options.threads; ++i) {
      workers_.emplace_back(evaluator, tree_, room_wanted_);
    }
  }

  // False if the machine does not have the memory; then call nothing else.
  bool Ok() const { return tree_.Ok(); }
  int Threads() const { return tree_.options.threads; }
  const Tree& tree() const { return tree_; }

  // Forgets everything.
  void Seed(uint64_t seed) {
    for (size_t i = 0; i < workers_.size(); ++i) {
      workers_[i].Seed(i == 0 ? seed : Mix64(seed + i));
    }
    if (root_) tree_.Reset();
    root_.reset();
  }

  struct Task {
    const State& root;                // live
    absl::Span<const AnyMove> moves;  // that led to it since the last search
    absl::Span<const uint64_t> past;  // hashes of the game's earlier positions
    const Limits& limits;
  };
  // Returns the best move. Looks for a win in one move before all limits (see
  // FindWinningMove). Calls `observer` about ten times a second.
  absl::StatusOr<Decision> Run(const Task& task, const Observer& observer) {
    const auto& [root, moves, past, limits] = task;
    Budget budget(limits, std::nullopt);
    budget_ = &budget;
    playout_limit_.Start(
        limits.playouts.value_or(std::numeric_limits<int64_t>::max()));
    room_wanted_.store(0, std::memory_order_relaxed);
    State state = root;
    root_moves_.clear();
    state.LegalMoves(root_moves_);
    // A forced move is searched only if playouts are asked for.
    const bool forced = root_moves_.size() == 1 && !limits.playouts;
    const auto win = FindWinningMove(state, root_moves_, budget);
    PrepareTree(root, moves);
    if (win) return ImmediateWin(*win);
    for (MctsWorker<R>& worker : workers_) worker.SetRoot(*root_, past);
    if (!forced && !budget.Exhausted() && EnsureRootIsExpanded()) {
      RETURN_IF_ERROR(Search(observer));
    }
    return DecisionSoFar();
  }

 private:
  static constexpr int64_t kPliesBetweenReports = 2048;
  static constexpr std::chrono::milliseconds kReportInterval{100};
  static constexpr uint32_t kMaxVisits =
      std::numeric_limits<uint32_t>::max() - 1024;

  // Moves the root of the tree along `moves`, or starts a new tree if they do
  // not lead to `root`.
  void PrepareTree(const State& root, absl::Span<const AnyMove> moves) {
    std::optional<Slot> kept;
    if (tree_.options.reuse && root_) kept = Follow(moves, root);
    // A node that has visits but no children was scored as a repetition. If the
    // game goes on from there, those visits say nothing.
    if (kept && (tree_.arena[*kept].first_child != kNoChildren ||
                 tree_.arena[*kept].visits == 0)) {
      tree_.arena.MoveRoot(*kept);
    } else {
      tree_.Clear();
    }
    root_ = root;
  }

  // The node to which `moves` lead, if it exists and its state is `target`.
  // Applies only moves that are in the tree: those are legal.
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

  // False if the root's children do not fit even in an empty tree.
  bool EnsureRootIsExpanded() {
    const Stopper stopper = {budget_, empty_pool_};
    MctsWorker<R>& worker = workers_[0];
    if (tree_.arena[kRoot].first_child == kNoChildren &&
        !worker.ExpandRoot(stopper)) {
      tree_.Clear();
      return worker.ExpandRoot(stopper);
    }
    if (tree_.options.solver) Prove(tree_, kRoot);
    return true;
  }

  absl::Status Search(const Observer& observer) {
    ThreadPool pool;
    RETURN_IF_ERROR(pool.Start(
        Threads() - 1, [this, &pool](int i) { RunPoolThread(i, pool); }));
    RunCallingThread(pool, observer);
    pool.WaitForAll([this] { return IsTimeUp(); });
    pool.Finish();
    return absl::OkStatus();
  }

  void RunPoolThread(int thread, ThreadPool& pool) {
    const Stopper stopper = {nullptr, pool};
    MctsWorker<R>& worker = workers_[static_cast<size_t>(thread)];
    while (pool.GoesOn() && !IsSettled() && playout_limit_.Claim(thread)) {
      if (worker.RunPlayout(stopper)) playout_limit_.CountDone(thread);
    }
  }

  // Makes playouts, too; in addition it reads the clock, reports, and pauses
  // the other threads to make room in the tree. The search ends with the time
  // or a stop from outside (Budget), with the limit of playouts (PlayoutLimit),
  // or when more playouts are useless (IsSettled).
  void RunCallingThread(ThreadPool& pool, const Observer& observer) {
    const Stopper stopper = {budget_, pool};
    std::chrono::nanoseconds next_report = kReportInterval;
    int64_t plies_since_report = 0;
    while (!stopper.ShouldStop() && !IsSettled() && MakeRoom(pool)) {
      // The other threads finish the playouts that they have claimed.
      if (!playout_limit_.Claim(0)) return;
      const std::optional<int64_t> plies = workers_[0].RunPlayout(stopper);
      if (!plies) break;
      playout_limit_.CountDone(0);
      budget_->Spend();
      plies_since_report += *plies + 1;
      // Counts plies, since playouts differ in length. The clock decides only
      // when to report.
      if (!observer || plies_since_report < kPliesBetweenReports) continue;
      plies_since_report = 0;
      if (budget_->Elapsed() < next_report) continue;
      next_report = budget_->Elapsed() + kReportInterval;
      observer(DecisionSoFar());
    }
    pool.Stop();
  }

  // Whether more playouts are useless: the result is proved, or the visit
  // counts are full.
  bool IsSettled() const {
    const Node& root = tree_.arena[kRoot];
    return tree_.IsProved(root) ||
           root.visits.load(std::memory_order_relaxed) >= kMaxVisits;
  }

  // Evicts nodes if children did not fit. False if time is up.
  bool MakeRoom(ThreadPool& pool) {
    const uint32_t wanted = room_wanted_.load(std::memory_order_relaxed);
    if (wanted == 0) return true;
    if (!pool.Pause([this] { return IsTimeUp(); })) return false;
    room_wanted_.store(0, std::memory_order_relaxed);
    tree_.arena.MakeRoom(wanted);
    pool.Resume();
    // It may have taken a millisecond: check the clock next.
    budget_->ChargeOverhead(budget_->UntilCheck());
    return true;
  }

  // Reads the clock.
  bool IsTimeUp() {
    budget_->ChargeOverhead(budget_->UntilCheck());
    return budget_->Exhausted();
  }

  Decision ImmediateWin(Move move) const {
    Decision decision;
    decision.move = EraseMove(move);
    decision.value = 1;
    decision.line = {decision.move};
    decision.playouts = 0;
    decision.seconds = budget_->Seconds();
    return decision;
  }

  Decision DecisionSoFar() const {
    Decision decision = MakeDecision(tree_, EraseMove(root_moves_[0]));
    decision.playouts = playout_limit_.Done();
    decision.seconds = budget_->Seconds();
    return decision;
  }

  Tree tree_;
  // The number of children that found no room; 0 for none. Threads write to it:
  // it has a cache line of its own.
  alignas(kCacheLine) std::atomic<uint32_t> room_wanted_{0};
  PlayoutLimit playout_limit_;
  std::deque<MctsWorker<R>> workers_;  // the calling thread's first
  std::optional<State> root_;          // unset before the first search
  MoveListFor<State> root_moves_;
  const ThreadPool empty_pool_;  // for work before the threads start
  Budget* budget_ = nullptr;     // during Run
};

}  // namespace boardwalk::ai
