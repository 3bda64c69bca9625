// The evaluation of Othello: what a side can do, and what it has for good; and
// the lines of the board, by which both are found.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "framework/game.h"

namespace boardwalk::othello {

// Sets of squares: bit row * 8 + column, from the bottom left.
using Squares = uint64_t;

// The lines through a square, a word each: a step along one leads so many bits
// up or down. None from the inner squares crosses the edge.
using Lines [[gnu::vector_size(32)]] = Squares;
constexpr Lines kSteps = {1, 7, 8, 9};
constexpr Squares kSides = 0x7e7e7e7e7e7e7e7e;
constexpr Lines kInner = {kSides, kSides, ~Squares{0}, kSides};

// Joins visit(row, end) of both directions along a line, or along several at
// once: the row of discs of `other` that follow a square of `from` without a
// gap, up to the edge, and the squares behind it.
template <typename Words>
void JoinAlong(const Words& step, const Words& inner, Squares from,
               Squares other, auto visit, Words& joined) {
  const Words start = Words{} + from, discs = inner & other;
  Words up = discs & start << step, down = discs & start >> step;
  up |= discs & up << step, down |= discs & down >> step;
  // Rows of two and more grow by two.
  const Words two_up = discs & discs << step, two_down = two_up >> step;
  up |= two_up & up << 2 * step, down |= two_down & down >> 2 * step;
  up |= two_up & up << 2 * step, down |= two_down & down >> 2 * step;
  joined = visit(up, up << step) | visit(down, down >> step);
}

inline Squares JoinRows(Squares from, Squares other, auto visit) {
  Lines joined;
#ifdef __AVX2__
  JoinAlong(kSteps, kInner, from, other, visit, joined);
#else  // a vector has one shift for all of its words
  for (int i = 0; i < 4; ++i) {
    Squares line;
    JoinAlong(kSteps[i], kInner[i], from, other, visit, line);
    joined[i] = line;
  }
#endif
  return joined[0] | joined[1] | joined[2] | joined[3];
}

// The squares where `own` encloses some of `other`.
inline Squares Moves(Squares own, Squares other) {
  const auto ends = [](const auto&, const auto& end) { return end; };
  return JoinRows(own, other, ends) & ~(own | other);
}

inline constexpr std::array<Feature, 4> kFeatures = {
    {{"moves", "possible moves", 10},
     {"corners", "discs in corners", 120},
     {"beside", "discs in line with an empty corner", -25},
     {"end", "discs, with 53 or more on the board", 10}}};

inline int Lead(Squares own, Squares other) {
  return std::popcount(own) - std::popcount(other);
}

// The `discs` in line with one of `open`, which are empty.
inline Squares Beside(Squares open, Squares discs) {
  return JoinRows(open, discs, [](auto&& row, auto&&) { return row; });
}

// Of the side with the discs `own` against the other.
inline std::array<int, 4> FeaturesOf(Squares own, Squares other) {
  constexpr Squares kCorners = 0x8100000000000081;
  const Squares taken = own | other, open = kCorners & ~taken;
  return {Lead(Moves(own, other), Moves(other, own)),
          Lead(own & kCorners, other & kCorners),
          Lead(Beside(open, own), Beside(open, other)),
          std::popcount(taken) > 52 ? Lead(own, other) : 0};
}

}  // namespace boardwalk::othello
