#include "ai/mcts/quota.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

TEST(QuotaTest, HandsOutAsManyAsThereAre) {
  Quota quota(2);
  for (const int64_t most : {0, 1, 7, 1000}) {
    quota.Start(most);
    for (int64_t made = 0; made < most; ++made) {
      ASSERT_TRUE(quota.Claim(0)) << made << " of " << most;
      EXPECT_EQ(quota.Done(), made);
      quota.Count(0);
    }
    EXPECT_FALSE(quota.Claim(0));
    EXPECT_FALSE(quota.Claim(1));
    EXPECT_EQ(quota.Done(), most);
  }
}

TEST(QuotaTest, NobodyHoldsManyNearTheEnd) {
  // One who claims and then sleeps keeps few from the others.
  Quota quota(2);
  quota.Start(1000);
  ASSERT_TRUE(quota.Claim(0));
  int64_t others = 0;
  while (quota.Claim(1)) ++others;
  EXPECT_GE(others, 1000 - 16);
  // Close to the end one is all that anybody takes.
  quota.Start(8);
  ASSERT_TRUE(quota.Claim(0));
  others = 0;
  while (quota.Claim(1)) ++others;
  EXPECT_EQ(others, 7);
}

TEST(QuotaTest, ThreadsShareIt) {
  constexpr int kThreads = 4;
  constexpr int64_t kMax = 3'000'003;
  Quota quota(kThreads);
  quota.Start(kMax);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&quota, i] {
      while (quota.Claim(i)) quota.Count(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(quota.Done(), kMax);
}

}  // namespace
}  // namespace boardwalk::ai
