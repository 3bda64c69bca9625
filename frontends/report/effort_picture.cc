// EffortPicture: the time per move of each player, beside its nodes.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

using PerPlayer = std::vector<std::optional<double>>;  // by player, above 0

Axis LogarithmicAxis(const PerPlayer& numbers, int max_ticks) {
  double low = 0, high = 0;
  for (const std::optional<double>& number : numbers) {
    if (!number.has_value()) continue;
    low = low > 0 ? std::min(low, *number) : *number;
    high = std::max(high, *number);
  }
  if (low == 0) low = high = 1e-3;
  return Axis::Logarithmic(low, high, max_ticks);
}

PerPlayer TimesOf(const std::vector<PlayerRow>& players) {
  PerPlayer times;
  for (const PlayerRow& row : players) {
    times.push_back(row.seconds > 0 ? std::optional(row.seconds)
                                    : std::nullopt);
  }
  return times;
}

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
  Axis axis = LogarithmicAxis(panel.numbers, 6);
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

}  // namespace

Svg EffortPicture(const Summary& summary, const VariantSummary& variant) {
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
  return svg;
}

}  // namespace boardwalk::report
