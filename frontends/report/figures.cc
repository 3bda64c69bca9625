#include "frontends/report/figures.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/record.h"
#include "frontends/report/chart.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

// The crosstable of this many players takes the whole width of the page.
constexpr size_t kWideCrosstable = 9;
constexpr char kArrows[] =
    "arrows: bounds of players that won or lost everything, or values beyond "
    "the axis";

// --- The numbers of the pictures ---------------------------------------------

void AddText(const char* title, const std::string& text, Table& table) {
  table.Add({.csv = title}, TextCell(text));
}
void AddNumber(const char* title, const std::optional<double>& number,
               Table& table) {
  table.Add({.csv = title}, {.data = NumberJson(number)});
}

void AddElo(const statistics::EloEstimate& elo, Table& table) {
  const KnownElo known = KnownParts(elo);
  AddNumber("elo", known.value, table);
  AddNumber("elo_low", known.low, table);
  AddNumber("elo_high", known.high, table);
}

// The beginning of a row about a player: its name in reports and its settings.
void AddPlayer(const Summary& summary, int player, Table& table) {
  AddText("player", summary.configuration.players[static_cast<size_t>(player)],
          table);
  AddText("alias", comparison::AliasOf(summary.configuration, player), table);
}

Table RatingPoints(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (const PlayerRow& row : PlayersWithGames(variant)) {
    table.BeginRow();
    AddPlayer(summary, row.player, table);
    AddElo(row.rating, table);
  }
  return table;
}

Table StrengthTable(const Summary& summary,
                    const std::vector<StrengthPoint>& points,
                    const char* effort) {
  Table table;
  for (const StrengthPoint& point : points) {
    table.BeginRow();
    AddPlayer(summary, point.player, table);
    const Setting setting = SettingOf(
        summary.configuration.players[static_cast<size_t>(point.player)]);
    AddText("algorithm", setting.algorithm, table);
    AddText("limits", setting.limits, table);
    AddNumber(effort, point.effort, table);
    AddElo(point.rating, table);
  }
  return table;
}

Table CrosstablePoints(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (size_t i = 0; i < variant.players.size(); ++i) {
    for (size_t j = 0; j < variant.players.size(); ++j) {
      const CrossCell& cell = variant.cross[i][j];
      if (i == j || cell.Count() == 0) continue;
      table.BeginRow();
      AddPlayer(summary, variant.players[i].player, table);
      AddText("against",
              summary.configuration
                  .players[static_cast<size_t>(variant.players[j].player)],
              table);
      AddNumber("score", cell.Score(), table);
      table.Add({.csv = "ahead"}, CountCell(cell.ahead));
      table.Add({.csv = "level"}, CountCell(cell.level));
      table.Add({.csv = "behind"}, CountCell(cell.behind));
    }
  }
  return table;
}

Table ResultPoints(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (const PlayerRow& row : PlayersWithGames(variant)) {
    table.BeginRow();
    AddPlayer(summary, row.player, table);
    table.Add({.csv = "won"}, CountCell(row.wins));
    table.Add({.csv = "drawn"}, CountCell(row.draws - row.adjudicated));
    table.Add({.csv = "adjudicated"}, CountCell(row.adjudicated));
    table.Add({.csv = "lost"}, CountCell(row.losses - row.Forfeits()));
    table.Add({.csv = "forfeited"}, CountCell(row.Forfeits()));
  }
  return table;
}

Table EffortPoints(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (const PlayerRow& row : PlayersWithGames(variant)) {
    table.BeginRow();
    AddPlayer(summary, row.player, table);
    AddNumber("seconds_per_move", row.seconds, table);
    AddNumber("nodes_per_move", row.nodes, table);
    AddNumber("playouts_per_move", row.playouts, table);
  }
  return table;
}

Table LengthPoints(const VariantSummary& variant) {
  const Lengths& lengths = variant.lengths;
  const auto bins = static_cast<int64_t>(lengths.bins.size());
  Table table;
  const auto add = [&table](int64_t first, int64_t last, int64_t games) {
    table.BeginRow();
    table.Add({.csv = "first_plies"}, CountCell(first));
    table.Add({.csv = "last_plies"}, CountCell(last));
    table.Add({.csv = "games"}, CountCell(games));
  };
  for (int64_t i = 0; i < bins; ++i) {
    const int64_t first = lengths.first + i * lengths.bin_width;
    add(first, first + lengths.bin_width - 1,
        lengths.bins[static_cast<size_t>(i)]);
  }
  if (lengths.longer > 0) {
    add(lengths.first + bins * lengths.bin_width, lengths.max, lengths.longer);
  }
  return table;
}

