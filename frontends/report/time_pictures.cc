// EffortPicture and ScoreTimePicture: the time per move of each player, beside
// its nodes and against its score.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

using PerPlayer = std::vector<std::optional<double>>;  // by player, above 0

// Covers the numbers from the least divided by `room` to the greatest times it.
Axis LogarithmicAxis(const PerPlayer& numbers, double room, int max_ticks) {
  double low = 0, high = 0;
  for (const std::optional<double>& number : numbers) {
    if (!number.has_value()) continue;
    low = low > 0 ? std::min(low, *number) : *number;
    high = std::max(high, *number);
  }
  if (low == 0) low = high = 1e-3;
  return Axis::Logarithmic(low / room, high * room, max_ticks);
}

PerPlayer TimesOf(const std::vector<PlayerRow>& players) {
  PerPlayer times;
  for (const PlayerRow& row : players) {
    times.push_back(row.seconds > 0 ? std::optional(row.seconds)
                                    : std::nullopt);
  }
  return times;
}

std::string FormatPerCentTick(double tick) {
  return absl::StrCat(FormatFixed(tick, 0), " %");
}

// --- Effort ------------------------------------------------------------------

constexpr double kPanelTop = 24;
constexpr double kEffortPitch = 28;
constexpr double kPanelGap = 16;
// Between a point and its number.
constexpr double kTextGap = 9;

// One of the two halves: a number for each player, on an axis of its own.
struct Panel {
  std::string title;
  PerPlayer numbers = {};
  std::vector<std::string> texts = {};
  std::function<std::string(double)> format;

  bool empty() const {
    return std::ranges::none_of(
        numbers, [](const auto& number) { return number.has_value(); });
  }
};

// The work per move: "12.3k nodes" or "500 playouts".
std::string FormatWork(const PlayerRow& row, const char* nodes,
                       const char* playouts) {
  if (row.playouts.has_value()) return FormatCount(row.playouts) + playouts;
  return row.nodes.has_value() ? FormatCount(row.nodes) + nodes : "-";
}

void DrawPanel(const Panel& panel, const std::vector<PlayerRow>& players,
               const RowLabels& labels, double left, double right, Svg& svg) {
  svg.Text(left, kPanelTop - 10, panel.title, "m");
  if (panel.empty()) return;
  double text_width = 0;
  for (const std::string& text : panel.texts) {
    text_width = std::max(text_width, TextWidth(text));
  }
  Axis axis = LogarithmicAxis(panel.numbers, /*room=*/1, 6);
  axis.SetRange(left + 8, right - kTextGap - text_width);
  DrawTicksBelow(axis, kPanelTop, labels.bottom(), panel.format, svg);
  for (size_t i = 0; i < players.size(); ++i) {
    const double y = labels.Middle(i);
    if (!panel.numbers[i].has_value()) {
      svg.Number(left + 8, y + 4.5, "-", "m mid");
      continue;
    }
    const double x = axis.At(*panel.numbers[i]);
    svg.Line(axis.At(axis.low()), y, axis.At(axis.high()), y, "guide");
    svg.Marker(x, y, players[i].player);
    svg.Number(x + kTextGap, y + 4.5, panel.texts[i], "s halo");
  }
}

// --- Score against time ------------------------------------------------------

constexpr double kScatterHeight = 320;
constexpr double kScatterLeft = 52;
constexpr double kScatterRight = 28;
constexpr double kScatterTop = 30;
constexpr double kScatterBottom = kScatterHeight - kAxisHeight;
constexpr double kTextHeight = 15;
constexpr size_t kMaxLabel = 30;

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool Overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom &&
           other.top < bottom;
  }
};

struct Point {
  double x = 0, y = 0;
  int player = 0;
  std::string name;
  int number = 0;  // from 1, in the ranking
};

// Writes the name of each point beside it where it covers nothing. If there is
// no space for the name it writes the number, and if there is none for that,
// nothing: the tooltip and the table have it.
class LabelPlacer {
 public:
  explicit LabelPlacer(const std::vector<Point>& points) {
    for (const Point& point : points) {
      taken_.push_back({point.x - 6, point.y - 6, point.x + 6, point.y + 6});
    }
  }

