#include "frontends/report/interval_plot.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "frontends/report/axis.h"
#include "frontends/report/format.h"
#include "frontends/report/picture_layout.h"

namespace boardwalk::report {
namespace {

constexpr double kRowHeight = 28;
constexpr double kCap = 7;  // half of the height of an interval's ends
// An interval wider than that many times all values together is cut off, so
// that one wild guess does not squeeze the rest.
constexpr double kWidest = 1.5;
constexpr double kArrow = 28;  // pixels

struct Range {
  double low = 0, high = 0;
};

Range RangeOf(const IntervalPlot& plot) {
  // First of what must be seen.
  Range range = {plot.reference, plot.reference};
  const auto include = [&range](const std::optional<double>& number) {
    if (!number.has_value()) return;
    range.low = std::min(range.low, *number);
    range.high = std::max(range.high, *number);
  };
  for (const IntervalRow& row : plot.rows) {
    include(row.value.has_value() ? row.value
            : row.low.has_value() ? row.low
                                  : row.high);
  }
  const double room = std::max(kWidest * (range.high - range.low), 1e-6);
  const Range most = {range.low - room, range.high + room};
  const bool single = range.low == range.high;
  for (const IntervalRow& row : plot.rows) {
    include(row.low);
    include(row.high);
  }
  if (!single) {
    range.low = std::max(range.low, most.low);
    range.high = std::min(range.high, most.high);
  }
  const double missing = plot.least_span - (range.high - range.low);
  if (missing > 0) {
    range.low -= missing / 2;
    range.high += missing / 2;
  }
  if (plot.least.has_value()) range.low = std::max(range.low, *plot.least);
  if (plot.most.has_value()) range.high = std::min(range.high, *plot.most);
  return range;
}

void DrawRow(const IntervalRow& row, const Axis& axis, double y, Svg& svg) {
  if (!row.value.has_value() && !row.low.has_value() && !row.high.has_value()) {
    return;
  }
  const std::string color =
      absl::StrCat("bar q", row.label.player < 0 ? 0 : row.label.player % 8);
  if (!row.value.has_value()) {
    const int direction = row.low.has_value() ? 1 : -1;
    const double x = axis.At(row.low.has_value() ? *row.low : *row.high);
    svg.Line(x, y, x + direction * kArrow, y, color);
    svg.Line(x, y - kCap, x, y + kCap, color);
    svg.Arrow(
        x + direction * kArrow, y, direction,
        absl::StrCat("p", row.label.player < 0 ? 0 : row.label.player % 8));
    return;
  }
  const double low = row.low.value_or(*row.value);
  const double high = row.high.value_or(*row.value);
  svg.Line(axis.At(low), y, axis.At(high), y, color);
  // Without its end an interval goes on beyond the axis.
  if (low >= axis.low()) {
    svg.Line(axis.At(low), y - kCap, axis.At(low), y + kCap, color);
  }
  if (high <= axis.high()) {
    svg.Line(axis.At(high), y - kCap, axis.At(high), y + kCap, color);
  }
  svg.Marker(axis.At(*row.value), y, std::max(0, row.label.player),
             absl::StrCat(row.label.name, " ", row.text));
}

}  // namespace

std::string DrawIntervals(const IntervalPlot& plot) {
  std::vector<RowLabel> names;
  std::string description = plot.axis;
  double text_width = 0;
  for (const IntervalRow& row : plot.rows) {
    names.push_back(row.label);
    absl::StrAppend(&description, "; ", row.label.name, " ", row.text);
    text_width = std::max(text_width, TextWidth(row.text));
  }
  const RowLabels labels(names, kPictureTop, kRowHeight);
  Svg svg(kPictureWidth, labels.bottom() + kAxisHeight, plot.title,
          description);

  const Range range = RangeOf(plot);
  Axis axis = Axis::Linear(range.low * plot.unit, range.high * plot.unit, 6);
  const double left = labels.right() + kArrow;
  const double right = svg.width() - text_width - 14;
  axis.Place(left, right - kArrow);
  DrawTicksBelow(
      axis, kPictureTop, labels.bottom(),
      [&plot](double tick) {
        return plot.unit == 1 && tick != 0 ? FormatSigned(tick, 0)
                                           : FormatFixed(tick, 0);
      },
      svg);
  const double reference = axis.At(plot.reference * plot.unit);
  svg.Line(reference, kPictureTop, reference, labels.bottom(), "axis");
  svg.Text((left + right - kArrow) / 2, labels.bottom() + 34, plot.axis,
           "m mid");

  labels.Draw(svg);
  for (size_t i = 0; i < plot.rows.size(); ++i) {
    IntervalRow row = plot.rows[i];
    for (std::optional<double>* number : {&row.value, &row.low, &row.high}) {
      if (number->has_value()) **number *= plot.unit;
    }
    DrawRow(row, axis, labels.Middle(i), svg);
    svg.Number(svg.width(), labels.Middle(i) + 4.5, row.text, "t end");
  }
  return svg.Finish();
}

}  // namespace boardwalk::report
