#include "framework/tables/near_distances.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "framework/bits.h"
#include "framework/tables/distance_table.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

// Three pieces on 5x5 that step along row or column; the goal is a corner.
struct Corner {
  static constexpr int kCells = 25;
  static constexpr int kPieces = 3;
  static constexpr int kBits = 8;
  static uint64_t Goal() { return 0x23; }

  static void Destinations(uint64_t pieces, std::array<uint64_t, 3>& to) {
    constexpr uint64_t kFirstColumn = 0x108421, kAll = (1u << kCells) - 1;
    uint64_t left = pieces;
    for (uint64_t& cells : to) {
      const uint64_t piece = TakeLowest(left);
      cells = (piece << 1 & ~kFirstColumn) | piece << 5 | piece >> 5;
      if ((piece & kFirstColumn) == 0) cells |= piece >> 1;
      cells &= kAll & ~pieces;
    }
  }
};

TEST(NearDistancesTest, AreThoseOfTheWholeTableUpToTheFarthest) {
  using All = PlacementsOn<Corner>;
  const std::string whole = BuildDistances(Corner(), {.threads = 1}).value();
  for (const int farthest : {0, 1, 5, 9, 14}) {
    const NearDistances<Corner> near(Corner(), farthest);
    size_t within = 0;
    for (uint32_t rank = 0; rank < All::kCount; ++rank) {
      const int distance = PackedAt<Corner>(whole.data(), rank);
      const bool is_near = distance <= farthest;
      within += is_near ? 1 : 0;
      ASSERT_EQ(near.At(All::AtRank(rank)),
                is_near ? distance : NearDistances<Corner>::kFar);
    }
    EXPECT_EQ(near.placements(), within);
    // Half of the entries stay empty, so that a search ends.
    EXPECT_LE(8 * within, std::max<size_t>(near.bytes(), 8));
  }
}

}  // namespace
}  // namespace boardwalk
