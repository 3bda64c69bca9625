// Objects of Python in objects of C++.

#pragma once

#include <pybind11/pybind11.h>

#include <utility>

namespace boardwalk::python {

// An object of Python that threads without the interpreter's lock may destroy.
class SharedObject {
 public:
  explicit SharedObject(pybind11::object object) : object_(std::move(object)) {}
  ~SharedObject() {
    const pybind11::gil_scoped_acquire acquire;
    object_ = pybind11::object();
  }
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;

  const pybind11::object& get() const { return object_; }

 private:
  pybind11::object object_;
};

}  // namespace boardwalk::python
