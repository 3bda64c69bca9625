#include "frontends/report/printable_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"
#include "frontends/report/svg.h"
#include "frontends/report/wrapped_text.h"

namespace boardwalk::report {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kColumnGap = 2;
constexpr char kPlusMinus[] = " +- ";

using Lines = std::vector<std::string>;

// 0 is no limit.
Lines LinesOf(absl::string_view text, size_t width) {
  Lines lines;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (width == 0) {
      lines.emplace_back(line);
      continue;
    }
    for (std::string& piece : WrapName(line, width)) {
      lines.push_back(std::move(piece));
    }
  }
  return lines;
}

// "+12 +- 34" without " +- 34", and "63.5 +- 4.0 %" as "63.5 %".
std::string WithoutError(const std::string& text) {
  const size_t at = text.find(kPlusMinus);
  if (at == std::string::npos) return text;
  const size_t unit = text.find(' ', at + sizeof(kPlusMinus) - 1);
  return text.substr(0, at) +
         (unit == std::string::npos ? "" : text.substr(unit));
}

std::string HtmlOf(const Column& column, const Cell& cell) {
  if (cell.html.has_value()) return *cell.html;
  return absl::StrCat(
      cell.player < 0 ? "" : MarkerIcon(cell.player),
      column.name ? BreakableName(cell.text) : Pretty(cell.text));
}

std::string KeyAttribute(const Cell& cell) {
  if (!cell.sort_key.has_value() || !std::isfinite(*cell.sort_key)) return "";
  return absl::StrCat(" data-key=\"", ShortestNumber(*cell.sort_key), "\"");
}

std::string CsvOf(const Json& data) {
  if (data.is_null()) return "";
  if (data.is_string()) return CsvField(data.get<std::string>());
  if (data.is_number_float()) return ShortestNumber(data.get<double>());
  return absl::StrCat(data.get<int64_t>());
}

// The title in a form that has `own` of its own and `shared` with another one;
// null if the form does not show the column.
const std::string* TitleIn(const std::optional<std::string>& own,
                           const std::string& shared) {
  if (own.has_value()) return &*own;
  return shared.empty() ? nullptr : &shared;
}
const std::string* TextTitle(const Column& column) {
  return TitleIn(column.text, column.title);
}
const std::string* HtmlTitle(const Column& column) {
  return TitleIn(column.html, column.title);
}
const std::string* CsvTitle(const Column& column) {
  return TitleIn(column.csv, column.key);
}
const std::string* JsonTitle(const Column& column) {
  return TitleIn(column.json, column.key);
}

// " +- 34" if the texts of all cells with a number end so, else "".
std::string CommonError(const Table& table, size_t column) {
  std::string common;
  for (const std::vector<Cell>& row : table.rows()) {
    const std::string& text = row[column].text;
    if (text == "-") continue;
    const size_t at = text.find(kPlusMinus);
    if (at == std::string::npos) return "";
    const std::string error = text.substr(at);
    if (!common.empty() && error != common) return "";
    common = error;
  }
  return common;
}

// A column in a terminal.
struct TextColumn {
  const Column* column;
  std::vector<Lines> cells = {};  // the title first
  size_t width = 0;

  bool repeated() const { return column->repeated || column->name; }
  void Add(absl::string_view text, size_t wrap) {
    cells.push_back(LinesOf(text, wrap));
    for (const std::string& line : cells.back()) {
      width = std::max(width, line.size());
    }
  }
};

std::vector<TextColumn> TextColumns(const Table& table, size_t name_width) {
  std::vector<TextColumn> columns;
  for (size_t i = 0; i < table.columns().size(); ++i) {
    const Column& column = table.columns()[i];
    if (TextTitle(column) == nullptr || table.LeavesOut(i)) continue;
    const size_t wrap = column.name ? name_width : 0;
    const std::string error = column.shares_error ? CommonError(table, i) : "";
    std::string title = *TextTitle(column);
    if (!error.empty()) {
      title = absl::StrCat(title.substr(0, title.find('\n')), "\n",
                           error.substr(1));
    }
    TextColumn& text = columns.emplace_back(TextColumn{&column});
    text.Add(title, wrap);
    for (const std::vector<Cell>& row : table.rows()) {
      text.Add(error.empty() ? row[i].text : WithoutError(row[i].text), wrap);
    }
  }
  return columns;
}

