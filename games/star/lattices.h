// The board of stars of up to size 8 as bits, and how sets of cells step and
// jump. The state of these stars, compact.h, is made of it.
//
// A jump moves a piece two cells along a line, so it keeps whether its row and
// its diagonal are even or odd: the board falls into four *lattices*, each a
// small star of its own, in which a jump leads to a neighbour. A step changes
// the lattice. This is what makes the state fast:
//
//  * a lattice of the size 4 star has at most 37 cells, so it fits in a word,
//    and so does whatever a chain of jumps can reach;
//  * chains and steps never lead to the same cell;
//  * the pieces over which a chain jumps stand on other lattices, so lifting
//    the mover first changes nothing for its own chain.
//
// Layout: cell (row, diagonal) is in lattice 2 * (row odd) + (diagonal odd), at
// bit 8 * (row / 2) + diagonal / 2 + 1 (divisions rounded down):
//
//             lattice 0, size 4, by row / 2
//   bit  0    .  0  .  .  .  .  .  .
//   bit  8    1  1  .  .  .  2  2  2
//   bit 16    2  2  2  2  .  3  3  3
//   bit 24    3  3  3  .  .  4  4  4
//   bit 32    4  4  .  .  5  5  5  5
//   bit 40    5  5  .  6  6  6  6  6
//   bit 48    6  6  .  .  .  7  7  .
//   bit 56    .  .  .  .  .  8  .  .
//
// Rows are so narrow that no two overlap, and that a step or jump off the board
// never ends on another cell (star_states_test tries all of them).
//
// A lattice of the stars of size 5 and 6 has two words, one of size 7 and 8
// three. They take its rows in turn, so that the next row is the same bits of
// the next word, and only from the last word to the first there is a shift
// (RowsOf). No bit is carried from word to word.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "games/star/board.h"

