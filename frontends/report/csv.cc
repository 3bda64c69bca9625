// CsvReport: a row for each variant and player.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/report/report.h"
#include "nlohmann/json.hpp"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

// The shortest text that reads back exactly; nothing for nothing.
std::string Number(const std::optional<double>& number) {
  if (!number.has_value() || !std::isfinite(*number)) return "";
  return nlohmann::json(*number).dump();
}

const char* CertaintyName(Certainty certainty) {
  switch (certainty) {
    case Certainty::kInterval:
      return "interval";
    case Certainty::kAtLeast:
      return "at-least";
    case Certainty::kAtMost:
      return "at-most";
    case Certainty::kNone:
      break;
  }
  return "none";
}

// A column: its name, and its cell in a row.
struct Row {
  const Summary& summary;
  const VariantSummary& variant;
  const PlayerRow& player;
};
struct Column {
  const char* name;
  std::string (*cell)(const Row&);
};

std::string Averaged(const Row& row, double number) {
  return row.player.moves == 0 ? "" : Number(number);
}

std::string RatingNumber(const Row& row,
                         double statistics::EloEstimate::*number) {
  return row.player.rating.certainty == Certainty::kInterval
             ? Number(row.player.rating.*number)
             : "";
}

// Bounds stand in the column of the end of the interval that they are.
std::string RatingEnd(const Row& row, Certainty bound,
                      double statistics::EloEstimate::*end) {
  return row.player.rating.certainty == bound ? Number(row.player.rating.*end)
                                              : RatingNumber(row, end);
}

const std::vector<Column>& Columns() {
  static const auto& columns = *new std::vector<Column>{
      {"game", [](const Row& row) { return CsvField(row.variant.name); }},
      {"seats", [](const Row& row) { return absl::StrCat(row.variant.seats); }},
      {"player",
       [](const Row& row) {
         return CsvField(row.summary.configuration
                             .players[static_cast<size_t>(row.player.player)]);
       }},
      {"rank",
       [](const Row& row) {
         return row.player.games == 0 ? "" : absl::StrCat(row.player.rank);
       }},
      {"certainty",
       [](const Row& row) {
         return std::string(CertaintyName(row.player.rating.certainty));
       }},
      {"rating",
       [](const Row& row) {
         return RatingNumber(row, &statistics::EloEstimate::value);
       }},
      {"rating_error",
       [](const Row& row) {
         return RatingNumber(row, &statistics::EloEstimate::error);
       }},
      {"rating_low",
       [](const Row& row) {
         return RatingEnd(row, Certainty::kAtLeast,
                          &statistics::EloEstimate::low);
       }},
      {"rating_high",
       [](const Row& row) {
         return RatingEnd(row, Certainty::kAtMost,
                          &statistics::EloEstimate::high);
       }},
      {"score", [](const Row& row) { return Number(row.player.Share()); }},
      {"points", [](const Row& row) { return Number(row.player.points); }},
      {"expected", [](const Row& row) { return Number(row.player.expected); }},
      {"games", [](const Row& row) { return absl::StrCat(row.player.games); }},
      {"wins", [](const Row& row) { return absl::StrCat(row.player.wins); }},
      {"draws", [](const Row& row) { return absl::StrCat(row.player.draws); }},
      {"losses",
       [](const Row& row) { return absl::StrCat(row.player.losses); }},
      {"adjudicated",
       [](const Row& row) { return absl::StrCat(row.player.adjudicated); }},
      {"illegal_moves",
       [](const Row& row) { return absl::StrCat(row.player.illegal_moves); }},
      {"overruns",
       [](const Row& row) { return absl::StrCat(row.player.overruns); }},
      {"failures",
       [](const Row& row) { return absl::StrCat(row.player.failures); }},
      {"moves", [](const Row& row) { return absl::StrCat(row.player.moves); }},
      {"seconds_per_move",
       [](const Row& row) { return Averaged(row, row.player.seconds); }},
      {"wall_seconds_per_move",
       [](const Row& row) { return Averaged(row, row.player.wall_seconds); }},
      {"max_seconds",
       [](const Row& row) { return Averaged(row, row.player.max_seconds); }},
      {"nodes_per_move",
       [](const Row& row) { return Number(row.player.nodes); }},
      {"playouts_per_move",
       [](const Row& row) { return Number(row.player.playouts); }},
      {"depth", [](const Row& row) { return Number(row.player.depth); }},
      {"variant_games",
       [](const Row& row) { return absl::StrCat(row.variant.games); }},
      {"variant_distinct",
       [](const Row& row) { return absl::StrCat(row.variant.distinct); }},
      {"variant_blocks",
       [](const Row& row) { return absl::StrCat(row.variant.blocks); }},
      {"variant_broken_blocks",
       [](const Row& row) { return absl::StrCat(row.variant.broken_blocks); }},
  };
  return columns;
}

}  // namespace

std::string CsvReport(const Summary& summary) {
  std::string text;
  const auto append_line = [&text](auto&& cell_of) {
    const char* separator = "";
    for (const Column& column : Columns()) {
      absl::StrAppend(&text, separator, cell_of(column));
      separator = ",";
    }
    text += "\r\n";  // as the RFC has it
  };
  append_line([](const Column& column) { return std::string(column.name); });
  for (const VariantSummary& variant : summary.variants) {
    for (const PlayerRow& player : variant.players) {
      const Row row = {summary, variant, player};
      append_line([&row](const Column& column) { return column.cell(row); });
    }
  }
  return text;
}

}  // namespace boardwalk::report
