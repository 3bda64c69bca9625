#include "frontends/report/table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_split.h"

namespace boardwalk::report {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kColumnGap = 2;

// Where to cut `text`, which is longer than `width`: after a parameter if that
// leaves a third of the line or more, else before a value.
size_t CutAt(absl::string_view text, size_t width) {
  for (const absl::string_view breaks : {",: ", "="}) {
    for (size_t at = width; at > width / 3; --at) {
      if (text[at] == ' ' ||
          breaks.find(text[at - 1]) != absl::string_view::npos) {
        return at;
      }
    }
  }
  return width;
}

std::vector<std::string> Lines(absl::string_view text, size_t wrap) {
  std::vector<std::string> lines;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (wrap == 0) {
      lines.emplace_back(line);
      continue;
    }
    for (std::string& piece : WrapName(line, wrap)) {
      lines.push_back(std::move(piece));
    }
  }
  return lines;
}

}  // namespace

std::vector<std::string> WrapName(absl::string_view text, size_t width) {
  width = std::max<size_t>(width, 1);
  std::vector<std::string> pieces;
  while (text.size() > width) {
    const size_t cut = CutAt(text, width);
    pieces.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    if (text[0] == ' ') text.remove_prefix(1);
  }
  pieces.emplace_back(text);
  return pieces;
}

std::string WrapText(absl::string_view text, size_t width,
                     absl::string_view indent) {
  std::string wrapped;
  size_t column = 0;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > width) {
      wrapped += '\n';
      wrapped.append(indent.data(), indent.size());
      column = indent.size();
    } else if (column > 0) {
      wrapped += ' ';
      ++column;
    }
    wrapped.append(word.data(), word.size());
    column += word.size();
  }
  return wrapped;
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  std::vector<Cell> titles;
  for (const Column& column : columns_) {
    titles.push_back(Lines(column.title, column.wrap));
  }
  rows_.push_back(std::move(titles));
}

void Table::AddRow(const std::vector<std::string>& cells) {
  std::vector<Cell> row;
  for (size_t i = 0; i < columns_.size(); ++i) {
    row.push_back(Lines(cells[i], columns_[i].wrap));
  }
  rows_.push_back(std::move(row));
}

void Table::DropEmptyColumns() {
  for (size_t column = columns_.size(); column-- > 0;) {
    const auto says_nothing = [column](const std::vector<Cell>& row) {
      const Cell& cell = row[column];
      return cell.size() == 1 && (cell[0].empty() || cell[0] == "-");
    };
    const auto is_same = [this, column](const std::vector<Cell>& row) {
      return columns_[column].only_if_differs &&
             row[column] == rows_[1][column];
    };
    if (!std::all_of(rows_.begin() + 1, rows_.end(), says_nothing) &&
        !std::all_of(rows_.begin() + 1, rows_.end(), is_same)) {
      continue;
    }
    const auto at = static_cast<std::ptrdiff_t>(column);
    columns_.erase(columns_.begin() + at);
    for (std::vector<Cell>& row : rows_) row.erase(row.begin() + at);
  }
}

std::vector<size_t> Table::Widths() const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const std::vector<Cell>& row : rows_) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      for (const std::string& line : row[i]) {
        widths[i] = std::max(widths[i], line.size());
      }
    }
  }
  return widths;
}

size_t Table::Width() const {
  size_t width = kIndent;
  for (const size_t column : Widths()) width += column + kColumnGap;
  return columns_.empty() ? kIndent : width - kColumnGap;
}

void Table::PrintRow(const std::vector<Cell>& row,
                     const std::vector<size_t>& columns,
                     const std::vector<size_t>& widths,
                     std::string& text) const {
  size_t height = 0;
  for (const size_t column : columns) {
    height = std::max(height, row[column].size());
  }
  for (size_t i = 0; i < height; ++i) {
    std::string line;
    size_t start = kIndent;
    for (const size_t column : columns) {
      const std::string cell = i < row[column].size() ? row[column][i] : "";
      const size_t before =
          columns_[column].right ? widths[column] - cell.size() : 0;
      if (!cell.empty()) {
        line.resize(start + before, ' ');
        line += cell;
      }
      start += widths[column] + kColumnGap;
    }
    text += line;
    text += '\n';
  }
}

std::string Table::Print(size_t width) const {
  const std::vector<size_t> widths = Widths();
  std::vector<size_t> repeated;
  size_t start = kIndent;
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].repeated) continue;
    repeated.push_back(i);
    start += widths[i] + kColumnGap;
  }
  const bool fits = Width() <= width;
  std::vector<std::vector<size_t>> parts = {repeated};
  size_t end = start;
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].repeated) continue;
    const bool full = end + widths[i] > width || columns_[i].begins_part;
    if (!fits && full && parts.back().size() > repeated.size()) {
      parts.push_back(repeated);
      end = start;
    }
    parts.back().push_back(i);
    end += widths[i] + kColumnGap;
  }
  std::string text;
  for (const std::vector<size_t>& part : parts) {
    if (!text.empty()) text += '\n';
    for (const std::vector<Cell>& row : rows_) {
      PrintRow(row, part, widths, text);
    }
  }
  return text;
}

}  // namespace boardwalk::report
