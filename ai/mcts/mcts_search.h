// UCT (Kocsis, Szepesvari 2006) for two to six players: every node credits the
// seat that moved into it with that seat's own value, as max^n does (Luckhardt,
// Irani 1986). A playout adds one node's worth of knowledge: down the tree, one
// random game from its edge, cut where the evaluation is to judge, and back up.

#ifndef BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
#define BOARDWALK_AI_MCTS_MCTS_SEARCH_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ai/common/score.h"
#include "ai/mcts/tree.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/playout.h"

namespace boardwalk::ai {

struct MctsOptions {
  // Weight of the unknown against the good. Unset: as `cutoff`.
  std::optional<double> exploration;
  // Plies from the tree's edge after which the evaluation judges; 0 plays to
  // the end. Unset: the search's own choice, by whether there is an evaluation.
  std::optional<int64_t> cutoff;
  int64_t memory_bytes = 256 << 20;  // for the tree
};

// The values of a live position by the evaluations of its seats: each one's
// lead over the mean of all, scaled so that they sum to 0 and lie within
// (-1, 1). With two players that is value and minus value. 0 where the rules
// have no evaluation.
template <GameRules R>
SeatValues EvaluationValues(const R& rules, const typename R::State& state) {
  SeatValues values{};
  if constexpr (HasEvaluate<R>) {
    const int n = state.NumPlayers();
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

// Not thread-safe.
template <GameRules R>
class MctsSearch {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // Unless given. Where there is an evaluation, random moves soon blur what it
  // tells: on chinese8 and the star, two plies won against the greedy player
  // where 24 lost every game. And evaluations differ by little from move to
  // move, so that the weight which suits wins and losses would drown them.
  static constexpr int64_t kEvaluatedAfter = 2;
  static constexpr double kExploration = HasEvaluate<R> ? 0.05 : 1;
  // How long any playout may last.
  static constexpr int64_t kLongestPlayout = 10'000;

  MctsSearch(const R& rules, const MctsOptions& options)
      : rules_(rules),
        tree_(options.memory_bytes, options.exploration.value_or(kExploration)),
        max_plies_(MaxPlies(options)) {}

  void Seed(uint64_t seed) { random_ = Random(seed); }

  // The most visited move of the live position `root`. A win in one move is
  // looked for before all limits (see FindWinningMove). `observer` is told
  // about ten times a second.
  Decision Run(const State& root, const Limits& limits,
               const Observer& observer) {
    Budget budget(limits, limits.playouts);
    budget_ = &budget;
    tree_.Clear();
    State state = root;
    moves_.clear();
    state.LegalMoves(moves_);
    if (const auto win = FindWinningMove(state, moves_, budget)) {
      return WinAtOnce(*win);
    }
    any_legal_ = EraseMove(moves_[0]);
    tree_full_ = false;
    // A forced move needs no thought but where playouts are asked for.
    const bool forced = moves_.size() == 1 && !limits.playouts;
    if (!forced && Grow(0, root)) {
      RunPlayouts(root, observer);
    }
    return Report();
  }

 private:
  static constexpr size_t kUsualLine = 64;  // lines are seldom longer
  static constexpr int64_t kWorkBetweenReports = 2048;
  static constexpr std::chrono::milliseconds kReportEvery{100};

  static int64_t MaxPlies(const MctsOptions& options) {
    const int64_t cutoff =
        options.cutoff.value_or(HasEvaluate<R> ? kEvaluatedAfter : 0);
    return cutoff == 0 ? kLongestPlayout : std::min(cutoff, kLongestPlayout);
  }

  // One step from the node before into `node`, chosen by `seat`.
  struct Step {
    uint32_t node;
    int seat;
  };

  void RunPlayouts(const State& root, const Observer& observer) {
    std::chrono::nanoseconds next_report = kReportEvery;
    int64_t work = 0;
    while (!budget_->Exhausted() && tree_[0].visits < Tree::kMostVisits) {
      const std::optional<int64_t> plies = RunPlayout(root);
      if (!plies) break;
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
  }

  // Returns the plies it made; nothing, and leaves no trace, when it had to
  // stop in the middle.
  std::optional<int64_t> RunPlayout(const State& root) {
    if (!state_) state_.emplace(root);
    *state_ = root;
    Descend();
    const std::optional<int64_t> plies = PlayOn();
    if (!plies) return std::nullopt;
    const SeatValues values = state_->IsTerminal()
                                  ? state_->Returns()
                                  : EvaluationValues(rules_, *state_);
    tree_.AddVisit();
    uint32_t parent = 0;
    for (const Step& step : path_) {
      tree_.Add(parent, step.node, values[step.seat]);
      parent = step.node;
    }
    return *plies + static_cast<int64_t>(path_.size());
  }

  // Walks state_ down from the root to a new node, an end of the game or where
  // the tree can grow no more; path_ is the way.
  void Descend() {
    path_.clear();
    uint32_t node = 0;
    while (!state_->IsTerminal()) {
      // A node gets its children at its second visit: most never have one.
      if (tree_[node].num_children == 0 &&
          (tree_[node].visits == 0 || !Grow(node, *state_))) {
        return;
      }
      const int seat = state_->ToMove();
      budget_->Toil(tree_[node].num_children / 16);
      node = tree_.SelectChild(node);
      path_.push_back({node, seat});
      state_->Apply(RestoreMove<Move>(tree_[node].move));
    }
  }

  // Expands the node of the live position `state`, its moves in random order;
  // false when the tree is full or there are none.
  bool Grow(uint32_t node, const State& state) {
    if (tree_full_) return false;
    moves_.clear();
    state.LegalMoves(moves_);
    if (moves_.empty()) return false;  // rules at fault; no reason to hang
    erased_.clear();
    budget_->Toil(static_cast<int64_t>(moves_.size()) / 4);
    for (const Move move : moves_) erased_.push_back(EraseMove(move));
    for (size_t i = erased_.size(); i > 1; --i) {
      std::swap(erased_[i - 1],
                erased_[random_.Below(static_cast<uint32_t>(i))]);
    }
    tree_full_ = !tree_.Expand(node, erased_);
    return !tree_full_;
  }

  // Plays state_ on at random to its end or to the cutoff; how many plies, or
  // nothing when it had to stop.
  std::optional<int64_t> PlayOn() {
    int64_t plies = 0;
    while (plies < max_plies_) {
      const int64_t most = std::min(budget_->UntilCheck(), max_plies_ - plies);
      const int64_t made = Playout(*state_, moves_, random_, most);
      budget_->Toil(made);
      plies += made;
      if (made < most || state_->IsTerminal()) break;
      if (plies < max_plies_ && budget_->Exhausted()) return std::nullopt;
    }
    return plies;
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
    Decision decision;
    decision.move = any_legal_;
    decision.playouts = budget_->spent();
    decision.seconds = budget_->Seconds();
    decision.line.reserve(kUsualLine);
    for (uint32_t node = tree_.MostVisited(0); node != 0;
         node = tree_.MostVisited(node)) {
      decision.line.push_back(tree_[node].move);
    }
    if (decision.line.empty()) {
      decision.line = {decision.move};
      return decision;
    }
    decision.move = decision.line[0];
    // Playouts prove nothing, however well they went.
    constexpr double kMost =
        static_cast<double>(kMaxEvaluation) / (kMaxEvaluation + 1);
    decision.value =
        std::clamp(tree_[tree_.MostVisited(0)].Mean(), -kMost, kMost);
    return decision;
  }

  const R& rules_;
  Tree tree_;
  const int64_t max_plies_;  // of a playout beyond the tree
  Random random_{0};

  Budget* budget_ = nullptr;  // during Run

  AnyMove any_legal_;  // in the root
  bool tree_full_ = false;

  // Room to work in, kept so that a warm search allocates nothing.
  std::optional<State> state_;
  std::vector<Step> path_;
  MoveListFor<State> moves_;
  std::vector<AnyMove> erased_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_MCTS_SEARCH_H_
