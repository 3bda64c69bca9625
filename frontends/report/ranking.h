// Who is better, from ratings of which some are only bounds.

#ifndef BOARDWALK_FRONTENDS_REPORT_RANKING_H_
#define BOARDWALK_FRONTENDS_REPORT_RANKING_H_

#include <vector>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// Sorts `rows` best first and sets their ranks. Players without bound stand
// between those above and those below all others, each by rating; those that
// nothing compares come last. Equal ratings go by the share of points, then by
// the configuration's order, and have the same rank where both are equal.
void Rank(std::vector<PlayerRow>& rows);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_RANKING_H_
