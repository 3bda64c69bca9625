#include "frontends/report/report.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/record.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/sentences.h"
#include "frontends/report/wrapped_text.h"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

// In a terminal, names above columns of numbers are wrapped at this width.
constexpr size_t kHeadWidth = 12;

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

std::string WrappedHead(const std::string& name) {
  return absl::StrJoin(WrapName(name, kHeadWidth), "\n");
}

Cell PlayerCell(const Summary& summary, int player) {
  Cell cell = TextCell(summary.PlayerName(player));
  cell.player = player;
  return cell;
}

// For CSV, which names a player as the configuration does; its alias is a
// column of its own.
void AddNames(const char* title, const char* alias, const Summary& summary,
              int player, Table& table) {
  table.Add(
      {.csv = title},
      TextCell(summary.configuration.players[static_cast<size_t>(player)]));
  table.Add({.csv = alias},
            TextCell(comparison::AliasOf(summary.configuration, player)));
}

// An estimate in CSV: `names` are the titles of its certainty, value, error and
// ends.
void AddElo(const std::array<const char*, 5>& names,
            const statistics::EloEstimate& elo, Table& table) {
  const Json json = EloJson(elo);
  table.Add({.csv = names[0]}, TextCell(CertaintyName(elo.certainty)));
  table.Add({.csv = names[1]}, {.data = json["value"]});
  table.Add({.csv = names[2]}, {.data = json["error"]});
  table.Add({.csv = names[3]}, {.data = json["low"]});
  table.Add({.csv = names[4]}, {.data = json["high"]});
}
constexpr std::array<const char*, 5> kRatingNames = {
    "certainty", "rating", "rating_error", "rating_low", "rating_high"};

// Bounds are sorted by their end.
Cell EloCell(const statistics::EloEstimate& elo, const std::string& text) {
  Cell cell{.text = text, .data = EloJson(elo)};
  if (elo.certainty != Certainty::kNone) cell.sort_key = elo.value;
  return cell;
}

// Shaded on a page: blue above 1/2, orange below.
Cell ShareCell(const std::optional<double>& share) {
  Cell cell = NumberCell(FormatPercent(share), share);
  if (!share.has_value()) return cell;
  const double ahead = 2 * *share - 1;
  cell.attributes = absl::StrCat(" style=\"background:rgba(",
                                 ahead >= 0 ? "0,114,178," : "213,94,0,",
                                 FormatFixed(0.6 * std::abs(ahead), 2), ")\"");
  return cell;
}

Json ForfeitReasonsJson(const PlayerRow& row) {
  Json reasons = Json::array();
  for (const ForfeitReason& forfeit : row.forfeit_reasons) {
    reasons.push_back({{"kind", TerminationName(forfeit.kind)},
                       {"reason", forfeit.reason},
                       {"first_game", forfeit.first_game},
                       {"games", forfeit.games}});
  }
  return reasons;
}

