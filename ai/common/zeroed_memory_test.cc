#include "ai/common/zeroed_memory.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

constexpr size_t kMany = size_t{5} << 20;

TEST(ZeroedMemoryTest, IsZeroAndHoldsWhatIsWritten) {
  for (const size_t bytes : {size_t{1}, size_t{10'000}, kMany}) {
    ZeroedMemory memory(bytes);
    ASSERT_TRUE(memory.Ok());
    std::byte* const start = memory.start();
    EXPECT_EQ(std::count(start, start + bytes, std::byte{0}), bytes);
    start[bytes - 1] = std::byte{7};
    const ZeroedMemory moved = std::move(memory);
    EXPECT_EQ(moved.start(), start);
    EXPECT_EQ(moved.start()[bytes - 1], std::byte{7});
  }
}

TEST(ZeroedMemoryTest, SaysIfThereIsNotAsMuch) {
  constexpr size_t kMost = std::numeric_limits<size_t>::max();
  for (const size_t bytes : {kMost, kMost - (4 << 20), kMost / 4}) {
    EXPECT_FALSE(ZeroedMemory(bytes).Ok());
  }
  EXPECT_FALSE(ZeroedMemory().Ok());
}

TEST(ZeroedMemoryDeathTest, WhatLiesBesideItCannotBeWritten) {
  const ZeroedMemory memory(kMany);
  volatile std::byte* const start = memory.start();
  EXPECT_DEATH(start[kMany] = std::byte{1}, "");
  const ZeroedMemory few(4096);
  volatile std::byte* const other = few.start();
  EXPECT_DEATH(other[4096] = std::byte{1}, "");
}

}  // namespace
}  // namespace boardwalk::ai
