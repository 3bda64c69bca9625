// TextReport: tables for a terminal.

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/record.h"
#include "framework/text.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/format.h"
#include "frontends/report/report.h"
#include "frontends/report/table.h"
#include "frontends/report/verdict.h"
#include "frontends/report/wording.h"

namespace boardwalk::report {
namespace {

constexpr size_t kWidth = 100;
// Names of players are wrapped at the largest of these widths with which the
// table fits.
constexpr std::array<size_t, 5> kNameWidths = {32, 26, 20, 16, 12};
// Names above columns of numbers are wrapped at this width.
constexpr size_t kHeadWidth = 12;
// More pairs of players are only in the other forms of the report.
constexpr size_t kMaxPairs = 15;

// The widest table that fits.
std::string Fit(const std::function<Table(size_t name_width)>& make) {
  for (const size_t width : kNameWidths) {
    const Table table = make(width);
    if (table.Width() <= kWidth) return table.Print(kWidth);
  }
  return make(kNameWidths.back()).Print(kWidth);
}

void AppendWarningText(const std::vector<std::string>& warnings,
                       std::string& text) {
  for (const std::string& warning : warnings) {
    absl::StrAppend(&text, "  ! ", WrapText(warning, kWidth - 4, "    "), "\n");
  }
}

void AppendParagraph(const std::string& sentence, std::string& text) {
  absl::StrAppend(&text, "  ", WrapText(sentence, kWidth - 2, "  "), "\n");
}

// "adjudicated 3 (repetition 2, ply-limit 1)".
std::string OfWhich(const char* what, int64_t count,
                    const std::vector<Termination>& terminations,
                    const VariantSummary& variant) {
  std::vector<std::string> parts;
  for (const Termination termination : terminations) {
    const int64_t games =
        variant.terminations[static_cast<size_t>(termination)];
    if (games > 0)
      parts.push_back(absl::StrCat(TerminationName(termination), " ", games));
  }
  return absl::StrCat(
      what, " ", count,
      parts.empty() ? "" : absl::StrCat(" (", absl::StrJoin(parts, ", "), ")"));
}

void AppendVerdicts(const std::vector<std::string>& sentences,
                    std::string& text) {
  for (const std::string& sentence : sentences) {
    absl::StrAppend(&text, "  * ", WrapText(sentence, kWidth - 4, "    "),
                    "\n");
  }
}

// Half of the interval if it is the same for all, as they are printed; then it
// is said once.
std::string CommonError(const VariantSummary& variant) {
  std::string common;
  for (const PlayerRow& row : variant.players) {
    if (row.games == 0) continue;
    if (row.rating.certainty != statistics::Certainty::kInterval) return "";
    const std::string error =
        absl::StrCat("+- ", FormatFixed(row.rating.error, 0));
    if (!common.empty() && error != common) return "";
    if (FormatElo(row.rating, 0) !=
        absl::StrCat(FormatSigned(row.rating.value, 0), " ", error)) {
      return "";
    }
    common = error;
  }
  return common;
}

std::string CommonError(const Summary& summary) {
  std::string common;
  for (const OverallRow& row : summary.overall) {
    if (row.variants == 0) continue;
    const std::string error =
        absl::StrCat("+- ", FormatFixed(100 * row.score_error, 1), " %");
    if (!common.empty() && error != common) return "";
    if (FormatShareInterval(row.score, row.score_error, 1) !=
        absl::StrCat(FormatFixed(100 * row.score, 1), " ", error)) {
      return "";
    }
    common = error;
  }
  return common;
}

// "each player 40", if that is so.
std::string GamesEach(const VariantSummary& variant) {
  for (const PlayerRow& row : variant.players) {
    if (row.games != variant.players.front().games) return "";
  }
  return absl::StrCat(" (each player ", variant.players.front().games, ")");
}

std::string Facts(const VariantSummary& variant) {
  std::vector<std::string> facts = {
      absl::StrCat(Counted(variant.games, "game"), " of ", variant.planned,
                   GamesEach(variant)),
      absl::StrCat(variant.distinct, " different"),
      Counted(variant.blocks, absl::StrCat("whole ", BlockNoun(variant))),
      OpeningsText(variant),
      absl::StrCat("drawn ", variant.draws),
      OfWhich("adjudicated", variant.adjudicated,
              {Termination::kRepetition, Termination::kPlyLimit}, variant),
      OfWhich("forfeits", variant.forfeits,
              {Termination::kIllegalMove, Termination::kTimeForfeit,
               Termination::kFailure, Termination::kCrash, Termination::kStall,
               Termination::kNonsense},
              variant)};
  return absl::StrJoin(facts, ", ");
}

Table RankingTable(const Summary& summary, const VariantSummary& variant,
                   size_t name_width) {
  const std::string error = CommonError(variant);
  Table table(
      {{.title = "#", .right = true, .repeated = true},
       {.title = "player", .wrap = name_width, .repeated = true},
       {.title = absl::StrCat("rating\n", error.empty() ? "+- 95 %" : error)},
       {.title = "score", .right = true},
       {.title = "games", .right = true, .only_if_differs = true},
       {.title = "+won =drawn\n-lost"},
       {.title = "adju-\ndic.", .right = true, .only_if_differs = true},
       {.title = "for-\nfeits", .right = true, .only_if_differs = true},
       {.title = "time\n/move", .right = true, .begins_part = true},
       {.title = "nodes\n/move", .right = true},
       {.title = "play-\nouts", .right = true},
       {.title = "depth", .right = true}});
  for (const PlayerRow& row : variant.players) {
    if (row.games == 0) {
      table.AddRow({"-", summary.PlayerName(row.player), "-", "-", "0", "-",
                    "0", "0", "-", "-", "-", "-"});
      continue;
    }
    table.AddRow({absl::StrCat(row.rank), summary.PlayerName(row.player),
                  error.empty() ? FormatElo(row.rating, 0)
                                : FormatSigned(row.rating.value, 0),
                  FormatPercent(row.Share()), absl::StrCat(row.games),
                  FormatResults(row.wins, row.draws, row.losses),
                  absl::StrCat(row.adjudicated), absl::StrCat(row.Forfeits()),
                  row.moves == 0 ? "-" : FormatSeconds(row.seconds),
                  FormatCount(row.nodes), FormatCount(row.playouts),
                  row.depth.has_value() ? FormatFixed(*row.depth, 1) : "-"});
  }
  table.DropEmptyColumns();
  return table;
}

std::string WrappedHead(const std::string& name) {
  return absl::StrJoin(WrapName(name, kHeadWidth), "\n");
}

Table CrossTable(const Summary& summary, const VariantSummary& variant,
                 size_t name_width) {
  std::vector<Table::Column> columns = {
      {.title = "score against", .wrap = name_width, .repeated = true}};
  for (const PlayerRow& row : variant.players) {
    columns.push_back(
        {.title = WrappedHead(summary.PlayerName(row.player)), .right = true});
  }
  Table table(columns);
  for (size_t i = 0; i < variant.players.size(); ++i) {
    std::vector<std::string> cells = {
        summary.PlayerName(variant.players[i].player)};
    for (size_t j = 0; j < variant.players.size(); ++j) {
      const CrossCell& cell = variant.cross[i][j];
      if (i == j || cell.Count() == 0) {
        cells.emplace_back(i == j ? "." : "-");
      } else if (variant.seats == 2) {
        cells.push_back(
            absl::StrCat(FormatPercent(cell.Score()), "\n",
                         FormatResults(cell.ahead, cell.level, cell.behind)));
      } else {
        cells.push_back(
            absl::StrCat(FormatPercent(cell.Score()), "\nof ", cell.Count()));
      }
    }
    table.AddRow(cells);
  }
  return table;
}

Table PairTable(const Summary& summary, const VariantSummary& variant,
                size_t name_width) {
  Table table({{.title = "first", .wrap = name_width, .repeated = true},
               {.title = "second", .wrap = name_width, .repeated = true},
               {.title = "pairs by points\n0 .5 1 1.5 2"},
               {.title = "Elo +- 95 %"},
               {.title = "normalized Elo\n(95 %)"},
               {.title = "superior", .right = true}});
  for (const PairRow& pair : variant.pairs) {
    table.AddRow(
        {summary.PlayerName(pair.first), summary.PlayerName(pair.second),
         absl::StrJoin(pair.pairs.counts, " "), FormatElo(pair.elo, 1),
         FormatEloEnds(pair.normalized_elo),
         pair.pairs.Total() == 0 ? "-" : FormatSuperiority(pair.superiority)});
  }
  return table;
}

void AppendVariant(const Summary& summary, const VariantSummary& variant,
                   std::string& text) {
  absl::StrAppend(&text, "\n", variant.name, " (", variant.seats,
                  " seats; equals score ", FormatPercent(1.0 / variant.seats),
                  ")\n");
  if (variant.games == 0) return AppendWarningText(variant.warnings, text);
  AppendParagraph(Facts(variant), text);
  AppendParagraph(
      absl::StrCat("length ", variant.lengths.min, " to ", variant.lengths.max,
                   " plies, median ", variant.lengths.median, ", mean ",
                   FormatFixed(variant.lengths.mean, 1)),
      text);
  if (const std::string note = ScoresOfMany(variant); !note.empty()) {
    AppendParagraph(note, text);
  }
  AppendWarningText(variant.warnings, text);
  AppendVerdicts(VerdictSentences(summary, variant), text);
  if (const std::string seats = SeatSentence(variant); !seats.empty()) {
    AppendVerdicts({seats}, text);
  }
  const auto append =
      [&](Table (*make)(const Summary&, const VariantSummary&, size_t)) {
        absl::StrAppend(&text, "\n", Fit([&](size_t name_width) {
          return make(summary, variant, name_width);
        }));
      };
  append(RankingTable);
  if (variant.players.size() > 1) append(CrossTable);
  if (variant.pairs.empty()) return;
  if (variant.pairs.size() <= kMaxPairs) return append(PairTable);
  absl::StrAppend(&text, "\n");
  AppendParagraph(absl::StrCat("Elo of the ", variant.pairs.size(),
                               " pairs of players: in the JSON and HTML forms "
                               "of this report."),
                  text);
}

Table OverallTable(const Summary& summary, size_t name_width) {
  const std::string error = CommonError(summary);
  std::vector<Table::Column> columns = {
      {.title = "#", .right = true, .repeated = true},
      {.title = "player", .wrap = name_width, .repeated = true},
      {.title = absl::StrCat("mean score\n", error.empty() ? "+- 95 %" : error),
       .right = true},
      {.title = "mean\nrank", .right = true},
      {.title = "first\nin", .right = true}};
  for (const VariantSummary& variant : summary.variants) {
    columns.push_back({.title = WrappedHead(variant.name), .right = true});
  }
  Table table(columns);
  int number = 0;
  for (const OverallRow& row : summary.overall) {
    const bool any = row.variants > 0;
    ++number;
    std::vector<std::string> cells = {
        absl::StrCat(number), summary.PlayerName(row.player),
        !any            ? "-"
        : error.empty() ? FormatShareInterval(row.score, row.score_error, 1)
                        : FormatPercent(row.score),
        any ? FormatFixed(row.mean_rank, 1) : "-",
        any ? absl::StrCat(row.best) : "-"};
    for (const std::optional<double>& score : row.scores) {
      cells.push_back(FormatPercent(score));
    }
    table.AddRow(cells);
  }
  return table;
}

void AppendSprtText(const Summary& summary, std::string& text) {
  const SprtSummary& sprt = *summary.sprt;
  const statistics::SprtState& state = sprt.test.state();
  const statistics::PairCounts& pairs = sprt.test.pairs();
  absl::StrAppend(&text, "\nSequential test\n");
  AppendParagraph(VerdictSentence(summary), text);
  AppendParagraph(
      absl::StrCat("LLR ", FormatSigned(state.llr, 2), " between ",
                   FormatSigned(state.lower, 2), " (no) and ",
                   FormatSigned(state.upper, 2), " (yes) after ",
                   Counted(pairs.Total(), "pair"), ", by points 0 .5 1 1.5 2: ",
                   absl::StrJoin(pairs.counts, " ")),
      text);
  AppendParagraph(
      absl::StrCat("Elo ", FormatElo(sprt.elo, 1), ", normalized Elo ",
                   FormatEloEnds(sprt.normalized_elo), ", superior with ",
                   FormatSuperiority(sprt.superiority)),
      text);
  if (const int64_t later = sprt.test.later_pairs(); later > 0) {
    AppendParagraph(absl::StrCat(Counted(later, "pair"),
                                 " after the end of the test: not in it."),
                    text);
  }
}

}  // namespace

std::string TextReport(const Summary& summary) {
  std::string text = absl::StrCat(
      Counted(static_cast<int64_t>(summary.configuration.players.size()),
              "player"),
      ": ", Counted(summary.games, "game"), " of ", summary.planned,
      " played by boardwalk ", summary.program_version, "\n");
  std::vector<std::string> settings;
  for (const auto& [name, value] : DescribeSettings(summary.configuration)) {
    settings.push_back(absl::StrCat(name, " ", value));
  }
  AppendParagraph(absl::StrJoin(settings, "; "), text);
  if (!summary.origins.empty()) {
    AppendParagraph(absl::StrCat("played by ", DescribeOrigins(summary)), text);
  }
  AppendWarningText(summary.warnings, text);
  if (summary.sprt.has_value()) AppendSprtText(summary, text);
  for (const VariantSummary& variant : summary.variants) {
    AppendVariant(summary, variant, text);
  }
  if (summary.variants.size() > 1) {
    text += "\nAll games, each counting the same\n";
    AppendParagraph(OverallNote(), text);
    AppendVerdicts(OverallSentences(summary), text);
    absl::StrAppend(&text, "\n", Fit([&](size_t name_width) {
      return OverallTable(summary, name_width);
    }));
  }
  const auto notes = ReadingNotes(summary);
  if (!notes.empty()) text += "\nHow to read this\n";
  for (const auto& [title, note] : notes) {
    AppendParagraph(absl::StrCat(title, ": ", note), text);
  }
  return text;
}

}  // namespace boardwalk::report
