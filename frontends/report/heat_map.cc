// HeatMapPicture.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontends/report/format.h"
#include "frontends/report/picture_layout.h"
#include "frontends/report/pictures.h"
#include "frontends/report/row_labels.h"

namespace boardwalk::report {
namespace {

constexpr double kHeadHeight = 28;
constexpr double kLeastCell = 34;
constexpr double kMostCell = 86;
// From here on a cell holds two lines, and its number a unit.
constexpr double kRoomyCell = 62;
// The darkest shade on which the text of the page is still read with ease, on a
// light and on a dark page.
constexpr double kDarkest = 0.72;

void DrawCell(const CrossCell& cell, const std::string& tip, double x, double y,
              double width, double height, Svg& svg) {
  const double ahead = 2 * cell.Score() - 1;
  svg.Rect(x + 1, y + 1, width - 2, height - 2, "empty");
  svg.Shade(x + 1, y + 1, width - 2, height - 2, std::abs(ahead) * kDarkest,
            ahead >= 0 ? "ahead" : "behind", tip);
  const double middle = x + width / 2;
  if (width < kRoomyCell) {
    svg.Number(middle, y + height / 2 + 4.5, FormatFixed(100 * cell.Score(), 0),
               "t mid on");
    return;
  }
  svg.Number(middle, y + height / 2 - 2, FormatPercent(cell.Score()),
             "t mid on");
  svg.Number(middle, y + height / 2 + 13, Counted(cell.Games(), "game"),
             "s mid on");
}

}  // namespace

std::string HeatMapPicture(const Summary& summary,
                           const VariantSummary& variant) {
  const std::vector<PlayerRow> players = PlayersWithGames(variant);
  const auto count = static_cast<double>(players.size());
  std::vector<RowLabel> names;
  for (size_t i = 0; i < players.size(); ++i) {
    names.push_back(
        {absl::StrCat(i + 1, " ", PlayerName(summary, players[i].player)),
         players[i].player});
  }
  const bool many = players.size() > 6;
  const RowLabels labels(names, kHeadHeight, many ? 32 : 42);
  const double cell = std::clamp((kPictureWidth - labels.right()) / count,
                                 kLeastCell, kMostCell);
  Svg svg(std::max(labels.right() + count * cell, kPictureWidth),
          labels.bottom() + 6, absl::StrCat("Crosstable of ", variant.name),
          "Score of the player of the row against that of the column");
  labels.Draw(svg);
  double top = kHeadHeight;
  for (size_t i = 0; i < players.size(); ++i) {
    const double height = 2 * (labels.Middle(i) - top);
    for (size_t j = 0; j < players.size(); ++j) {
      const double x = labels.right() + static_cast<double>(j) * cell;
      if (i == 0) {
        svg.Marker(x + cell / 2 - 10, kHeadHeight / 2, players[j].player);
        svg.Text(x + cell / 2 + 2, kHeadHeight / 2 + 4.5, absl::StrCat(j + 1),
                 "t");
      }
      const CrossCell& score = variant.cross[i][j];
      if (i == j || score.Games() == 0) continue;
      DrawCell(
          score,
          absl::StrCat(PlayerName(summary, players[i].player), " against ",
                       PlayerName(summary, players[j].player), ": ",
                       FormatPercent(score.Score()), " of ",
                       Counted(score.Games(), "game"), ", ",
                       FormatResults(score.ahead, score.level, score.behind)),
          x, top, cell, height, svg);
    }
    top += height;
  }
  return svg.Finish();
}

}  // namespace boardwalk::report
