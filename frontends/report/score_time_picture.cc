// ScoreTimePicture.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

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
           std::none_of(taken_.begin(), taken_.end(), [&box](const Box& taken) {
             return box.Overlaps(taken);
           });
  }

  std::vector<Box> taken_;
};

Axis TimeAxis(const std::vector<PlayerRow>& players) {
  double low = 0, high = 0;
  for (const PlayerRow& row : players) {
    if (!(row.seconds > 0)) continue;
    low = low > 0 ? std::min(low, row.seconds) : row.seconds;
    high = std::max(high, row.seconds);
  }
  if (low == 0) low = high = 1e-3;
  // Space for names beside the outermost points.
  Axis axis = Axis::Logarithmic(low / 1.5, high * 1.5, 7);
  axis.SetRange(kScatterLeft, kPictureWidth - kScatterRight);
  return axis;
}

void DrawScoreAxis(const Axis& axis, double even, Svg& svg) {
  for (const double tick : axis.ticks()) {
    const double y = axis.At(tick);
    svg.Line(kScatterLeft, y, svg.width() - kScatterRight, y, "grid");
    svg.Number(kScatterLeft - 8, y + 4,
               absl::StrCat(FormatFixed(tick, 0), " %"), "m end");
  }
  const double y = axis.At(even);
  svg.Line(kScatterLeft, y, svg.width() - kScatterRight, y, "axis dashed");
}

}  // namespace

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
  const double even = 100.0 / variant.seats;
  Axis score = Axis::Linear(0, std::max(100 * best, even), 6);
  score.SetRange(kScatterBottom, kScatterTop);
  const Axis time = TimeAxis(players);
  DrawTicksBelow(time, kScatterTop, kScatterBottom, FormatSecondsTick, svg);
  DrawScoreAxis(score, even, svg);
  svg.Text(0, 11, "score", "m");
  svg.Text((kScatterLeft + svg.width() - kScatterRight) / 2,
           kScatterBottom + 34, "time per move (logarithmic)", "m mid");

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
