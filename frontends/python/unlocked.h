// Calls that let other threads of Python run.

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <type_traits>

#include "frontends/python/game_fault.h"

namespace boardwalk::python {

// Gives up the interpreter's lock as long as it lives. Python ends a thread
// that waits for its lock at the end of the process by an exception that C++
// cannot pass on; so these are counted, and none gives up the lock any more
// once Python is ending.
class Unlocked {
 public:
  Unlocked() {
    ++calls;
    if (!ending) thread_ = PyEval_SaveThread();
  }
  ~Unlocked() {
    if (thread_ != nullptr) PyEval_RestoreThread(thread_);
    --calls;
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // Python is ending. Returns the calls of all threads that have not ended.
  static int End() {
    ending = true;
    return calls;
  }

 private:
  static inline std::atomic<int> calls = 0;
  static inline std::atomic<bool> ending = false;

  PyThreadState* thread_ = nullptr;
};

// Returns what `work` does without the interpreter's lock; throws what has gone
// wrong meanwhile in a game that is written in Python.
template <typename Work>
auto CallUnlocked(Work work) {
  if constexpr (std::is_void_v<decltype(work())>) {
    {
      const Unlocked unlocked;
      work();
    }
    GameFault::Throw();
  } else {
    auto result = [&] {
      const Unlocked unlocked;
      return work();
    }();
    GameFault::Throw();
    return result;
  }
}

}  // namespace boardwalk::python
