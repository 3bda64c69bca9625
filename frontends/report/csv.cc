// CsvReport: a row for each variant and player.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/report/report.h"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

const char* CertaintyName(Certainty certainty) {
  switch (certainty) {
    case Certainty::kInterval:
      return "interval";
    case Certainty::kAtLeast:
      return "at-least";
    case Certainty::kAtMost:
      return "at-most";
    case Certainty::kReference:
      return "reference";
    case Certainty::kNone:
      break;
  }
  return "none";
}

// The cells of one row, each with the name of its column.
class CsvRow {
 public:
  void Add(const char* column, const std::string& text) {
    cells_.emplace_back(column, CsvField(text));
  }
  void Add(const char* column, int64_t count) {
    cells_.emplace_back(column, absl::StrCat(count));
  }
  // Empty if the number is not known.
  void Add(const char* column, std::optional<double> number) {
    const bool known = number.has_value() && std::isfinite(*number);
    cells_.emplace_back(column, known ? ShortestNumber(*number) : "");
  }
  void Add(const char* column, bool known, double number) {
    Add(column, known ? std::optional(number) : std::nullopt);
  }

  std::string Names() const { return Line(&Cell::first); }
  std::string Cells() const { return Line(&Cell::second); }

 private:
  using Cell = std::pair<std::string, std::string>;

  std::string Line(std::string Cell::*part) const {
    return absl::StrJoin(cells_, ",",
                         [part](std::string* out, const Cell& cell) {
                           *out += cell.*part;
                         }) +
           "\r\n";
  }

  std::vector<Cell> cells_;
};

CsvRow RowOf(const VariantSummary& variant, const PlayerRow& player,
             const std::string& name) {
  const statistics::Rating& rating = player.rating;
  const bool interval = rating.certainty == Certainty::kInterval;
  const bool moved = player.moves > 0;
  CsvRow row;
  row.Add("game", variant.name);
  row.Add("seats", int64_t{variant.seats});
  row.Add("player", name);
  row.Add("rank", player.games == 0 ? "" : absl::StrCat(player.rank));
  row.Add("certainty", CertaintyName(rating.certainty));
  row.Add("rating", interval, rating.value);
  row.Add("rating_error", interval, rating.error);
  // A bound has only one end.
  row.Add("rating_low", interval || rating.certainty == Certainty::kAtLeast,
          rating.low);
  row.Add("rating_high", interval || rating.certainty == Certainty::kAtMost,
          rating.high);
  row.Add("score", player.Share());
  row.Add("points", std::optional(player.points));
  row.Add("expected", std::optional(player.expected));
  row.Add("games", player.games);
  row.Add("wins", player.wins);
  row.Add("draws", player.draws);
  row.Add("losses", player.losses);
  row.Add("adjudicated", player.adjudicated);
  row.Add("illegal_moves", player.illegal_moves);
  row.Add("overruns", player.time_forfeits);
  row.Add("failures", player.failures);
  row.Add("moves", player.moves);
  row.Add("seconds_per_move", moved, player.seconds);
  row.Add("wall_seconds_per_move", moved, player.wall_seconds);
  row.Add("max_seconds", moved, player.max_seconds);
  row.Add("nodes_per_move", player.nodes);
  row.Add("playouts_per_move", player.playouts);
  row.Add("depth", player.depth);
  row.Add("variant_games", variant.games);
  row.Add("variant_distinct", variant.distinct);
  row.Add("variant_blocks", variant.blocks);
  row.Add("variant_broken_blocks", variant.broken_blocks);
  return row;
}

}  // namespace

std::string CsvReport(const Summary& summary) {
  std::string text = RowOf({}, {}, "").Names();
  for (const VariantSummary& variant : summary.variants) {
    for (const PlayerRow& player : variant.players) {
      text += RowOf(variant, player, summary.PlayerName(player.player)).Cells();
    }
  }
  return text;
}

}  // namespace boardwalk::report
