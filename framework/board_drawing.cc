#include "framework/board_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr double kSameRow = 0.01;
constexpr absl::string_view kFaint = "2", kBold = "1";

bool WritesNames(const BoardLayout& layout) {
  return !layout.text.dots && ShowsNames(layout);
}

// Beside the rows, from the top.
std::vector<TextStyle::Row> RowLabels(const BoardLayout& layout) {
  if (!layout.text.rows.empty()) return layout.text.rows;
  size_t width = 0;
  for (const std::string& label : layout.rows) {
    width = std::max(width, Utf8Count(label));
  }
  std::vector<TextStyle::Row> rows;
  for (const std::string& label : layout.rows) {
    rows.push_back({std::string(width - Utf8Count(label), ' ') + label});
  }
  return rows;
}

// Where the cells' texts go: a row for each height of the board, columns in
// proportion to x.
class TextGrid {
 public:
  TextGrid(const BoardLayout& layout, const std::vector<Piece>& pieces,
           bool flip);

  int rows() const { return rows_; }
  int width() const { return width_; }  // of a cell's text
  int Row(int cell) const { return row_[cell]; }
  int Line(int row) const {
    return (labelled_ ? 1 : 0) + (style_.grid ? 1 + 2 * row : row);
  }
  // Where the text of a cell at `x` of the layout begins.
  int Column(double x) const {
    return margin_ + (style_.grid ? 2 : 1) +
           static_cast<int>(std::lround((sign_ * x - left_) * step_));
  }

 private:
  const TextStyle& style_;
  const bool labelled_;  // above the columns
  const double sign_;
  std::vector<int> row_;  // by cell
  int rows_ = 0;
  int width_ = 0;
  int step_ = 0;
  int margin_ = 0;
  double left_ = 0;
};

TextGrid::TextGrid(const BoardLayout& layout, const std::vector<Piece>& pieces,
                   bool flip)
    : style_(layout.text),
      labelled_(!layout.columns.empty()),
      sign_(flip ? -1 : 1) {
  const bool names = WritesNames(layout);
  width_ = style_.grid || style_.narrow || labelled_ ? 1 : 2;
  std::vector<double> heights;
  for (const Cell& cell : layout.cells) {
    heights.push_back(sign_ * cell.y);
    left_ = std::min(left_, sign_ * cell.x);
    if (names) {
      width_ = std::max(width_, static_cast<int>(Utf8Count(cell.name)));
    }
  }
  for (const Piece& piece : pieces) {
    width_ =
        std::max(width_, static_cast<int>(PieceSign(layout, piece).size()));
  }
  std::sort(heights.begin(), heights.end());
  heights.erase(
      std::unique(heights.begin(), heights.end(),
                  [](double a, double b) { return b - a < kSameRow; }),
      heights.end());
  rows_ = static_cast<int>(heights.size());
  for (const Cell& cell : layout.cells) {
    const auto at = std::upper_bound(heights.begin(), heights.end(),
                                     sign_ * cell.y + kSameRow / 2);
    row_.push_back(static_cast<int>(at - heights.begin()) - 1);
  }
  // By default an even number of columns, so that half a cell is a whole one.
  step_ = style_.narrow ? width_ + 1
          : style_.grid ? width_ + 3
          : labelled_   ? width_ + 2
                        : (width_ + 3) / 2 * 2;
  for (const TextStyle::Row& row : RowLabels(layout)) {
    // For a number of three digits and the blanks around it.
    constexpr int kEndRoom = 6;
    margin_ = std::max(margin_, static_cast<int>(Utf8Count(row.margin)) +
                                    (row.first.empty() ? 0 : kEndRoom));
  }
}

// Texts with their colours, put anywhere on lines.
class Canvas {
 public:
  // `code` colours the text, "" does not.
  void Put(int line, int column, absl::string_view text,
           absl::string_view code = "") {
    if (text.empty()) return;
    if (line >= static_cast<int>(lines_.size())) lines_.resize(line + 1);
    lines_[line][column] = {std::string(text), code};
  }

  std::string Text(bool color) const {
    std::string text;
    for (const auto& line : lines_) {
      int at = 0;
      for (const auto& [column, part] : line) {
        text.append(std::max(column - at, 0), ' ');
        at = column + static_cast<int>(Utf8Count(part.text));
        if (color && !part.code.empty()) {
          absl::StrAppend(&text, "\x1b[", part.code, "m", part.text, "\x1b[0m");
        } else {
          text += part.text;
        }
      }
      text += '\n';
    }
    return text;
  }

