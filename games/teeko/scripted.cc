#include "games/teeko/scripted.h"

#include "framework/game_adapter.h"

namespace boardwalk::teeko {

std::optional<int> Neighbour(int square, int direction) {
  constexpr int kUp[] = {1, 1, 1, 0, 0, -1, -1, -1};
  constexpr int kRight[] = {-1, 0, 1, -1, 1, -1, 0, 1};
  const int row = square / 4 + kUp[direction - 1];
  const int column = square % 4 + kRight[direction - 1];
  if (row < 0 || row > 3 || column < 0 || column > 3) return std::nullopt;
  return row * 4 + column;
}

int DirectionOf(int from, int to) {
  int direction = 1;
  while (Neighbour(from, direction) != to) ++direction;
  return direction;
}

State::Move ScriptedMove(const State& state) {
  const uint32_t own = state.Marks(state.ToMove());
  const uint32_t taken = own | state.Marks(1 - state.ToMove());
  if (!state.AllPlaced()) {
    return {State::kHand, static_cast<uint8_t>(std::countr_one(taken))};
  }
  for (int from = kSquares - 1; from >= 0; --from) {
    if ((own >> from & 1) == 0) continue;
    for (int direction = kDirections; direction >= 1; --direction) {
      const std::optional<int> to = Neighbour(from, direction);
      if (to.has_value() && (taken >> *to & 1) == 0) {
        return {static_cast<uint8_t>(from), static_cast<uint8_t>(*to)};
      }
    }
  }
  // Not reached: four marks against four can always move somewhere.
  MoveListFor<State> list;
  state.LegalMoves(list);
  return list[0];
}

PlayerBinding<Rules> ScriptedPlayer() {
  return FixedPlayer<Rules>({"scripted", "The document's simple strategies"},
                            [](const State& state) {
                              Decision decision;
                              decision.move = EraseMove(ScriptedMove(state));
                              decision.line = {decision.move};
                              return decision;
                            });
}

}  // namespace boardwalk::teeko
