// StrengthPicture: Elo against the effort of a move, the settings of each
// algorithm joined by a line.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/limits.h"
#include "framework/number_text.h"
#include "framework/parameters.h"
#include "frontends/report/chart.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

constexpr double kPlotHeight = 270;
constexpr double kLeft = 56;
constexpr double kRight = 28;
constexpr double kTextHeight = 15;
constexpr size_t kMaxLabel = 30;
constexpr double kEloCap = 5;     // half of the width of an interval's ends
constexpr double kEloArrow = 20;  // pixels
// Intervals are cut off this far beyond the range of all values, in multiples
// of it, so that one very uncertain estimate does not squeeze the others.
constexpr double kMostBeyond = 0.5;
constexpr double kLeastRange = 20;  // Elo

struct Measure {
  const char* title;  // of the picture
  const char* axis;
  std::string (*tick)(double);
  std::string (*text)(double);
};

std::string CountText(double count) { return FormatCount(count); }

Measure MeasureOf(Effort effort) {
  switch (effort) {
    case Effort::kTime:
      return {"time", "time per move (logarithmic)", FormatSecondsTick,
              FormatSeconds};
    case Effort::kNodes:
      return {"nodes", "nodes per move (logarithmic)", FormatCountTick,
              CountText};
    case Effort::kPlayouts:
      break;
  }
  return {"playouts", "playouts per move (logarithmic)", FormatCountTick,
          CountText};
}

std::optional<double> EffortOf(const PlayerRow& row, Effort effort) {
  std::optional<double> number;
  if (effort == Effort::kTime) number = row.seconds;
  if (effort == Effort::kNodes) number = row.nodes;
  if (effort == Effort::kPlayouts) number = row.playouts;
  if (row.moves == 0 || number.value_or(0) <= 0) return std::nullopt;
  return number;
}

// The mean over all moves in all games.
std::optional<double> EffortOf(const Summary& summary, int player,
                               Effort effort) {
  double sum = 0, moves = 0;
  for (const VariantSummary& variant : summary.variants) {
    for (const PlayerRow& row : variant.players) {
      if (row.player != player) continue;
      const std::optional<double> mean = EffortOf(row, effort);
      if (!mean.has_value()) continue;
      sum += *mean * static_cast<double>(row.moves);
      moves += static_cast<double>(row.moves);
    }
  }
  if (moves == 0) return std::nullopt;
  return sum / moves;
}

// The middle of what is known: the value, or the end of a bound.
double AnchorOf(const statistics::Rating& rating) {
  const KnownElo known = KnownParts(rating);
  return known.value.has_value() ? *known.value
         : known.low.has_value() ? *known.low
                                 : known.high.value_or(0);
}

Axis EloAxis(const std::vector<StrengthPoint>& points) {
  double low = AnchorOf(points[0].rating), high = low;
  for (const StrengthPoint& point : points) {
    low = std::min(low, AnchorOf(point.rating));
    high = std::max(high, AnchorOf(point.rating));
  }
  const double room = std::max(kMostBeyond * (high - low), kLeastRange);
  const double lowest = low - room, highest = high + room;
  // The arrow of a bound takes about a tenth of the height.
  const double arrow = (high - low) / 8;
  for (const StrengthPoint& point : points) {
    const KnownElo known = KnownParts(point.rating);
    const double anchor = AnchorOf(point.rating);
    low = std::max(lowest, std::min(low, known.low.value_or(anchor - arrow)));
    high =
        std::min(highest, std::max(high, known.high.value_or(anchor + arrow)));
  }
  return Axis::Linear(low, high, 8);
}

Axis EffortAxis(const std::vector<StrengthPoint>& points) {
  double low = points[0].effort, high = low;
  for (const StrengthPoint& point : points) {
    low = std::min(low, point.effort);
    high = std::max(high, point.effort);
  }
  // Space for names beside the outermost points.
  return Axis::Logarithmic(low / 1.5, high * 1.5, 7);
}

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool Overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom &&
           other.top < bottom;
  }
};

// Writes the name of each point beside it where it covers nothing; where there
// is no space, nothing: the tooltip and the table have it.
class LabelPlacer {
 public:
  explicit LabelPlacer(double top) : top_(top) {}

  void Take(const Box& box) { taken_.push_back(box); }

