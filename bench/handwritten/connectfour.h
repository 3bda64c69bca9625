// Connect Four written by hand for speed only: the yardstick of
// games/plugins/connectfour. Two 64-bit sets, no list of moves, no hash, no
// text.

#pragma once

#include <bit>
#include <cstdint>

namespace boardwalk::bench::connectfour {

// A cell is bit 7 * column + row, row 0 at the bottom. Row 6 is above the board
// and stays empty; it keeps shifted sets from running into the next column.
inline constexpr uint64_t kRow0 = 0x40810204081;
inline constexpr uint64_t kRow6 = kRow0 << 6;

struct State {
  uint64_t own = 0;  // of the side to move
  uint64_t taken = 0;
};

inline bool HasFour(uint64_t stones) {
  constexpr int kSteps[] = {1, 6, 7, 8};  // up, and rightwards
  for (const int step : kSteps) {
    const uint64_t pairs = stones & (stones >> step);
    if ((pairs & (pairs >> (2 * step))) != 0) return true;
  }
  return false;
}

// Whether the side that has just moved has won.
inline bool Over(const State& state) {
  return HasFour(state.own ^ state.taken);
}

// The cells where a stone comes to rest, one for each column with room: adding
// a stone at the bottom carries to the lowest empty cell.
inline uint64_t Landings(const State& state) {
  return (state.taken + kRow0) & ~kRow6;
}

inline void Play(State& state, uint64_t cell) {
  state.own ^= state.taken;  // now the other side's
  state.taken |= cell;
}

inline uint64_t Perft(const State& state, int depth) {
  if (Over(state)) return 0;
  uint64_t landings = Landings(state);
  if (depth == 1) return static_cast<uint64_t>(std::popcount(landings));
  uint64_t leaves = 0;
  for (; landings != 0; landings &= landings - 1) {
    State child = state;
    Play(child, landings & -landings);
    leaves += Perft(child, depth - 1);
  }
  return leaves;
}

// Plays a random game of at most `max_plies` from the empty board; returns the
// number of moves.
template <typename RandomSource>
int64_t Playout(RandomSource& random, int64_t max_plies) {
  State state;
  int64_t plies = 0;
  while (plies < max_plies) {
    uint64_t landings = Landings(state);
    if (landings == 0) break;
    const auto count = static_cast<uint32_t>(std::popcount(landings));
    for (uint32_t skip = random.Below(count); skip > 0; --skip) {
      landings &= landings - 1;
    }
    Play(state, landings & -landings);
    ++plies;
    if (Over(state)) break;
  }
  return plies;
}

}  // namespace boardwalk::bench::connectfour
