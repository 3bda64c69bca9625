// Measures and parts that all pictures share.

#ifndef BOARDWALK_FRONTENDS_REPORT_PICTURE_LAYOUT_H_
#define BOARDWALK_FRONTENDS_REPORT_PICTURE_LAYOUT_H_

#include <functional>
#include <string>
#include <vector>

#include "frontends/report/axis.h"
#include "frontends/report/summary.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {

// Two stand beside each other in the page.
inline constexpr double kPictureWidth = 540;
inline constexpr double kPictureTop = 6;
// Ticks, their numbers and what they are, below a picture.
inline constexpr double kAxisHeight = 42;

// Vertical lines from `top` to `bottom` at the ticks of an axis, and below them
// its numbers, of ticks close to each other only every second, third, ...
void DrawTicksBelow(const Axis& axis, double top, double bottom,
                    const std::function<std::string(double)>& format, Svg& svg);

// A box for each kind of thing, what it is behind it, in as many lines as
// needed from `y` on; returns the y below. `css` are the boxes' classes.
struct LegendEntry {
  std::string name;
  std::string css;
};
double DrawLegend(const std::vector<LegendEntry>& entries, double y, Svg& svg);
// The height that it will take.
double LegendHeight(const std::vector<LegendEntry>& entries, double width);

const std::string& PlayerName(const Summary& summary, int player);

// Those with games, best first: all that pictures show.
std::vector<PlayerRow> PlayersWithGames(const VariantSummary& variant);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_PICTURE_LAYOUT_H_
