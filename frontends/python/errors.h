// Errors of the framework as exceptions of Python.

#pragma once

#include <pybind11/pybind11.h>

#include <new>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace boardwalk::python {

// An argument that is wrong is a ValueError, also a name that nothing has; no
// memory is a MemoryError; what cannot be done here or now a RuntimeError.
[[noreturn]] inline void Throw(const absl::Status& status) {
  const std::string message(status.message());
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kOutOfRange:
      throw pybind11::value_error(message);
    case absl::StatusCode::kResourceExhausted:
      PyErr_SetString(PyExc_MemoryError, message.c_str());
      throw pybind11::error_already_set();
    default:
      PyErr_SetString(PyExc_RuntimeError, message.c_str());
      throw pybind11::error_already_set();
  }
}

inline void ThrowIfError(const absl::Status& status) {
  if (!status.ok()) Throw(status);
}

template <typename T>
T ValueOrThrow(absl::StatusOr<T> value) {
  if (!value.ok()) Throw(value.status());
  return *std::move(value);
}

}  // namespace boardwalk::python
