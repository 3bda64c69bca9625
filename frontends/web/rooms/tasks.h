// The threads that think, with a queue that serves rooms in turn, so that a
// room with many tasks does not hold up the others; and a timer.
//
// Example:
//
//   web::TaskQueue queue(2);
//   const uint64_t ticket =
//       queue.Add(/*room=*/1, "mcts", [] { /* think */ });
//   if (!queue.Cancel(ticket)) { /* it runs, or has */ }

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "framework/mutex.h"

namespace boardwalk::web {

// Thread-safe.
class TaskQueue {
 public:
  explicit TaskQueue(int threads);
  // Stops, and waits for what runs.
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  // Queues a task of a room; returns its ticket. Stop names `player` if the
  // task still runs. `first` puts it before the other tasks of its room.
  uint64_t Add(uint64_t room, std::string player, std::function<void()> task,
               bool first = false) ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes a task that waits; false if it runs or has run.
  bool Cancel(uint64_t ticket) ABSL_LOCKS_EXCLUDED(mutex_);
  // How many tasks are served until this one is, itself included; 0 if it does
  // not wait.
  size_t Place(uint64_t ticket) const ABSL_LOCKS_EXCLUDED(mutex_);
  // Starts no more tasks, and waits up to `patience` for running ones, which
  // the caller has asked to stop. Returns the players that are still thinking.
  std::vector<std::string> Stop(std::chrono::nanoseconds patience)
      ABSL_LOCKS_EXCLUDED(mutex_);
  size_t waiting() const ABSL_LOCKS_EXCLUDED(mutex_);
  int threads() const { return static_cast<int>(threads_.size()); }

 private:
  struct Task {
    uint64_t ticket = 0;
    std::string player;
    std::function<void()> run;
  };
  struct RoomTasks {
    uint64_t room = 0;
    std::deque<Task> tasks;  // never empty
  };

  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  mutable Mutex mutex_;
  CondVar added_;  // or ending
  CondVar idle_;   // nothing runs any more
  // The first is served next, and then goes to the end.
  std::list<RoomTasks> rooms_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t last_ticket_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<uint64_t, std::string> running_ ABSL_GUARDED_BY(mutex_);  // players
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