// Columns that are printed side by side.
using Part = std::vector<const TextColumn*>;

size_t WidthOf(const Part& part) {
  size_t width = kIndent;
  for (const TextColumn* column : part) width += column->width + kColumnGap;
  return part.empty() ? kIndent : width - kColumnGap;
}

// A single part if all columns fit.
std::vector<Part> PartsOf(const std::vector<TextColumn>& columns,
                          size_t width) {
  Part all, repeated;
  for (const TextColumn& column : columns) {
    all.push_back(&column);
    if (column.repeated()) repeated.push_back(&column);
  }
  const bool fits = WidthOf(all) <= width;
  std::vector<Part> parts = {repeated};
  for (const TextColumn& column : columns) {
    if (column.repeated()) continue;
    parts.back().push_back(&column);
    const bool begins =
        column.column->begins_part || WidthOf(parts.back()) > width;
    if (fits || !begins || parts.back().size() == repeated.size() + 1) continue;
    parts.back().pop_back();
    parts.push_back(repeated);
    parts.back().push_back(&column);
  }
  return parts;
}

void AppendRow(const Part& part, size_t row, std::string& text) {
  size_t height = 0;
  for (const TextColumn* column : part) {
    height = std::max(height, column->cells[row].size());
  }
  for (size_t i = 0; i < height; ++i) {
    std::string line;
    size_t start = kIndent;
    for (const TextColumn* column : part) {
      const Lines& lines = column->cells[row];
      const std::string cell = i < lines.size() ? lines[i] : "";
      const bool left = column->column->left || column->column->name;
      if (!cell.empty()) {
        line.resize(start + (left ? 0 : column->width - cell.size()), ' ');
        line += cell;
      }
      start += column->width + kColumnGap;
    }
    absl::StrAppend(&text, line, "\n");
  }
}

// The first column of names stays in sight when a table is scrolled.
const char* NameClass(const Table& table, size_t column) {
  if (!table.columns()[column].name) return "";
  const auto begin = table.columns().begin();
  const bool first =
      std::none_of(begin, begin + static_cast<std::ptrdiff_t>(column),
                   [](const Column& other) {
                     return other.name && HtmlTitle(other) != nullptr;
                   });
  return first ? " class=\"name pin\"" : " class=\"name\"";
}

// Titles for a terminal are cut within words; a paper has the whole words.
std::string PaperTitle(const Column& column) {
  const std::string* const text = TextTitle(column);
  return absl::StrReplaceAll(
      column.title.empty() && text != nullptr ? *text : column.title,
      {{"\u00ad", ""}, {"\u00a0", " "}});
}

std::vector<size_t> PaperColumns(const Table& table) {
  std::vector<size_t> columns;
  for (size_t i = 0; i < table.columns().size(); ++i) {
    if (TextTitle(table.columns()[i]) == nullptr || table.LeavesOut(i))
      continue;
    columns.push_back(i);
  }
  return columns;
}

bool StandsLeft(const Column& column) { return column.left || column.name; }

// A line of a cell; numbers in typographic signs.
std::string LatexLine(absl::string_view text) {
  std::string latex;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool number =
        i + 1 < text.size() &&
        absl::ascii_isdigit(static_cast<unsigned char>(text[i + 1]));
    if (text.substr(i, 2) == "+-") {
      latex += "$\\pm$";
      ++i;
    } else if ((text[i] == '-' || text[i] == '+') && number) {
      absl::StrAppend(&latex, "$", text.substr(i, 1), "$");
    } else {
      latex += EscapeLatex(text.substr(i, 1));
    }
  }
  return absl::StrReplaceAll(latex, {{" \\%", "\\,\\%"}});
}

// Lines one below the other.
std::string LatexLines(absl::string_view text, bool left,
                       std::string (*line)(absl::string_view)) {
  std::vector<std::string> lines;
  for (const std::string& piece : LinesOf(text, 0))
    lines.push_back(line(piece));
  if (lines.size() == 1) return lines[0];
  return absl::StrCat("\\shortstack[", left ? "l" : "r", "]{",
                      absl::StrJoin(lines, "\\\\"), "}");
}

size_t WidestLine(absl::string_view text) {
  size_t widest = 0;
  for (const std::string& line : LinesOf(text, 0)) {
    widest = std::max(widest, line.size());
  }
  return widest;
}

