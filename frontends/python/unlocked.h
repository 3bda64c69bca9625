// Calls that let other threads of Python run.

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <type_traits>

#include "frontends/python/game_fault.h"

namespace boardwalk::python {

// Gives up the interpreter's lock as long as it lives. Python ends a thread
// that waits for its lock at the end of the process by an exception that C++
// cannot pass on; so these are counted, and once Python is ending there are no
// more: a RuntimeError.
class Unlocked {
 public:
  Unlocked() {
    if (ending) {
      PyErr_SetString(PyExc_RuntimeError,
                      "Python is ending: nothing can be computed any more");
      throw pybind11::error_already_set();
    }
    ++calls;
    thread_ = PyEval_SaveThread();
  }
  ~Unlocked() {
    PyEval_RestoreThread(thread_);
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
// wrong meanwhile in a game of `call`.
template <typename Work>
auto CallUnlocked(const GameCall& call, Work work) {
  if constexpr (std::is_void_v<decltype(work())>) {
    {
      const Unlocked unlocked;
      work();
    }
    call.Throw();
  } else {
    auto result = [&] {
      const Unlocked unlocked;
      return work();
    }();
    call.Throw();
    return result;
  }
}

}  // namespace boardwalk::python
