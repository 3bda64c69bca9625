#include "framework/board_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

// The indices of the cells that each path names, in its order.
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

// Whether names are short enough to be shown: all of them, or none.
bool HasShortNames(const BoardLayout& layout) {
  constexpr size_t kLongestShownName = 3;
  return std::all_of(layout.cells.begin(), layout.cells.end(),
                     [](const Cell& cell) {
                       return Utf8Count(cell.name) <= kLongestShownName;
                     });
}

// What tells pieces of one seat apart: "K" for a king, "2" for a tower of two,
// "" for the usual piece.
std::string Mark(const Piece& piece) {
  std::string mark;
  if (!piece.kind.empty()) {
    mark = static_cast<char>(
        absl::ascii_toupper(static_cast<unsigned char>(piece.kind[0])));
  }
  if (piece.height > 1) absl::StrAppend(&mark, piece.height);
  return mark;
}

// What stands for a piece: "X", "XK" for a king, "X2" for a tower of two.
std::string PieceSign(const BoardLayout& layout, const Piece& piece) {
  const std::string symbol(1, SeatSymbol(layout, piece.owner));
  const std::string mark = Mark(piece);
  if (!layout.text.capitals) return absl::StrCat(symbol, mark);
  return mark.empty() ? symbol : absl::AsciiStrToUpper(symbol);
}

// --- Text -------------------------------------------------------------------

constexpr double kSameRow = 0.01;
constexpr absl::string_view kFaint = "2", kBold = "1";

