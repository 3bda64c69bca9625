// Calls that let other threads of Python run.

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>

namespace boardwalk::python {

// Those that now run, of all threads. Python ends a thread that waits for its
// lock at the end of the process by an exception that C++ cannot pass on, so
// the package ends the process while there are any.
inline std::atomic<int> calls_without_lock = 0;

// A call that gives up the interpreter's lock as long as it lives.
class Unlocked {
 public:
  Unlocked() { ++calls_without_lock; }
  ~Unlocked() { --calls_without_lock; }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  pybind11::gil_scoped_release release_;
};

}  // namespace boardwalk::python
