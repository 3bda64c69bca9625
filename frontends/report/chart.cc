#include "frontends/report/chart.h"

#include <algorithm>
#include <cmath>

#include "frontends/report/wrapped_text.h"

namespace boardwalk::report {
namespace {

// The ends of logarithmic axes.
constexpr double kMinLogarithmic = 1e-12;
constexpr double kMaxLogarithmic = 1e18;

// The next larger step between ticks.
double StepAfter(double step) {
  const double digits =
      step / std::pow(10, std::floor(std::log10(step) + 1e-9));
  return step * (digits < 1.5 ? 2 : digits < 3 ? 2.5 : 2);
}

// 1, 2 and 5 times powers of ten that enclose `low` to `high`.
std::vector<double> LogTicks(double low, double high) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
  for (int power = first; power <= last; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      ticks.push_back(digit * std::pow(10, power));
    }
  }
  // From the last one at or below `low` to the first at or above `high`.
  size_t begin = 0, end = ticks.size() - 1;
  while (begin + 1 < ticks.size() && ticks[begin + 1] <= low * 1.0001) ++begin;
  while (end > begin + 1 && ticks[end - 1] >= high * 0.9999) --end;
  return {ticks.begin() + static_cast<std::ptrdiff_t>(begin),
          ticks.begin() + static_cast<std::ptrdiff_t>(end) + 1};
}

bool IsPowerOfTen(double number) {
  const double power = std::log10(number);
  return std::abs(power - std::round(power)) < 1e-6;
}

constexpr double kLegendBox = 12;
constexpr double kLegendLine = 20;

constexpr size_t kMaxLabelLines = 3;
constexpr size_t kMaxLabelLength = 22;
constexpr double kLabelLine = 15;
constexpr double kRowGap = 10;
constexpr double kMarkerWidth = 18;
constexpr double kLabelGap = 10;

// Where an entry of a legend begins; lines count from 0.
struct LegendPosition {
  double x = 0;
  double line = 0;
};
std::vector<LegendPosition> LayOutLegend(
    const std::vector<LegendEntry>& entries, double width) {
  std::vector<LegendPosition> positions;
  LegendPosition next;
  for (const LegendEntry& entry : entries) {
    const double needed = kLegendBox + 6 + TextWidth(entry.name);
    if (next.x > 0 && next.x + needed > width) next = {0, next.line + 1};
    positions.push_back(next);
    next.x += needed + 18;
  }
  return positions;
}

// The least k for which every k-th of `texts`, centred at `xs`, has space.
size_t EveryThatFits(const std::vector<std::string>& texts,
                     const std::vector<double>& xs) {
  constexpr double kBetween = 8;
  for (size_t every = 1; every < texts.size(); ++every) {
    bool fits = true;
    for (size_t i = every; i < texts.size(); i += every) {
      const double needed =
          (TextWidth(texts[i]) + TextWidth(texts[i - every])) / 2 + kBetween;
      fits = fits && xs[i] - xs[i - every] >= needed;
    }
    if (fits) return every;
  }
  return std::max<size_t>(texts.size(), 1);
}

}  // namespace

Axis Axis::Linear(double low, double high, int max_ticks, double min_step) {
  if (!(high - low > 1e-9 * std::max(std::abs(low), std::abs(high)))) {
    const double room = low == 0 ? 1 : std::abs(low) / 10;
    low -= room;
    high += room;
  }
  double step = std::pow(10, std::floor(std::log10((high - low) / 100)));
  const auto ticks = [&] {
    return std::ceil(high / step - 1e-9) - std::floor(low / step + 1e-9) + 1;
  };
  while (ticks() > max_ticks || step < min_step * (1 - 1e-9)) {
    step = StepAfter(step);
  }
  Axis axis;
  const double first = std::floor(low / step + 1e-9);
  for (int i = 0; i < static_cast<int>(ticks()); ++i) {
    axis.ticks_.push_back((first + i) * step);
  }
  axis.low_ = axis.ticks_.front();
  axis.high_ = axis.ticks_.back();
  return axis;
}