void AddRanking(const Summary& summary, const VariantSummary& variant,
                const PlayerRow& row, Table& table) {
  const bool played = row.games > 0;
  const Cell rank = played ? CountCell(row.rank) : Cell{};
  const auto per_move = [&row](double seconds) {
    return row.moves == 0 ? Cell{}
                          : NumberCell(FormatSeconds(seconds), seconds);
  };
  table.BeginRow();
  table.Add({.csv = "game"}, TextCell(variant.name));
  table.Add({.csv = "seats"}, CountCell(variant.seats));
  table.Add({.title = "#", .repeated = true}, rank);
  table.Add({.title = "player", .json = "player", .name = true},
            PlayerCell(summary, row.player));
  table.Add(
      {.csv = "player"},
      TextCell(summary.configuration.players[static_cast<size_t>(row.player)]));
  table.Add({.json = "rank"}, rank);
  // No empty cell makes the column one of floating-point numbers.
  table.Add({.csv = "rank"}, CountCell(played ? row.rank : 0));
  table.Add({.title = "rating",
             .text = "rating\n+- 95 %",
             .json = "rating",
             .optional = true,
             .left = true,
             .shares_error = true},
            EloCell(row.rating, FormatElo(row.rating, 0)));
  AddElo(kRatingNames, row.rating, table);
  table.Add({.title = "score", .key = "score"},
            NumberCell(FormatPercent(row.Share()), row.Share()));
  table.Add({.key = "points"}, {.data = row.points});
  table.Add({.key = "expected", .json = "expected_points"},
            {.data = row.expected});
  table.Add({.title = "games", .key = "games", .only_if_differs = true},
            CountCell(row.games));
  table.Add({.text = "+won =drawn\n-lost", .left = true},
            played ? TextCell(FormatResults(row.wins, row.draws, row.losses))
                   : Cell{});
  table.Add({.key = "wins", .html = "won"}, CountCell(row.wins));
  table.Add({.key = "draws", .html = "drawn"}, CountCell(row.draws));
  table.Add({.key = "losses", .html = "lost"}, CountCell(row.losses));
  table.Add({.title = "adju\u00addicated",
             .key = "adjudicated",
             .text = "adju-\ndic.",
             .only_if_differs = true},
            CountCell(row.adjudicated));
  table.Add(
      {.title = "forfeits", .text = "for-\nfeits", .only_if_differs = true},
      FaultCell(row.Forfeits()));
  table.Add({.key = "illegal_moves"}, CountCell(row.illegal_moves));
  table.Add({.key = "overruns"}, CountCell(row.time_forfeits));
  table.Add({.key = "failures"}, CountCell(row.failures));
  table.Add({.json = "forfeit_reasons"}, {.data = ForfeitReasonsJson(row)});
  table.Add({.key = "moves"}, CountCell(row.moves));
  table.Add({.title = "time per\u00a0move",
             .key = "seconds_per_move",
             .text = "time\n/move",
             .optional = true,
             .begins_part = true},
            per_move(row.seconds));
  table.Add({.key = "wall_seconds_per_move"}, per_move(row.wall_seconds));
  table.Add({.key = "max_seconds", .html = "longest move", .optional = true},
            per_move(row.max_seconds));
  table.Add({.title = "nodes per\u00a0move",
             .key = "nodes_per_move",
             .text = "nodes\n/move",
             .optional = true},
            NumberCell(FormatCount(row.nodes), row.nodes));
  table.Add({.title = "playouts per\u00a0move",
             .key = "playouts_per_move",
             .text = "play-\nouts",
             .optional = true},
            NumberCell(FormatCount(row.playouts), row.playouts));
  table.Add({.title = "depth", .key = "depth", .optional = true},
            NumberCell(row.depth.has_value() ? FormatFixed(*row.depth, 1) : "-",
                       row.depth));
  table.Add({.csv = "variant_games"}, CountCell(variant.games));
  table.Add({.csv = "variant_distinct"}, CountCell(variant.distinct));
  table.Add({.csv = "variant_blocks"}, CountCell(variant.blocks));
  table.Add({.csv = "variant_broken_blocks"}, CountCell(variant.broken_blocks));
  table.Add({.csv = "alias"},
            TextCell(comparison::AliasOf(summary.configuration, row.player)));
}

std::string CrossText(const VariantSummary& variant, size_t row,
                      size_t column) {
  const CrossCell& cell = variant.cross[row][column];
  if (row == column) return ".";
  if (cell.Count() == 0) return "-";
  return absl::StrCat(FormatPercent(cell.Score()), "\n",
                      variant.seats == 2
                          ? FormatResults(cell.ahead, cell.level, cell.behind)
                          : absl::StrCat("of ", cell.Count()));
}

}  // namespace

Json EloJson(const statistics::EloEstimate& elo) {
  const KnownElo known = KnownParts(elo);
  return {{"value", NumberJson(known.value)},
          {"error", NumberJson(known.error)},
          {"low", NumberJson(known.low)},
          {"high", NumberJson(known.high)}};
}

Table RankingTable(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (const PlayerRow& row : variant.players) {
    AddRanking(summary, variant, row, table);
  }
  return table;
}

Table CrossTable(const Summary& summary, const VariantSummary& variant) {
  Table table;
  for (size_t i = 0; i < variant.players.size(); ++i) {
    table.BeginRow();
    table.Add({.text = "score against", .name = true},
              PlayerCell(summary, variant.players[i].player));
    for (size_t j = 0; j < variant.players.size(); ++j) {
      table.Add(
          {.text = WrappedHead(summary.PlayerName(variant.players[j].player))},
          TextCell(CrossText(variant, i, j)));
    }
  }
  return table;
}