std::string LatexOf(const Column& column, const Cell& cell) {
  if (cell.text == "-") return "--";
  return LatexLines(cell.text, StandsLeft(column),
                    column.name ? EscapeLatex : LatexLine);
}

}  // namespace

Json NumberJson(const std::optional<double>& number) {
  return number.has_value() && std::isfinite(*number) ? Json(*number)
                                                      : Json(nullptr);
}

Cell TextCell(const std::string& text) { return {.text = text, .data = text}; }

Cell CountCell(int64_t count) {
  return {.text = absl::StrCat(count),
          .data = count,
          .sort_key = static_cast<double>(count)};
}

Cell FaultCell(int64_t count) {
  Cell cell = CountCell(count);
  if (count > 0) cell.attributes = " class=\"bad\"";
  return cell;
}

Cell NumberCell(const std::string& text, const std::optional<double>& number) {
  return {.text = text, .data = NumberJson(number), .sort_key = number};
}

void Table::Add(const Column& column, Cell cell) {
  if (rows_.size() == 1) columns_.push_back(column);
  rows_.back().push_back(std::move(cell));
}

bool Table::LeavesOut(size_t column) const {
  const auto all = [&](const auto& says) {
    return std::ranges::all_of(
        rows_, [&](const auto& row) { return says(row[column].text); });
  };
  const auto is_empty = [](const std::string& text) {
    return text.empty() || text == "-";
  };
  const auto is_first = [&](const std::string& text) {
    return text == rows_[0][column].text;
  };
  return (columns_[column].optional && all(is_empty)) ||
         (columns_[column].only_if_differs && all(is_first));
}

std::string TextTable(const Table& table, size_t width,
                      const std::vector<size_t>& name_widths) {
  std::vector<TextColumn> columns;
  std::vector<Part> parts;
  for (const size_t name_width : name_widths) {
    columns = TextColumns(table, name_width);
    parts = PartsOf(columns, width);
    if (parts.size() == 1 && WidthOf(parts[0]) <= width) break;
  }
  std::string text;
  for (const Part& part : parts) {
    if (!text.empty()) text += '\n';
    for (size_t row = 0; row <= table.rows().size(); ++row) {
      AppendRow(part, row, text);
    }
  }
  return text;
}

