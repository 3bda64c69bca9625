#include "ai/common/crew.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

bool Never() { return false; }

TEST(CrewTest, RestsWhileItIsPaused) {
  std::vector<int> work(4, 0);  // by thread; no race may be seen
  Crew crew;
  ASSERT_TRUE(crew.Start(3,
                         [&](int i) {
                           while (crew.GoesOn()) ++work[static_cast<size_t>(i)];
                         })
                  .ok());
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(crew.Pause(Never));
    for (int& count : work) count = 0;
    crew.Resume();
  }
  crew.Finish();
  EXPECT_TRUE(crew.Stopped());
}

TEST(CrewTest, ComesHomeByItself) {
  std::atomic<int> sum{0};
  Crew crew;
  ASSERT_TRUE(crew.Start(5, [&](int i) { sum += i; }).ok());
  crew.WaitForAll(Never);
  EXPECT_EQ(sum, 15);
  EXPECT_TRUE(crew.Pause(Never));
}

TEST(CrewTest, HandsOnWhatWasThrown) {
  Crew crew;
  ASSERT_TRUE(crew.Start(2,
                         [&](int i) {
                           if (i == 2) throw std::runtime_error("two");
                           while (crew.GoesOn()) std::this_thread::yield();
                         })
                  .ok());
  crew.WaitForAll(Never);
  EXPECT_THROW(crew.Finish(), std::runtime_error);
}

TEST(CrewTest, IsNotWaitedForForEver) {
  std::atomic<bool> release{false};
  Crew crew;
  ASSERT_TRUE(crew.Start(1,
                         [&](int) {
                           while (!release) std::this_thread::yield();
                         })
                  .ok());
  int asked = 0;
  EXPECT_FALSE(crew.Pause([&] { return ++asked == 3; }));
  release = true;
  crew.Finish();
}

}  // namespace
}  // namespace boardwalk::ai