  void Place(const Point& point, Svg& svg) {
    for (const std::string& text :
         {Shortened(point.name, kMaxLabel), absl::StrCat(point.number)}) {
      const double width = TextWidth(text);
      const std::array<std::pair<double, double>, 6> corners = {{
          {point.x + 9, point.y - kTextHeight / 2},
          {point.x - 9 - width, point.y - kTextHeight / 2},
          {point.x - width / 2, point.y - 8 - kTextHeight},
          {point.x - width / 2, point.y + 8},
          {point.x + 6, point.y - 6 - kTextHeight},
          {point.x - 6 - width, point.y + 6},
      }};
      for (const auto& [left, top] : corners) {
        const Box box = {left, top, left + width, top + kTextHeight};
        if (!Fits(box)) continue;
        taken_.push_back(box);
        svg.Text(left, top + 12, text, "t halo");
        return;
      }
    }
  }

 private:
  bool Fits(const Box& box) const {
    return box.left > kScatterLeft && box.right < kPictureWidth &&
           box.top > 0 && box.bottom < kScatterBottom &&
           std::ranges::none_of(taken_, [&box](const Box& taken) {
             return box.Overlaps(taken);
           });
  }

  std::vector<Box> taken_;
};

}  // namespace

std::string EffortPicture(const Summary& summary,
                          const VariantSummary& variant) {
  const std::vector<PlayerRow> players = PlayersWithGames(variant);
  Panel time = {.title = "time per move",
                .numbers = TimesOf(players),
                .format = FormatSecondsTick};
  Panel work = {.title = "nodes (n), playouts (p)", .format = FormatCountTick};
  std::vector<RowLabel> names;
  std::string description = "per move";
  for (const PlayerRow& row : players) {
    names.push_back({summary.PlayerName(row.player), row.player});
    time.texts.push_back(FormatSeconds(row.seconds));
    work.numbers.push_back(row.playouts.has_value() ? row.playouts : row.nodes);
    work.texts.push_back(FormatWork(row, " n", " p"));
    absl::StrAppend(&description, "; ", names.back().name, " ",
                    time.texts.back(), ", ",
                    FormatWork(row, " nodes", " playouts"));
  }
  const RowLabels labels(names, kPanelTop, kEffortPitch);
  Svg svg(kPictureWidth, labels.bottom() + 24,
          absl::StrCat("Time and nodes per move in ", variant.name),
          description);
  labels.Draw(svg);
  const double left = labels.right();
  if (work.empty()) {
    DrawPanel(time, players, labels, left, svg.width(), svg);
  } else {
    const double half = (svg.width() - left - kPanelGap) / 2;
    DrawPanel(time, players, labels, left, left + half, svg);
    DrawPanel(work, players, labels, left + half + kPanelGap, svg.width(), svg);
  }
  return svg.Finish();
}

std::string ScoreTimePicture(const Summary& summary,
                             const VariantSummary& variant) {
  std::vector<PlayerRow> players = PlayersWithGames(variant);
  std::string description = "score in per cent, time of a move";
  double best = 0;
  for (const PlayerRow& row : players) {
    best = std::max(best, row.Share().value_or(0));
    absl::StrAppend(&description, "; ", summary.PlayerName(row.player), " ",
                    FormatPercent(row.Share()), ", ",
                    FormatSeconds(row.seconds));
  }
  Svg svg(kPictureWidth, kScatterHeight,
          absl::StrCat("Score against time per move in ", variant.name),
          description);
  const double right = svg.width() - kScatterRight;
  const double even = 100.0 / variant.seats;
  Axis score = Axis::Linear(0, std::max(100 * best, even), 6);
  score.SetRange(kScatterBottom, kScatterTop);
  // Space for names beside the outermost points.
  Axis time = LogarithmicAxis(TimesOf(players), /*room=*/1.5, 7);
  time.SetRange(kScatterLeft, right);
  DrawTicksBelow(time, kScatterTop, kScatterBottom, FormatSecondsTick, svg);
  DrawTicksLeft(score, kScatterLeft, right, FormatPerCentTick, svg);
  svg.Line(kScatterLeft, score.At(even), right, score.At(even), "axis dashed");
  svg.Text(0, 11, "score", "m");
  svg.Text((kScatterLeft + right) / 2, kScatterBottom + 34,
           "time per move (logarithmic)", "m mid");

  std::vector<Point> points;
  for (size_t i = 0; i < players.size(); ++i) {
    const PlayerRow& row = players[i];
    if (row.moves == 0) continue;
    points.push_back({.x = time.At(row.seconds),
                      .y = score.At(100 * row.Share().value_or(0)),
                      .player = row.player,
                      .name = summary.PlayerName(row.player),
                      .number = static_cast<int>(i) + 1});
  }
  LabelPlacer placer(points);
  for (const Point& point : points) placer.Place(point, svg);
  for (const Point& point : points) {
    svg.Marker(point.x, point.y, point.player,
               absl::StrCat(point.number, " ", point.name));
  }
  return svg.Finish();
}

}  // namespace boardwalk::report
