#include "frontends/web/rooms/tasks.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "frontends/web/rooms/memory_share.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

// Holds a thread for long tasks until it is let go.
class Held {
 public:
  explicit Held(TaskQueue& queue, const std::string& asker = "") {
    queue.Add({.asker = asker, .player = "held"}, [this] {
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
    return queue.Add({.room = room, .first = first}, [&order, &left, name] {
      order += name;
      --left;
    });
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

// However many rooms one of them has.
TEST(TaskQueueTest, ThoseWhoAskAreServedInTurn) {
  std::string order;
  std::atomic<int> left{6};
  TaskQueue queue(1);
  Held held(queue);
  const auto add = [&](uint64_t room, const std::string& asker, char name) {
    return queue.Add({.room = room, .asker = asker}, [&order, &left, name] {
      order += name;
      --left;
    });
  };
  add(1, "many", 'a');
  add(2, "many", 'b');
  const uint64_t c = add(3, "many", 'c');
  add(1, "many", 'd');
  const uint64_t e = add(4, "one", 'e');
  const uint64_t f = add(5, "another", 'f');
  EXPECT_EQ(queue.Place(e), 2);
  EXPECT_EQ(queue.Place(f), 3);
  EXPECT_EQ(queue.Place(c), 5);
  held.Free();
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "aefbcd");
}

TEST(TaskQueueTest, WhoKeepsThreadsBusyWaitsForThoseWhoDoNot) {
  std::string order;
  std::atomic<int> left{3};
  TaskQueue queue(2);
  Held first(queue, "busy"), second(queue, "quiet");
  const auto add = [&](const std::string& asker, char name) {
    queue.Add({.asker = asker}, [&order, &left, name] {
      order += name;
      --left;
    });
  };
  add("busy", 'a');
  add("busy", 'b');
  add("quiet", 'c');
  second.Free();
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "cab");
  first.Free();
}

TEST(TaskQueueTest, ShortTasksNeedNotWaitForLongOnes) {
  TaskQueue queue(1);
  Held held(queue);
  std::atomic<bool> ran{false}, long_ran{false};
  queue.Add({.room = 1, .expected = std::chrono::seconds(60)},
            [&] { long_ran = true; });
  queue.Add({.room = 1, .expected = TaskQueue::kShort}, [&] { ran = true; });
  while (!ran) std::this_thread::yield();
  EXPECT_FALSE(long_ran);
  EXPECT_EQ(queue.threads(), 1);
  held.Free();
}

TEST(TaskQueueTest, TasksWaitForMemory) {
  TaskQueue queue(2, /*max_bytes=*/100 << 20);
  std::atomic<bool> runs{false}, free{false}, ended{false};
  std::atomic<int> left{3};
  queue.Add({.bytes = 200 << 20}, [&] {  // alone it may have so much
    runs = true;
    while (!free) std::this_thread::yield();
    ended = true;
  });
  while (!runs) std::this_thread::yield();
  bool at_the_end = false, large_waited = false, few_waited = true;
  queue.Add({.bytes = 80 << 20}, [&] {
    at_the_end = ended;
    --left;
  });
  // Levels answer all the same, also those behind quick ones that wait.
  queue.Add({.expected = TaskQueue::kQuick, .bytes = 80 << 20}, [&] {
    large_waited = ended;
    --left;
  });
  queue.Add({.expected = TaskQueue::kShort, .bytes = TaskQueue::kFewBytes},
            [&] {
              few_waited = ended;
              --left;
            });
  while (left == 3) std::this_thread::yield();
  free = true;
  while (left > 0) std::this_thread::yield();
  EXPECT_TRUE(at_the_end);
  EXPECT_TRUE(large_waited);
  EXPECT_FALSE(few_waited);
}

TEST(MemoryShareTest, NoMoreIsTakenThanThereIs) {
  MemoryShare share(100);
  EXPECT_TRUE(share.Take(60));
  EXPECT_FALSE(share.Take(60));
  EXPECT_TRUE(share.Take(40));
  EXPECT_FALSE(share.Take(1));
  EXPECT_TRUE(share.Take(0));
  share.Give(60);
  EXPECT_EQ(share.taken(), 40);
  EXPECT_FALSE(share.Take(~size_t{0}));
}

TEST(TaskQueueTest, QuickTasksAreTheFirstOfShortOnes) {
  std::string order;
  std::atomic<int> left{3};
  std::atomic<bool> runs{false}, free{false};
  TaskQueue queue(1);
  Held held(queue);
  queue.Add({.expected = std::chrono::nanoseconds(0)}, [&] {
    runs = true;
    while (!free) std::this_thread::yield();
  });
  while (!runs) std::this_thread::yield();
  const auto add = [&](int ms, char name) {
    queue.Add({.expected = std::chrono::milliseconds(ms)},
              [&order, &left, name] {
                order += name;
                --left;
              });
  };
  add(1000, 'a');
  add(200, 'b');
  add(100, 'c');  // in turn
  free = true;
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "bca");
  held.Free();
}

TEST(TaskQueueTest, WhoDoesNotStopIsNamed) {
  std::atomic<bool> ran{false};
  {
    TaskQueue queue(1);
    Held held(queue);
    queue.Add({.room = 1, .player = "waits"}, [&ran] { ran = true; });
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
