// Tables of plain text, for terminals.
//
// Example:
//
//   Table table({{.title = "player", .wrap = 24, .repeated = true},
//                {.title = "score", .right = true}});
//   table.AddRow({"mcts", "63.5 %"});
//   std::cout << table.Print(100);

#ifndef BOARDWALK_FRONTENDS_REPORT_TABLE_H_
#define BOARDWALK_FRONTENDS_REPORT_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::report {

// `text` in pieces of at most `width` characters (at least 1), cut after ',',
// ':' or '=', or at a blank, if possible. Never empty.
std::vector<std::string> WrapName(absl::string_view text, size_t width);

// `text` in lines of at most `width` characters, broken at blanks if possible;
// all lines but the first begin with `indent`.
std::string WrapText(absl::string_view text, size_t width,
                     absl::string_view indent);

class Table {
 public:
  struct Column {
    std::string title;  // may have several lines, split at '\n'
    bool right = false;
    // Longer cells are wrapped; 0 for no limit.
    size_t wrap = 0;
    // A table that is too wide is printed in parts, one below the other. These
    // columns come first in each part.
    bool repeated = false;
    // A new part of such a table begins with this column.
    bool begins_part = false;
    // Says nothing where all rows have the same; see DropEmptyColumns.
    bool only_if_differs = false;
  };

  explicit Table(std::vector<Column> columns);

  // Cells may have several lines, split at '\n'. REQUIRES: one per column.
  void AddRow(const std::vector<std::string>& cells);
  // Removes every column in which all cells are "-" or empty, and those that
  // are only_if_differs if all cells are the same.
  void DropEmptyColumns();

  // The width of a line with all columns.
  size_t Width() const;

  // Lines of at most `width` characters, provided that each column fits next to
  // the repeated ones. They end with '\n', begin with two blanks and have no
  // trailing blanks.
  std::string Print(size_t width) const;

 private:
  using Cell = std::vector<std::string>;  // lines

  std::vector<size_t> Widths() const;
  // Prints `columns` of a row.
  void PrintRow(const std::vector<Cell>& row,
                const std::vector<size_t>& columns,
                const std::vector<size_t>& widths, std::string& text) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;  // the titles first
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_TABLE_H_