std::string HtmlTable(const Table& table, const std::string& caption) {
  const std::vector<Column>& columns = table.columns();
  std::string html = absl::StrCat(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"",
      EscapeHtml(caption), "\"><table class=\"sorts\"><thead><tr>");
  std::vector<size_t> shown;
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string* title = HtmlTitle(columns[i]);
    if (title == nullptr || table.LeavesOut(i)) continue;
    shown.push_back(i);
    absl::StrAppend(&html, "<th scope=\"col\"", NameClass(table, i), ">",
                    BreakableName(*title), "</th>");
  }
  html += "</tr></thead><tbody>\n";
  for (const std::vector<Cell>& row : table.rows()) {
    html += "<tr>";
    for (const size_t i : shown) {
      const bool name = columns[i].name;
      absl::StrAppend(&html, name ? "<th scope=\"row\"" : "<td",
                      NameClass(table, i), row[i].attributes,
                      KeyAttribute(row[i]), ">", HtmlOf(columns[i], row[i]),
                      name ? "</th>" : "</td>");
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string EscapeMarkdown(absl::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (absl::string_view("\\`*_[]<>|#~$").find(c) != absl::string_view::npos) {
      escaped += '\\';
    }
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string EscapeLatex(absl::string_view text) {
  std::string escaped;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x80) {
      i += std::max<size_t>(Utf8Length(text.substr(i)), 1) - 1;
      escaped += '?';
    } else if (absl::string_view("&%$#_{}").find(c) !=
               absl::string_view::npos) {
      escaped += {'\\', c};
    } else if (c == '\\') {
      escaped += "\\textbackslash{}";
    } else if (c == '~') {
      escaped += "\\textasciitilde{}";
    } else if (c == '^') {
      escaped += "\\textasciicircum{}";
    } else if (c == '<') {
      escaped += "\\textless{}";
    } else if (c == '>') {
      escaped += "\\textgreater{}";
    } else if (c == '|') {
      escaped += "\\textbar{}";
    } else if (c == '"') {
      escaped += "\\textquotedbl{}";
    } else if (c == '[' || c == ']') {
      // Not the option of a "\\\\" before it.
      absl::StrAppend(&escaped, "{", std::string(1, c), "}");
    } else {
      escaped += absl::ascii_iscntrl(static_cast<unsigned char>(c)) ? ' ' : c;
    }
  }
  return escaped;
}

std::string MarkdownTable(const Table& table, const std::string& caption) {
  std::string head = "|", rule = "|", body;
  for (const size_t i : PaperColumns(table)) {
    const Column& column = table.columns()[i];
    absl::StrAppend(&head, " ", EscapeMarkdown(PaperTitle(column)), " |");
    rule += StandsLeft(column) ? " :--- |" : " ---: |";
  }
  for (const std::vector<Cell>& row : table.rows()) {
    body += "|";
    for (const size_t i : PaperColumns(table)) {
      absl::StrAppend(&body, " ", EscapeMarkdown(row[i].text), " |");
    }
    body += "\n";
  }
  return absl::StrCat("Table: ", EscapeMarkdown(caption), "\n\n", head, "\n",
                      rule, "\n", body);
}

std::string LatexTable(const Table& table, const std::string& caption,
                       const std::string& label) {
  // What a page of one column has space for in \small.
  constexpr size_t kMaxCharacters = 75;
  std::string columns, head, body;
  size_t width = 0;
  for (const size_t i : PaperColumns(table)) {
    const Column& column = table.columns()[i];
    columns += StandsLeft(column) ? 'l' : 'r';
    absl::StrAppend(
        &head, head.empty() ? "" : " & ",
        LatexLines(PaperTitle(column), StandsLeft(column), EscapeLatex));
    size_t widest = WidestLine(PaperTitle(column));
    for (const std::vector<Cell>& row : table.rows()) {
      widest = std::max(widest, WidestLine(row[i].text));
    }
    width += widest + kColumnGap;
  }
  for (const std::vector<Cell>& row : table.rows()) {
    std::vector<std::string> cells;
    for (const size_t i : PaperColumns(table)) {
      cells.push_back(LatexOf(table.columns()[i], row[i]));
    }
    absl::StrAppend(&body, absl::StrJoin(cells, " & "), " \\\\\n");
  }
  const bool scaled = width > kMaxCharacters;
  return absl::StrCat(
      "\\begin{table}\n\\centering\\small\n\\caption{", EscapeLatex(caption),
      "}\n\\label{", label, "}\n",
      scaled ? "\\resizebox{\\linewidth}{!}{%\n" : "", "\\begin{tabular}{",
      columns, "}\n\\toprule\n", head, " \\\\\n\\midrule\n", body,
      "\\bottomrule\n\\end{tabular}", scaled ? "}" : "", "\n\\end{table}\n");
}

void Paper::Add(const Table& table, const std::string& caption) {
  if (table.rows().empty()) return;
  ++tables_;
  absl::StrAppend(
      &text_, text_.empty() ? "" : "\n",
      form_ == PaperForm::kMarkdown
          ? MarkdownTable(table, caption)
          : LatexTable(table, caption, absl::StrCat("tab:", tables_)));
}

std::string Paper::Finish() const {
  if (form_ == PaperForm::kMarkdown) return text_;
  return absl::StrCat(
      "% \\usepackage[T1]{fontenc} \\usepackage{booktabs,graphicx}\n", text_);
}

std::string CsvTable(const Table& table) {
  const auto line = [](const std::vector<std::string>& fields) {
    return absl::StrCat(absl::StrJoin(fields, ","), "\r\n");
  };
  std::vector<std::string> titles;
  for (const Column& column : table.columns()) {
    if (CsvTitle(column) != nullptr) titles.push_back(*CsvTitle(column));
  }
  std::string csv = line(titles);
  for (const std::vector<Cell>& row : table.rows()) {
    std::vector<std::string> fields;
    for (size_t i = 0; i < row.size(); ++i) {
      if (CsvTitle(table.columns()[i]) == nullptr) continue;
      fields.push_back(CsvOf(row[i].data));
    }
    csv += line(fields);
  }
  return csv;
}

Json JsonTable(const Table& table) {
  Json rows = Json::array();
  for (const std::vector<Cell>& row : table.rows()) {
    Json object = Json::object();
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string* title = JsonTitle(table.columns()[i]);
      if (title != nullptr) object[*title] = row[i].data;
    }
    rows.push_back(std::move(object));
  }
  return rows;
}

}  // namespace boardwalk::report
