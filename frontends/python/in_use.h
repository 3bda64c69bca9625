// Objects that let other threads of Python run while they compute.

#pragma once

#include <pybind11/pybind11.h>

namespace boardwalk::python {

// Holds an object for a call; a RuntimeError if another thread has it. Made and
// destroyed with the interpreter's lock held.
class InUse {
 public:
  explicit InUse(bool& in_use) : in_use_(in_use) {
    if (in_use) {
      PyErr_SetString(PyExc_RuntimeError,
                      "another thread is using this object; give each thread "
                      "its own");
      throw pybind11::error_already_set();
    }
    in_use = true;
  }
  ~InUse() { in_use_ = false; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  bool& in_use_;
};

}  // namespace boardwalk::python
