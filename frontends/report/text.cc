// The report for a terminal.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "frontends/report/numbers.h"
#include "frontends/report/report.h"
#include "frontends/report/table.h"

namespace boardwalk::report {
namespace {

using statistics::SprtVerdict;

// A player's letter in tables where its name would be too long.
std::string Letter(size_t place) {
  std::string letters;
  for (size_t i = place + 1; i > 0; i = (i - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (i - 1) % 26));
  }
  return letters;
}

std::string WarningLines(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) {
    absl::StrAppend(&text, "  ! ", warning, "\n");
  }
  return text;
}

std::string Heading(const VariantSummary& variant) {
  std::string text =
      absl::StrCat(variant.name, ": ", Counted(variant.games, "game"));
  if (variant.games == 0) return text + "\n";
  absl::StrAppend(&text, " (", GroupedText(variant.distinct), " different) in ",
                  Counted(variant.blocks, "block"), "; ",
                  GroupedText(variant.draws), " drawn by the rules, ",
                  GroupedText(variant.adjudicated), " adjudicated, ",
                  GroupedText(variant.forfeits), " forfeited; ",
                  variant.lengths.min, " to ", variant.lengths.max,
                  " plies, half of them up to ", variant.lengths.median, "\n");
  return text;
}

std::string CountOrNothing(int64_t count) {
  return count > 0 ? GroupedText(count) : "";
}

std::string Ranking(const Summary& summary, const VariantSummary& variant) {
  const auto left = Table::kLeft;
  Table table({{"", left},
               {"player", left},
               {"rating"},
               {"+-"},
               {"score%"},
               {"games"},
               {"+"},
               {"="},
               {"-"},
               {"forfeits"},
               {"time/move"},
               {"nodes"},
               {"playouts"},
               {"depth"}});
  for (size_t i = 0; i < variant.players.size(); ++i) {
    const PlayerRow& row = variant.players[i];
    const auto games = static_cast<double>(row.games);
    table.Add({Letter(i), summary.configuration.players[row.player],
               EloText(row.rating), ErrorText(row.rating),
               row.games > 0 ? PercentText(row.points / games) : "-",
               GroupedText(row.games), GroupedText(row.wins),
               GroupedText(row.draws), GroupedText(row.losses),
               CountOrNothing(row.illegal_moves + row.overruns + row.failures),
               row.moves > 0 ? SecondsText(row.seconds) : "",
               ShortText(row.nodes), ShortText(row.playouts),
               row.depth ? absl::StrFormat("%.1f", *row.depth) : ""});
  }
  return table.Text();
}

// The score of each row against each column.
std::string Crosstable(const Summary& summary, const VariantSummary& variant) {
  std::vector<Table::Column> columns = {{"", Table::kLeft}};
  for (size_t i = 0; i < variant.players.size(); ++i) {
    columns.push_back({Letter(i), Table::kRight});
  }
  columns.push_back({absl::StrCat("score% of the row against the column",
                                  variant.seats > 2 ? ", pair by pair" : ""),
                     Table::kLeft});
  Table table(columns);
  for (size_t i = 0; i < variant.players.size(); ++i) {
    std::vector<std::string> cells = {Letter(i)};
    for (size_t j = 0; j < variant.players.size(); ++j) {
      const CrossCell& cell = variant.cross[i][j];
      cells.push_back(i == j            ? "."
                      : cell.games == 0 ? "-"
                                        : PercentText(cell.score));
    }
    cells.push_back(summary.configuration.players[variant.players[i].player]);
    table.Add(cells);
  }
  return table.Text();
}