  void Place(double x, double y, const std::string& name, Svg& svg) {
    const std::string text = Shortened(name, kMaxLabel);
    const double width = TextWidth(text);
    const std::array<std::pair<double, double>, 8> corners = {{
        {x + 9, y - kTextHeight / 2},
        {x - 9 - width, y - kTextHeight / 2},
        {x - width / 2, y - 8 - kTextHeight},
        {x - width / 2, y + 8},
        {x + 6, y - 6 - kTextHeight},
        {x - 6 - width, y + 6},
        {x + 6, y + 6},
        {x - 6 - width, y - 6 - kTextHeight},
    }};
    for (const auto& [left, top] : corners) {
      const Box box = {left, top, left + width, top + kTextHeight};
      if (!Fits(box)) continue;
      taken_.push_back(box);
      svg.Text(left, top + 12, text, "t halo");
      return;
    }
  }

 private:
  bool Fits(const Box& box) const {
    return box.left > kLeft && box.right < kPictureWidth && box.top > top_ &&
           box.bottom < top_ + kPlotHeight &&
           std::ranges::none_of(taken_, [&box](const Box& taken) {
             return box.Overlaps(taken);
           });
  }

  double top_;  // of the plot
  std::vector<Box> taken_;
};

class StrengthPlot {
 public:
  StrengthPlot(const Summary& summary, const std::vector<StrengthPoint>& points,
               double top, Effort effort, Svg& svg)
      : summary_(summary),
        points_(points),
        measure_(MeasureOf(effort)),
        top_(top),
        elo_(EloAxis(points)),
        effort_(EffortAxis(points)),
        svg_(svg) {
    elo_.SetRange(top_ + kPlotHeight, top_);
    effort_.SetRange(kLeft, svg.width() - kRight);
    for (const StrengthPoint& point : points) ++settings_[point.algorithm];
  }

  void Draw() {
    DrawAxes();
    LabelPlacer placer(top_);
    DrawLines(placer);
    for (const StrengthPoint& point : points_) {
      const double x = XOf(point), y = YOf(point);
      const KnownElo known = KnownParts(point.rating);
      placer.Take({x - 6, y - 6, x + 6, y + 6});
      placer.Take({x - 2, elo_.At(known.high.value_or(elo_.low())), x + 2,
                   elo_.At(known.low.value_or(elo_.high()))});
      DrawInterval(point);
    }
    for (const StrengthPoint& point : points_) {
      placer.Place(XOf(point), YOf(point), LabelOf(point), svg_);
    }
    for (const StrengthPoint& point : points_) {
      svg_.Marker(XOf(point), YOf(point), point.algorithm,
                  absl::StrCat(summary_.PlayerName(point.player), ", ",
                               measure_.text(point.effort), ", ",
                               FormatElo(point.rating, 0)));
    }
  }

 private:
  double XOf(const StrengthPoint& point) const {
    return effort_.At(point.effort);
  }
  double YOf(const StrengthPoint& point) const {
    return elo_.At(AnchorOf(point.rating));
  }

  // An algorithm with several settings is named by the legend.
  std::string LabelOf(const StrengthPoint& point) const {
    const std::string name = summary_.PlayerName(point.player);
    const std::string& full =
        summary_.configuration.players[static_cast<size_t>(point.player)];
    const std::string limits = SettingOf(full).limits;
    const bool by_limits =
        settings_.at(point.algorithm) > 1 && name == full && !limits.empty();
    return by_limits ? limits : name;
  }

  void DrawAxes() {
    const double right = svg_.width() - kRight, bottom = top_ + kPlotHeight;
    DrawTicksBelow(effort_, top_, bottom, measure_.tick, svg_);
    DrawTicksLeft(
        elo_, kLeft, right,
        [](double tick) { return tick == 0 ? "0" : FormatSigned(tick, 0); },
        svg_);
    svg_.Text(0, top_ - 10, "Elo", "m");
    svg_.Text((kLeft + right) / 2, bottom + 34, measure_.axis, "m mid");
  }

  void DrawLines(LabelPlacer& placer) {
    std::map<int, const StrengthPoint*> last;  // by algorithm
    for (const StrengthPoint& point : points_) {
      if (!KnownParts(point.rating).value.has_value()) continue;
      const StrengthPoint*& before = last[point.algorithm];
      if (before != nullptr) {
        const double x = XOf(*before), y = YOf(*before);
        const double dx = XOf(point) - x, dy = YOf(point) - y;
        svg_.Line(x, y, x + dx, y + dy,
                  absl::StrCat("bar q", point.algorithm % kColors));
        // Names keep away from the line.
        constexpr int kPieces = 40;
        for (int i = 0; i <= kPieces; ++i) {
          const double at_x = x + dx * i / kPieces, at_y = y + dy * i / kPieces;
          placer.Take({at_x - 1, at_y - 1, at_x + 1, at_y + 1});
        }
      }
      before = &point;
    }
  }

