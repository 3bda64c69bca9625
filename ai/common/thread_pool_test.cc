#include "ai/common/thread_pool.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

bool Never() { return false; }

TEST(ThreadPoolTest, DoesNotWorkWhilePaused) {
  std::vector<int> work(4, 0);  // by thread; no race may be seen
  ThreadPool pool;
  ASSERT_TRUE(pool.Start(3,
                         [&](int i) {
                           while (pool.GoesOn()) ++work[static_cast<size_t>(i)];
                         })
                  .ok());
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(pool.Pause(Never));
    for (int& count : work) count = 0;
    pool.Resume();
  }
  pool.Finish();
  EXPECT_TRUE(pool.Stopped());
}

TEST(ThreadPoolTest, FinishesByItself) {
  std::atomic<int> sum{0};
  ThreadPool pool;
  ASSERT_TRUE(pool.Start(5, [&](int i) { sum += i; }).ok());
  pool.WaitForAll(Never);
  EXPECT_EQ(sum, 15);
  EXPECT_TRUE(pool.Pause(Never));
}

TEST(ThreadPoolTest, FinishThrowsWhatAThreadThrew) {
  ThreadPool pool;
  ASSERT_TRUE(pool.Start(2,
                         [&](int i) {
                           if (i == 2) throw std::runtime_error("two");
                           while (pool.GoesOn()) std::this_thread::yield();
                         })
                  .ok());
  pool.WaitForAll(Never);
  EXPECT_THROW(pool.Finish(), std::runtime_error);
}

TEST(ThreadPoolTest, PauseGivesUp) {
  std::atomic<bool> release{false};
  ThreadPool pool;
  ASSERT_TRUE(pool.Start(1,
                         [&](int) {
                           while (!release) std::this_thread::yield();
                         })
                  .ok());
  int asked = 0;
  EXPECT_FALSE(pool.Pause([&] { return ++asked == 3; }));
  release = true;
  pool.Finish();
}

}  // namespace
}  // namespace boardwalk::ai
