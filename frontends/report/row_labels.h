// Rows of a picture with a name before each, a player's with its sign.

#ifndef BOARDWALK_FRONTENDS_REPORT_ROW_LABELS_H_
#define BOARDWALK_FRONTENDS_REPORT_ROW_LABELS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "frontends/report/svg.h"

namespace boardwalk::report {

struct RowLabel {
  std::string name;
  int player = -1;  // whose sign stands before it
};

// Places rows below each other; long names are broken, and cut where that is
// not enough.
class RowLabels {
 public:
  // The first row begins at `top`; none is lower than `least_height`.
  RowLabels(const std::vector<RowLabel>& labels, double top,
            double least_height);

  void Draw(Svg& svg) const;

  // Where the rows themselves may begin, right of the names.
  double right() const { return right_; }
  double bottom() const { return bottom_; }
  double Middle(size_t row) const { return rows_[row].middle; }

 private:
  struct Row {
    std::vector<std::string> lines;
    int player = -1;
    double middle = 0;
  };
  std::vector<Row> rows_;
  double right_ = 0, bottom_ = 0;
  double text_left_ = 0;
};

// The name in one line of at most `most` characters, cut with "..".
std::string Shortened(const std::string& name, size_t most);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_ROW_LABELS_H_
