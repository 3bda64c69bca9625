// The figures of a report as files for a paper.
//
// Example, given `const report::Summary& summary`:
//
//   const auto written = WriteFigures(summary, "figures");
//   if (!written.ok()) std::cerr << written.status().message() << '\n';

#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/report/comparison_summary.h"

namespace boardwalk::cli {

// What WriteFigures wrote.
struct WrittenFigures {
  size_t figures = 0;
  bool pdf = false;  // whether there was a program that makes PDF
};

// Writes each figure into `folder`, which is made if it is not there, as
// NAME.svg and NAME.csv and, where rsvg-convert is in PATH, as NAME.pdf:
// "teeko-ratings", "all-games-score". Each file is replaced whole or not at
// all. Errors name the file or folder and the reason.
absl::StatusOr<WrittenFigures> WriteFigures(const report::Summary& summary,
                                            const std::string& folder);

}  // namespace boardwalk::cli
