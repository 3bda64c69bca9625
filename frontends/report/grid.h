// A table of a page, which its script sorts.
//
// Example, given `std::string& page`:
//
//   Grid grid({{"player", false, true}, {"games"}});
//   grid.AddRow({{"mcts", ""}, CountCell(12)});
//   page += grid.Finish("Ranking");

#ifndef BOARDWALK_FRONTENDS_REPORT_GRID_H_
#define BOARDWALK_FRONTENDS_REPORT_GRID_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boardwalk::report {

// The name with places where a line may break; escaped.
std::string BreakableName(const std::string& name);

struct Cell {
  std::string html;
  std::string attributes;  // " class=..." or nothing
  // What rows are sorted by; without it, the text.
  std::optional<double> key = std::nullopt;
};

// A number as format.h writes it.
Cell NumberCell(const std::string& number,
                std::optional<double> key = std::nullopt);
Cell CountCell(int64_t count);
// A number that should be 0.
Cell FaultCell(int64_t count);

// A column; an optional one is left out if all its cells are empty, one that is
// only_if_differs also if all are the same.
struct Head {
  std::string title;
  bool optional = false;
  bool name = false;
  bool only_if_differs = false;
};

class Grid {
 public:
  explicit Grid(std::vector<Head> heads) : heads_(std::move(heads)) {}

  // REQUIRES: a cell for each head.
  void AddRow(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

  // `caption` is for screen readers.
  std::string Finish(const std::string& caption) const;

 private:
  const char* NameClass(size_t column) const;
  bool LeftOut(size_t column) const;

  std::vector<Head> heads_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_GRID_H_
