// The helper threads of a search, beside the thread that calls it.
//
// Example, given `void Work(int thread);`, `void Tidy();` and
// `absl::FunctionRef<bool()> late`:
//
//   ThreadPool pool;
//   RETURN_IF_ERROR(pool.Start(3, [&](int i) {
//     while (pool.GoesOn()) Work(i);
//   }));
//   Work(0);                 // the caller works, too
//   if (pool.Pause(late)) {  // no thread is inside Work
//     Tidy();
//     pool.Resume();
//   }
//   pool.Finish();  // or leave the scope: stops and joins

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/mutex.h"

namespace boardwalk::ai {

// Bytes. Threads that write to the same cache line slow each other down.
inline constexpr size_t kCacheLine = 64;

// The thread that made the pool may call everything. Threads of the pool may
// call Stop, stop_flag, Stopped and GoesOn.
class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // Stops and joins.
  ~ThreadPool();

  // Calls `work(1)` to `work(count)`, each in a thread of its own. When one
  // throws, all stop, and Finish throws the same. ResourceExhausted if the
  // machine cannot start that many threads; then none is left running.
  absl::Status Start(int count, std::function<void(int)> work);

  // Waits until each thread is paused (in GoesOn) or finished. `give_up` is
  // called at least every 0.1 ms; when it returns true, Pause resumes them and
  // returns false.
  bool Pause(absl::FunctionRef<bool()> give_up);
  void Resume();

  // Waits until all are finished, or `give_up` returns true.
  void WaitForAll(absl::FunctionRef<bool()> give_up);
  // Stops and joins all; throws what one of them has thrown.
  void Finish();

  void Stop() { stop_.store(true, std::memory_order_relaxed); }
  // Becomes true with Stop; for Limits::done.
  const std::atomic<bool>& stop_flag() const { return stop_; }
  bool Stopped() const { return stop_.load(std::memory_order_relaxed); }
  // Whether to go on working; blocks while paused.
  bool GoesOn() {
    if (!Stopped() && !pause_.load(std::memory_order_relaxed)) return true;
    return WaitForResume();
  }

 private:
  // Blocks while paused; false if stopped.
  bool WaitForResume();
  void CountFinished();
  void Join();
  // Waits for `done()`, which is called with `mutex_` held; false if `give_up`
  // returned true before.
  bool Wait(absl::FunctionRef<bool()> done, absl::FunctionRef<bool()> give_up);

  std::vector<std::thread> threads_;
  std::function<void(int)> work_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> pause_{false};
  Mutex mutex_;
  CondVar changed_;
  int working_ ABSL_GUARDED_BY(mutex_) = 0;
  int paused_ ABSL_GUARDED_BY(mutex_) = 0;
  std::exception_ptr thrown_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::ai