 private:
  struct Part {
    std::string text;
    absl::string_view code;
  };
  std::vector<std::map<int, Part>> lines_;  // by column
};

// How the cells of paths are marked.
enum class PathMark : uint8_t { kNone, kBegan, kPassed, kEnded };

// By cell.
std::vector<PathMark> PathMarks(const BoardLayout& layout,
                                const RenderOptions& options) {
  std::vector<PathMark> marks(layout.cells.size(), PathMark::kNone);
  for (const std::vector<int>& path : PathCells(layout, options.paths)) {
    if (path.empty()) continue;
    for (const int cell : path) marks[cell] = PathMark::kPassed;
    marks[path.front()] = PathMark::kBegan;
    marks[path.back()] = PathMark::kEnded;
  }
  return marks;
}

// A cell's text and its colour.
std::pair<std::string, absl::string_view> CellText(const BoardLayout& layout,
                                                   int cell, const Piece* piece,
                                                   PathMark mark) {
  const TextStyle& style = layout.text;
  if (piece != nullptr) {
    return {PieceSign(layout, *piece),
            piece->owner < 0 ? kBold : ColorOfSeat(layout, piece->owner).ansi};
  }
  const char sign = mark == PathMark::kBegan    ? style.began
                    : mark == PathMark::kPassed ? style.passed
                                                : '\0';
  if (sign != '\0') return {std::string(1, sign), kBold};
  return {WritesNames(layout) ? layout.cells[cell].name : ".", kFaint};
}

// The labels of columns and rows, and the lines around squares.
void PutFrame(const BoardLayout& layout, const TextGrid& grid, bool flip,
              Canvas& canvas) {
  const TextStyle& style = layout.text;
  const int width = grid.width();
  const auto rows = static_cast<size_t>(grid.rows());
  double left = std::numeric_limits<double>::max();
  // Of the cells of each row.
  std::vector<int> first(rows, std::numeric_limits<int>::max()), last(rows, 0);
  for (size_t i = 0; i < layout.cells.size(); ++i) {
    const int row = grid.Row(static_cast<int>(i));
    const int column = grid.Column(layout.cells[i].x);
    left = std::min(left, layout.cells[i].x);
    first[row] = std::min(first[row], column);
    last[row] = std::max(last[row], column);
    if (!style.grid) continue;
    const int line = grid.Line(row);
    for (const int edge : {column - 2, column + width + 1}) {
      canvas.Put(line, edge, "|");
      for (const int above : {line - 1, line + 1}) canvas.Put(above, edge, "+");
    }
    for (const int above : {line - 1, line + 1}) {
      canvas.Put(above, column - 1, std::string(width + 2, '-'));
    }
  }
  for (size_t i = 0; i < layout.columns.size(); ++i) {
    const std::string& label = layout.columns[i];
    canvas.Put(0,
               grid.Column(left + static_cast<double>(i)) + width -
                   static_cast<int>(Utf8Count(label)),
               label);
  }
  const std::vector<TextStyle::Row> labels = RowLabels(layout);
  for (size_t i = 0; i < std::min(rows, labels.size()); ++i) {
    const size_t row = flip ? rows - 1 - i : i;
    const TextStyle::Row& label = labels[i];
    const std::string& before = flip ? label.last : label.first;
    const int line = grid.Line(static_cast<int>(row));
    canvas.Put(line, 0, label.margin);
    canvas.Put(line, first[row] - 2 - static_cast<int>(Utf8Count(before)),
               before, kFaint);
    canvas.Put(line, last[row] + width + 2, flip ? label.first : label.last,
               kFaint);
  }
}

// The brackets around the marked cells. An end goes before where cells share
// a column.
void PutBrackets(const BoardLayout& layout, const TextGrid& grid,
                 const std::vector<PathMark>& marks, Canvas& canvas) {
  const bool parentheses = layout.text.began == '\0';
  for (const bool closing : {true, false}) {
    for (size_t cell = 0; cell < marks.size(); ++cell) {
      const bool end = marks[cell] == PathMark::kEnded;
      if (marks[cell] == PathMark::kNone || !(end || parentheses)) continue;
      const int column = grid.Column(layout.cells[cell].x);
      canvas.Put(grid.Line(grid.Row(static_cast<int>(cell))),
                 closing ? column + grid.width() : column - 1,
                 closing ? (end ? "]" : ")") : (end ? "[" : "("), kBold);
    }
  }
}

}  // namespace

