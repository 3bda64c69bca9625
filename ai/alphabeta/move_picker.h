// The moves of one node in the order in which a search tries them: one that
// promises most, then by merit or in the game's order. They are judged only
// when the first has not cut, which it mostly has.

#ifndef BOARDWALK_AI_ALPHABETA_MOVE_PICKER_H_
#define BOARDWALK_AI_ALPHABETA_MOVE_PICKER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ai/alphabeta/move_ordering.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

// Used over and over, so that a warm search allocates nothing.
template <GameRules R>
class MovePicker {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = MoveListFor<State>;

  // Lists the legal moves of `state`; none of them goes first.
  [[gnu::flatten]] void List(const State& state) {
    moves_.clear();
    state.LegalMoves(moves_);
    first_ = moves_.size();
  }
  const Moves& moves() const { return moves_; }

  // Lists those of them that are noisy, where the game has such.
  void ListNoisy(const State& state) {
    noisy_moves_.clear();
    if constexpr (HasNoisyMoves<State>) state.NoisyMoves(noisy_moves_);
  }
  void ListNoNoisy() { noisy_moves_.clear(); }
  const Moves& noisy_moves() const { return noisy_moves_; }

  // Finds out which of the moves listed are noisy.
  void MarkNoisy(const State& state) {
    if constexpr (HasNoisyMoves<State>) {
      ListNoisy(state);
      if (noisy_moves_.empty()) return;
      noisy_.assign(moves_.size(), 0);
      size_t index = 0;
      for (const Move move : noisy_moves_) {
        while (!SameMove(moves_[index], move)) ++index;
        noisy_[index++] = 1;
      }
    }
  }
  // REQUIRES: they are marked; Next does so before it judges.
  bool IsNoisy(size_t index) const {
    if constexpr (HasNoisyMoves<State>) {
      return !noisy_moves_.empty() && noisy_[index] != 0;
    } else {
      return false;
    }
  }

  // Makes a move go first, by index or itself. False if it is not listed.
  bool PutFirst(size_t index) {
    if (index >= moves_.size()) return false;
    first_ = index;
    return true;
  }
  bool PutFirst(Move move) {
    const auto found = std::find(moves_.begin(), moves_.end(), move);
    return PutFirst(static_cast<size_t>(found - moves_.begin()));
  }

  // The index of the move to try as the `i`th, all before having been asked
  // for: if `ordered` by the merit that `judge_of()` finds, else in the game's
  // order.
  template <typename JudgeOf>
  size_t Next(const R& rules, State& state, size_t i, bool ordered,
              const JudgeOf& judge_of) {
    const bool has_first = first_ < moves_.size();
    if (i == 0 && has_first) return first_;
    if (i == (has_first ? 1 : 0)) {
      MarkNoisy(state);
      if (ordered) Rank(rules, state, judge_of());
    }
    if (ordered) return ranked_.Next();
    return has_first && i <= first_ ? i - 1 : i;
  }
  // What Next has said for `i`. REQUIRES: they were ordered.
  size_t At(size_t i) const {
    if (first_ == moves_.size()) return ranked_.At(i);
    return i == 0 ? first_ : ranked_.At(i - 1);
  }

  // Ranks the noisy moves alone, by looks; then the next of them.
  void RankNoisy(const R& rules, State& state) {
    if (noisy_moves_.size() == 1) return;
    ranked_.Clear(noisy_moves_.size());
    for (size_t i = 0; i < noisy_moves_.size(); ++i) {
      ranked_.Add(MoveScore(rules, state, noisy_moves_[i]), i);
    }
  }
  Move NextNoisy() {
    return noisy_moves_[noisy_moves_.size() == 1 ? 0 : ranked_.Next()];
  }

 private:
  template <typename Judge>
  [[gnu::flatten]] void Rank(const R& rules, State& state, const Judge& judge) {
    ranked_.Clear(moves_.size());
    for (size_t i = 0; i < moves_.size(); ++i) {
      if (i == first_) continue;
      const Move move = moves_[i];
      ranked_.Add(judge.Merit(move, MoveScore(rules, state, move), IsNoisy(i)),
                  i);
    }
  }

  Moves moves_;
  size_t first_ = 0;  // the index of the one to try first, or their number
  RankedIndices ranked_;
  Moves noisy_moves_;
  std::vector<uint8_t> noisy_;  // by index, where there are any
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_MOVE_PICKER_H_
