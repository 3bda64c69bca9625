#include "frontends/report/printable_table.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Rows of a name and a score with its error.
Table Scores(const std::vector<std::pair<std::string, std::string>>& rows) {
  Table table;
  for (const auto& [name, score] : rows) {
    table.BeginRow();
    table.Add({.title = "player", .key = "player", .name = true},
              TextCell(name));
    table.Add({.title = "score",
               .key = "score",
               .text = "score\n+- 95 %",
               .optional = true,
               .shares_error = true},
              NumberCell(score, 0.5));
  }
  return table;
}

TEST(PrintableTableTest, EachFormHasItsColumnsAndTitles) {
  Table table;
  table.BeginRow();
  table.Add({.title = "games", .key = "games"}, CountCell(12));
  table.Add({.text = "in text"}, TextCell("<t>"));
  table.Add({.title = "on pages", .text = ""}, TextCell("p"));
  table.Add({.key = "other", .json = "json"}, TextCell("a,b"));
  table.Add({.csv = "csv"}, CountCell(3));
  table.Add({.key = "number"}, NumberCell("-", 0.25));
  table.Add({.key = "unknown"}, Cell{});
  EXPECT_EQ(TextTable(table, 80, {20}),
            "  games  in text\n     12      <t>  p\n");
  EXPECT_EQ(CsvTable(table),
            "games,other,csv,number,unknown\r\n12,\"a,b\",3,0.25,\r\n");
  EXPECT_EQ(JsonTable(table).dump(),
            R"([{"games":12,"json":"a,b","number":0.25,"unknown":null}])");
  const std::string page = HtmlTable(table, "All");
  EXPECT_THAT(page, HasSubstr("<th scope=\"col\">games</th>"
                              "<th scope=\"col\">on pages</th></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><td data-key=\"12\">12</td><td>p</td>"));
}

TEST(PrintableTableTest, ACommonErrorIsInTheTitle) {
  EXPECT_EQ(
      TextTable(
          Scores({{"a", "63.5 +- 4.0 %"}, {"b", "-"}, {"c", "36.5 +- 4.0 %"}}),
          80, {20}),
      "  player     score\n"
      "          +- 4.0 %\n"
      "  a         63.5 %\n"
      "  b              -\n"
      "  c         36.5 %\n");
  EXPECT_THAT(
      TextTable(Scores({{"a", "+12 +- 3"}, {"b", "-12 +- 4"}}), 80, {20}),
      HasSubstr("+12 +- 3"));
  EXPECT_THAT(TextTable(Scores({{"a", "> +12"}, {"b", "-12 +- 4"}}), 80, {20}),
              HasSubstr("-12 +- 4"));
}

// Text and HTML leave out the same columns; data never lack one.
TEST(PrintableTableTest, ColumnsThatSayNothingAreLeftOut) {
  const Table empty = Scores({{"a", "-"}, {"b", "-"}});
  EXPECT_THAT(TextTable(empty, 80, {20}), Not(HasSubstr("score")));
  EXPECT_THAT(HtmlTable(empty, ""), Not(HasSubstr("score")));
  EXPECT_THAT(CsvTable(empty), HasSubstr("player,score"));
  EXPECT_THAT(JsonTable(empty).dump(), HasSubstr("score"));
  const Table some = Scores({{"a", "-"}, {"b", "1"}});
  EXPECT_THAT(TextTable(some, 80, {20}), HasSubstr("score"));
  EXPECT_THAT(HtmlTable(some, ""), HasSubstr("score"));
}

TEST(PrintableTableTest, ATableThatIsTooWideHasPartsWithItsNames) {
  Table table;
  for (const char* name : {"alphabeta:depth=2", "b"}) {
    table.BeginRow();
    table.Add({.title = "player", .name = true}, TextCell(name));
    for (int i = 0; i < 3; ++i) {
      table.Add({.title = absl::StrCat("column ", i)}, CountCell(i));
    }
  }
  EXPECT_EQ(TextTable(table, 34, {20, 10}),
            "  player      column 0  column 1\n"
            "  alphabeta:         0         1\n"
            "  depth=2\n"
            "  b                  0         1\n"
            "\n"
            "  player      column 2\n"
            "  alphabeta:         2\n"
            "  depth=2\n"
            "  b                  2\n");
}

// The table has the columns of a terminal, with titles that are not cut.
TEST(PrintableTableTest, PapersHaveWholeTitlesAndEscapedText) {
  Table table;
  table.BeginRow();
  table.Add({.title = "player", .key = "player", .name = true},
            TextCell("a_b|50%\\"));
  table.Add({.title = "adju\u00addicated", .text = "adju-\ndic."},
            CountCell(3));
  table.Add({.text = "+won =drawn\n-lost", .left = true}, TextCell("+1=2-3"));
  table.Add({.title = "Elo", .left = true}, TextCell("-12 +- 3 %"));
  table.Add({.csv = "hidden"}, CountCell(9));
  EXPECT_EQ(MarkdownTable(table, "Of *all*"),
            "Table: Of \\*all\\*\n\n"
            "| player | adjudicated | +won =drawn -lost | Elo |\n"
            "| :--- | ---: | :--- | :--- |\n"
            "| a\\_b\\|50%\\\\ | 3 | +1=2-3 | -12 +- 3 % |\n");
  EXPECT_EQ(
      LatexTable(table, "50 %", "tab:1"),
      "\\begin{table}\n\\centering\\small\n\\caption{50 \\%}\n"
      "\\label{tab:1}\n\\begin{tabular}{lrll}\n\\toprule\n"
      "player & adjudicated & \\shortstack[l]{+won =drawn\\\\-lost} & Elo "
      "\\\\\n\\midrule\n"
      "a\\_b\\textbar{}50\\%\\textbackslash{} & 3 & $+$1=2$-$3 & "
      "$-$12 $\\pm$ 3\\,\\% \\\\\n"
      "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

TEST(PrintableTableTest, LatexScalesWhatIsTooWide) {
  EXPECT_THAT(LatexTable(Scores({{"a", "1"}}), "", "t"),
              Not(HasSubstr("resizebox")));
  EXPECT_THAT(LatexTable(Scores({{std::string(80, 'a'), "1"}}), "", "t"),
              HasSubstr("\\resizebox{\\linewidth}{!}{%\n\\begin{tabular}"));
}

TEST(PrintableTableTest, LatexGetsNoCommandsFromNames) {
  EXPECT_EQ(EscapeLatex("\\input{x} #1 $x^2$ ~ <a> [b] \"c\" \u00e9\n"),
            "\\textbackslash{}input\\{x\\} \\#1 \\$x\\textasciicircum{}2\\$ "
            "\\textasciitilde{} \\textless{}a\\textgreater{} {[}b{]} "
            "\\textquotedbl{}c\\textquotedbl{} ? ");
}

TEST(PrintableTableTest, NumbersThatAreNotFiniteAreUnknown) {
  EXPECT_TRUE(NumberJson({}).is_null());
  EXPECT_TRUE(NumberJson(std::numeric_limits<double>::infinity()).is_null());
  EXPECT_EQ(NumberJson(0.5), 0.5);
}

}  // namespace
}  // namespace boardwalk::report
