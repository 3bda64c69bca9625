// How playouts move beyond the tree: at random, or most of the time greedily by
// the evaluation.

#ifndef BOARDWALK_AI_MCTS_PLAYOUT_POLICY_H_
#define BOARDWALK_AI_MCTS_PLAYOUT_POLICY_H_

#include <cstdint>
#include <optional>

#include "ai/common/score.h"
#include "framework/game.h"
#include "framework/playout.h"

namespace boardwalk::ai {

template <GameRules R>
class PlayoutPolicy {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // `epsilon` of the moves are uniformly random, the others the best by
  // MoveScore.
  PlayoutPolicy(const R& rules, double epsilon)
      : rules_(rules), epsilon_(epsilon) {}

  // Plays `state` on until the game is over or `most` moves have been made;
  // returns how many were. Calls `record(seat, move)` before each.
  template <typename Record>
  int64_t Play(State& state, MoveListFor<State>& list, Random& random,
               int64_t most, Record&& record) const {
    int64_t plies = 0;
    for (; plies < most; ++plies) {
      const std::optional<Move> move = Pick(state, list, random);
      if (!move) break;
      record(state, *move);
      state.Apply(*move);
    }
    return plies;
  }

  // The same without a word.
  int64_t Play(State& state, MoveListFor<State>& list, Random& random,
               int64_t most) const {
    if (epsilon_ >= 1) return Playout(state, list, random, most);
    return Play(state, list, random, most, [](const State&, Move) {});
  }

  // What a ply costs, in uniformly random ones that make a list.
  int64_t Cost() const { return epsilon_ >= 1 ? 1 : 4; }

 private:
  std::optional<Move> Pick(State& state, MoveListFor<State>& list,
                           Random& random) const {
    if (epsilon_ >= 1) return PickRandomMove(state, list, random);
    // Nothing is drawn where nothing is chosen: a playout goes about in pieces,
    // as long as time says, and must not depend on where they end.
    if (state.IsTerminal()) return std::nullopt;
    if (random.Real() < epsilon_) return PickRandomMove(state, list, random);
    list.clear();
    state.LegalMoves(list);
    if (list.empty()) return std::nullopt;
    return Best(state, list, random);
  }

  // The first of the best, starting from anywhere.
  Move Best(State& state, const MoveListFor<State>& list,
            Random& random) const {
    const size_t size = list.size();
    size_t at = random.Below(static_cast<uint32_t>(size));
    Move best = list[at];
    Score best_score = MoveScore(rules_, state, best);
    for (size_t i = 1; i < size; ++i) {
      if (++at == size) at = 0;
      const Score score = MoveScore(rules_, state, list[at]);
      if (score > best_score) {
        best_score = score;
        best = list[at];
      }
    }
    return best;
  }

  const R& rules_;
  const double epsilon_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_PLAYOUT_POLICY_H_
