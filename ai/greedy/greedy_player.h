// The player `greedy`: it looks one ply ahead and plays the move with the best
// evaluation for the seat to move, ties at random. It sees wins and losses in
// one move; without an evaluation all other moves tie. Needs no limit. A weaker
// form overlooks some of the moves, but never a win.

#pragma once

#include <memory>
#include <vector>

#include "ai/common/evaluator.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

inline constexpr ParameterSpec kOverlooks = RealParameter(
    "overlooks", 0, {0, 1}, "share of moves that it does not see");

template <GameRules R>
class GreedyPlayer final : public PlayerFor<R> {
 public:
  using typename PlayerFor<R>::State;
  using typename PlayerFor<R>::Move;

  GreedyPlayer(const Evaluator<R>& evaluator, const Parameters& parameters)
      : PlayerFor<R>(evaluator.rules()),
        evaluator_(evaluator),
        own_seed_(parameters.Int("seed")),
        overlooks_(parameters.Real("overlooks")) {}

  static PlayerBinding<R> Binding() {
    return {{.id = "greedy",
             .title = "The best move by the evaluation of the next position",
             .parameters = {kSeedParameter, kOverlooks},
             .needs_limit = false},
            Make};
  }
  static absl::StatusOr<std::unique_ptr<Player>> Make(
      const Evaluator<R>& evaluator, const Parameters& parameters) {
    return std::make_unique<GreedyPlayer>(evaluator, parameters);
  }

 protected:
  absl::Status StartAt(const State&, uint64_t seed) override {
    random_ = Random(MixSeeds(seed, own_seed_));
    return absl::OkStatus();
  }

  absl::StatusOr<Decision> ChooseIn(const State& root, const Limits& outer,
                                    const Observer&) override {
    const Budget budget(outer, std::nullopt);
    State state = root;
    moves_.clear();
    state.LegalMoves(moves_);
    const Score best = CollectBestMoves(state);
    Decision decision;
    decision.move = EraseMove(
        best_moves_[random_.Below(static_cast<uint32_t>(best_moves_.size()))]);
    decision.value = evaluator_.ValueOf(best, state);
    decision.line = {decision.move};
    decision.depth = 1;
    decision.nodes = static_cast<int64_t>(moves_.size());
    decision.seconds = budget.Seconds();
    return decision;
  }

 private:
  // Stores the best of `moves_` in `best_moves_` and returns their score. Moves
  // that are overlooked are left out, unless they win.
  Score CollectBestMoves(State& state) {
    const int seat = state.ToMove();
    const int points = evaluator_.PointsPerLogit(state);
    Score best = -kInfiniteScore;
    best_moves_.clear();
    // One move is seen for certain.
    const size_t seen =
        overlooks_ > 0 ? random_.Below(static_cast<uint32_t>(moves_.size()))
                       : 0;
    for (size_t i = 0; i < moves_.size(); ++i) {
      const Move move = moves_[i];
      const Score score =
          AfterMove(state, move, [this, seat, points](const State& child) {
            return child.IsTerminal()
                       ? ResultScore(child.Returns(), child.NumPlayers(), seat,
                                     /*ply=*/1, points)
                       : evaluator_.Evaluate(child, seat);
          });
      const bool wins = IsDecisive(score) && score > 0;
      if (overlooks_ > 0 && random_.Real() < overlooks_ && i != seen && !wins) {
        continue;
      }
      if (score > best) {
        best = score;
        best_moves_.clear();
      }
      if (score == best) best_moves_.push_back(move);
    }
    return overlooks_ > 0 ? UnfinishedScore(best, state.NumPlayers()) : best;
  }

  const Evaluator<R> evaluator_;
  const int64_t own_seed_;
  const double overlooks_;
  Random random_{0};
  MoveListFor<State> moves_;
  std::vector<Move> best_moves_;
};

}  // namespace boardwalk::ai