namespace boardwalk::star {

inline constexpr int kLattices = 4;

// A set of cells: the first words of all lattices, then the second ones. Slot
// 64 * i + b is bit b of number i.
template <int kWords>
using LatticesOf = std::array<uint64_t, kWords * kLattices>;
template <int kWords>
inline constexpr int kSlotsOf = kLattices * 64 * kWords;

// How the rows of a lattice lie in its words.
template <int kWords>
struct RowsOf {
  static_assert(1 <= kWords && kWords <= 3);
  // The sizes of the stars.
  static constexpr int kMinStar = 2 * kWords + 1;
  static constexpr int kMaxStar = 2 * kWords + 2;
  static constexpr int kMaxPieces = kMaxStar * (kMaxStar + 1) / 2;
  // Cells of a lattice, itself a star of half the size.
  static constexpr int kMaxCells = 1 + 6 * (kWords + 1) * (kWords + 2);
  // From a row to the next one in the same word.
  static constexpr int kRowBits = std::array{8, 10, 13}[kWords - 1];
  // The bit of row 0 and diagonal 0.
  static constexpr int kFirstBit = std::array{1, 3, 4}[kWords - 1];
  // Where cells that move by `offset` on the lattice arrive in `word`: from
  // which word they come, and how many bits further.
  static constexpr int Source(int word, Offset offset) {
    return (word - offset.row + kWords) % kWords;
  }
  static constexpr int Bits(int word, Offset offset) {
    const int from = word - offset.row;
    const int carry = from < 0 ? 1 : from >= kWords ? -1 : 0;
    return carry * kRowBits + offset.diagonal;
  }
};

namespace compact {

// Where a step in a direction leads from a lattice: to which one, and how far
// on its rows and diagonals.
constexpr int StepLattice(int lattice, int direction) {
  const Offset offset = kOffsets[direction];
  return lattice ^ (offset.row != 0 ? 2 : 0) ^ (offset.diagonal != 0 ? 1 : 0);
}
constexpr Offset StepOffset(int lattice, int direction) {
  const auto carry = [](int odd, int step) {
    return step == 1 ? odd : step == -1 ? odd - 1 : 0;
  };
  return {carry(lattice >> 1, kOffsets[direction].row),
          carry(lattice & 1, kOffsets[direction].diagonal)};
}
// A jump stays in its lattice and is a step there.
constexpr Offset JumpOffset(int direction) { return kOffsets[direction]; }

// Directions 0 to 2 and their opposites make the three lines of a cell.
inline constexpr int kLines = 3;
// A step along line i changes the number of the lattice by this, bit by bit.
inline constexpr std::array<int, kLines> kFlips = {1, 2, 3};

// --- Vectors -----------------------------------------------------------------
//
// The compiler uses the vectors that the machine has. They are passed by
// reference, as functions would pass them differently on other machines.

// A word of each lattice.
using Words [[gnu::vector_size(kLattices * sizeof(uint64_t))]] = uint64_t;
// A set of cells.
template <int kWords>
using Cells = std::array<Words, kWords>;

template <int kWords>
void Load(const LatticesOf<kWords>& from, Cells<kWords>& to) {
  std::memcpy(&to, &from, sizeof(to));
}
// The lattices of the even rows from one, those of the odd rows from the other.
inline void EvenAndOdd(const Words& even, const Words& odd, Words& to) {
  to = __builtin_shufflevector(even, odd, 0, 1, 6, 7);
}
// Moves to each lane the word of the lattice that steps along the line lead to.
template <int kLine>
void Neighbours(const Words& of, Words& to) {
  constexpr int kFlip = kFlips[kLine];
  to = __builtin_shufflevector(of, of, kFlip, 1 ^ kFlip, 2 ^ kFlip, 3 ^ kFlip);
}
inline bool Any(const Words& words) {
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

// Moves the first cell of each lattice from one set to another.
inline void TakeFirst(Words& from, Words& to) {
  to = from & -from;
  from ^= to;
}
inline void Spread(const Words& words, Words& to) { to = words; }

// Several sets, each of a word of each lattice: as many as a register holds.
#ifdef __AVX512F__
inline constexpr int kLanes = 2 * kLattices;  // i and i + 4 are of lattice i
using Lanes [[gnu::vector_size(kLanes * sizeof(uint64_t))]] = uint64_t;
inline bool Any(const Lanes& lanes) {
  return Any(__builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) |
             __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7));
}
inline void TakeFirst(Words& from, Lanes& to) {
  Words first, second;
  TakeFirst(from, first);
  TakeFirst(from, second);
  to = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline void Spread(const Words& words, Lanes& to) {
  to = __builtin_shufflevector(words, words, 0, 1, 2, 3, 0, 1, 2, 3);
}
#else
inline constexpr int kLanes = kLattices;
using Lanes = Words;
#endif

template <typename Vector, size_t kWords>
bool Any(const std::array<Vector, kWords>& cells) {
  Vector any = cells[0];
  for (size_t i = 1; i < kWords; ++i) any |= cells[i];
  return Any(any);
}
template <int kWords>
void TakeFirst(Cells<kWords>& from, Cells<kWords>& to) {
  Words none = ~Words{};  // all bits where there was no cell before
  for (int i = 0; i < kWords; ++i) {
    to[i] = from[i] & -from[i] & none;
    from[i] ^= to[i];
    if (i + 1 < kWords) none &= Words(to[i] == 0);
  }
}

// --- Moves along lines -------------------------------------------------------
//
// Steps, and jumps, make a set of targets for each line, word, direction and
// lattice: the word where they end, the lattice where they begin.

template <int kWords>
inline constexpr int kLineSets = kLines* kWords * 2 * kLattices;
// The first of the sets in direction `line`, or in the opposite one.
template <int kWords>
constexpr int FirstSet(int line, int word, bool back) {
  return ((line * kWords + word) * 2 + (back ? 1 : 0)) * kLattices;
}
struct LineSet {
  int word;
  int direction;
  int lattice;
};
template <int kWords>
constexpr LineSet LineSetOf(int set) {
  const int line = set / (kWords * 2 * kLattices);
  const bool back = set / kLattices % 2 != 0;
  return {set / kLattices / 2 % kWords, back ? Opposite(line) : line,
          set % kLattices};
}

// Where a move begins and ends. For a set of targets: the slots for bit 0, from
// which those for other bits are as far as the bits.
struct Slots {
  int from;
  int to;
};
template <int kWords>
using LineSlots = std::array<Slots, kLineSets<kWords>>;

// --- Steps -------------------------------------------------------------------

template <int kWords>
inline constexpr LineSlots<kWords> kStepSlots = [] {
  using Rows = RowsOf<kWords>;
  LineSlots<kWords> slots{};
  for (int i = 0; i < kLineSets<kWords>; ++i) {
    const auto [word, direction, lattice] = LineSetOf<kWords>(i);
    const Offset step = StepOffset(lattice, direction);
    const int from = Rows::Source(word, step) * kLattices + lattice;
    const int to = word * kLattices + StepLattice(lattice, direction);
    slots[i] = {from * 64 - Rows::Bits(word, step), to * 64};
  }
  return slots;
}();

// How the sets are shifted. One table shifts up and the other down; one of the
// two is 0.
template <int kWords>
struct StepShifts {
  uint64_t up[kLineSets<kWords>];
  uint64_t down[kLineSets<kWords>];
};
template <int kWords>
inline constexpr StepShifts<kWords> kStepShifts = [] {
  StepShifts<kWords> shifts{};
  for (int i = 0; i < kLineSets<kWords>; ++i) {
    const auto [word, direction, lattice] = LineSetOf<kWords>(i);
    const Offset step = StepOffset(lattice, direction);
    const int bits = RowsOf<kWords>::Bits(word, step);
    shifts.up[i] = static_cast<uint64_t>(bits > 0 ? bits : 0);
    shifts.down[i] = static_cast<uint64_t>(bits < 0 ? -bits : 0);
  }
  return shifts;
}();

template <int kWords>
void ShiftSteps(int set, Words& words) {
  Words up, down;
  std::memcpy(&up, kStepShifts<kWords>.up + set, sizeof(up));
  std::memcpy(&down, kStepShifts<kWords>.down + set, sizeof(down));
  words = words << up >> down;
}

// Sets `there` and `back` to where steps of `cells` in direction kLine and the
// opposite one lead in a word, whether on the board or not. A step down leads
// from odd rows to the next one of their lattice, a step up from even rows to
// the one before.
template <int kLine, int kWords>
void StepAlong(const Cells<kWords>& cells, int word, Words& there,
               Words& back) {
  using Rows = RowsOf<kWords>;
  constexpr Offset kDown = {kOffsets[kLine].row, 0};
  constexpr Offset kUp = {-kOffsets[kLine].row, 0};
  EvenAndOdd(cells[word], cells[Rows::Source(word, kDown)], there);
  EvenAndOdd(cells[Rows::Source(word, kUp)], cells[word], back);
  ShiftSteps<kWords>(FirstSet<kWords>(kLine, word, false), there);
  ShiftSteps<kWords>(FirstSet<kWords>(kLine, word, true), back);
}

// Adds to `to` what is one step along a line away from any of `cells`.
template <int kLine, int kWords>
void AddStepsAlong(const Cells<kWords>& cells, Cells<kWords>& to) {
  for (int word = 0; word < kWords; ++word) {
    Words there, back, targets;
    StepAlong<kLine, kWords>(cells, word, there, back);
    Neighbours<kLine>(there | back, targets);
    to[word] |= targets;
  }
}
// Sets `to` to what is one step away from any of `cells`.
template <int kWords>
void StepsFrom(const Cells<kWords>& cells, Cells<kWords>& to) {
  to = {};
  AddStepsAlong<0, kWords>(cells, to);
  AddStepsAlong<1, kWords>(cells, to);
  AddStepsAlong<2, kWords>(cells, to);
}

// --- Jumps -------------------------------------------------------------------

template <int kWords>
inline constexpr LineSlots<kWords> kJumpSlots = [] {
  using Rows = RowsOf<kWords>;
  LineSlots<kWords> slots{};
  for (int i = 0; i < kLineSets<kWords>; ++i) {
    const auto [word, direction, lattice] = LineSetOf<kWords>(i);
    const Offset jump = JumpOffset(direction);
    const int from = Rows::Source(word, jump) * kLattices + lattice;
    const int to = word * kLattices + lattice;
    slots[i] = {from * 64 - Rows::Bits(word, jump), to * 64};
  }
  return slots;
}();

// The jumps on all lattices, of a set of cells or, where Vector is Lanes, of
// several.
template <int kWords, typename Vector = Words>
class Jumps {
 public:
  using Set = std::array<Vector, kWords>;

  Jumps(const Cells<kWords>& occupied, const Cells<kWords>& empty) {
    for (int i = 0; i < kWords; ++i) Spread(empty[i], empty_[i]);
    FindBridges<0>(occupied);
    FindBridges<1>(occupied);
    FindBridges<2>(occupied);
  }

  // Sets `there` and `back` to where jumps from `cells` in direction kLine and
  // the opposite one lead in a word, whether it is empty there or not.
  template <int kLine>
  void Along(const Set& cells, int word, Vector& there, Vector& back) const {
    constexpr Offset kJump = JumpOffset(kLine);
    constexpr Offset kBack = JumpOffset(Opposite(kLine));
    const int from = Rows::Source(word, kJump);
    there = cells[from] & bridges_[kLine][from];
    Shift(there, Rows::Bits(word, kJump));
    back = cells[Rows::Source(word, kBack)];
    Shift(back, Rows::Bits(word, kBack));
    back &= bridges_[kLine][word];
  }
  // Sets `to` to all cells one jump away from any of `cells`, empty or not.
  void Landings(const Set& cells, Set& to) const {
    for (int word = 0; word < kWords; ++word) {
      Vector there[kLines], back[kLines];
      Along<0>(cells, word, there[0], back[0]);
      Along<1>(cells, word, there[1], back[1]);
      Along<2>(cells, word, there[2], back[2]);
      to[word] =
          (there[0] | back[0]) | (there[1] | back[1]) | (there[2] | back[2]);
    }
  }
  // Sets `to` to the empty ones of these.
  void From(const Set& cells, Set& to) const {
    Landings(cells, to);
    for (int i = 0; i < kWords; ++i) to[i] &= empty_[i];
  }
  // Adds to `reached` everything that chains of jumps reach from there.
  void Close(Set& reached) const {
    for (;;) {
      Set once, twice, news;
      From(reached, once);
      for (int i = 0; i < kWords; ++i) once[i] |= reached[i];
      From(once, twice);
      for (int i = 0; i < kWords; ++i) {
        news[i] = twice[i] & ~once[i];
        reached[i] = once[i] | twice[i];
      }
      if (!Any(news)) return;
    }
  }

 private:
  using Rows = RowsOf<kWords>;

  static void Shift(Vector& words, int bits) {
    if (bits > 0) words <<= bits;
    if (bits < 0) words >>= -bits;
  }
  template <int kLine>
  void FindBridges(const Cells<kWords>& occupied) {
    for (int word = 0; word < kWords; ++word) {
      Words there, back, bridges;
      StepAlong<kLine, kWords>(occupied, word, there, back);
      Neighbours<kLine>(back, bridges);
      Spread(bridges, bridges_[kLine][word]);
    }
  }

  // By line: the slots behind which, in direction 0, 1 or 2, stands a piece.
  Set bridges_[kLines];
  Set empty_;
};

}  // namespace compact
}  // namespace boardwalk::star
