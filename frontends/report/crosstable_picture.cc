// CrosstablePicture.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "frontends/report/chart.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

constexpr double kHeadHeight = 28;
constexpr double kMinCell = 34;
constexpr double kMaxCell = 86;
// A cell of this width holds two lines, and its number a unit.
constexpr double kWideCell = 62;
constexpr double kHighRow = 42;
// With more players rows are low.
constexpr size_t kManyPlayers = 6;
// A column of this width has space for a marker above it.
constexpr double kMarkedColumn = 44;
// Text is still easy to read on this shade, on a light and on a dark page.
constexpr double kMaxOpacity = 0.72;

void DrawCell(const CrossCell& cell, const std::string& tip, double x, double y,
              double width, double height, Svg& svg) {
  const double ahead = 2 * cell.Score() - 1;
  svg.Rect(x + 1, y + 1, width - 2, height - 2, "empty");
  svg.Shade(x + 1, y + 1, width - 2, height - 2, std::abs(ahead) * kMaxOpacity,
            ahead >= 0 ? "ahead" : "behind", tip);
  const double middle = x + width / 2;
  if (width < kWideCell) {
    svg.Number(middle, y + height / 2 + 4.5, FormatFixed(100 * cell.Score(), 0),
               "t mid");
    return;
  }
  svg.Number(middle, y + height / 2 - 2, FormatPercent(cell.Score()), "t mid");
  svg.Number(middle, y + height / 2 + 13, absl::StrCat("of ", cell.Count()),
             "s mid");
}

// The number of a player above its column, with its marker if there is space.
void DrawHead(int player, int number, double left, double width, Svg& svg) {
  const double middle = left + width / 2;
  const double y = kHeadHeight / 2 + 4.5;
  if (width < kMarkedColumn) {
    svg.Text(middle, y, absl::StrCat(number), "t mid");
    return;
  }
  svg.Marker(middle - 10, kHeadHeight / 2, player);
  svg.Text(middle + 2, y, absl::StrCat(number), "t");
}

std::string TipOf(const Summary& summary, const PlayerRow& row,
                  const PlayerRow& column, const CrossCell& score) {
  return absl::StrCat(summary.PlayerName(row.player), " against ",
                      summary.PlayerName(column.player), ": ",
                      FormatPercent(score.Score()), " of ", score.Count(), ", ",
                      FormatResults(score.ahead, score.level, score.behind));
}

}  // namespace

Svg CrosstablePicture(const Summary& summary, const VariantSummary& variant) {
  const std::vector<PlayerRow> players = PlayersWithGames(variant);
  const auto count = static_cast<double>(players.size());
  std::vector<RowLabel> names;
  names.reserve(players.size());
  for (const PlayerRow& row : players) {
    names.push_back(
        {absl::StrCat(row.rank, " ", summary.PlayerName(row.player)),
         row.player});
  }
  const RowLabels labels(
      names, kHeadHeight,
      players.size() > kManyPlayers ? kMinCell - 2 : kHighRow);
  const double cell =
      std::clamp((kPictureWidth - labels.right()) / count, kMinCell, kMaxCell);
  Svg svg(std::max(labels.right() + count * cell, kPictureWidth),
          labels.bottom() + 6, absl::StrCat("Crosstable of ", variant.name),
          "Score of the player of the row against that of the column");
  labels.Draw(svg);
  double top = kHeadHeight;
  for (size_t i = 0; i < players.size(); ++i) {
    const double height = 2 * (labels.Middle(i) - top);
    const double head = labels.right() + static_cast<double>(i) * cell;
    DrawHead(players[i].player, players[i].rank, head, cell, svg);
    for (size_t j = 0; j < players.size(); ++j) {
      const CrossCell& score = variant.cross[i][j];
      if (i == j || score.Count() == 0) continue;
      DrawCell(score, TipOf(summary, players[i], players[j], score),
               labels.right() + static_cast<double>(j) * cell, top, cell,
               height, svg);
    }
    top += height;
  }
  return svg;
}

}  // namespace boardwalk::report
