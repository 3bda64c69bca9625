// Players over several games, each game counting the same.

#ifndef BOARDWALK_FRONTENDS_REPORT_OVERALL_H_
#define BOARDWALK_FRONTENDS_REPORT_OVERALL_H_

#include <vector>

#include "frontends/report/field_score.h"
#include "frontends/report/summary.h"

namespace boardwalk::report {

// A row for each of `players` players, best first; `scores` are those of the
// players in each variant. The interval takes the variants as given: it is
// about more games of the same variants.
std::vector<OverallRow> RankOverall(
    int players, const std::vector<VariantSummary>& variants,
    const std::vector<std::vector<FieldScore>>& scores);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_OVERALL_H_