std::string Pairs(const Summary& summary, const VariantSummary& variant) {
  Table table({{"pairs of games with seats swapped", Table::kLeft},
               {"pairs"},
               {"LL LD = WD WW", Table::kLeft},
               {"Elo", Table::kLeft},
               {"nElo", Table::kLeft},
               {"LOS%"}});
  const auto& names = summary.configuration.players;
  for (const PairRow& row : variant.pairs) {
    table.Add({absl::StrCat(names[row.first], " - ", names[row.second]),
               GroupedText(row.pairs.Total()),
               absl::StrJoin(row.pairs.counts, " "), EloWithError(row.elo),
               EloWithError(row.normalized_elo),
               row.pairs.Total() > 0 ? PercentText(row.superiority) : "-"});
  }
  return table.Text();
}

std::string VariantText(const Summary& summary, const VariantSummary& variant) {
  std::string text = Heading(variant);
  absl::StrAppend(&text, WarningLines(variant.warnings));
  if (variant.games == 0) return text;
  absl::StrAppend(&text, "\n", Ranking(summary, variant));
  if (summary.configuration.players.size() > 2) {
    absl::StrAppend(&text, "\n", Crosstable(summary, variant));
  }
  if (!variant.pairs.empty()) {
    absl::StrAppend(&text, "\n", Pairs(summary, variant));
  }
  return text;
}

std::string Across(const Summary& summary) {
  std::vector<Table::Column> columns = {
      {"player", Table::kLeft}, {"score%"}, {"+-"}, {"mean rank"}, {"best in"}};
  for (const VariantSummary& variant : summary.variants) {
    columns.push_back({variant.name, Table::kRight});
  }
  Table table(columns);
  for (const OverallRow& row : summary.overall) {
    std::vector<std::string> cells = {
        summary.configuration.players[row.player]};
    if (row.variants == 0) {
      cells.insert(cells.end(), {"-", "", "", ""});
    } else {
      cells.insert(
          cells.end(),
          {PercentText(row.score), PercentText(row.score_error),
           absl::StrFormat("%.2f", row.mean_rank), absl::StrCat(row.best)});
    }
    for (const VariantSummary& variant : summary.variants) {
      const auto player = std::find_if(
          variant.players.begin(), variant.players.end(),
          [&](const PlayerRow& one) { return one.player == row.player; });
      cells.push_back(EloText(player->rating));
    }
    table.Add(cells);
  }
  return "All games, each counting the same; ratings by game\n\n" +
         table.Text();
}

std::string SprtText(const Summary& summary) {
  const statistics::SprtState& state = *summary.sprt;
  const compare::SprtQuestion& question = *summary.configuration.sprt;
  const auto& names = summary.configuration.players;
  const char* unit = question.normalized ? "normalized Elo" : "Elo";
  std::string verdict = "undecided: play more games";
  if (state.verdict == SprtVerdict::kAcceptH1) {
    verdict = absl::StrCat("yes: rather ", question.elo1, " than ",
                           question.elo0, " ", unit, " better");
  } else if (state.verdict == SprtVerdict::kAcceptH0) {
    verdict = absl::StrCat("no: rather ", question.elo0, " than ",
                           question.elo1, " ", unit, " better");
  }
  return absl::StrFormat(
      "Is %s better than %s?\n  %s\n  LLR %.2f of %.2f to %.2f; H0: %g, H1: "
      "%g %s, alpha %g, beta %g\n\n",
      names[0], names[1], verdict, state.llr, state.lower, state.upper,
      question.elo0, question.elo1, unit, question.alpha, question.beta);
}

}  // namespace

std::string TextReport(const Summary& summary) {
  std::string text;
  if (summary.sprt) absl::StrAppend(&text, SprtText(summary));
  for (const VariantSummary& variant : summary.variants) {
    absl::StrAppend(&text, VariantText(summary, variant), "\n");
  }
  if (summary.variants.size() > 1) {
    absl::StrAppend(&text, Across(summary), "\n");
  }
  absl::StrAppend(&text,
                  "Ratings in Elo, mean 0; +- is half of the 95 % "
                  "interval, > and < are bounds of those who won or "
                  "lost everything.\n",
                  WarningLines(summary.warnings));
  return text;
}

}  // namespace boardwalk::report
