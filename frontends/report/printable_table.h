// A table that is declared once and printed in six forms: text for a terminal,
// HTML, Markdown, LaTeX, CSV and JSON.
//
// Example, given `const std::vector<std::pair<std::string, int64_t>>& wins`:
//
//   Table table;
//   for (const auto& [player, count] : wins) {
//     table.BeginRow();
//     table.Add({.title = "player", .key = "player", .name = true},
//               TextCell(player));
//     table.Add({.title = "won", .key = "wins"}, CountCell(count));
//   }
//   std::cout << TextTable(table, 80, {20}) << JsonTable(table);

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/json.h"

namespace boardwalk::report {

// Null for a number that is unset or not finite.
Json NumberJson(const std::optional<double>& number);

// A column. A form in which it has no title leaves it out. The order of the
// columns is that of all forms.
struct Column {
  std::string title = {};  // in text and HTML
  std::string key = {};    // in CSV and JSON
  // The title in a single form, instead of the above.
  std::optional<std::string> text = {};  // several lines are split at '\n'
  std::optional<std::string> html = {}, csv = {}, json = {};
  // Names head the rows: in a terminal they are aligned left, wrapped if they
  // are long and repeated (see below); on a page the first one stays in sight.
  bool name = false;
  // Text and HTML leave the column out if all its cells are "-" or empty, ...
  bool optional = false;
  // ... or if all its cells are the same.
  bool only_if_differs = false;

  // For terminals only:
  bool left = false;  // aligned left, not right
  // A table that is too wide is printed in parts, one below the other. These
  // columns come first in each part; a new part begins with those.
  bool repeated = false;
  bool begins_part = false;
  // If all cells are numbers with the same error ("+12 +- 34"), the title has
  // the error as its last line and the cells only the numbers.
  bool shares_error = false;
};

// A cell for people and for programs.
struct Cell {
  // For a terminal: plain text; several lines are split at '\n'. On a page it
  // gets typographic signs.
  std::string text = "-";
  // For CSV and JSON. CSV prints null as an empty field. REQUIRES: a number, a
  // string or null if the column is in CSV.
  Json data = nullptr;
  // The number by which a page sorts the rows; the text if it is unset.
  std::optional<double> sort_key = {};
  // Replaces `text` on a page. It is not escaped.
  std::optional<std::string> html = {};
  std::string attributes = {};  // of the element on a page: " class=\"bad\""
  int player = -1;              // whose marker stands before it on a page
};

Cell TextCell(const std::string& text);
Cell CountCell(int64_t count);
// A count that should be 0.
Cell FaultCell(int64_t count);
// `text` is the number as number_text.h writes it.
Cell NumberCell(const std::string& text, const std::optional<double>& number);

class Table {
 public:
  // Begins the next row, to which Add appends cells. Each row has the columns
  // of the first one, in the same order.
  void BeginRow() { rows_.emplace_back(); }
  void Add(const Column& column, Cell cell);

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<Cell>>& rows() const { return rows_; }

  // Whether text and HTML leave this column out although it has a title.
  bool LeavesOut(size_t column) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Lines of at most `width` characters, provided that each column fits next to
// the repeated ones. They end with '\n', begin with two blanks and have no
// trailing blanks. Names are wrapped at the first of `name_widths` with which
// the table fits, else at the last. REQUIRES: `name_widths` is not empty.
std::string TextTable(const Table& table, size_t width,
                      const std::vector<size_t>& name_widths);

// A <table> that the script of the page sorts. `caption` is for screen readers.
std::string HtmlTable(const Table& table, const std::string& caption);

// The columns of a terminal as a table for a paper, with a caption of plain
// text. Markdown is that of GitHub and pandoc.
std::string MarkdownTable(const Table& table, const std::string& caption);
// A float that needs the packages booktabs and graphicx. `label` names it for
// \ref: letters, digits, '-' and ':'. A table that is too wide is scaled down.
std::string LatexTable(const Table& table, const std::string& caption,
                       const std::string& label);

// The tables of a paper, one below the other.
enum class PaperForm { kMarkdown, kLatex };
class Paper {
 public:
  explicit Paper(PaperForm form) : form_(form) {}

  // Adds nothing for a table without rows.
  void Add(const Table& table, const std::string& caption);
  std::string Finish() const;

 private:
  PaperForm form_;
  int tables_ = 0;
  std::string text_;
};

// `text` for these forms: whatever would be a command is escaped. Without T1
// fonts LaTeX has only ASCII, so it gets '?' for other letters.
std::string EscapeMarkdown(absl::string_view text);
std::string EscapeLatex(absl::string_view text);

// A header row and the rows; RFC 4180.
std::string CsvTable(const Table& table);

// An array with an object for each row.
Json JsonTable(const Table& table);

}  // namespace boardwalk::report
