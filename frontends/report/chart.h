// The parts of the report's pictures: axes, ticks, legends, rows with names.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "frontends/report/comparison_summary.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {

// Two pictures stand side by side in the page.
inline constexpr double kPictureWidth = 540;
inline constexpr double kPictureTop = 6;
// Below a picture: ticks, their numbers and the title of the axis.
inline constexpr double kAxisHeight = 42;

// Maps numbers to coordinates in a picture, with ticks.
class Axis {
 public:
  // Covers `low` to `high` and ends at ticks: multiples of 1, 2 or 5 times a
  // power of ten, at most `max_ticks` (2 or more). If `low` equals `high`,
  // there is some space on both sides. Ticks are at least `min_step` apart if
  // that is above 0: 1 for counts.
  static Axis Linear(double low, double high, int max_ticks,
                     double min_step = 0);
  // Logarithmic. The ends are 1, 2 or 5 times a power of ten, at most a factor
  // of five away. Numbers are clamped to [1e-12, 1e18].
  static Axis Logarithmic(double low, double high, int max_ticks);

  // Sets the coordinates of the two ends, `from` for the lower one.
  void SetRange(double from, double to) {
    from_ = from;
    to_ = to;
  }
  // The coordinate of `number`, which is clamped to the axis.
  double At(double number) const;
  const std::vector<double>& ticks() const { return ticks_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double Scaled(double number) const;

  bool logarithmic_ = false;
  double low_ = 0, high_ = 1;
  double from_ = 0, to_ = 1;
  std::vector<double> ticks_;
};

// Vertical lines from `top` to `bottom` at the ticks, and the numbers below
// them; where ticks are close, only at every second, third, ... of them.
void DrawTicksBelow(const Axis& axis, double top, double bottom,
                    const std::function<std::string(double)>& format, Svg& svg);
// Horizontal lines from `left` to `right` at the ticks, and the numbers to the
// left of them.
void DrawTicksLeft(const Axis& axis, double left, double right,
                   const std::function<std::string(double)>& format, Svg& svg);

// A coloured box for each entry with its name, in as many lines as needed from
// the top of the picture on.
struct LegendEntry {
  std::string name;
  std::string css;  // classes of the box
};
void DrawLegend(const std::vector<LegendEntry>& entries, Svg& svg);
double LegendHeight(const std::vector<LegendEntry>& entries, double width);

struct RowLabel {
  std::string name;
  int player = -1;  // whose marker stands before it
};

// Rows below each other, each with a name on the left. Long names are wrapped,
// and cut after three lines.
class RowLabels {
 public:
  // The first row begins at `top`; rows are at least `min_height` high.
  RowLabels(const std::vector<RowLabel>& labels, double top, double min_height);

  void Draw(Svg& svg) const;

  // The left edge of the contents of the rows, right of the names.
  double right() const { return right_; }
  double bottom() const { return bottom_; }
  double Middle(size_t row) const { return rows_[row].middle; }

 private:
  struct Row {
    std::vector<std::string> lines;
    int player = -1;
    double middle = 0;
  };
  std::vector<Row> rows_;
  double right_ = 0, bottom_ = 0;
  double text_left_ = 0;
};

// The name in at most `max_length` characters, cut with "..".
std::string Shortened(const std::string& name, size_t max_length);

// The players that pictures show, best first.
std::vector<PlayerRow> PlayersWithGames(const VariantSummary& variant);

}  // namespace boardwalk::report
