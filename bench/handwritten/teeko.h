// Teeko on the 4x4 board written by hand for speed only: the yardstick of
// games/teeko. Two 16-bit sets, a table of neighbours, a table of
// won sets, a list of moves; no hash, no text.

#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>

namespace boardwalk::bench::teeko {

struct Move {
  uint8_t from;  // kHand for a placement; squares from 0
  uint8_t to;
};
inline constexpr uint8_t kHand = 255;
inline constexpr int kMaxMoves = 64;

struct State {
  uint16_t marks[2] = {0, 0};
  int to_move = 0;
  int placed = 0;
};

// Filled by Prepare.
inline bool won[65536];
inline uint16_t neighbours[16];

inline void Prepare() {
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      const bool near =
          std::abs(i / 4 - j / 4) <= 1 && std::abs(i % 4 - j % 4) <= 1;
      if (near && i != j) {
        neighbours[i] = static_cast<uint16_t>(neighbours[i] | 1u << j);
      }
    }
  }
  for (uint32_t marks = 0; marks < 65536; ++marks) {
    const auto has = [marks](uint32_t goal) { return (marks & goal) == goal; };
    bool goal = has(0x8421) || has(0x1248);
    for (int i = 0; i < 4; ++i) {
      goal = goal || has(15u << (4 * i)) || has(0x1111u << i);
    }
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        goal = goal || has(0x33u << (4 * row + column));
      }
    }
    won[marks] = goal;
  }
}

// The document's sample board.
inline State MovementStart() { return State{{0x0324, 0x001b}, 0, 8}; }

// Whether the side that has just moved has won.
inline bool Over(const State& state) {
  return won[state.marks[state.to_move ^ 1]];
}

// Writes the legal moves to `moves` and returns how many there are.
inline int Generate(const State& state, Move* moves) {
  const auto empty = static_cast<uint16_t>(~(state.marks[0] | state.marks[1]));
  int n = 0;
  if (state.placed < 8) {
    for (uint32_t bits = empty; bits != 0; bits &= bits - 1) {
      moves[n++] = {kHand, static_cast<uint8_t>(std::countr_zero(bits))};
    }
  } else {
    for (uint32_t own = state.marks[state.to_move]; own != 0; own &= own - 1) {
      const int from = std::countr_zero(own);
      for (uint32_t bits = neighbours[from] & empty; bits != 0;
           bits &= bits - 1) {
        moves[n++] = {static_cast<uint8_t>(from),
                      static_cast<uint8_t>(std::countr_zero(bits))};
      }
    }
  }
  return n;
}

inline void Play(State& state, Move move) {
  uint16_t& marks = state.marks[state.to_move];
  marks |= static_cast<uint16_t>(1u << move.to);
  if (move.from != kHand) {
    marks &= static_cast<uint16_t>(~(1u << move.from));
  } else {
    ++state.placed;
  }
  state.to_move ^= 1;
}

inline uint64_t Perft(const State& state, int depth) {
  if (Over(state)) return 0;
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

// Plays a random game of at most `max_plies` from the empty board; returns the
// number of moves.
template <typename RandomSource>
int64_t Playout(RandomSource& random, int64_t max_plies) {
  Move moves[kMaxMoves];
  State state;
  int64_t plies = 0;
  while (plies < max_plies) {
    const int n = Generate(state, moves);
    Play(state, moves[random.Below(static_cast<uint32_t>(n))]);
    ++plies;
    if (Over(state)) break;
  }
  return plies;
}

}  // namespace boardwalk::bench::teeko
