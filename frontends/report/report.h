// A summary in the forms that people and programs read.

#ifndef BOARDWALK_FRONTENDS_REPORT_REPORT_H_
#define BOARDWALK_FRONTENDS_REPORT_REPORT_H_

#include <string>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// Per game a ranking and a crosstable with 95 % intervals, then one table
// across games; lines of at most 100 columns where names allow.
std::string TextReport(const Summary& summary);

// A row for each variant and player, with a header row; RFC 4180.
std::string CsvReport(const Summary& summary);

// Everything in the summary, as one object; numbers that mean nothing are null.
std::string JsonReport(const Summary& summary);

// One self-contained page with SVG pictures: ratings with error bars per game,
// crosstable heat map, score against time per move, game lengths, how games
// ended, time and nodes per move. Light and dark; no script; nothing is loaded
// from elsewhere.
std::string HtmlReport(const Summary& summary);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_REPORT_H_
