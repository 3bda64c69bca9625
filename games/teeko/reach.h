// Where four marks can move to, all at once.
//
// There are only 1,820 sets of four marks. For each a table holds one word of
// four lanes: lane i (bits 16 i to 16 i + 15) is the neighbourhood of the i-th
// lowest mark. One AND with the empty squares, spread over the lanes, then
// gives every move, one popcount their number and one bit selection the k-th.

#ifndef BOARDWALK_GAMES_TEEKO_REACH_H_
#define BOARDWALK_GAMES_TEEKO_REACH_H_

#include <array>
#include <bit>
#include <cstdint>

#include "games/teeko/goals.h"

namespace boardwalk::teeko {
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

#endif  // BOARDWALK_GAMES_TEEKO_REACH_H_
