// The player `alphabeta`: iterative_deepening.h in one or several threads, or
// maxn_search.h. With one thread, what it does depends on the game and its
// limits alone; it uses no random numbers.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ai/alphabeta/iterative_deepening.h"
#include "ai/alphabeta/maxn_search.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/common/evaluator.h"
#include "ai/common/player_errors.h"
#include "ai/common/position_history.h"
#include "ai/common/thread_pool.h"
#include "framework/game_adapter.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

template <GameRules R>
class AlphaBetaPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;
  using typename PlayerFor<R>::Move;

  // Errors: InvalidArgument for parameters that exclude each other,
  // ResourceExhausted if the machine lacks the memory for the table.
  static absl::StatusOr<std::unique_ptr<Player>> Make(
      const Evaluator<R>& evaluator, const Parameters& parameters) {
    RETURN_IF_ERROR(CheckAlphaBeta(parameters));
    auto player = std::unique_ptr<AlphaBetaPlayer>(
        new AlphaBetaPlayer(evaluator, parameters));
    if (player->table_ != nullptr && !player->table_->Ok()) {
      return NoMemory("alphabeta", parameters.Int("memory"));
    }
    return player;
  }

  static PlayerBinding<R> Binding() {
    return {{"alphabeta",
             "Alpha-beta by iterative deepening, for any number of players",
             AlphaBetaParameters()},
            Make};
  }

  int Threads() const override { return options_.threads; }

 protected:
  absl::Status StartAt(const State& state, uint64_t) override {
    if (used_ && table_ != nullptr) table_->Clear();
    used_ = false;
    for (auto& search : searches_) search->Clear();
    past_.Start(state);
    return absl::OkStatus();
  }

  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits& outer,
                                    const Observer& observer) override {
    const Limits limits = Tighter(own_, outer);
    const absl::Span<const uint64_t> past = past_.Before(state);
    if (maxn_) return maxn_->Run(state, limits, past, observer);
    used_ = true;
    if (table_ != nullptr) table_->NewSearch();
    if (options_.threads == 1) {
      return searches_[0]->Run(state, limits, past, observer);
    }
    return SearchInParallel(state, limits, past, observer);
  }

  void ObserveMove(Move move) override { past_.Observe(move); }
  void ObserveDropOut() override { past_.ObserveDropOut(); }

 private:
  AlphaBetaPlayer(const Evaluator<R>& evaluator, const Parameters& parameters)
      : PlayerFor<R>(evaluator.rules()),
        own_(LimitsFrom(parameters)),
        options_(AlphaBetaOptionsFrom(parameters)) {
    if (options_.opponents == Opponents::kMaxN) {
      maxn_.emplace(evaluator);
      return;
    }
    if (options_.table) {
      table_ = std::make_unique<TranspositionTable>(options_.memory_bytes);
    }
    for (int i = 0; i < options_.threads; ++i) {
      searches_.push_back(std::make_unique<IterativeDeepening<R>>(
          evaluator, options_, table_.get()));
    }
  }

  // Lazy SMP (Hyatt; first in Toga II, 2008, see the Chess Programming Wiki):
  // every thread deepens by itself, and all share the table. What one has
  // stored the others need not search, and as threads drift apart, each runs
  // into other parts of the tree. A limit of nodes is divided among the
  // threads, and a thread that has spent its share leaves the others theirs;
  // the end of any thread for another reason (a proof, the depth, the time)
  // ends all. The answer is a proof, else that of the thread with the deepest
  // iteration.
  absl::StatusOr<Decision> SearchInParallel(const State& state,
                                            const Limits& limits,
                                            absl::Span<const uint64_t> past,
                                            const Observer& observer) {
    for (auto& search : searches_) search->ResetNodes();
    Limits main_limits = limits, helper_limits = limits;
    if (limits.nodes) {
      helper_limits.nodes = *limits.nodes / options_.threads;
      main_limits.nodes =
          *limits.nodes - *helper_limits.nodes * (options_.threads - 1);
    }
    std::vector<Decision> answers(searches_.size());
    const auto run = [&](size_t i, const Limits& own, const Observer& observed,
                         ThreadPool& threads) {
      answers[i] = searches_[i]->Run(state, own, past, observed);
      if (answers[i].nodes != own.nodes) threads.Stop();
    };
    // Behind everything that its threads use: an observer may throw.
    ThreadPool pool;
    main_limits.done = helper_limits.done = &pool.stop_flag();
    const int num_helpers = helper_limits.nodes == 0 ? 0 : options_.threads - 1;
    RETURN_IF_ERROR(pool.Start(num_helpers, [&](int thread) {
      run(static_cast<size_t>(thread), helper_limits, nullptr, pool);
    }));
    Observer watch;
    if (observer) {
      watch = [&](const Decision& so_far) {
        Decision decision = so_far;
        decision.nodes = *so_far.nodes + NodesFrom(1);
        observer(decision);
      };
    }
    run(0, main_limits, watch, pool);
    pool.WaitForAll([&pool] { return pool.Stopped(); });
    pool.Finish();
    const auto rank = [](const Decision& answer) {
      return std::pair(std::abs(answer.value.value_or(0)) == 1, answer.depth);
    };
    Decision best =
        *std::max_element(answers.begin(), answers.end(),
                          [&](const Decision& a, const Decision& b) {
                            return rank(a) < rank(b);
                          });
    for (const Decision& answer : answers) {
      best.seconds = std::max(best.seconds, answer.seconds);
    }
    best.nodes = NodesFrom(0);
    return best;
  }

  // The nodes of all threads from `first` on.
  int64_t NodesFrom(size_t first) const {
    int64_t nodes = 0;
    for (size_t i = first; i < searches_.size(); ++i) {
      nodes += searches_[i]->nodes();
    }
    return nodes;
  }

  const Limits own_;
  const AlphaBetaOptions options_;
  std::optional<MaxnSearch<R>> maxn_;  // if set, the searches are not used
  std::unique_ptr<TranspositionTable> table_;
  std::vector<std::unique_ptr<IterativeDeepening<R>>> searches_;  // by thread
  bool used_ = false;  // the table, since Start
  PositionHistory<R> past_;
};

}  // namespace boardwalk::ai
