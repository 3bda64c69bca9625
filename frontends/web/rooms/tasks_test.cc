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
      ended_ = true;
    });
    while (!runs_) std::this_thread::yield();
  }
  ~Held() {
    Free();
    while (!ended_) std::this_thread::yield();
  }
  void Free() { free_ = true; }

 private:
  std::atomic<bool> runs_{false}, free_{false}, ended_{false};
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

TEST(TaskQueueTest, ThreadsAreCountedAndNotTasks) {
  std::string order;
  std::atomic<int> left{2};
  std::atomic<bool> runs{false}, free{false};
  TaskQueue queue(3);
  queue.Add({.asker = "wide", .threads = 8}, [&] {
    runs = true;
    while (!free) std::this_thread::yield();
  });
  while (!runs) std::this_thread::yield();
  Held first(queue, "narrow"), second(queue, "narrow");
  const auto add = [&](const std::string& asker, char name) {
    queue.Add({.asker = asker}, [&order, &left, name] {
      order += name;
      --left;
    });
  };
  add("wide", 'w');
  add("narrow", 'n');
  second.Free();
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "nw");
  first.Free();
  free = true;
}

TEST(TaskQueueTest, PeopleAreBeforeComputersOfTheSameAsker) {
  std::string order;
  std::atomic<int> left{5};
  TaskQueue queue(1);
  Held held(queue);
  const auto add = [&](uint64_t room, const std::string& asker, bool people,
                       char name) {
    return queue.Add({.room = room, .asker = asker, .people = people},
                     [&order, &left, name] {
                       order += name;
                       --left;
                     });
  };
  add(1, "one", false, 'a');
  const uint64_t b = add(2, "one", false, 'b');
  const uint64_t c = add(3, "one", true, 'c');
  add(4, "another", false, 'd');
  const uint64_t e = add(5, "one", true, 'e');
  EXPECT_EQ(queue.Place(c), 1);
  EXPECT_EQ(queue.Place(e), 3);
  EXPECT_EQ(queue.Place(b), 5);
  held.Free();
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "cdeab");
}

TEST(TaskQueueTest, ShortTasksNeedNotWaitForLongOnes) {
  std::atomic<bool> ran{false}, long_ran{false};
  TaskQueue queue(1);
  Held held(queue);
  queue.Add({.room = 1, .expected = std::chrono::seconds(60)},
            [&] { long_ran = true; });
  queue.Add({.room = 1, .expected = TaskQueue::kShort}, [&] { ran = true; });
  while (!ran) std::this_thread::yield();
  EXPECT_FALSE(long_ran);
  EXPECT_EQ(queue.threads(), 1);
  held.Free();
}

