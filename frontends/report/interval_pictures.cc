// RatingsPicture and OverallPicture.

#include "absl/strings/str_cat.h"
#include "frontends/report/format.h"
#include "frontends/report/interval_plot.h"
#include "frontends/report/picture_layout.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {

using statistics::Certainty;

std::string RatingsPicture(const Summary& summary,
                           const VariantSummary& variant) {
  IntervalPlot plot;
  plot.title = absl::StrCat("Ratings in ", variant.name);
  plot.axis = "Elo with 95 % interval";
  plot.least_span = 20;
  for (const PlayerRow& player : PlayersWithGames(variant)) {
    const statistics::Rating& rating = player.rating;
    IntervalRow row;
    row.label = {PlayerName(summary, player.player), player.player};
    row.text = FormatElo(rating, 0);
    if (rating.certainty == Certainty::kInterval) row.value = rating.value;
    if (rating.certainty == Certainty::kInterval ||
        rating.certainty == Certainty::kAtLeast) {
      row.low = rating.low;
    }
    if (rating.certainty == Certainty::kInterval ||
        rating.certainty == Certainty::kAtMost) {
      row.high = rating.high;
    }
    plot.rows.push_back(row);
  }
  return DrawIntervals(plot);
}

std::string OverallPicture(const Summary& summary) {
  IntervalPlot plot;
  plot.title = "Mean score over all games";
  plot.axis = "score against the others in per cent, with 95 % interval";
  plot.reference = 0.5;
  plot.least_span = 0.1;
  plot.unit = 100;
  plot.least = 0;
  plot.most = 1;
  for (const OverallRow& player : summary.overall) {
    IntervalRow row;
    row.label = {PlayerName(summary, player.player), player.player};
    row.text = "-";
    if (player.variants > 0) {
      row.value = player.score;
      row.low = player.score - player.score_error;
      row.high = player.score + player.score_error;
      row.text = absl::StrCat(FormatFixed(100 * player.score, 1), " +- ",
                              FormatFixed(100 * player.score_error, 1));
    }
    plot.rows.push_back(row);
  }
  return DrawIntervals(plot);
}

}  // namespace boardwalk::report
