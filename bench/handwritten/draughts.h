// English draughts written by hand for speed only: the yardstick of
// games/plugins/draughts. Two 32-bit sets and one of kings, a list of moves; no
// hash, no text.

#pragma once

#include <bit>
#include <cstdint>

namespace boardwalk::bench::draughts {

// The dark squares are bits, four a row from the top left. Rows count from 0 at
// the top; in the even ones the light square of the corner comes first.
inline constexpr uint32_t kEvenRows = 0x0f0f0f0f;
inline constexpr uint32_t kOddRows = ~kEvenRows;
inline constexpr uint32_t kLeftEdge = 0x10101010;   // the first of odd rows
inline constexpr uint32_t kRightEdge = 0x08080808;  // the last of even rows
inline constexpr uint32_t kLastRows[2] = {0xf0000000, 0x0000000f};

// The two ways down, where the men of side 0 go, then the two ways up. The
// reverse of `direction` is 3 - direction.
inline constexpr int kDirections = 4;

// A king reaches eight squares by jumps over nine others. Whichever of these it
// can take, it has at most 16 ways to capture (counted by trying them all).
inline constexpr int kMaxMoves = 12 * 16;
inline constexpr int kDrawAfter = 80;  // plies without capture or man's move

struct Move {
  uint32_t from;  // a set of one square, as `to`
  uint32_t to;
  uint32_t captured;
};

struct State {
  uint32_t pieces[2] = {0x00000fff, 0xfff00000};
  uint32_t kings = 0;  // of both sides
  int to_move = 0;
  int quiet = 0;
};

// The squares one step away, without those beyond the edge.
inline uint32_t Shift(uint32_t squares, int direction) {
  const uint32_t even = squares & kEvenRows, odd = squares & kOddRows;
  switch (direction) {
    case 0:
      return even << 4 | (odd & ~kLeftEdge) << 3;
    case 1:
      return (even & ~kRightEdge) << 5 | odd << 4;
    case 2:
      return even >> 4 | (odd & ~kLeftEdge) >> 5;
    default:
      return (even & ~kRightEdge) >> 3 | odd >> 4;
  }
}

// The pieces of the side to move that may go in `direction`.
inline uint32_t Movers(const State& state, int direction) {
  const uint32_t own = state.pieces[state.to_move];
  const bool forward = direction / 2 == state.to_move;
  return forward ? own : own & state.kings;
}

// One piece that captures, with its side's view of the board.
struct Capture {
  uint32_t from;
  uint32_t other;   // the pieces it may jump
  uint32_t free;    // the squares it may land on, its first one among them
  int first, last;  // directions
};

// Writes all captures that go on from `at` to `moves`, or the one that ends
// there; returns how many. A man that has reached the last row stops by itself:
// there is no row to jump to. Two ways that end alike and capture the same are
// two moves.
inline int Continue(const Capture& capture, uint32_t at, uint32_t captured,
                    Move* moves) {
  int n = 0;
  for (int d = capture.first; d <= capture.last; ++d) {
    const uint32_t over = Shift(at, d) & capture.other & ~captured;
    const uint32_t to = Shift(over, d) & capture.free;
    if (to != 0) n += Continue(capture, to, captured | over, moves + n);
  }
  if (n == 0 && captured != 0) moves[n++] = {capture.from, at, captured};
  return n;
}

inline int GenerateCaptures(const State& state, Move* moves) {
  const uint32_t other = state.pieces[state.to_move ^ 1];
  const uint32_t empty = ~(state.pieces[0] | state.pieces[1]);
  uint32_t jumpers = 0;
  for (int d = 0; d < kDirections; ++d) {
    const uint32_t over = Shift(Movers(state, d), d) & other;
    const uint32_t to = Shift(over, d) & empty;
    jumpers |= Shift(Shift(to, 3 - d), 3 - d);
  }
  int n = 0;
  for (; jumpers != 0; jumpers &= jumpers - 1) {
    const uint32_t from = jumpers & -jumpers;
    const bool king = (from & state.kings) != 0;
    const int first = king ? 0 : 2 * state.to_move;
    const Capture capture{from, other, empty | from, first,
                          king ? 3 : first + 1};
    n += Continue(capture, from, 0, moves + n);
  }
  return n;
}

inline int GenerateSteps(const State& state, Move* moves) {
  const uint32_t empty = ~(state.pieces[0] | state.pieces[1]);
  int n = 0;
  for (int d = 0; d < kDirections; ++d) {
    for (uint32_t targets = Shift(Movers(state, d), d) & empty; targets != 0;
         targets &= targets - 1) {
      const uint32_t to = targets & -targets;
      moves[n++] = {Shift(to, 3 - d), to, 0};
    }
  }
  return n;
}

// Writes the legal moves to `moves` and returns how many there are.
inline int Generate(const State& state, Move* moves) {
  const int captures = GenerateCaptures(state, moves);
  return captures > 0 ? captures : GenerateSteps(state, moves);
}

inline int CountSteps(const State& state) {
  const uint32_t empty = ~(state.pieces[0] | state.pieces[1]);
  int n = 0;
  for (int d = 0; d < kDirections; ++d) {
    n += std::popcount(Shift(Movers(state, d), d) & empty);
  }
  return n;
}

inline int Count(const State& state) {
  Move moves[kMaxMoves];
  const int captures = GenerateCaptures(state, moves);
  return captures > 0 ? captures : CountSteps(state);
}

inline void Play(State& state, const Move& move) {
  uint32_t& own = state.pieces[state.to_move];
  const bool king = (state.kings & move.from) != 0;
  own = (own & ~move.from) | move.to;
  state.pieces[state.to_move ^ 1] &= ~move.captured;
  state.kings &= ~(move.from | move.captured);
  if (king || (move.to & kLastRows[state.to_move]) != 0) {
    state.kings |= move.to;
  }
  state.quiet = king && move.captured == 0 ? state.quiet + 1 : 0;
  state.to_move ^= 1;
}

inline uint64_t Perft(const State& state, int depth) {
  if (state.quiet >= kDrawAfter) return 0;
  if (depth == 1) return static_cast<uint64_t>(Count(state));
  Move moves[kMaxMoves];
  const int n = Generate(state, moves);
  uint64_t leaves = 0;
  for (int i = 0; i < n; ++i) {
    State child = state;
    Play(child, moves[i]);
    leaves += Perft(child, depth - 1);
  }
  return leaves;
}

// Plays a random game of at most `max_plies` from the start; returns the number
// of moves.
template <typename RandomSource>
int64_t Playout(RandomSource& random, int64_t max_plies) {
  Move moves[kMaxMoves];
  State state;
  int64_t plies = 0;
  while (plies < max_plies && state.quiet < kDrawAfter) {
    const int n = Generate(state, moves);
    if (n == 0) break;
    Play(state, moves[random.Below(static_cast<uint32_t>(n))]);
    ++plies;
  }
  return plies;
}

}  // namespace boardwalk::bench::draughts
