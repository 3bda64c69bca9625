// The tables of the page.

#ifndef BOARDWALK_FRONTENDS_REPORT_HTML_TABLES_H_
#define BOARDWALK_FRONTENDS_REPORT_HTML_TABLES_H_

#include <string>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// Everything about the players of a variant, best first; columns in which there
// is nothing are left out.
std::string RankingHtml(const Summary& summary, const VariantSummary& variant);

// Elo and pairs of every two players.
std::string PairsHtml(const Summary& summary, const VariantSummary& variant);

// Players over all variants.
std::string OverallHtml(const Summary& summary);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_HTML_TABLES_H_
