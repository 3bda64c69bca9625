// The threads that think, and a timer. A queue serves those who ask in turn,
// and the games of each in turn, so that nobody with many games or tasks holds
// up the others; of the games of one who asks, those with people come first.
// One thread more is for short tasks alone: they need not wait for long ones to
// end.
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
  // Tasks that run have at most `max_bytes` together. One alone may have more,
  // besides a short one with few. One that waits for memory is passed by others
  // that fit, but not for longer than `patience`.
  static constexpr std::chrono::seconds kPatience{10};
  explicit TaskQueue(int threads, size_t max_bytes = ~size_t{0},
                     std::chrono::nanoseconds patience = kPatience);
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
    int threads = 1;     // that it keeps busy
    bool people = true;  // whether somebody plays in its room
    bool first = false;  // before the other tasks of its room
  };
  // Tasks that are expected to take no longer are short.
  static constexpr std::chrono::seconds kShort{1};
  // Of them, these are first.
  static constexpr std::chrono::milliseconds kQuick{200};
  // The thread for short tasks has so much memory of its own: short tasks with
  // no more need not wait for any.
  static constexpr size_t kFewBytes = size_t{32} << 20;

  // Queues a task; returns its ticket.
  uint64_t Add(About about, std::function<void()> run)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes a task that waits; false if it runs or has run.
  bool Cancel(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
  // How many tasks have their turn until this one has, itself included; 0 if it
  // does not wait. It may come later, as who has threads busy waits for others,
  // and it may have to wait for memory; or sooner, as a short one.
  size_t Place(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether it waits, and could not start if its turn were now.
  bool WaitsForMemory(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
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
    bool people = true;           // of the task that was added last
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
  // The rooms of an asker, in their turn.
  static std::vector<std::list<RoomTasks>::iterator> RoomsOf(Asker& asker);
  // The first task of each room, in their turn.
  std::vector<Spot> InTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What the next free thread does.
  std::optional<Spot> NextInTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What the thread for short tasks does.
  std::optional<Spot> NextShort() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool HasMemoryFor(const Task& task) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether it has memory and takes none that another has waited for too long.
  bool MayStart(const Task& task) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // How many threads tasks of the asker keep busy.
  int ThreadsOf(const std::string& asker) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes a task out. What is served goes to the end of its turn.
  Task Remove(const Spot& spot, bool served)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run(bool only_short) ABSL_LOCKS_EXCLUDED(mutex_);

  // A task that runs.
  struct Running {
    About about;
    bool own_memory = false;  // that of the thread for short tasks
  };
  // The task that has waited longest for memory, since when.
  struct Passed {
    uint64_t ticket = 0;
    std::chrono::steady_clock::time_point since = {};
  };

  const size_t max_bytes_;  // without that of the thread for short tasks
  const std::chrono::nanoseconds patience_;
  mutable Mutex mutex_;
  CondVar added_;  // or memory is free, or ending
  CondVar idle_;   // nothing runs any more
  std::list<Asker> askers_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t last_ticket_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<uint64_t, Running> running_ ABSL_GUARDED_BY(mutex_);  // by ticket
  std::optional<Passed> passed_ ABSL_GUARDED_BY(mutex_);
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