TEST(TaskQueueTest, TasksWaitForMemory) {
  std::atomic<bool> runs{false}, free{false}, ended{false};
  std::atomic<int> left{3};
  TaskQueue queue(2, /*max_bytes=*/100 << 20);
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

// Otherwise a long one waits for ever where short ones follow each other.
TEST(TaskQueueTest, ShortTasksWithFewBytesKeepNoMemoryFromLongOnes) {
  constexpr size_t kAll = size_t{256} << 20;
  std::atomic<bool> runs{false}, ran{false};
  TaskQueue queue(1, kAll);
  Held held(queue);
  queue.Add({.expected = TaskQueue::kQuick, .bytes = TaskQueue::kFewBytes},
            [&] {
              runs = true;
              while (!ran) std::this_thread::yield();
            });
  while (!runs) std::this_thread::yield();
  queue.Add({.bytes = kAll}, [&] { ran = true; });
  held.Free();
  while (!ran) std::this_thread::yield();
}

// The others that fit pass it, but not for ever.
TEST(TaskQueueTest, WhoWaitsForMemoryIsPassedForABoundedTime) {
  for (const auto patience : {std::chrono::nanoseconds(std::chrono::hours(1)),
                              std::chrono::nanoseconds(0)}) {
    std::string order;
    std::atomic<int> left{3};
    std::atomic<bool> runs{false}, free{false};
    TaskQueue queue(2, (size_t{100} << 20) + TaskQueue::kFewBytes, patience);
    queue.Add({.room = 1, .bytes = 60 << 20}, [&] {
      runs = true;
      while (!free) std::this_thread::yield();
    });
    while (!runs) std::this_thread::yield();
    Held held(queue);  // the threads see all three at once
    const auto add = [&](uint64_t room, size_t bytes, char name) {
      queue.Add({.room = room, .bytes = bytes << 20}, [&order, &left, name] {
        order += name;
        --left;
      });
    };
    add(2, 80, 'l');
    add(3, 30, 's');  // fits beside the one that runs, not beside the long one
    add(4, 0, 'n');   // needs none
    held.Free();
    const bool passes = patience > std::chrono::nanoseconds(0);
    while (left > (passes ? 1 : 2)) std::this_thread::yield();
    free = true;
    while (left > 0) std::this_thread::yield();
    EXPECT_EQ(order.substr(0, 2), passes ? "sn" : "nl") << order;
  }
}

// A queue in which a task of room 1 waits for the memory of one that runs, and
// no other may pass it any more.
class WaitForMemoryTest : public ::testing::Test {
 protected:
  WaitForMemoryTest() {
    std::atomic<bool> runs{false}, noted{false};
    queue_.Add({.bytes = 60 << 20}, [this, &runs] {
      runs = true;
      while (!free_) std::this_thread::yield();
    });
    WaitFor(runs);
    waits_ =
        queue_.Add({.room = 1, .bytes = 80 << 20}, [this] { ran_ = true; });
    queue_.Add({.room = 2}, [&noted] { noted = true; });
    WaitFor(noted);
  }
  static void WaitFor(const std::atomic<bool>& event) {
    while (!event) std::this_thread::yield();
  }

  std::atomic<bool> free_{false};  // ends the one that runs
  std::atomic<bool> ran_{false};   // the one that waits
  uint64_t waits_ = 0;
  // Last, so that its threads end first.
  TaskQueue queue_{2, (size_t{100} << 20) + TaskQueue::kFewBytes,
                   /*patience=*/std::chrono::nanoseconds(0)};
};

// A short task with more than few bytes waits for it as the long ones do.
TEST_F(WaitForMemoryTest, ShortTasksDoNotPassForLonger) {
  std::atomic<bool> ran{false}, few_ran{false};
  queue_.Add({.room = 3, .expected = TaskQueue::kShort, .bytes = 40 << 20},
             [&] { ran = true; });
  queue_.Add(
      {.room = 4, .expected = TaskQueue::kShort, .bytes = TaskQueue::kFewBytes},
      [&] { few_ran = true; });
  WaitFor(few_ran);
  EXPECT_FALSE(ran);
  free_ = true;
  WaitFor(ran);
}

TEST_F(WaitForMemoryTest, WhoWaitedIsNextAlsoBehindOthersOfItsRoom) {
  queue_.Add({.room = 1, .bytes = 10 << 20, .first = true}, [] {});
  free_ = true;
  WaitFor(ran_);
}

TEST_F(WaitForMemoryTest, WhoNoLongerWaitsHoldsNobodyUp) {
  std::atomic<bool> ran{false}, noted{false};
  queue_.Add({.room = 2, .bytes = 10 << 20}, [&] { ran = true; });
  queue_.Add({.room = 3}, [&] { noted = true; });
  WaitFor(noted);
  EXPECT_FALSE(ran);
  EXPECT_TRUE(queue_.Cancel(waits_));
  WaitFor(ran);
  free_ = true;
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

TEST(TaskQueueTest, ShortTasksOfPeopleAreBeforeQuickOnesOfComputers) {
  std::string order;
  std::atomic<int> left{2};
  std::atomic<bool> runs{false}, free{false};
  TaskQueue queue(1);
  Held held(queue);
  queue.Add({.expected = TaskQueue::kQuick}, [&] {
    runs = true;
    while (!free) std::this_thread::yield();
  });
  while (!runs) std::this_thread::yield();
  const auto add = [&](uint64_t room, std::chrono::nanoseconds expected,
                       bool people, char name) {
    queue.Add({.room = room, .expected = expected, .people = people},
              [&order, &left, name] {
                order += name;
                --left;
              });
  };
  add(1, TaskQueue::kQuick, /*people=*/false, 'c');
  add(2, TaskQueue::kShort, /*people=*/true, 'p');
  free = true;
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(order, "pc");
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
