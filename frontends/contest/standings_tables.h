// The tables of a tournament, each declared once for all forms of its
// standings.

#ifndef BOARDWALK_FRONTENDS_CONTEST_STANDINGS_TABLES_H_
#define BOARDWALK_FRONTENDS_CONTEST_STANDINGS_TABLES_H_

#include "frontends/contest/standings.h"
#include "frontends/report/printable_table.h"

namespace boardwalk::contest {

// The entrants, best first.
report::Table EntrantTable(const Standings& standings);

// The points of each entrant in its games with each other one; on a page they
// link to the games.
report::Table PointsTable(const Standings& standings);

// The numbers of games that every two entrants are planned to have together and
// that each entrant begins.
report::Table MeetingsTable(const Standings& standings);

}  // namespace boardwalk::contest

#endif  // BOARDWALK_FRONTENDS_CONTEST_STANDINGS_TABLES_H_
