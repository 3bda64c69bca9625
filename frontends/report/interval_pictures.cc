// RatingsPicture and OverallPicture: estimates with their intervals, a row each
// on one axis.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "frontends/report/chart.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

constexpr double kRowHeight = 28;
constexpr double kCap = 7;  // half of the height of an interval's ends
// Intervals are cut off this far beyond the range of all values, in multiples
// of it, so that one very uncertain estimate does not squeeze the others.
constexpr double kMaxBeyond = 1.5;
constexpr double kArrow = 28;  // pixels
// How far from all others a value is beyond the axis.
constexpr double kFar = 1.5;
// The least range for that, in multiples of that of an axis.
constexpr double kLeastFar = 5;

struct IntervalRow {
  RowLabel label;
  // A bound has only one end and no value; it is drawn with an arrow. Nothing
  // is set if there is nothing to show.
  std::optional<double> value;
  std::optional<double> low, high;
  std::string text;  // to the right, as elo_text.h writes numbers
};

struct IntervalPlot {
  std::string title;
  std::string axis;  // its title
  std::vector<IntervalRow> rows;
  double reference = 0;  // where a line is drawn
  double min_span = 1;   // of the axis
  double unit = 1;       // factor for the axis: 100 for per cent
  // Limits of the axis.
  std::optional<double> min, max;
};

struct Range {
  double low = 0, high = 0;
};

// What must be visible of a row: its value or its bound.
std::optional<double> AnchorOf(const IntervalRow& row) {
  return row.value.has_value() ? row.value
         : row.low.has_value() ? row.low
                               : row.high;
}

// The range of the anchors, without those that are far from all others: as long
// as the outermost one is farther from its neighbour than kFar times the range
// of the rest, it is left out. Half of them stay, and three at least.
Range CoreOf(const IntervalPlot& plot) {
  std::vector<double> anchors = {plot.reference};
  for (const IntervalRow& row : plot.rows) {
    if (const auto anchor = AnchorOf(row)) anchors.push_back(*anchor);
  }
  std::ranges::sort(anchors);
  size_t first = 0, last = anchors.size() - 1;
  // An axis with limits has space for all.
  const size_t kept = plot.min.has_value() || plot.max.has_value()
                          ? anchors.size()
                          : std::max<size_t>(3, anchors.size() / 2);
  while (last - first + 1 > kept) {
    const double below = anchors[first + 1] - anchors[first];
    const double above = anchors[last] - anchors[last - 1];
    const bool drop_low = below > above;
    const double rest = drop_low ? anchors[last] - anchors[first + 1]
                                 : anchors[last - 1] - anchors[first];
    const double least = kLeastFar * plot.min_span;
    if (std::max(below, above) <= kFar * std::max(rest, least)) break;
    if (drop_low) {
      ++first;
    } else {
      --last;
    }
  }
  return {anchors[first], anchors[last]};
}

Range RangeOf(const IntervalPlot& plot) {
  Range range = CoreOf(plot);
  const Range core = range;
  const auto include = [&range](const std::optional<double>& number) {
    if (!number.has_value()) return;
    range.low = std::min(range.low, *number);
    range.high = std::max(range.high, *number);
  };
  const double room = std::max(kMaxBeyond * (range.high - range.low), 1e-6);
  const Range widest = {range.low - room, range.high + room};
  const bool single = range.low == range.high;
  for (const IntervalRow& row : plot.rows) {
    const double anchor = AnchorOf(row).value_or(plot.reference);
    if (anchor < core.low || anchor > core.high) continue;
    include(row.low);
    include(row.high);
  }
  if (!single) {
    range.low = std::max(range.low, widest.low);
    range.high = std::min(range.high, widest.high);
  }
  const double missing = plot.min_span - (range.high - range.low);
  if (missing > 0) {
    range.low -= missing / 2;
    range.high += missing / 2;
  }
  if (plot.min.has_value()) range.low = std::max(range.low, *plot.min);
  if (plot.max.has_value()) range.high = std::min(range.high, *plot.max);
  return range;
}

void DrawRow(const IntervalRow& row, const Axis& axis, double y, Svg& svg) {
  if (!AnchorOf(row).has_value()) return;
  const int color = row.label.player < 0 ? 0 : row.label.player % kColors;
  const std::string bar = absl::StrCat("bar q", color);
  const double anchor = *AnchorOf(row);
  const auto draw_cap = [&](double number) {
    const double x = axis.At(number);
    svg.Line(x, y - kCap, x, y + kCap, bar);
  };
  if (anchor < axis.low() || anchor > axis.high()) {
    const int direction = anchor < axis.low() ? -1 : 1;
    const double edge = axis.At(anchor);
    const double tip = edge + direction * kArrow;
    if (row.value.has_value()) {
      svg.Marker(edge + direction * kArrow / 2, y,
                 std::max(0, row.label.player),
                 absl::StrCat(row.label.name, " ", row.text));
    } else {
      svg.Line(edge, y, tip, y, bar);
    }
    svg.Arrow(tip, y, direction, 0, absl::StrCat("p", color));
    return;
  }
  if (!row.value.has_value()) {
    const int direction = row.low.has_value() ? 1 : -1;
    const double x = axis.At(anchor);
    svg.Line(x, y, x + direction * kArrow, y, bar);
    draw_cap(anchor);
    svg.Arrow(x + direction * kArrow, y, direction, 0,
              absl::StrCat("p", color));
    return;
  }
  const double low = row.low.value_or(*row.value);
  const double high = row.high.value_or(*row.value);
  svg.Line(axis.At(low), y, axis.At(high), y, bar);
  // An interval that goes beyond the axis is drawn without its end.
  if (low >= axis.low()) draw_cap(low);
  if (high <= axis.high()) draw_cap(high);
  svg.Marker(axis.At(*row.value), y, std::max(0, row.label.player),
             absl::StrCat(row.label.name, " ", row.text));
}

Svg DrawIntervals(const IntervalPlot& plot) {
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
  axis.SetRange(left, right - kArrow);
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
  return svg;
}

}  // namespace

Svg RatingsPicture(const Summary& summary, const VariantSummary& variant) {
  IntervalPlot plot;
  plot.title = absl::StrCat("Ratings in ", variant.name);
  plot.axis = "Elo with 95 % interval";
  plot.min_span = 20;
  for (const PlayerRow& player : PlayersWithGames(variant)) {
    const statistics::Rating& rating = player.rating;
    IntervalRow row;
    row.label = {summary.PlayerName(player.player), player.player};
    row.text = FormatElo(rating, 0);
    const KnownElo known = KnownParts(rating);
    row.value = known.value;
    row.low = known.low;
    row.high = known.high;
    plot.rows.push_back(row);
  }
  return DrawIntervals(plot);
}

Svg OverallPicture(const Summary& summary) {
  IntervalPlot plot;
  plot.title = "Mean score over all games";
  plot.axis = "score against the others in per cent, with 95 % interval";
  plot.reference = 0.5;
  plot.min_span = 0.1;
  plot.unit = 100;
  plot.min = 0;
  plot.max = 1;
  for (const OverallRow& player : summary.overall) {
    IntervalRow row;
    row.label = {summary.PlayerName(player.player), player.player};
    row.text = "-";
    if (player.variants > 0) {
      row.value = player.score;
      row.low = player.score - player.score_error;
      row.high = player.score + player.score_error;
      row.text = FormatShareInterval(player.score, player.score_error, 1);
    }
    plot.rows.push_back(row);
  }
  return DrawIntervals(plot);
}

}  // namespace boardwalk::report
