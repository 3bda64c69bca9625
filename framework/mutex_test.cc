#include "framework/mutex.h"

#include <chrono>
#include <thread>

#include "gtest/gtest.h"

namespace boardwalk {
namespace {

// The example of the header.
class Standing {
 public:
  void Add(double score) {
    const MutexLock lock(&mutex_);
    score_ += score;
    ++games_;
    changed_.NotifyAll();
  }
  // Waits until `games` have been played.
  double ScoreOf(int games) {
    const MutexLock lock(&mutex_);
    while (games_ < games) changed_.Wait(&mutex_);
    return score_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  double score_ ABSL_GUARDED_BY(mutex_) = 0;
  int games_ ABSL_GUARDED_BY(mutex_) = 0;
};

TEST(MutexTest, GuardsWhatSeveralThreadsChange) {
  constexpr int kGames = 20'000;
  Standing standing;
  std::thread one([&] {
    for (int i = 0; i < kGames; ++i) standing.Add(1);
  });
  std::thread other([&] {
    for (int i = 0; i < kGames; ++i) standing.Add(2);
  });
  EXPECT_EQ(standing.ScoreOf(2 * kGames), 3 * kGames);
  one.join();
  other.join();
}

TEST(MutexTest, AWaitWithALimitEndsWithoutANotification) {
  Mutex mutex;
  CondVar changed;
  const MutexLock lock(&mutex);
  while (changed.WaitFor(&mutex, std::chrono::microseconds(1))) {
  }
}

}  // namespace
}  // namespace boardwalk
