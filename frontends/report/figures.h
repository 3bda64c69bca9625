// The figures of a report: pictures with their captions and the numbers that
// they are drawn from, for a page and for a paper.
//
// Example, given `const Summary& summary`:
//
//   for (const Figure& figure : OverallFigures(summary)) {
//     std::cout << figure.caption << '\n' << CsvTable(figure.points);
//   }

#pragma once

#include <string>
#include <vector>

#include "frontends/report/comparison_summary.h"
#include "frontends/report/printable_table.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {

struct Figure {
  std::string name;  // of its files: "strength-time"
  std::string caption;
  std::string note = {};  // what the picture does not say; may be empty
  Svg picture;
  Table points;       // titles for CSV only
  bool wide = false;  // takes the whole width of a page
};

// Those over all games; none of a single one.
std::vector<Figure> OverallFigures(const Summary& summary);
// Those of a game. None without games.
std::vector<Figure> VariantFigures(const Summary& summary,
                                   const VariantSummary& variant);

}  // namespace boardwalk::report
