#include "frontends/web/rooms/tasks.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

// Holds the only thread until it is let go.
class Held {
 public:
  explicit Held(TaskQueue& queue) {
    queue.Add(0, "held", [this] {
      runs_ = true;
      while (!free_) std::this_thread::yield();
    });
    while (!runs_) std::this_thread::yield();
  }
  void Free() { free_ = true; }

 private:
  std::atomic<bool> runs_{false}, free_{false};
};

TEST(TaskQueueTest, RoomsAreServedInTurn) {
  std::string order;
  std::atomic<int> left{6};
  TaskQueue queue(1);
  Held held(queue);
  const auto add = [&](uint64_t room, char name, bool first = false) {
    return queue.Add(
        room, "",
        [&order, &left, name] {
          order += name;
          --left;
        },
        first);
  };
  add(1, 'a');
  add(1, 'b');
  const uint64_t c = add(1, 'c');
  const uint64_t d = add(2, 'd');
  const uint64_t e = add(3, 'e');
  const uint64_t before = add(3, 'f', /*first=*/true);
  const uint64_t dropped = add(4, 'x');
  EXPECT_EQ(queue.Place(d), 2);
  EXPECT_EQ(queue.Place(before), 3);
  EXPECT_EQ(queue.Place(dropped), 4);
  EXPECT_EQ(queue.Place(e), 6);
  EXPECT_EQ(queue.Place(c), 7);
  EXPECT_EQ(queue.waiting(), 7);
  EXPECT_TRUE(queue.Cancel(dropped));
  EXPECT_FALSE(queue.Cancel(dropped));
  EXPECT_EQ(queue.Place(dropped), 0);
  EXPECT_EQ(queue.Place(c), 6);
  held.Free();
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "adfbec");
  EXPECT_FALSE(queue.Cancel(d));
}

TEST(TaskQueueTest, WhoDoesNotStopIsNamed) {
  std::atomic<bool> ran{false};
  {
    TaskQueue queue(1);
    Held held(queue);
    queue.Add(1, "waits", [&ran] { ran = true; });
    const auto names = queue.Stop(std::chrono::milliseconds(1));
    EXPECT_EQ(names, std::vector<std::string>{"held"});
    held.Free();
    EXPECT_TRUE(queue.Stop(std::chrono::hours(1)).empty());
  }
  EXPECT_FALSE(ran);
}

TEST(WebTimerTest, CallsAreMadeInTheOrderOfTheirTimes) {
  std::string order;
  std::atomic<int> left{3};
  Timer timer;
  const auto now = std::chrono::steady_clock::now();
  const auto at = [&](int ms, char name) {
    timer.At(now + std::chrono::milliseconds(ms), [&order, &left, name] {
      order += name;
      --left;
    });
  };
  at(30, 'c');
  at(10, 'a');
  at(20, 'b');
  at(3'600'000, 'x');
  while (left > 0) std::this_thread::yield();
  timer.Stop();
  EXPECT_EQ(order, "abc");
}

}  // namespace
}  // namespace boardwalk::web
