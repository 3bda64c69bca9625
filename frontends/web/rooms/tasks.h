// The threads that think, and a timer. A queue serves those who ask in turn,
// and the games of each in turn, so that nobody with many games or tasks holds
// up the others. One thread more is for short tasks alone: they need not wait
// for long ones to end.
//
// Example:
//
//   web::TaskQueue queue(2);
//   const uint64_t ticket = queue.Add(
//       {.room = 1, .asker = "192.0.2.7", .player = "mcts"}, [] { /* think */ });
//   if (!queue.Cancel(ticket)) { /* it runs, or has */ }

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "framework/mutex.h"

namespace boardwalk::web {

// Thread-safe.
class TaskQueue {
 public:
  // Tasks that run have at most so many bytes together; one alone may have
  // more.
  explicit TaskQueue(int threads, size_t max_bytes = ~size_t{0});
  // Stops, and waits for what runs.
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  // What is known of a task.
  struct About {
    uint64_t room = 0;
    std::string asker = {};   // for whom it is done
    std::string player = {};  // Stop names it if the task still runs
    // How long it takes, about.
    std::chrono::nanoseconds expected = std::chrono::nanoseconds::max();
    size_t bytes = 0;    // of memory while it runs, at most
    bool first = false;  // before the other tasks of its room
  };
  // Tasks that are expected to take no longer are short.
  static constexpr std::chrono::seconds kShort{1};
  // Of them, these are first.
  static constexpr std::chrono::milliseconds kQuick{200};
  // Short tasks with no more need not wait for memory.
  static constexpr size_t kFewBytes = size_t{32} << 20;

  // Queues a task; returns its ticket.
  uint64_t Add(About about, std::function<void()> run)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes a task that waits; false if it runs or has run.
  bool Cancel(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
  // How many tasks are served in turn until this one is, itself included; 0 if
  // it does not wait.
  size_t Place(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
  // Starts no more tasks, and waits up to `patience` for running ones, which
  // the caller has asked to stop. Returns the players that are still thinking.
  std::vector<std::string> Stop(std::chrono::nanoseconds patience)
      ABSL_LOCKS_EXCLUDED(mutex_);
  size_t waiting() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Without the one for short tasks.
  int threads() const { return static_cast<int>(threads_.size()) - 1; }

 private:
  struct Task {
    uint64_t ticket = 0;
    About about = {};
    std::function<void()> run = {};
  };
  struct RoomTasks {
    uint64_t room = 0;
    std::deque<Task> tasks = {};  // never empty
  };
  // Those who ask, and their rooms: the first is served next, and then goes to
  // the end.
  struct Asker {
    std::string name;
    std::list<RoomTasks> rooms = {};  // never empty
    size_t waiting = 0;               // tasks
  };
  // Where a task waits.
  struct Spot {
    std::list<Asker>::iterator asker;
    std::list<RoomTasks>::iterator room;
    std::deque<Task>::iterator task;
  };

  std::optional<Spot> Find(uint64_t ticket)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What a thread does next. The one whose turn it is waits for its memory, as
  // one that has much would never run otherwise.
  std::optional<Spot> NextInTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Those without memory are passed over: they have their turn.
  std::optional<Spot> NextShort() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool HasMemoryFor(const About& about) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  int64_t RunningOf(const std::string& asker) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes a task out. What is served goes to the end of its turn.
  Task Remove(const Spot& spot, bool served)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run(bool only_short) ABSL_LOCKS_EXCLUDED(mutex_);

  const size_t max_bytes_;
  mutable Mutex mutex_;
  CondVar added_;  // or memory is free, or ending
  CondVar idle_;   // nothing runs any more
  std::list<Asker> askers_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t last_ticket_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<uint64_t, About> running_ ABSL_GUARDED_BY(mutex_);  // by ticket
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

// Calls functions at their times, in a thread of its own. Thread-safe.
class Timer {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Timer() : thread_([this] { Run(); }) {}
  ~Timer() { Stop(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // Drops the calls that are due later, and waits for the one that runs.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);
  // `call` must be quick.
  void At(Time time, std::function<void()> call) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Mutex mutex_;
  CondVar changed_;
  std::multimap<Time, std::function<void()>> calls_ ABSL_GUARDED_BY(mutex_);
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace boardwalk::web
