#include "games/onejump/scripted.h"

#include <algorithm>
#include <limits>

#include "framework/game_adapter.h"

namespace boardwalk::onejump {
namespace {

constexpr int kDepth = 3;

// 0 north-east, 1 south-east, 2 south-west, 3 north-west.
int Direction(State::Move move) {
  switch (move.to - move.from) {
    case -4:
    case -8:
      return 0;
    case 5:
    case 10:
      return 1;
    case 4:
    case 8:
      return 2;
    default:
      return 3;
  }
}

bool Better(const State& state, int value, int best) {
  return state.ToMove() == 0 ? value > best : value < best;
}

// The minimax value of `state`, `depth` plies below the root.
int Value(const State& state, int depth) {
  if (depth == kDepth) return BoardCost(state);
  // The value if the side to move has no move.
  int best = state.ToMove() == 0 ? std::numeric_limits<int>::min()
                                 : std::numeric_limits<int>::max();
  MoveListFor<State> list;
  state.LegalMoves(list);
  for (const State::Move move : list) {
    State child = state;
    child.Apply(move);
    const int value = Value(child, depth + 1);
    if (Better(state, value, best)) best = value;
  }
  return best;
}

}  // namespace

int BoardCost(const State& state) {
  const auto cost = [&state](int seat) {
    return std::popcount(state.Pieces(seat)) +
           2 * std::popcount(state.Pieces(seat) & state.Towers());
  };
  return cost(0) - cost(1);
}

MoveListFor<State> DocumentMoves(const State& state) {
  MoveListFor<State> list;
  state.LegalMoves(list);
  std::sort(list.begin(), list.end(), [](State::Move a, State::Move b) {
    return a.from * 4 + Direction(a) < b.from * 4 + Direction(b);
  });
  return list;
}

std::optional<State::Move> ComputedAction(const State& state) {
  std::optional<State::Move> choice;
  int best = 0;
  for (const State::Move move : DocumentMoves(state)) {
    State child = state;
    child.Apply(move);
    const int value = Value(child, 1);
    if (!choice.has_value() || Better(state, value, best)) {
      choice = move;
      best = value;
    }
  }
  return choice;
}

PlayerBinding<Rules> ScriptedPlayer() {
  return FixedPlayer<Rules>(
      {"scripted", "The document's minimax of three plies"},
      [](const State& state) {
        Decision decision;
        decision.move = EraseMove(*ComputedAction(state));
        decision.line = {decision.move};
        decision.depth = kDepth;
        return decision;
      });
}

}  // namespace boardwalk::onejump
