// The forms of a report, and its tables, each declared once for all forms.
//
// Example, given `const Summary& summary`:
//
//   std::cout << HtmlTable(OverallTable(summary), "Players over all games");

#pragma once

#include <cstddef>
#include <string>

#include "framework/json.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/printable_table.h"
#include "frontends/report/shown_games.h"

namespace boardwalk::report {

// For each variant a ranking and a crosstable with 95 % intervals, then one
// table over all variants. Lines have at most 100 columns unless names are
// longer.
std::string TextReport(const Summary& summary);

// The tables for a paper, each with a caption that says what its numbers are.
std::string PaperReport(const Summary& summary, PaperForm form);

// A row for each variant and player, with a header row; RFC 4180. Players have
// the names of the configuration, and their aliases in columns of their own.
std::string CsvReport(const Summary& summary);
// The same with a row for each player over all variants, and for every two
// players of a variant for two.
std::string OverallCsv(const Summary& summary);
std::string PairsCsv(const Summary& summary);

// Everything in the summary as one object; unknown numbers are null. Indented
// by `indent` blanks a level, or on one line where that is -1.
std::string JsonReport(const Summary& summary, int indent = 2);
// Its member "sprt": the test, or null.
Json SprtJson(const Summary& summary);

// One self-contained page with SVG pictures: for each variant ratings with
// error bars, the crosstable as a heat map, score against time per move,
// lengths of games, how games ended, time and nodes per move. Light and dark;
// loads nothing. Without scripts everything is there but the games on their
// boards; with them tables can be sorted, too.
std::string HtmlReport(const Summary& summary, const ShownGames& games = {});
// The space that is left for the data of games beside a page without them.
size_t SpaceForGames(const std::string& page);
// The beginning of every such page, by which programs recognize it.
inline constexpr char kHtmlSignature[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\"/>\n<title>";

// The players of a variant, best first.
Table RankingTable(const Summary& summary, const VariantSummary& variant);

// The score of each player against each other one; for terminals. The page has
// a picture of it.
Table CrossTable(const Summary& summary, const VariantSummary& variant);

// Every two players of a variant for two: Elo and pairs.
Table PairTable(const Summary& summary, const VariantSummary& variant);

// The players over all variants, best first.
Table OverallTable(const Summary& summary);

// An estimate as data: {"value", "error", "low", "high"}. A bound has only its
// own end, the other numbers are null.
Json EloJson(const statistics::EloEstimate& elo);

}  // namespace boardwalk::report
