// The 4x4 board of Teeko as sets of 16 bits: goals, neighbours, and where marks
// can move to. Square n is bit n - 1, so bit 0 is the bottom left corner and
// bit 15 the top right one.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace boardwalk::teeko {

inline constexpr int kSquares = 16;
inline constexpr int kMarksPerSide = 4;
inline constexpr uint32_t kAllSquares = 0xffff;

namespace internal {
consteval std::array<uint16_t, 19> MakeGoals() {
  std::array<uint16_t, 19> goals{};
  int n = 0;
  for (int i = 0; i < 4; ++i) goals[n++] = static_cast<uint16_t>(0xf << 4 * i);
  for (int i = 0; i < 4; ++i) goals[n++] = static_cast<uint16_t>(0x1111 << i);
  goals[n++] = 0x8421;
  goals[n++] = 0x1248;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      goals[n++] = static_cast<uint16_t>(0x33 << (4 * row + column));
    }
  }
  return goals;
}
}  // namespace internal

// Four rows, four columns, two diagonals and nine blocks.
inline constexpr std::array<uint16_t, 19> kGoals = internal::MakeGoals();

namespace internal {
consteval std::array<uint64_t, 1024> MakeGoalBits() {
  std::array<uint64_t, 1024> bits{};
  for (const uint16_t goal : kGoals) {
    bits[goal / 64] |= uint64_t{1} << goal % 64;
  }
  return bits;
}
inline constexpr std::array<uint64_t, 1024> kGoalBits = MakeGoalBits();
}  // namespace internal

// Whether `marks`, a set of at most four, is a goal. A bit a set takes 8 KB and
// stays in the first cache, a byte a set would not.
inline bool IsGoal(uint32_t marks) {
  return (internal::kGoalBits[marks / 64] >> marks % 64 & 1) != 0;
}

// The up to eight squares around `square`, counted from 0.
constexpr uint16_t Neighbours(int square) {
  uint32_t around = 0;
  for (int row = -1; row <= 1; ++row) {
    for (int column = -1; column <= 1; ++column) {
      const int y = square / 4 + row, x = square % 4 + column;
      const bool inside = y >= 0 && y < 4 && x >= 0 && x < 4;
      if (inside && (row != 0 || column != 0)) around |= 1u << (4 * y + x);
    }
  }
  return static_cast<uint16_t>(around);
}

// Where four marks can move to, all at once. There are only 1,820 sets of four
// marks. For each a table holds one word of four lanes: lane i (bits 16 i to
// 16 i + 15) is the neighbourhood of the i-th lowest mark. One AND with the
// empty squares, spread over the lanes, then gives every move, one popcount
// their number and one bit selection the k-th.
namespace internal {

// The sets of four are numbered by their high byte, then by the rank of the low
// byte among the bytes with as many bits.
struct ReachTable {
  std::array<uint16_t, 256> first{};  // number of the first set, by high byte
  std::array<uint8_t, 256> rank{};    // by low byte
  std::array<uint64_t, 1820> lanes{};
};

consteval ReachTable MakeReachTable() {
  ReachTable table;
  std::array<uint16_t, 16> around{};
  for (int square = 0; square < kSquares; ++square) {
    around[square] = Neighbours(square);
  }
  std::array<int, 9> bytes_with{};  // so many bits
  for (unsigned low = 0; low < 256; ++low) {
    table.rank[low] = static_cast<uint8_t>(bytes_with[std::popcount(low)]++);
  }
  int number = 0;
  for (unsigned high = 0; high < 256; ++high) {
    const int rest = kMarksPerSide - std::popcount(high);
    if (rest < 0) continue;
    table.first[high] = static_cast<uint16_t>(number);
    for (unsigned low = 0; low < 256; ++low) {
      if (std::popcount(low) != rest) continue;
      int lane = 0;
      for (unsigned marks = high << 8 | low; marks != 0; marks &= marks - 1) {
        table.lanes[number] |=
            static_cast<uint64_t>(around[std::countr_zero(marks)])
            << 16 * lane++;
      }
      ++number;
    }
  }
  return table;
}

inline constexpr ReachTable kReach = MakeReachTable();

}  // namespace internal

// The moves of the four `marks` onto `empty` squares, in lanes as above.
// REQUIRES: `marks` has four bits.
inline uint64_t ReachLanes(uint32_t marks, uint32_t empty) {
  const auto& table = internal::kReach;
  return table.lanes[table.first[marks >> 8] + table.rank[marks & 255]] &
         empty * uint64_t{0x0001000100010001};
}

}  // namespace boardwalk::teeko
