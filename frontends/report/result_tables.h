// The tables of a report, each declared once for all its forms.
//
// Example, given `const Summary& summary`:
//
//   std::cout << HtmlTable(OverallTable(summary), "Players over all games");

#ifndef BOARDWALK_FRONTENDS_REPORT_RESULT_TABLES_H_
#define BOARDWALK_FRONTENDS_REPORT_RESULT_TABLES_H_

#include "frontends/report/comparison_summary.h"
#include "frontends/report/printable_table.h"

namespace boardwalk::report {

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

#endif  // BOARDWALK_FRONTENDS_REPORT_RESULT_TABLES_H_
