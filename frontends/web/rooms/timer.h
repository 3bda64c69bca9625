// Calls functions at their times, in a thread of its own.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_TIMER_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_TIMER_H_

#include <chrono>
#include <functional>
#include <map>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "framework/mutex.h"

namespace boardwalk::web {

// Thread-safe.
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

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_TIMER_H_
