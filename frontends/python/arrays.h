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

// (planes, rows, columns) on a grid, else (planes, cells).
inline std::vector<int64_t> SizesOf(const ObservationShape& shape) {
  std::vector<int64_t> sizes = {static_cast<int64_t>(shape.planes.size())};
  if (shape.is_grid) sizes.push_back(shape.rows);
  if (sizes[0] > 0) sizes.push_back(shape.columns);
  return sizes;
}

// The same behind a number of rows.
inline std::vector<int64_t> RowsOf(int64_t rows,
                                   const ObservationShape& shape) {
  std::vector<int64_t> sizes = SizesOf(shape);
  sizes.insert(sizes.begin(), rows);
  return sizes;
}

}  // namespace boardwalk::python
