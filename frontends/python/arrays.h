// Arrays of numpy.

#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/observations.h"

namespace boardwalk::python {

// Of zeros, which numpy gets from the system without writing them; MemoryError.
// A view, which numpy never resizes.
template <typename T>
pybind11::array_t<T> Zeros(const std::vector<int64_t>& shape) {
  return pybind11::module_::import("numpy")
      .attr("zeros")(shape, pybind11::dtype::of<T>())
      .attr("view")();
}

// "(3, 8)".
inline std::string ShapeText(const pybind11::array& array) {
  std::string text = "(";
  for (pybind11::ssize_t i = 0; i < array.ndim(); ++i) {
    absl::StrAppend(&text, i > 0 ? ", " : "", array.shape(i));
  }
  return absl::StrCat(text, array.ndim() == 1 ? ",)" : ")");
}

// The sizes of an observation behind a number of rows.
inline std::vector<int64_t> RowsOf(int64_t rows,
                                   const ObservationShape& shape) {
  std::vector<int64_t> sizes = shape.Sizes();
  sizes.insert(sizes.begin(), rows);
  return sizes;
}

}  // namespace boardwalk::python