Axis Axis::Logarithmic(double low, double high, int max_ticks) {
  low = std::clamp(low, kMinLogarithmic, kMaxLogarithmic);
  high = std::clamp(high, low, kMaxLogarithmic);
  Axis axis;
  axis.logarithmic_ = true;
  std::vector<double> ticks = LogTicks(low, high);
  axis.low_ = ticks.front();
  axis.high_ = ticks.back();
  // If there are too many: only powers of ten, or every second, third, ... of
  // them.
  const auto limit = static_cast<size_t>(std::max(max_ticks, 2));
  if (ticks.size() > limit) {
    std::erase_if(ticks, [](double tick) { return !IsPowerOfTen(tick); });
  }
  const size_t every = (ticks.size() + limit - 1) / limit;
  for (size_t i = 0; i < ticks.size(); i += std::max<size_t>(every, 1)) {
    axis.ticks_.push_back(ticks[i]);
  }
  return axis;
}

double Axis::Scaled(double number) const {
  if (!logarithmic_) return (number - low_) / (high_ - low_);
  return std::log(std::max(number, kMinLogarithmic) / low_) /
         std::log(high_ / low_);
}

double Axis::At(double number) const {
  return from_ + std::clamp(Scaled(number), 0.0, 1.0) * (to_ - from_);
}

void DrawTicksBelow(const Axis& axis, double top, double bottom,
                    const std::function<std::string(double)>& format,
                    Svg& svg) {
  std::vector<std::string> texts;
  std::vector<double> xs;
  for (const double tick : axis.ticks()) {
    texts.push_back(format(tick));
    xs.push_back(axis.At(tick));
    svg.Line(xs.back(), top, xs.back(), bottom, "grid");
  }
  const size_t every = EveryThatFits(texts, xs);
  for (size_t i = 0; i < texts.size(); i += every) {
    svg.Number(xs[i], bottom + 17, texts[i], "m mid");
  }
}

void DrawTicksLeft(const Axis& axis, double left, double right,
                   const std::function<std::string(double)>& format, Svg& svg) {
  for (const double tick : axis.ticks()) {
    const double y = axis.At(tick);
    svg.Line(left, y, right, y, "grid");
    svg.Number(left - 8, y + 4, format(tick), "m end");
  }
}

double LegendHeight(const std::vector<LegendEntry>& entries, double width) {
  const std::vector<LegendPosition> positions = LayOutLegend(entries, width);
  return positions.empty() ? 0 : (positions.back().line + 1) * kLegendLine;
}

void DrawLegend(const std::vector<LegendEntry>& entries, Svg& svg) {
  const std::vector<LegendPosition> positions =
      LayOutLegend(entries, svg.width());
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto [x, line] = positions[i];
    const double top = line * kLegendLine;
    svg.Rect(x, top + 3, kLegendBox, kLegendBox, entries[i].css);
    svg.Text(x + kLegendBox + 6, top + 13.5, entries[i].name, "t");
  }
}

std::vector<PlayerRow> PlayersWithGames(const VariantSummary& variant) {
  std::vector<PlayerRow> rows;
  for (const PlayerRow& row : variant.players) {
    if (row.games > 0) rows.push_back(row);
  }
  return rows;
}

std::string Shortened(const std::string& name, size_t max_length) {
  if (name.size() <= max_length) return name;
  return name.substr(0, max_length < 2 ? 0 : max_length - 2) + "..";
}

RowLabels::RowLabels(const std::vector<RowLabel>& labels, double top,
                     double min_height)
    : bottom_(top) {
  double widest = 0;
  for (const RowLabel& label : labels) {
    if (label.player >= 0) text_left_ = kMarkerWidth;
    Row row;
    row.player = label.player;
    row.lines = WrapName(label.name, kMaxLabelLength);
    if (row.lines.size() > kMaxLabelLines) {
      row.lines.resize(kMaxLabelLines);
      row.lines.back() = Shortened(row.lines.back() + "...", kMaxLabelLength);
    }
    for (const std::string& line : row.lines) {
      widest = std::max(widest, TextWidth(line));
    }
    const double height =
        std::max(min_height,
                 kLabelLine * static_cast<double>(row.lines.size()) + kRowGap);
    row.middle = bottom_ + height / 2;
    bottom_ += height;
    rows_.push_back(std::move(row));
  }
  right_ = text_left_ + widest + kLabelGap;
}

void RowLabels::Draw(Svg& svg) const {
  for (const Row& row : rows_) {
    if (row.player >= 0) svg.Marker(7, row.middle, row.player);
    const auto lines = static_cast<double>(row.lines.size());
    double y = row.middle - (lines - 1) * kLabelLine / 2 + 4.5;
    for (const std::string& line : row.lines) {
      svg.Text(text_left_, y, line, "t");
      y += kLabelLine;
    }
  }
}

}  // namespace boardwalk::report
