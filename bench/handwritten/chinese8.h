// chinese8 written by hand for speed only: the yardstick of games/chinese8. For
// every piece it follows jumps from cell to cell; a table gives the landings in
// a line of eight by cell and occupancy. Lines are extracted and deposited with
// pext and pdep. No hash, no text.

#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>

#include "framework/bits.h"

namespace boardwalk::handwritten::chinese8 {

struct Move {
  uint8_t from, to;
};

struct State {
  uint64_t pieces[2];
  int turn, ply;
};

struct Tables {
  uint8_t landings[8][256];  // within a line, by cell and occupancy
  uint64_t diagonal[64], antidiagonal[64], neighbours[64];
};

inline uint8_t LineLandings(int cell, int occupancy) {
  int landings = 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int half = 1; half <= 3; ++half) {
      const int landing = cell + 2 * half * sign;
      if (landing < 0 || landing > 7 || (occupancy >> landing & 1)) continue;
      int count = 0;
      bool middle = false;
      for (int k = 1; k < 2 * half; ++k) {
        if (occupancy >> (cell + k * sign) & 1) {
          ++count;
          middle = k == half;
        }
      }
      if (count == 1 && middle) landings |= 1 << landing;
    }
  }
  return static_cast<uint8_t>(landings);
}

inline Tables MakeTables() {
  Tables tables = {};
  for (int cell = 0; cell < 8; ++cell) {
    for (int occupancy = 0; occupancy < 256; ++occupancy) {
      tables.landings[cell][occupancy] = LineLandings(cell, occupancy);
    }
  }
  for (int i = 0; i < 64; ++i) {
    const int r = i / 8, c = i % 8;
    for (int j = 0; j < 64; ++j) {
      const int y = j / 8, x = j % 8;
      const uint64_t bit = uint64_t{1} << j;
      if (r - c == y - x) tables.diagonal[i] |= bit;
      if (r + c == y + x) tables.antidiagonal[i] |= bit;
      if (i != j && std::abs(r - y) <= 1 && std::abs(c - x) <= 1) {
        tables.neighbours[i] |= bit;
      }
    }
  }
  return tables;
}

inline const Tables kTables = MakeTables();
inline constexpr uint64_t kCamps[2] = {0x0000000000010307u,
                                       0xe0c0800000000000u};

inline State Start() { return {{kCamps[0], kCamps[1]}, 0, 0}; }

// The landings along the diagonal with cells `line`, from its cell number
// `index`. Cells beyond the end of a short line count as occupied.
inline uint64_t SlantedLandings(uint64_t occupied, uint64_t line, int index) {
  const int length = std::popcount(line);
  const uint64_t occupancy =
      ExtractBits(occupied, line) | ((0xffu << length) & 255);
  return DepositBits(kTables.landings[index][occupancy & 255], line);
}

inline uint64_t Jumps(int cell, uint64_t occupied) {
  const int r = cell >> 3, c = cell & 7;
  uint64_t landings =
      static_cast<uint64_t>(kTables.landings[c][(occupied >> (8 * r)) & 255])
      << (8 * r);
  const uint64_t column = uint64_t{0x0101010101010101u} << c;
  landings |=
      DepositBits(kTables.landings[r][ExtractBits(occupied, column)], column);
  landings |= SlantedLandings(occupied, kTables.diagonal[cell], r < c ? r : c);
  landings |= SlantedLandings(occupied, kTables.antidiagonal[cell],
                              r < 7 - c ? r : 7 - c);
  return landings;
}

inline uint64_t Destinations(int cell, uint64_t occupied) {
  const uint64_t start = uint64_t{1} << cell;
  occupied &= ~start;
  uint64_t seen = start, todo = start, destinations = 0;
  while (todo != 0) {
    const uint64_t landings = Jumps(PopLowest(todo), occupied) & ~seen;
    seen |= landings;
    todo |= landings;
    destinations |= landings;
  }
  return (destinations | (kTables.neighbours[cell] & ~occupied)) & ~start;
}

inline int Generate(const State& state, Move* moves) {
  const uint64_t occupied = state.pieces[0] | state.pieces[1];
  int count = 0;
  for (uint64_t left = state.pieces[state.turn]; left != 0;) {
    const int from = PopLowest(left);
    for (uint64_t ends = Destinations(from, occupied); ends != 0;) {
      moves[count++] = {static_cast<uint8_t>(from),
                        static_cast<uint8_t>(PopLowest(ends))};
    }
  }
  return count;
}

inline void Play(State& state, Move move) {
  state.pieces[state.turn] ^= uint64_t{1} << move.from | uint64_t{1} << move.to;
  state.turn ^= 1;
  ++state.ply;
}

inline bool Over(const State& state) {
  const uint64_t occupied = state.pieces[0] | state.pieces[1];
  for (int seat = 0; seat < 2; ++seat) {
    const uint64_t goal = kCamps[1 - seat];
    if ((occupied & goal) == goal && (state.pieces[seat] & goal) != 0) {
      return true;
    }
  }
  return state.ply >= 200;
}

inline uint64_t Perft(const State& state, int depth) {
  if (Over(state)) return 0;
  Move moves[512];
  const int count = Generate(state, moves);
  if (depth == 1) return static_cast<uint64_t>(count);
  uint64_t leaves = 0;
  for (int i = 0; i < count; ++i) {
    State child = state;
    Play(child, moves[i]);
    leaves += Perft(child, depth - 1);
  }
  return leaves;
}

// Plays one random game; returns the number of moves.
template <typename R>
int64_t Playout(R& random) {
  Move moves[512];
  State state = Start();
  while (!Over(state)) {
    const int count = Generate(state, moves);
    Play(state, moves[random.Below(static_cast<uint32_t>(count))]);
  }
  return state.ply;
}

}  // namespace boardwalk::handwritten::chinese8