  void DrawInterval(const StrengthPoint& point) {
    const std::string css = absl::StrCat("bar q", point.algorithm % kColors);
    const double x = XOf(point), y = YOf(point);
    const KnownElo known = KnownParts(point.rating);
    if (!known.value.has_value()) {
      if (point.rating.certainty == statistics::Certainty::kReference) return;
      const int dy = known.low.has_value() ? -1 : 1;
      svg_.Line(x, y, x, y + dy * kEloArrow, css);
      svg_.Arrow(x, y + dy * kEloArrow, 0, dy,
                 absl::StrCat("p", point.algorithm % kColors));
      return;
    }
    svg_.Line(x, elo_.At(*known.low), x, elo_.At(*known.high), css);
    // An interval that goes beyond the axis is drawn without its end.
    for (const double end : {*known.low, *known.high}) {
      if (end < elo_.low() || end > elo_.high()) continue;
      svg_.Line(x - kEloCap, elo_.At(end), x + kEloCap, elo_.At(end), css);
    }
  }

  const Summary& summary_;
  const std::vector<StrengthPoint>& points_;
  Measure measure_;
  double top_;
  Axis elo_, effort_;
  Svg& svg_;
  std::map<int, int> settings_;  // by algorithm
};

}  // namespace

Setting SettingOf(const std::string& player) {
  const absl::StatusOr<Name> name = ParseName(player);
  if (!name.ok()) return {.algorithm = player};
  Setting setting = {.algorithm = name->id};
  char before = ':';
  for (const auto& [key, value] : name->given) {
    const bool limit = std::ranges::any_of(
        std::array{kTimeParameter.name, kNodesParameter.name,
                   kDepthParameter.name, kPlayoutsParameter.name},
        [&key = key](auto known) { return key == known; });
    const std::string text = absl::StrCat(key, "=", QuoteValue(value));
    if (limit) {
      absl::StrAppend(&setting.limits, setting.limits.empty() ? "" : ",", text);
    } else {
      absl::StrAppend(&setting.algorithm, std::string(1, before), text);
      before = ',';
    }
  }
  return setting;
}

std::vector<StrengthPoint> StrengthPoints(const Summary& summary,
                                          const VariantSummary* variant,
                                          Effort effort) {
  std::map<std::string, int> algorithms;
  std::vector<int> algorithm_of;
  for (const std::string& player : summary.configuration.players) {
    const auto number = static_cast<int>(algorithms.size());
    algorithm_of.push_back(
        algorithms.emplace(SettingOf(player).algorithm, number).first->second);
  }
  std::vector<StrengthPoint> points;
  const auto add = [&](int player, const statistics::Rating& rating,
                       const std::optional<double>& mean) {
    if (!mean.has_value() || rating.certainty == statistics::Certainty::kNone) {
      return;
    }
    points.push_back({.player = player,
                      .algorithm = algorithm_of[static_cast<size_t>(player)],
                      .effort = *mean,
                      .rating = rating});
  };
  if (variant != nullptr) {
    for (const PlayerRow& row : variant->players) {
      add(row.player, row.rating, EffortOf(row, effort));
    }
  } else {
    for (const OverallRow& row : summary.overall) {
      add(row.player, row.rating, EffortOf(summary, row.player, effort));
    }
  }
  std::ranges::stable_sort(points, {}, &StrengthPoint::effort);
  return points;
}

Svg StrengthPicture(const Summary& summary, const std::string& where,
                    const std::vector<StrengthPoint>& points, Effort effort) {
  const Measure measure = MeasureOf(effort);
  std::map<int, std::vector<const StrengthPoint*>> algorithms;
  std::string description = measure.axis;
  for (const StrengthPoint& point : points) {
    algorithms[point.algorithm].push_back(&point);
    absl::StrAppend(&description, "; ", summary.PlayerName(point.player), " ",
                    measure.text(point.effort), ", ",
                    FormatElo(point.rating, 0));
  }
  std::vector<LegendEntry> legend;
  for (const auto& [algorithm, of_it] : algorithms) {
    if (of_it.size() < 2) continue;
    const auto player = static_cast<size_t>(of_it[0]->player);
    legend.push_back(
        {SettingOf(summary.configuration.players[player]).algorithm,
         absl::StrCat("p", algorithm % kColors)});
  }
  const double top = LegendHeight(legend, kPictureWidth) + 30;
  Svg svg(
      kPictureWidth, top + kPlotHeight + kAxisHeight,
      absl::StrCat("Strength against ", measure.title, " per move in ", where),
      description);
  DrawLegend(legend, svg);
  StrengthPlot(summary, points, top, effort, svg).Draw();
  return svg;
}

}  // namespace boardwalk::report
