// The player of iterative_deepening.h and maxn_search.h. It has no randomness.

#ifndef BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_
#define BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_

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
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/transposition_table.h"
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

  // An error says which settings do not go together, or that the machine has
  // not the memory asked for.
  static absl::StatusOr<std::unique_ptr<Player>> Make(
      const R& rules, const Parameters& parameters) {
    RETURN_IF_ERROR(CheckAlphaBeta(parameters));
    auto player = std::unique_ptr<AlphaBetaPlayer>(
        new AlphaBetaPlayer(rules, parameters));
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
    if (!limits.time && !limits.nodes && !limits.depth) {
      return NoLimit("alphabeta", "time=1s, nodes=10000 or depth=6");
    }
    const absl::Span<const uint64_t> past = past_.Before(state);
    if (maxn_) return maxn_->Run({state, limits, past}, observer);
    used_ = true;
    if (table_ != nullptr) table_->NewSearch();
    if (options_.threads == 1) {
      return searches_[0]->Run({state, limits, past}, observer);
    }
    return Together(state, limits, past, observer);
  }

  void ObserveMove(Move move) override { past_.Observe(move); }

 private:
  AlphaBetaPlayer(const R& rules, const Parameters& parameters)
      : PlayerFor<R>(rules),
        own_(LimitsFrom(parameters)),
        options_(AlphaBetaOptionsFrom(parameters)) {
    if (options_.opponents == Opponents::kMaxN) {
      maxn_.emplace(rules);
      return;
    }
    if (options_.table) {
      table_ = std::make_unique<TranspositionTable>(options_.memory_bytes);
    }
    if (options_.threads > 1) team_ = std::make_unique<Teamwork<Move>>();
    for (int i = 0; i < options_.threads; ++i) {
      searches_.push_back(std::make_unique<IterativeDeepening<R>>(
          rules, options_, table_.get(), team_.get()));
    }
  }

  // The first thread searches and the others help it; see split_point.h. A
  // limit of nodes is divided among them.
  absl::StatusOr<Decision> Together(const State& state, const Limits& limits,
                                    absl::Span<const uint64_t> past,
                                    const Observer& observer) {
    for (auto& search : searches_) search->ForgetNodes();
    Limits first = limits;
    Limits others;
    if (limits.nodes) {
      others.nodes = *limits.nodes / options_.threads;
      first.nodes = *limits.nodes - *others.nodes * (options_.threads - 1);
    }
    ThreadPool
        pool;  // after all that its threads use, as an observer may throw
    first.done = others.done = &pool.stop_flag();
    const absl::Status status = pool.Start(
        others.nodes == 0 ? 0 : options_.threads - 1, [&](int thread) {
          searches_[static_cast<size_t>(thread)]->Help({state, others, past});
        });
    if (!status.ok()) return status;
    Observer watch;
    if (observer) {
      watch = [&](const Decision& so_far) { observer(WithAllNodes(so_far)); };
    }
    Decision answer = searches_[0]->Run({state, first, past}, watch);
    pool.Finish();
    return WithAllNodes(std::move(answer));
  }

  Decision WithAllNodes(Decision decision) const {
    for (size_t i = 1; i < searches_.size(); ++i) {
      *decision.nodes += searches_[i]->nodes();
    }
    return decision;
  }

  const Limits own_;
  const AlphaBetaOptions options_;
  std::optional<MaxnSearch<R>> maxn_;  // in place of all that follows
  std::unique_ptr<TranspositionTable> table_;
  std::unique_ptr<Teamwork<Move>> team_;  // where there are several threads
  std::vector<std::unique_ptr<IterativeDeepening<R>>>
      searches_;       // one a thread
  bool used_ = false;  // since Start
  PositionHistory<R> past_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_ALPHABETA_PLAYER_H_
