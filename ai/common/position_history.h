// The positions that a game has been through, for players that take one which
// comes back for a draw.

#ifndef BOARDWALK_AI_COMMON_POSITION_HISTORY_H_
#define BOARDWALK_AI_COMMON_POSITION_HISTORY_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

template <GameRules R>
class PositionHistory {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  void Start(const State& state) {
    hashes_.clear();
    now_.emplace(state);
  }

  // Told of a move that cannot be, it knows nothing of this game any more.
  void Observe(Move move) {
    if (!now_ || now_->IsTerminal()) return;
    MoveListFor<State> moves;
    now_->LegalMoves(moves);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
      now_.reset();
      hashes_.clear();
      return;
    }
    hashes_.push_back(now_->Hash());
    now_->Apply(move);
  }

  // The hashes of the positions before `state`, none where that is not the
  // game's position. They are good until the next move.
  absl::Span<const uint64_t> Before(const State& state) const {
    if (!now_ || !(*now_ == state)) return {};
    return hashes_;
  }

 private:
  std::optional<State> now_;  // the game's position, as far as it is known
  std::vector<uint64_t> hashes_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_POSITION_HISTORY_H_
