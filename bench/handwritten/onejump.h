// One-jump checkers written by hand for speed only: the yardstick of
// games/onejump. Plain 64-bit boards, a list of moves, no hash, no text.

#pragma once

#include <bit>
#include <cstdint>

namespace boardwalk::bench::onejump {

struct Move {
  uint8_t from;  // row * 8 + column, the top row first
  uint8_t to;
};

inline constexpr uint64_t kColumnA = 0x0101010101010101;
inline constexpr uint64_t kColumnH = kColumnA << 7;
inline constexpr uint64_t kRow1 = 0xff;
inline constexpr uint64_t kRow8 = kRow1 << 56;
inline constexpr int kMaxMoves = 128;

struct State {
  uint64_t own = 0;
  uint64_t other = 0;
  uint64_t towers = 0;
  bool black = true;  // to move
};

inline State Opening() {
  State state;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      if (((row + column) & 1) == 0) continue;
      const uint64_t cell = uint64_t{1} << (row * 8 + column);
      if (row < 3) state.other |= cell;
      if (row > 4) state.own |= cell;
    }
  }
  return state;
}

inline uint64_t Shift(uint64_t cells, int direction) {
  switch (direction) {
    case 0:
      return (cells & ~kColumnA) >> 9;
    case 1:
      return (cells & ~kColumnH) >> 7;
    case 2:
      return (cells & ~kColumnA) << 7;
    default:
      return (cells & ~kColumnH) << 9;
  }
}

// Writes the legal moves to `moves` and returns how many there are.
inline int Generate(const State& state, Move* moves) {
  constexpr int kOffset[4] = {-9, -7, 7, 9};
  const uint64_t empty = ~(state.own | state.other);
  int n = 0;
  for (int direction = 0; direction < 4; ++direction) {
    const bool forward = (direction < 2) == state.black;
    const uint64_t movers = forward ? state.own : state.own & state.towers;
    if (movers == 0) continue;
    const uint64_t near = Shift(movers, direction);
    for (uint64_t bits = near & empty; bits != 0; bits &= bits - 1) {
      const int to = std::countr_zero(bits);
      moves[n++] = {static_cast<uint8_t>(to - kOffset[direction]),
                    static_cast<uint8_t>(to)};
    }
    for (uint64_t bits = Shift(near & state.other, direction) & empty;
         bits != 0; bits &= bits - 1) {
      const int to = std::countr_zero(bits);
      moves[n++] = {static_cast<uint8_t>(to - 2 * kOffset[direction]),
                    static_cast<uint8_t>(to)};
    }
  }
  return n;
}

inline void Play(State& state, Move move) {
  const uint64_t from = uint64_t{1} << move.from;
  const uint64_t to = uint64_t{1} << move.to;
  const uint64_t was_tower = state.towers & from;
  state.own ^= from | to;
  state.towers &= ~from;
  const int distance = move.to - move.from;
  if (distance > 9 || distance < -9) {
    const uint64_t captured = uint64_t{1} << ((move.from + move.to) / 2);
    state.other &= ~captured;
    state.towers &= ~captured;
  }
  if (was_tower != 0 || (to & (state.black ? kRow1 : kRow8)) != 0) {
    state.towers |= to;
  }
  const uint64_t own = state.own;
  state.own = state.other;
  state.other = own;
  state.black = !state.black;
}

inline uint64_t Perft(const State& state, int depth) {
  Move moves[kMaxMoves];
  const int n = Generate(state, moves);
  if (depth == 1) return static_cast<uint64_t>(n);
  uint64_t leaves = 0;
  for (int i = 0; i < n; ++i) {
    State child = state;
    Play(child, moves[i]);
    leaves += Perft(child, depth - 1);
  }
  return leaves;
}

// Plays a random game of at most `max_plies`; returns the number of moves.
template <typename RandomSource>
int64_t Playout(RandomSource& random, int64_t max_plies) {
  Move moves[kMaxMoves];
  State state = Opening();
  int64_t plies = 0;
  for (; plies < max_plies; ++plies) {
    const int n = Generate(state, moves);
    if (n == 0) break;
    Play(state, moves[random.Below(static_cast<uint32_t>(n))]);
  }
  return plies;
}

}  // namespace boardwalk::bench::onejump
