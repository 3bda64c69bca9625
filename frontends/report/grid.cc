#include "frontends/report/grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/text.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {
namespace {

std::string KeyAttribute(const Cell& cell) {
  if (!cell.key.has_value() || !std::isfinite(*cell.key)) return "";
  return absl::StrCat(" data-key=\"", ShortestNumber(*cell.key), "\"");
}

}  // namespace

std::string BreakableName(const std::string& name) {
  return absl::StrReplaceAll(EscapeHtml(name),
                             {{",", ",<wbr/>"}, {":", ":<wbr/>"}});
}

Cell NumberCell(const std::string& number, std::optional<double> key) {
  return {Pretty(number), "", key};
}

Cell CountCell(int64_t count) {
  return {absl::StrCat(count), "", static_cast<double>(count)};
}

Cell FaultCell(int64_t count) {
  return {absl::StrCat(count), count > 0 ? " class=\"bad\"" : "",
          static_cast<double>(count)};
}

std::string Grid::Finish(const std::string& caption) const {
  std::string html = absl::StrCat(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"",
      EscapeHtml(caption), "\"><table class=\"sorts\"><thead><tr>");
  for (size_t i = 0; i < heads_.size(); ++i) {
    if (LeftOut(i)) continue;
    absl::StrAppend(&html, "<th scope=\"col\"", NameClass(i), ">",
                    BreakableName(heads_[i].title), "</th>");
  }
  html += "</tr></thead><tbody>\n";
  for (const std::vector<Cell>& row : rows_) {
    html += "<tr>";
    for (size_t i = 0; i < heads_.size(); ++i) {
      if (LeftOut(i)) continue;
      const bool name = heads_[i].name;
      absl::StrAppend(&html, name ? "<th scope=\"row\"" : "<td", NameClass(i),
                      row[i].attributes, KeyAttribute(row[i]), ">", row[i].html,
                      name ? "</th>" : "</td>");
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

// The first column of names stays in sight when a table is scrolled.
const char* Grid::NameClass(size_t column) const {
  if (!heads_[column].name) return "";
  const bool first = std::none_of(
      heads_.begin(), heads_.begin() + static_cast<std::ptrdiff_t>(column),
      [](const Head& head) { return head.name; });
  return first ? " class=\"name pin\"" : " class=\"name\"";
}

bool Grid::LeftOut(size_t column) const {
  const Head& head = heads_[column];
  if (rows_.empty() || (!head.optional && !head.only_if_differs)) {
    return false;
  }
  const std::string& same =
      head.only_if_differs ? rows_[0][column].html : Pretty("-");
  return std::all_of(
      rows_.begin(), rows_.end(),
      [&](const std::vector<Cell>& row) { return row[column].html == same; });
}

}  // namespace boardwalk::report
