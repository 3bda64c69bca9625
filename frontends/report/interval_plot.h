// Estimates with their intervals, a row each on one axis.

#ifndef BOARDWALK_FRONTENDS_REPORT_INTERVAL_PLOT_H_
#define BOARDWALK_FRONTENDS_REPORT_INTERVAL_PLOT_H_

#include <optional>
#include <string>
#include <vector>

#include "frontends/report/row_labels.h"

namespace boardwalk::report {

struct IntervalRow {
  RowLabel label;
  // Unset for a bound (then only the end of the interval that it is is set, and
  // an arrow points away from it) and where there is nothing to show.
  std::optional<double> value;
  std::optional<double> low, high;
  std::string text;  // beside it, as format.h writes numbers
};

struct IntervalPlot {
  std::string title;
  std::string axis;  // what is on it
  std::vector<IntervalRow> rows;
  double reference = 0;         // a line there
  double least_span = 1;        // from end to end of the axis
  double unit = 1;              // what one is on the axis: 100 for per cent
  std::optional<double> least;  // the axis does not go below or above
  std::optional<double> most;
};

std::string DrawIntervals(const IntervalPlot& plot);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_INTERVAL_PLOT_H_
