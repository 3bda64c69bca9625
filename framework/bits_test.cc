#include "framework/bits.h"

#include <bit>
#include <cstdint>

#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

// By the meaning, bit for bit.
uint64_t ExtractSlowly(uint64_t source, uint64_t mask) {
  uint64_t result = 0;
  int to = 0;
  for (int from = 0; from < 64; ++from) {
    if ((mask >> from & 1) != 0) result |= (source >> from & 1) << to++;
  }
  return result;
}

TEST(BitsTest, PopLowestGivesIndicesInOrder) {
  uint64_t bits = 1u | 1u << 5 | uint64_t{1} << 63;
  EXPECT_EQ(PopLowest(bits), 0);
  EXPECT_EQ(PopLowest(bits), 5);
  EXPECT_EQ(PopLowest(bits), 63);
  EXPECT_EQ(bits, 0u);
}

TEST(BitsTest, KnownAnswers) {
  EXPECT_EQ(ExtractBits(0b1011'0110, 0b1111'0000), 0b1011u);
  EXPECT_EQ(DepositBits(0b101, 0b1101'0000), 0b1001'0000u);
  EXPECT_EQ(ExtractBits(~uint64_t{0}, ~uint64_t{0}), ~uint64_t{0});
  EXPECT_EQ(ExtractBits(123, 0), 0u);
  EXPECT_EQ(DepositBits(123, 0), 0u);
}

TEST(BitsTest, PortableAndNativeAgree) {
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    const uint64_t source = random.Next();
    // Dense, sparse and in between.
    const uint64_t mask = i % 3 == 0   ? random.Next()
                          : i % 3 == 1 ? random.Next() & random.Next()
                                       : random.Next() | random.Next();
    const uint64_t expected = ExtractSlowly(source, mask);
    ASSERT_EQ(ExtractBits(source, mask), expected);
    ASSERT_EQ(ExtractBitsPortable(source, mask), expected);
    const uint64_t deposited = DepositBits(source, mask);
    ASSERT_EQ(DepositBitsPortable(source, mask), deposited);
    // Each undoes the other.
    ASSERT_EQ(DepositBits(expected, mask), source & mask);
    ASSERT_EQ(deposited & ~mask, 0u);
  }
}

TEST(BitsTest, SelectBitFindsEachBit) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const uint64_t bits = random.Next() & random.Next();
    uint64_t rest = bits;
    for (int n = 0; n < std::popcount(bits); ++n) {
      ASSERT_EQ(SelectBit(bits, n), PopLowest(rest));
    }
  }
}

TEST(BitsTest, TransposesSquares) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const uint64_t bits = random.Next();
    ASSERT_EQ(TransposeBits(TransposeBits(bits, 8), 8), bits);
    for (int bit = 0; bit < 64; ++bit) {
      const int to = bit % 8 * 8 + bit / 8;
      ASSERT_EQ(TransposeBits(bits, 8) >> to & 1, bits >> bit & 1);
    }
  }
}

}  // namespace
}  // namespace boardwalk
