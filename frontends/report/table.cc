#include "frontends/report/table.h"

#include <algorithm>
#include <utility>

namespace boardwalk::report {
namespace {

std::string Padded(const std::string& text, size_t width, Table::Side side) {
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return side == Table::kLeft ? text + blanks : blanks + text;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::Add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::Text() const {
  std::vector<size_t> widths;  // 0 for a column that is left out
  for (size_t i = 0; i < columns_.size(); ++i) {
    size_t width = 0;
    for (const auto& row : rows_) width = std::max(width, row[i].size());
    if (width > 0) width = std::max(width, columns_[i].title.size());
    widths.push_back(width);
  }
  const auto line = [&](auto&& cell) {
    std::string text = " ";
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] > 0) {
        text += (i == 0 ? " " : "  ") +
                Padded(cell(i), widths[i], columns_[i].side);
      }
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = line([&](size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) {
    text += line([&](size_t i) { return row[i]; });
  }
  return text;
}

}  // namespace boardwalk::report
