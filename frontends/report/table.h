// A table in plain text, its columns as wide as their widest cell.
//
//   Table table({{"rank", Table::kRight}, {"player", Table::kLeft}});
//   table.Add({"1", "mcts"});
//   std::cout << table.Text();

#ifndef BOARDWALK_FRONTENDS_REPORT_TABLE_H_
#define BOARDWALK_FRONTENDS_REPORT_TABLE_H_

#include <string>
#include <vector>

namespace boardwalk::report {

class Table {
 public:
  enum Side { kLeft, kRight };
  struct Column {
    std::string title;
    Side side = kRight;
  };

  explicit Table(std::vector<Column> columns);

  // A cell for every column. ASCII only: a byte is a character.
  void Add(std::vector<std::string> cells);

  // The titles and the rows, indented by two blanks; columns without any text
  // in their rows are left out.
  std::string Text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_TABLE_H_