const ColorWords& WordsOf(PieceColor color) {
  // The first fills differ for the colour-blind too (Okabe, Ito 2008); their
  // order keeps neighbours apart in grey. Black and white bring their own
  // ground, since a terminal may be either itself.
  static constexpr std::array<ColorWords, 8> kColors = {
      {{"1;34", "blue", "#1f6aa5", "#fff"},
       {"1;33", "yellow", "#f2b632", "#111"},
       {"1;32", "green", "#0a7f5b", "#fff"},
       {"30;47", "white", "#f6f3ea", "#111"},
       {"1;35", "magenta", "#a8327a", "#fff"},
       {"1;36", "cyan", "#7cc8f0", "#111"},
       {"1;97;40", "black", "#2b2a29", "#fff"},
       {"1;31", "red", "#cf3a2e", "#fff"}}};
  return kColors[static_cast<size_t>(color)];
}

const ColorWords& ColorOfSeat(const BoardLayout& layout, int seat) {
  return WordsOf(LookOfSeat(layout, seat).color);
}

std::vector<std::vector<int>> PathCells(
    const BoardLayout& layout,
    const std::vector<std::vector<std::string>>& paths) {
  std::vector<std::vector<int>> cells;
  if (paths.empty()) return cells;
  std::unordered_map<std::string, int> by_name;
  for (size_t i = 0; i < layout.cells.size(); ++i) {
    by_name.emplace(layout.cells[i].name, static_cast<int>(i));
  }
  for (const std::vector<std::string>& path : paths) {
    std::vector<int>& found = cells.emplace_back();
    for (const std::string& name : path) {
      const auto cell = by_name.find(name);
      if (cell != by_name.end()) found.push_back(cell->second);
    }
  }
  return cells;
}

bool ShowsNames(const BoardLayout& layout) {
  constexpr size_t kLongestShownName = 3;
  return layout.columns.empty() && layout.rows.empty() &&
         std::all_of(layout.cells.begin(), layout.cells.end(),
                     [](const Cell& cell) {
                       return Utf8Count(cell.name) <= kLongestShownName;
                     });
}

char SeatSymbol(const BoardLayout& layout, int owner) {
  return owner >= 0 && owner < static_cast<int>(layout.symbols.size())
             ? layout.symbols[owner]
             : '*';
}

std::string PieceMark(const Piece& piece) {
  std::string mark;
  if (!piece.kind.empty()) {
    mark = static_cast<char>(
        absl::ascii_toupper(static_cast<unsigned char>(piece.kind[0])));
  }
  if (piece.height > 1) absl::StrAppend(&mark, piece.height);
  return mark;
}

std::string PieceSign(const BoardLayout& layout, const Piece& piece) {
  const std::string symbol(1, SeatSymbol(layout, piece.owner));
  const std::string mark = PieceMark(piece);
  if (!layout.text.capitals) return absl::StrCat(symbol, mark);
  return mark.empty() ? symbol : absl::AsciiStrToUpper(symbol);
}

std::string BoardRows(const BoardLayout& layout,
                      const std::vector<Piece>& pieces) {
  std::vector<std::string> signs(layout.cells.size(), ".");
  for (const Piece& piece : pieces) {
    signs[piece.cell] = PieceSign(layout, piece);
  }
  const TextGrid grid(layout, {}, /*flip=*/false);
  std::vector<int> order(layout.cells.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int cell) {
    return std::pair(grid.Row(cell), layout.cells[cell].x);
  };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return place(a) < place(b); });
  std::string text;
  int row = 0;
  for (const int cell : order) {
    if (grid.Row(cell) > row) text += '/';
    row = grid.Row(cell);
    text += signs[cell];
  }
  return text;
}

std::string SeatSign(const BoardLayout& layout, int seat) {
  return absl::StrCat(std::string(1, SeatSymbol(layout, seat)), " (",
                      ColorOfSeat(layout, seat).name, ")");
}

std::string DrawText(const BoardLayout& layout,
                     const std::vector<Piece>& pieces,
                     const RenderOptions& options) {
  const TextGrid grid(layout, pieces, options.flip);
  const std::vector<PathMark> marks = PathMarks(layout, options);
  Canvas canvas;
  PutFrame(layout, grid, options.flip, canvas);
  PutBrackets(layout, grid, marks, canvas);
  std::vector<const Piece*> on(layout.cells.size(), nullptr);
  for (const Piece& piece : pieces) on[piece.cell] = &piece;
  for (size_t i = 0; i < layout.cells.size(); ++i) {
    const int cell = static_cast<int>(i);
    const auto [text, code] = CellText(layout, cell, on[i], marks[i]);
    const int blanks = grid.width() - static_cast<int>(Utf8Count(text));
    canvas.Put(grid.Line(grid.Row(cell)),
               grid.Column(layout.cells[i].x) + blanks, text, code);
  }
  return canvas.Text(options.color);
}

