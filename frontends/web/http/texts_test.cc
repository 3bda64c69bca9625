#include "frontends/web/http/texts.h"

#include <array>

#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::Optional;

TEST(SharedTextTest, IsCopiedInParts) {
  SharedText text("abcdef");
  std::array<char, 4> to{};
  EXPECT_EQ(text.size(), 6);
  EXPECT_THAT(text.Copy(0, to.data(), to.size()), Optional(4));
  EXPECT_EQ(std::string(to.data(), 4), "abcd");
  EXPECT_THAT(text.Copy(4, to.data(), to.size()), Optional(2));
  EXPECT_EQ(std::string(to.data(), 2), "ef");
  EXPECT_THAT(text.Copy(6, to.data(), to.size()), Optional(0));
  text.Withdraw();
  EXPECT_TRUE(text.withdrawn());
  EXPECT_FALSE(text.Copy(0, to.data(), to.size()).has_value());
  EXPECT_FALSE(text.Whole().has_value());
}

TEST(TextPoolTest, TheOldestMakePlace) {
  TextPool pool(10);
  const auto first = pool.Add("1234");
  const auto second = pool.Add("1234");
  EXPECT_FALSE(first->withdrawn());
  const auto third = pool.Add("123");
  EXPECT_TRUE(first->withdrawn());
  EXPECT_THAT(second->Whole(), Optional(std::string("1234")));
  // One that is too large alone has its place all the same.
  const auto large = pool.Add(std::string(20, 'x'));
  EXPECT_TRUE(second->withdrawn());
  EXPECT_TRUE(third->withdrawn());
  EXPECT_FALSE(large->withdrawn());
}

TEST(TextPoolTest, WhatNobodyHoldsTakesNoPlace) {
  TextPool pool(10);
  const auto first = pool.Add("1234");
  for (int i = 0; i < 100; ++i) pool.Add("1234");
  EXPECT_FALSE(first->withdrawn());
}

}  // namespace
}  // namespace boardwalk::web