namespace {

void AddPairRows(const Summary& summary, const VariantSummary& variant,
                 Table& table) {
  for (const PairRow& pair : variant.pairs) {
    table.BeginRow();
    table.Add({.csv = "game"}, TextCell(variant.name));
    AddNames("first", "first_alias", summary, pair.first, table);
    AddNames("second", "second_alias", summary, pair.second, table);
    table.Add({.title = "first", .json = "first", .name = true},
              PlayerCell(summary, pair.first));
    table.Add({.title = "second", .json = "second", .name = true},
              PlayerCell(summary, pair.second));
    table.Add({.key = "wins", .html = "won"}, CountCell(pair.games.counts[2]));
    table.Add({.key = "draws", .html = "drawn"},
              CountCell(pair.games.counts[1]));
    table.Add({.key = "losses", .html = "lost"},
              CountCell(pair.games.counts[0]));
    table.Add({.text = "pairs by points\n0 .5 1 1.5 2",
               .json = "pairs",
               .left = true},
              {.text = absl::StrJoin(pair.pairs.counts, " "),
               .data = pair.pairs.counts});
    constexpr std::array<const char*, 5> kPoints = {"pairs 0", "\u00bd", "1",
                                                    "1\u00bd", "2"};
    for (size_t i = 0; i < kPoints.size(); ++i) {
      table.Add({.html = kPoints[i], .csv = absl::StrCat("pairs_", i, "_of_4")},
                CountCell(pair.pairs.counts[i]));
    }
    AddElo({"certainty", "elo", "elo_error", "elo_low", "elo_high"}, pair.elo,
           table);
    AddElo({"normalized_certainty", "normalized_elo", "normalized_error",
            "normalized_low", "normalized_high"},
           pair.normalized_elo, table);
    table.Add({.json = "pairs_repeat"}, {.data = pair.repeats});
    table.Add(
        {.title = "Elo", .text = "Elo +- 95 %", .json = "elo", .left = true},
        EloCell(pair.elo, FormatElo(pair.elo, 1)));
    table.Add({.title = "normalized Elo (95 %)",
               .text = "normalized Elo\n(95 %)",
               .json = "normalized_elo",
               .left = true},
              EloCell(pair.normalized_elo, FormatEloEnds(pair.normalized_elo)));
    // Which games are missing may have been chosen.
    table.Add(
        {.title = "superior", .key = "superiority"},
        pair.pairs.Total() == 0 || summary.progress == Progress::kIncomplete
            ? Cell{}
            : NumberCell(FormatSuperiority(pair.superiority),
                         pair.superiority));
    table.Add({.html = "verdict", .csv = "verdict", .optional = true},
              TextCell(SignificanceOf(variant, pair)));
  }
}

}  // namespace

Table PairTable(const Summary& summary, const VariantSummary& variant) {
  Table table;
  AddPairRows(summary, variant, table);
  return table;
}

Table OverallTable(const Summary& summary) {
  Table table;
  int64_t place = 0;
  for (const OverallRow& row : summary.overall) {
    const auto number = [&row](const std::string& text, double value) {
      return row.variants == 0 ? Cell{} : NumberCell(text, value);
    };
    Json scores = Json::object();
    table.BeginRow();
    table.Add({.title = "#", .csv = "rank", .repeated = true},
              CountCell(++place));
    table.Add({.title = "player", .json = "player", .name = true},
              PlayerCell(summary, row.player));
    AddNames("player", "alias", summary, row.player, table);
    table.Add({.key = "variants"}, CountCell(row.variants));
    const Cell score =
        number(FormatShareInterval(row.score, row.score_error, 1), row.score);
    table.Add({.title = "mean score",
               .text = "mean score\n+- 95 %",
               .shares_error = true},
              score);
    table.Add({.title = "mean rank", .key = "mean_rank", .text = "mean\nrank"},
              number(FormatFixed(row.mean_rank, 1), row.mean_rank));
    table.Add({.title = "first in", .text = "first\nin"},
              row.variants == 0 ? Cell{} : CountCell(row.best));
    table.Add({.key = "first_in"}, CountCell(row.best));
    table.Add({.key = "score"}, score);
    table.Add({.key = "score_error"}, number("", row.score_error));
    AddElo(kRatingNames, row.rating, table);
    table.Add({.html = "rating", .json = "rating", .optional = true},
              EloCell(row.rating, FormatElo(row.rating, 0)));
    for (size_t v = 0; v < row.scores.size(); ++v) {
      const std::string& name = summary.variants[v].name;
      table.Add({.title = name, .text = WrappedHead(name)},
                ShareCell(row.scores[v]));
      scores[name] = NumberJson(row.scores[v]);
    }
    table.Add({.json = "scores"}, {.data = std::move(scores)});
  }
  return table;
}

std::string OverallCsv(const Summary& summary) {
  return CsvTable(OverallTable(summary));
}

std::string PairsCsv(const Summary& summary) {
  Table table;
  for (const VariantSummary& variant : summary.variants) {
    AddPairRows(summary, variant, table);
  }
  return CsvTable(table);
}

std::string CsvReport(const Summary& summary) {
  Table table;
  for (const VariantSummary& variant : summary.variants) {
    for (const PlayerRow& row : variant.players) {
      AddRanking(summary, variant, row, table);
    }
  }
  return CsvTable(table);
}

}  // namespace boardwalk::report
