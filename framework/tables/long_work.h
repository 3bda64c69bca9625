// Work that takes seconds or minutes: on how many threads, how it tells its
// progress, how it is stopped.

#ifndef BOARDWALK_FRAMEWORK_TABLES_LONG_WORK_H_
#define BOARDWALK_FRAMEWORK_TABLES_LONG_WORK_H_

#include <atomic>
#include <functional>

namespace boardwalk {

struct LongWork {
  int threads = 1;  // at least 1, the caller's included
  // Set to give up; may be null. The work then returns a kCancelled error.
  const std::atomic<bool>* stop = nullptr;
  // Told what part is done, from 0 to 1, in the caller's thread; may be empty.
  std::function<void(double done)> progress = {};

  bool StopRequested() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
};

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_TABLES_LONG_WORK_H_