bool WritesNames(const BoardLayout& layout) {
  return !layout.text.dots && HasShortNames(layout);
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
    return (style_.columns.empty() ? 0 : 1) + (style_.grid ? 1 + 2 * row : row);
  }
  // Where the text of a cell at `x` of the layout begins.
  int Column(double x) const {
    return margin_ + (style_.grid ? 2 : 1) +
           static_cast<int>(std::lround((sign_ * x - left_) * step_));
  }

 private:
  const TextStyle& style_;
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
    : style_(layout.text), sign_(flip ? -1 : 1) {
  const bool names = WritesNames(layout);
  width_ = style_.grid || style_.narrow ? 1 : 2;
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
                        : (width_ + 3) / 2 * 2;
  for (const TextStyle::Row& row : style_.rows) {
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
            piece->owner < 0 ? kBold : ColorOfSeat(piece->owner).ansi};
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
  for (size_t i = 0; i < style.columns.size(); ++i) {
    canvas.Put(0, grid.Column(left + static_cast<double>(i)), style.columns[i]);
  }
  for (size_t i = 0; i < std::min(rows, style.rows.size()); ++i) {
    const size_t row = flip ? rows - 1 - i : i;
    const TextStyle::Row& label = style.rows[i];
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

// --- SVG --------------------------------------------------------------------

constexpr double kScale = 60;  // pixels for a distance of 1
constexpr double kMargin = 0.75;

// Rounded to a tenth of a pixel; never "-0".
double Pixels(double x) { return std::round(x * kScale * 10) / 10 + 0.0; }

std::string Number(double x) { return absl::StrCat(Pixels(x)); }

std::string CellElement(const Cell& cell, bool titled) {
  const std::string name = EscapeHtml(cell.name);
  const std::string attributes = absl::StrCat("data-cell=\"", name, "\"");
  const auto end = [&](absl::string_view element) {
    return titled ? absl::StrCat("><title>", name, "</title></", element, ">\n")
                  : "/>\n";
  };
  switch (cell.shape) {
    case CellShape::kSquare:
      return absl::StrCat("<rect ", attributes, " x=\"", Number(cell.x - 0.5),
                          "\" y=\"", Number(cell.y - 0.5), "\" width=\"",
                          Number(1), "\" height=\"", Number(1), "\"",
                          end("rect"));
    case CellShape::kHexagon: {
      // Corners up and down; sides at a distance of 0.5.
      const double r = 1 / std::sqrt(3.0);
      const std::array<std::array<double, 2>, 6> corners = {{{0, -r},
                                                             {0.5, -r / 2},
                                                             {0.5, r / 2},
                                                             {0, r},
                                                             {-0.5, r / 2},
                                                             {-0.5, -r / 2}}};
      std::string points;
      for (const auto& [dx, dy] : corners) {
        absl::StrAppend(&points, points.empty() ? "" : " ", Number(cell.x + dx),
                        ",", Number(cell.y + dy));
      }
      return absl::StrCat("<polygon ", attributes, " points=\"", points, "\"",
                          end("polygon"));
    }
    case CellShape::kPoint:
      return absl::StrCat("<circle ", attributes, " cx=\"", Number(cell.x),
                          "\" cy=\"", Number(cell.y), "\" r=\"", Number(0.34),
                          "\"", end("circle"));
  }
  return "";
}

// A group for each region.
std::string CellElements(const BoardLayout& layout) {
  // More of them are not worth the size of a tooltip each.
  constexpr size_t kMaxTitled = 1000;
  std::array<std::string, kMaxRegions> groups;
  for (const Cell& cell : layout.cells) {
    groups[cell.region] += CellElement(cell, layout.cells.size() <= kMaxTitled);
  }
  std::string svg;
  for (int region = 0; region < kMaxRegions; ++region) {
    if (groups[region].empty()) continue;
    absl::StrAppend(&svg, "<g class=\"cell r", region, "\">\n", groups[region],
                    "</g>\n");
  }
  return svg;
}

std::string TextElement(double x, double y, absl::string_view css,
                        absl::string_view text) {
  return absl::StrCat("<text class=\"", css, "\" x=\"", Number(x), "\" y=\"",
                      Number(y), "\">", EscapeHtml(text), "</text>");
}

// All lines as one shape: those that go on in the same direction are one
// stroke, which makes a large board ten times smaller.
std::string LineElements(const BoardLayout& layout) {
  if (layout.lines.empty()) return "";
  using Direction = std::pair<int64_t, int64_t>;  // in hundredths
  const auto direction = [&](int from, int to) {
    const Cell& a = layout.cells[from];
    const Cell& b = layout.cells[to];
    return Direction(std::llround((b.x - a.x) * 100),
                     std::llround((b.y - a.y) * 100));
  };
  // Where the lines from a cell lead to, each once in each direction.
  std::map<std::pair<int, Direction>, int> ahead;
  for (const auto& [from, to] : layout.lines) {
    if (from == to) continue;
    ahead[{from, direction(from, to)}] = to;
    ahead[{to, direction(to, from)}] = from;
  }
  std::string strokes;
  const auto at = [&](int cell) {
    return absl::StrCat(Number(layout.cells[cell].x), ",",
                        Number(layout.cells[cell].y));
  };
  while (!ahead.empty()) {
    auto next = ahead.begin();
    // Back to where the stroke begins.
    const Direction way = next->first.second;
    const Direction back = {-way.first, -way.second};
    int begin = next->first.first;
    for (auto before = ahead.find({begin, back}); before != ahead.end();
         before = ahead.find({begin, back})) {
      begin = before->second;
    }
    int end = begin;
    for (next = ahead.find({end, way}); next != ahead.end();
         next = ahead.find({end, way})) {
      end = next->second;
      ahead.erase(next);
      ahead.erase({end, back});
    }
    absl::StrAppend(&strokes, "M", at(begin), "L", at(end));
  }
  return absl::StrCat("<path class=\"line\" d=\"", strokes, "\"/>\n");
}

// What stands on a piece: the height raised, as "B2" reads as a cell's name.
std::string PieceText(const BoardLayout& layout, Piece piece) {
  constexpr std::array<absl::string_view, 10> kRaised = {
      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (layout.text.capitals) return PieceSign(layout, piece);
  const std::string height =
      piece.height > 1 ? absl::StrCat(piece.height) : std::string();
  piece.height = 1;
  std::string text = PieceSign(layout, piece);
  for (const char digit : height) absl::StrAppend(&text, kRaised[digit - '0']);
  return text;
}

// A disc, or a pile of at most three that rises to the upper right, with the
// symbol of its seat.
std::string PieceElements(const BoardLayout& layout, const Piece& piece) {
  constexpr double kRadius = 0.36, kRise = 0.07;
  const CellShape shape = layout.cells[piece.cell].shape;
  const double radius = shape == CellShape::kPoint ? 0.4 : kRadius;
  const std::string seat =
      piece.owner < 0 ? "nobody" : absl::StrCat("s", piece.owner);
  const int discs = std::clamp(piece.height, 1, 3);
  std::string elements;
  double x = -kRise * (discs - 1) / 2;
  double y = kRise * (discs - 1) / 2;
  for (int i = 0; i < discs; ++i) {
    if (i > 0) x += kRise, y -= kRise;
    absl::StrAppend(&elements, "<circle class=\"piece ", seat, "\" cx=\"",
                    Number(x), "\" cy=\"", Number(y), "\" r=\"", Number(radius),
                    "\"/>");
  }
  return elements + TextElement(x, y, absl::StrCat("symbol t", seat),
                                PieceText(layout, piece));
}

// Under the pieces, so that they stay readable.
std::string PathElements(const BoardLayout& layout,
                         const std::vector<int>& path) {
  std::string points;
  for (const int cell : path) {
    absl::StrAppend(&points, points.empty() ? "" : " ",
                    Number(layout.cells[cell].x), ",",
                    Number(layout.cells[cell].y));
  }
  if (path.size() < 2) return "";
  return absl::StrCat("<polyline class=\"halo\" points=\"", points,
                      "\"/>\n<polyline class=\"path\" points=\"", points,
                      "\"/>\n");
}

std::string EndElement(const BoardLayout& layout,
                       const std::vector<int>& path) {
  if (path.empty()) return "";
  const Cell& end = layout.cells[path.back()];
  return absl::StrCat("<circle class=\"end\" cx=\"", Number(end.x), "\" cy=\"",
                      Number(end.y), "\" r=\"", Number(0.44), "\"/>\n");
}

// The rules of kStyle for seats.
std::string SeatStyle() {
  std::string style;
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    const SeatColor& color = ColorOfSeat(seat);
    absl::StrAppend(&style, ".s", seat, " { color: ", color.fill, "; } .ts",
                    seat, " { fill: ", color.ink, "; color: ", color.ink,
                    "; }\n");
  }
  return style;
}

constexpr absl::string_view kStyle = R"(.board { background: #fff; }
.cell { fill: #f1ede4; stroke: #8a8272; stroke-width: 1.5; }
.r1 { fill: #c9bfa9; } .r2 { fill: #f7dfb0; } .r3 { fill: #cfe3f1; }
.r4 { fill: #cfeadf; } .r5 { fill: #f3d3e3; } .r6 { fill: #f4d2c3; }
.r7 { fill: #dddddd; }
.line { fill: none; stroke: #8a8272; stroke-width: 1.5; }
.piece { fill: currentColor; stroke: #222; stroke-width: 2; }
.nobody { color: #777; }
.board text { font: 600 21px sans-serif; text-anchor: middle;
  dominant-baseline: central; pointer-events: none; }
.tnobody { fill: #fff; color: #fff; }
.board .name { fill: #4a4438; font-size: 13px; font-weight: 400; }
.halo { fill: none; stroke: #fff; stroke-width: 9; stroke-opacity: 0.75;
  stroke-linejoin: round; pointer-events: none; }
.path { fill: none; stroke: #c0392b; stroke-width: 4; stroke-linejoin: round;
  stroke-dasharray: 9 5; pointer-events: none; }
.end { fill: none; stroke: #c0392b; stroke-width: 4; pointer-events: none; }
@media (prefers-color-scheme: dark) {
  .board { background: #1c1b19; }
  .cell { fill: #3a3731; stroke: #8f8774; }
  .r1 { fill: #5d5748; } .r2 { fill: #5e4a1f; } .r3 { fill: #25465c; }
  .r4 { fill: #1e5244; } .r5 { fill: #5c2c46; } .r6 { fill: #5f3423; }
  .r7 { fill: #4a4a4a; }
  .line { stroke: #8f8774; }
  .piece { stroke: #f2f2f2; }
  .board .name { fill: #e6dfd0; }
  .halo { stroke: #000; }
  .path, .end { stroke: #ff8a75; }
}
</style>
)";

// The board with what stands in its groups.
std::string Picture(const BoardLayout& seen, absl::string_view title,
                    absl::string_view paths, absl::string_view pieces,
                    absl::string_view ends) {
  constexpr double kFar = std::numeric_limits<double>::max();
  double left = kFar, top = kFar, right = -kFar, bottom = -kFar;
  for (const Cell& cell : seen.cells) {
    left = std::min(left, cell.x - kMargin);
    top = std::min(top, cell.y - kMargin);
    right = std::max(right, cell.x + kMargin);
    bottom = std::max(bottom, cell.y + kMargin);
  }
  if (seen.cells.empty()) left = top = right = bottom = 0;
  const std::string width = Number(right - left);
  const std::string height = Number(bottom - top);
  std::string svg = absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" "
      "width=\"",
      width, "\" height=\"", height, "\" viewBox=\"", Number(left), " ",
      Number(top), " ", width, " ", height, "\">\n<title>", EscapeHtml(title),
      "</title>\n<style>\n", SeatStyle(), kStyle, LineElements(seen),
      CellElements(seen));
  if (HasShortNames(seen)) {
    svg += "<g class=\"names\">\n";
    for (const Cell& cell : seen.cells) {
      absl::StrAppend(&svg, TextElement(cell.x, cell.y, "name", cell.name),
                      "\n");
    }
    svg += "</g>\n";
  }
  return absl::StrCat(svg, "<g class=\"paths\">", paths,
                      "</g>\n<g class=\"pieces\">", pieces,
                      "</g>\n<g class=\"ends\">", ends, "</g>\n</svg>\n");
}

BoardLayout Seen(BoardLayout layout, bool flip) {
  const double sign = flip ? -1 : 1;
  for (Cell& cell : layout.cells) {
    cell.x *= sign;
    cell.y *= sign;
  }
  return layout;
}

}  // namespace

const SeatColor& ColorOfSeat(int seat) {
  // The fills differ for the colour-blind too (Okabe, Ito 2008); their order
  // keeps neighbours apart in grey. Symbols say the same without colour. White
  // brings its own ground, since a terminal may be white itself.
  static constexpr std::array<SeatColor, kMaxPlayers> kColors = {
      {{"1;34", "blue", "#1b5e8c", "#fff"},
       {"1;33", "yellow", "#f0a929", "#111"},
       {"1;32", "green", "#00805f", "#fff"},
       {"30;47", "white", "#f4f4f4", "#111"},
       {"1;35", "magenta", "#a3276b", "#fff"},
       {"1;36", "cyan", "#8fd0f5", "#111"}}};
  return kColors[seat];
}

char SeatSymbol(const BoardLayout& layout, int owner) {
  return owner >= 0 && owner < static_cast<int>(layout.symbols.size())
             ? layout.symbols[owner]
             : '*';
}

std::string SeatSign(const BoardLayout& layout, int seat, bool color) {
  const std::string symbol(1, SeatSymbol(layout, seat));
  return color ? absl::StrCat(symbol, " (", ColorOfSeat(seat).name, ")")
               : symbol;
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
    if (Mark(piece).empty()) continue;
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
    std::string text = SeatSign(layout, seat, options.color);
    const std::string side = SideOfBoard(layout, opening, seat, options.flip);
    if (!side.empty()) absl::StrAppend(&text, ", starting at the ", side);
    legend.seats.push_back(std::move(text));
  }
  legend.marks = DrawTextMarks(layout, pieces);
  return legend;
}

std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    const RenderOptions& options, absl::string_view title) {
  const BoardLayout seen = Seen(layout, options.flip);
  std::string paths, placed, ends;
  for (const std::vector<int>& path : PathCells(seen, options.paths)) {
    paths += PathElements(seen, path);
    ends += EndElement(seen, path);
  }
  for (const Piece& piece : pieces) {
    const Cell& cell = seen.cells[piece.cell];
    absl::StrAppend(&placed, "<g transform=\"translate(", Number(cell.x), " ",
                    Number(cell.y), ")\">", PieceElements(seen, piece),
                    "</g>\n");
  }
  return Picture(seen, title, paths, placed, ends);
}

std::string DrawSvgBoard(const BoardLayout& layout, bool flip,
                         absl::string_view title) {
  return Picture(Seen(layout, flip), title, "", "", "");
}

std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece) {
  return absl::StrCat("<g><title>", EscapeHtml(PieceLabel(piece)), "</title>",
                      PieceElements(layout, piece), "</g>");
}

std::string PieceLabel(const Piece& piece) {
  return absl::StrCat(
      piece.owner < 0 ? "nobody's" : absl::StrCat("player ", piece.owner + 1),
      piece.kind.empty() ? "" : ", ", piece.kind,
      piece.height < 2 ? "" : absl::StrCat(", tower of ", piece.height));
}

SvgPoint SvgMiddle(const Cell& cell, bool flip) {
  const double sign = flip ? -1 : 1;
  return {Pixels(sign * cell.x), Pixels(sign * cell.y)};
}

}  // namespace boardwalk
