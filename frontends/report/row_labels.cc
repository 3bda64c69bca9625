#include "frontends/report/row_labels.h"

#include <algorithm>

#include "frontends/report/table.h"

namespace boardwalk::report {
namespace {

constexpr size_t kMaxLines = 3;
constexpr size_t kLineLength = 22;
constexpr double kLabelHeight = 15;
constexpr double kRowGap = 10;
constexpr double kSignWidth = 18;
constexpr double kGap = 10;

}  // namespace

std::string Shortened(const std::string& name, size_t most) {
  if (name.size() <= most) return name;
  return name.substr(0, most < 2 ? 0 : most - 2) + "..";
}

RowLabels::RowLabels(const std::vector<RowLabel>& labels, double top,
                     double least_height)
    : bottom_(top) {
  double widest = 0;
  for (const RowLabel& label : labels) {
    if (label.player >= 0) text_left_ = kSignWidth;
    Row row;
    row.player = label.player;
    row.lines = WrapName(label.name, kLineLength);
    if (row.lines.size() > kMaxLines) {
      row.lines.resize(kMaxLines);
      row.lines.back() = Shortened(row.lines.back() + "...", kLineLength);
    }
    for (const std::string& line : row.lines) {
      widest = std::max(widest, TextWidth(line));
    }
    const double height = std::max(
        least_height,
        kLabelHeight * static_cast<double>(row.lines.size()) + kRowGap);
    row.middle = bottom_ + height / 2;
    bottom_ += height;
    rows_.push_back(std::move(row));
  }
  right_ = text_left_ + widest + kGap;
}

void RowLabels::Draw(Svg& svg) const {
  for (const Row& row : rows_) {
    if (row.player >= 0) svg.Marker(7, row.middle, row.player);
    const auto lines = static_cast<double>(row.lines.size());
    double y = row.middle - (lines - 1) * kLabelHeight / 2 + 4.5;
    for (const std::string& line : row.lines) {
      svg.Text(text_left_, y, line, "t");
      y += kLabelHeight;
    }
  }
}

}  // namespace boardwalk::report