std::optional<LineRange> MarkedLines(const BoardLayout& layout,
                                     const RenderOptions& options) {
  const TextGrid grid(layout, {}, options.flip);
  const std::vector<PathMark> marks = PathMarks(layout, options);
  std::optional<LineRange> lines;
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == PathMark::kNone) continue;
    const int line = grid.Line(grid.Row(static_cast<int>(i)));
    if (!lines.has_value()) lines = {line, line};
    lines = {std::min(lines->first, line), std::max(lines->last, line)};
  }
  return lines;
}

std::string SideOfBoard(const BoardLayout& layout,
                        const std::vector<Piece>& pieces, int seat, bool flip) {
  // Of half the board's width: less is no side. A direction counts for a corner
  // if it is at least half of the other.
  constexpr double kLean = 0.2, kCorner = 0.5;
  double x = 0, y = 0, left = 0, right = 0, top = 0, bottom = 0;
  for (const Cell& cell : layout.cells) {
    left = std::min(left, cell.x), right = std::max(right, cell.x);
    top = std::min(top, cell.y), bottom = std::max(bottom, cell.y);
  }
  int count = 0;
  for (const Piece& piece : pieces) {
    if (piece.owner != seat) continue;
    ++count;
    x += layout.cells[piece.cell].x - (left + right) / 2;
    y += layout.cells[piece.cell].y - (top + bottom) / 2;
  }
  if (count == 0) return "";
  const double sign = flip ? -1 : 1;
  // From -1 to 1.
  x *= sign * 2 / (count * std::max(right - left, 1.0));
  y *= sign * 2 / (count * std::max(bottom - top, 1.0));
  if (std::max(std::abs(x), std::abs(y)) < kLean) return "";
  const absl::string_view row = y < 0 ? "top" : "bottom";
  const absl::string_view column = x < 0 ? "left" : "right";
  if (std::abs(x) < kCorner * std::abs(y)) return std::string(row);
  if (std::abs(y) < kCorner * std::abs(x)) return std::string(column);
  return absl::StrCat(row, " ", column, " corner");
}

LegendMarks DrawTextMarks(const BoardLayout& layout,
                          const std::vector<Piece>& pieces) {
  LegendMarks marks;
  bool nobody = false;
  std::map<std::string, std::string> kinds;
  for (const Piece& piece : pieces) {
    nobody = nobody || piece.owner < 0;
    if (PieceMark(piece).empty()) continue;
    Piece first = piece;
    first.owner = 0;
    kinds[PieceSign(layout, first)] = absl::StrCat(
        piece.kind, piece.kind.empty() || piece.height < 2 ? "" : ", ",
        piece.height < 2 ? "" : absl::StrCat("a tower of ", piece.height));
  }
  for (const auto& [sign, meaning] : kinds) marks.emplace_back(sign, meaning);
  if (nobody) marks.emplace_back("*", "nobody's");
  if (WritesNames(layout) && !layout.cells.empty()) {
    marks.emplace_back(layout.cells[0].name, "an empty cell and its name");
  } else {
    marks.emplace_back(".", "an empty cell");
  }
  marks.emplace_back("[ ]", "where a move ended");
  const TextStyle& style = layout.text;
  if (style.began == '\0') {
    marks.emplace_back("( )", "where it began or passed");
  } else {
    marks.emplace_back(std::string(1, style.began), "where it began");
    marks.emplace_back(std::string(1, style.passed), "where it jumped through");
  }
  return marks;
}

BoardLegend DrawTextLegend(const BoardLayout& layout,
                           const std::vector<Piece>& opening,
                           const std::vector<Piece>& pieces, int num_players,
                           const RenderOptions& options) {
  BoardLegend legend;
  for (int seat = 0; seat < num_players; ++seat) {
    std::string text = SeatSign(layout, seat);
    const std::string side = SideOfBoard(layout, opening, seat, options.flip);
    if (!side.empty()) absl::StrAppend(&text, ", starting at the ", side);
    legend.seats.push_back(std::move(text));
  }
  legend.marks = DrawTextMarks(layout, pieces);
  return legend;
}

}  // namespace boardwalk
