// The generator never changes: seeds name games in records and in tests.

#include "framework/random.h"

#include <array>
#include <cstdint>

#include "framework/zobrist.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

TEST(RandomTest, MixIsSplitMix64) {
  EXPECT_EQ(Mix64(0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(Mix64(1), 0x910a2dec89025cc1u);
  EXPECT_EQ(Mix64(2), 0x975835de1c9756ceu);
  EXPECT_EQ(Mix64(~uint64_t{0}), 0xe4d971771b652c20u);
}

TEST(RandomTest, MixPairFoldsAProduct) {
  EXPECT_EQ(MixPair(0, 0), 0xa035e2cc637f5704u);
  EXPECT_EQ(MixPair(1, 2), 0x25cb4ec241cfa5b6u);
  EXPECT_EQ(MixPair(2, 1), 0xc0acd5ed28fce0a2u);
  EXPECT_EQ(MixPair(~uint64_t{0}, 7), 0x1a08124bf6cbfb3cu);
}

TEST(RandomTest, KnownAnswers) {
  Random random(42);
  EXPECT_EQ(random.Next(), 0xe6c71559e2525f98u);
  EXPECT_EQ(random.Next(), 0x13b69ac93ec06b57u);
  EXPECT_EQ(random.Next(), 0x879006cb74f40d36u);
  EXPECT_EQ(random.Next(), 0x52d5476ee695f446u);

  Random dice(42);
  for (const uint32_t roll : {5, 0, 3, 1, 2, 5, 5, 3, 4, 2, 1, 0}) {
    EXPECT_EQ(dice.Below(6), roll);
  }

  Random real(42);
  EXPECT_EQ(real.Real(), 0.9014752716487434);
  EXPECT_EQ(real.Real(), 0.07700507558070202);
  EXPECT_EQ(real.Real(), 0.5295414206238577);
}

TEST(RandomTest, BelowCoversItsRangeEvenly) {
  Random random(1);
  std::array<int, 7> times{};
  for (int i = 0; i < 70'000; ++i) ++times[random.Below(7)];
  for (const int count : times) EXPECT_NEAR(count, 10'000, 500);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.Below(1), 0u);
}

TEST(RandomTest, SeedsNextToEachOtherAreUnrelated) {
  Random a(1), b(2);
  int same = 0;
  for (int i = 0; i < 1000; ++i) same += a.Below(2) == b.Below(2) ? 1 : 0;
  EXPECT_NEAR(same, 500, 80);
}

TEST(ZobristTest, KeysAreFixedAndDistinct) {
  constexpr auto kKeys = ZobristKeys<2, 9>(0x777);
  EXPECT_EQ(kKeys[0][0], 0x336146c5b85409b4u);
  EXPECT_EQ(kKeys[0][1], 0x13565b1c3b7e0c3fu);
  EXPECT_EQ(kKeys[0][2], 0xe6949850e83c3cf7u);
  EXPECT_NE(kKeys[0], kKeys[1]);
  EXPECT_NE(kKeys, (ZobristKeys<2, 9>(0x778)));
}

}  // namespace
}  // namespace boardwalk
