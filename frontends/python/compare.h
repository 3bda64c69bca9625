// Comparisons for Python, and their results.

#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/python/game_fault.h"

namespace boardwalk::python {

// A report of a comparison, in two of its forms (report/report.h).
struct Report {
  std::string json;
  std::string text;
};

// Plays the games that `file` does not have, or all if it is "", and reports.
// Does so in another thread; in the calling one it asks `interrupted` some 20
// times a second and ends once that is so, with an error; `file` then keeps
// what was played. It stops at a fault of a game of `call`, too. Errors: those
// of Plan::Create, OpenToPlay and RunPlan.
absl::StatusOr<Report> Compare(const Catalog& catalog,
                               const comparison::Configuration& configuration,
                               int jobs, const std::string& file,
                               GameCall& call,
                               absl::FunctionRef<bool()> interrupted);

// Of results that boardwalk compare, or Compare, has kept. Every game is held
// to its rules. Errors: those of OpenChecked.
absl::StatusOr<Report> ReadReport(const Catalog& catalog,
                                  const std::string& file);

}  // namespace boardwalk::python
