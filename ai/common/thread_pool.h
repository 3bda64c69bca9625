// The threads that help a search, beside the one that was called.
//
// Example, given `void Work(int thread);`, `void Tidy();` and
// `absl::FunctionRef<bool()> late`:
//
//   ThreadPool pool;
//   RETURN_IF_ERROR(pool.Start(3, [&](int i) {
//     while (pool.GoesOn()) Work(i);
//   }));
//   Work(0);                 // the caller works, too
//   if (pool.Pause(late)) {  // nobody is inside Work
//     Tidy();
//     pool.Resume();
//   }
//   pool.Finish();  // or leave the scope: stopped and joined

#ifndef BOARDWALK_AI_COMMON_THREAD_POOL_H_
#define BOARDWALK_AI_COMMON_THREAD_POOL_H_

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/mutex.h"

namespace boardwalk::ai {

// Threads that write to one cache line wait for each other.
inline constexpr size_t kCacheLine = 64;

// Of the functions the caller's thread may use all, and threads of the pool the
// last two, which are thread-safe.
class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // Stops and joins.
  ~ThreadPool();

  // Calls `work(1)` to `work(count)` in a thread each. An error says that the
  // machine has not as many; then none works.
  absl::Status Start(int count, std::function<void(int)> work);

  // Waits until all are at rest or have come home; false when `give_up`, asked
  // every now and then, said so.
  bool Pause(absl::FunctionRef<bool()> give_up);
  void Resume();

  // Waits until all have come home, and tells them to when `give_up` says so.
  void WaitForAll(absl::FunctionRef<bool()> give_up);
  // Tells all to stop and waits for them. What one of them has thrown is thrown
  // here.
  void Finish();

  void Stop() { stop_.store(true, std::memory_order_relaxed); }
  // Set once stopped, for limits (see Limits::done).
  const std::atomic<bool>& stop_flag() const { return stop_; }
  bool Stopped() const { return stop_.load(std::memory_order_relaxed); }
  // Whether to work on; comes back after a rest where one is due.
  bool GoesOn() {
    if (!Stopped() && !pause_.load(std::memory_order_relaxed)) return true;
    return Rest();
  }

 private:
  bool Rest();
  void Home();
  void Join();
  // Calls `done` with `mutex_` held.
  bool Wait(absl::FunctionRef<bool()> done, absl::FunctionRef<bool()> give_up);

  std::vector<std::thread> threads_;
  std::function<void(int)> work_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> pause_{false};
  Mutex mutex_;
  CondVar changed_;
  int working_ ABSL_GUARDED_BY(mutex_) = 0;
  int resting_ ABSL_GUARDED_BY(mutex_) = 0;
  std::exception_ptr thrown_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_THREAD_POOL_H_
