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

// `text` in pieces of at most `width` characters (at least 1), cut behind ','
// or
// ':', or '=', or in place of a blank where it can be. Never empty.
std::vector<std::string> WrapName(absl::string_view text, size_t width);

// `text` in lines of at most `width` characters, broken at blanks where it can
// be; lines but the first begin with `indent`.
std::string WrapText(absl::string_view text, size_t width,
                     absl::string_view indent);

class Table {
 public:
  struct Column {
    std::string title;  // may have several lines, split at '\n'
    bool right = false;
    // Longer cells are broken into lines; 0 for no bound.
    size_t wrap = 0;
    // In a table too wide for its lines, which is printed in parts side by side
    // one below the other, this column begins each part.
    bool repeated = false;
    // Such a table goes on with this column in a new part.
    bool begins_part = false;
  };

  explicit Table(std::vector<Column> columns);

  // Cells may have several lines, split at '\n'. REQUIRES: one a column.
  void AddRow(const std::vector<std::string>& cells);
  // Leaves out every column in which all cells are "-" or empty.
  void DropEmptyColumns();

  // Of a line that holds all columns.
  size_t Width() const;

  // Lines ended by '\n', without blanks at their ends, of at most `width`
  // characters where one column beside the repeated ones fits; each begins with
  // two blanks.
  std::string Print(size_t width) const;

 private:
  using Cell = std::vector<std::string>;  // lines

  // Of each column.
  std::vector<size_t> Widths() const;
  // `columns` of a row, as many lines as its highest cell has.
  void PrintRow(const std::vector<Cell>& row,
                const std::vector<size_t>& columns,
                const std::vector<size_t>& widths, std::string& text) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;  // the titles first
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_TABLE_H_