Table EndingPoints(const Summary& summary) {
  Table table;
  for (const VariantSummary& variant : summary.variants) {
    for (size_t i = 0; i < variant.terminations.size(); ++i) {
      if (variant.terminations[i] == 0) continue;
      table.BeginRow();
      AddText("game", variant.name, table);
      AddText("ending",
              std::string(TerminationName(static_cast<Termination>(i))), table);
      table.Add({.csv = "games"}, CountCell(variant.terminations[i]));
    }
  }
  return table;
}

Table OverallPoints(const Summary& summary) {
  Table table;
  for (const OverallRow& row : summary.overall) {
    if (row.variants == 0) continue;
    table.BeginRow();
    AddPlayer(summary, row.player, table);
    AddNumber("score", row.score, table);
    AddNumber("score_low", row.score - row.score_error, table);
    AddNumber("score_high", row.score + row.score_error, table);
  }
  return table;
}

// --- The figures -------------------------------------------------------------

// Strength against each effort that two players at least report.
void AppendStrength(const Summary& summary, const VariantSummary* variant,
                    std::vector<Figure>& figures) {
  struct Axes {
    Effort effort;
    const char* name;
    const char* column;
  };
  for (const Axes& axes :
       {Axes{Effort::kTime, "time", "seconds_per_move"},
        Axes{Effort::kNodes, "nodes", "nodes_per_move"},
        Axes{Effort::kPlayouts, "playouts", "playouts_per_move"}}) {
    const std::vector<StrengthPoint> points =
        StrengthPoints(summary, variant, axes.effort);
    if (points.size() < 2) continue;
    figures.push_back(
        {.name = absl::StrCat("strength-", axes.name),
         .caption = absl::StrCat("Strength against ", axes.name, " per move"),
         .note = absl::StrCat(
             variant == nullptr ? "Elo from all games together, each counting "
                                  "the same, with 95 % intervals"
                                : "Elo with 95 % intervals",
             "; arrows are bounds"),
         .picture = StrengthPicture(
             summary, variant == nullptr ? "all games" : variant->name, points,
             axes.effort),
         .points = StrengthTable(summary, points, axes.column)});
  }
}

Figure Endings(const Summary& summary) {
  return {.name = "endings",
          .caption = "How games ended",
          .note = "games",
          .picture = TerminationsPicture(summary),
          .points = EndingPoints(summary)};
}

bool HasRatings(const VariantSummary& variant) {
  return std::ranges::any_of(variant.players, [](const PlayerRow& row) {
    return row.rating.certainty != statistics::Certainty::kNone;
  });
}

}  // namespace

std::vector<Figure> OverallFigures(const Summary& summary) {
  std::vector<Figure> figures;
  if (summary.games == 0 || summary.variants.size() < 2) return figures;
  AppendStrength(summary, nullptr, figures);
  figures.push_back({.name = "score",
                     .caption = "Mean score over all games",
                     .picture = OverallPicture(summary),
                     .points = OverallPoints(summary)});
  figures.push_back(Endings(summary));
  return figures;
}

std::vector<Figure> VariantFigures(const Summary& summary,
                                   const VariantSummary& variant) {
  std::vector<Figure> figures;
  if (variant.games == 0) return figures;
  AppendStrength(summary, &variant, figures);
  if (HasRatings(variant)) {
    figures.push_back({.name = "ratings",
                       .caption = "Ratings",
                       .note = kArrows,
                       .picture = RatingsPicture(summary, variant),
                       .points = RatingPoints(summary, variant)});
  }
  const size_t players = PlayersWithGames(variant).size();
  if (players > 1) {
    figures.push_back(
        {.name = "crosstable",
         .caption = "Crosstable",
         .note = "score in per cent of the row against the column",
         .picture = CrosstablePicture(summary, variant),
         .points = CrosstablePoints(summary, variant),
         .wide = players >= kWideCrosstable});
  }
  figures.push_back({.name = "results",
                     .caption = "Results of each player",
                     .note = "games",
                     .picture = ResultsPicture(summary, variant),
                     .points = ResultPoints(summary, variant)});
  figures.push_back({.name = "effort",
                     .caption = "Time and nodes per move",
                     .note = "logarithmic",
                     .picture = EffortPicture(summary, variant),
                     .points = EffortPoints(summary, variant)});
  figures.push_back({.name = "lengths",
                     .caption = "Lengths of games",
                     .note = "in plies, without the opening",
                     .picture = LengthsPicture(variant),
                     .points = LengthPoints(variant)});
  if (summary.variants.size() == 1) figures.push_back(Endings(summary));
  return figures;
}

}  // namespace boardwalk::report
