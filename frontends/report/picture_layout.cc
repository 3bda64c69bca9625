#include "frontends/report/picture_layout.h"

#include <algorithm>
#include <cstddef>

namespace boardwalk::report {
namespace {

constexpr double kBox = 12;
constexpr double kLineHeight = 20;

// Where each entry begins: x, and the line from 0.
struct Place {
  double x = 0;
  double line = 0;
};
std::vector<Place> PlaceLegend(const std::vector<LegendEntry>& entries,
                               double width) {
  std::vector<Place> places;
  Place next;
  for (const LegendEntry& entry : entries) {
    const double needed = kBox + 6 + TextWidth(entry.name);
    if (next.x > 0 && next.x + needed > width) next = {0, next.line + 1};
    places.push_back(next);
    next.x += needed + 18;
  }
  return places;
}

// Of numbers at `places`, centred, only every first, second, ... has room.
size_t EveryThatFits(const std::vector<std::string>& texts,
                     const std::vector<double>& places) {
  constexpr double kBetween = 8;
  for (size_t every = 1; every < texts.size(); ++every) {
    bool fits = true;
    for (size_t i = every; i < texts.size(); i += every) {
      const double needed =
          (TextWidth(texts[i]) + TextWidth(texts[i - every])) / 2 + kBetween;
      fits = fits && places[i] - places[i - every] >= needed;
    }
    if (fits) return every;
  }
  return std::max<size_t>(texts.size(), 1);
}

}  // namespace

void DrawTicksBelow(const Axis& axis, double top, double bottom,
                    const std::function<std::string(double)>& format,
                    Svg& svg) {
  std::vector<std::string> texts;
  std::vector<double> places;
  for (const double tick : axis.ticks()) {
    texts.push_back(format(tick));
    places.push_back(axis.At(tick));
    svg.Line(places.back(), top, places.back(), bottom, "grid");
  }
  const size_t every = EveryThatFits(texts, places);
  for (size_t i = 0; i < texts.size(); i += every) {
    svg.Number(places[i], bottom + 17, texts[i], "m mid");
  }
}

double LegendHeight(const std::vector<LegendEntry>& entries, double width) {
  const std::vector<Place> places = PlaceLegend(entries, width);
  return places.empty() ? 0 : (places.back().line + 1) * kLineHeight;
}

double DrawLegend(const std::vector<LegendEntry>& entries, double y, Svg& svg) {
  const std::vector<Place> places = PlaceLegend(entries, svg.width());
  for (size_t i = 0; i < entries.size(); ++i) {
    const double top = y + places[i].line * kLineHeight;
    svg.Rect(places[i].x, top + 3, kBox, kBox, entries[i].css);
    svg.Text(places[i].x + kBox + 6, top + 13.5, entries[i].name, "t");
  }
  return y + LegendHeight(entries, svg.width());
}

const std::string& PlayerName(const Summary& summary, int player) {
  return summary.configuration.players[static_cast<size_t>(player)];
}

std::vector<PlayerRow> PlayersWithGames(const VariantSummary& variant) {
  std::vector<PlayerRow> rows;
  for (const PlayerRow& row : variant.players) {
    if (row.games > 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace boardwalk::report
