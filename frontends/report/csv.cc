// The report for spreadsheets: a row for each variant and player.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "frontends/report/report.h"

namespace boardwalk::report {
namespace {

// As RFC 4180 quotes.
std::string Field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

template <typename T>
std::string Field(const std::optional<T>& number) {
  return number ? absl::StrCat(*number) : "";
}

std::string Row(const std::vector<std::string>& fields) {
  return absl::StrJoin(fields, ",") + "\r\n";
}

std::vector<std::string> Fields(const Summary& summary,
                                const VariantSummary& variant,
                                const PlayerRow& row) {
  using statistics::Certainty;
  const statistics::EloEstimate& rating = row.rating;
  const bool interval = rating.certainty == Certainty::kInterval;
  const auto known = [](bool there, double number) {
    return there ? absl::StrCat(number) : "";
  };
  return {
      Field(variant.name),
      Field(summary.configuration.players[row.player]),
      absl::StrCat(row.rank),
      known(interval, rating.value),
      known(interval || rating.certainty == Certainty::kAtLeast, rating.low),
      known(interval || rating.certainty == Certainty::kAtMost, rating.high),
      absl::StrCat(row.games),
      absl::StrCat(row.wins),
      absl::StrCat(row.draws),
      absl::StrCat(row.losses),
      absl::StrCat(row.points),
      absl::StrCat(row.expected),
      absl::StrCat(row.illegal_moves),
      absl::StrCat(row.overruns),
      absl::StrCat(row.failures),
      absl::StrCat(row.moves),
      known(row.moves > 0, row.seconds),
      known(row.moves > 0, row.wall_seconds),
      known(row.moves > 0, row.max_seconds),
      Field(row.nodes),
      Field(row.playouts),
      Field(row.depth),
      absl::StrCat(variant.games),
      absl::StrCat(variant.distinct),
      absl::StrCat(variant.blocks),
      absl::StrCat(variant.draws),
      absl::StrCat(variant.adjudicated),
      absl::StrCat(variant.forfeits)};
}

}  // namespace

std::string CsvReport(const Summary& summary) {
  std::string text = Row({"game",
                          "player",
                          "rank",
                          "rating",
                          "rating_low",
                          "rating_high",
                          "games",
                          "wins",
                          "draws",
                          "losses",
                          "points",
                          "expected_points",
                          "illegal_moves",
                          "overruns",
                          "failures",
                          "moves",
                          "seconds_per_move",
                          "wall_seconds_per_move",
                          "max_seconds",
                          "nodes_per_move",
                          "playouts_per_move",
                          "mean_depth",
                          "all_games",
                          "different_games",
                          "blocks",
                          "drawn_by_rules",
                          "adjudicated",
                          "forfeited"});
  for (const VariantSummary& variant : summary.variants) {
    for (const PlayerRow& row : variant.players) {
      text += Row(Fields(summary, variant, row));
    }
  }
  return text;
}

}  // namespace boardwalk::report
