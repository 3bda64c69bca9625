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
#include "absl/strings/str_format.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

// The indices of the cells with the names, in their order.
std::vector<int> PathCells(const BoardLayout& layout,
                           const std::vector<std::string>& names) {
  std::vector<int> path;
  if (names.empty()) return path;
  std::unordered_map<std::string, int> by_name;
  for (size_t i = 0; i < layout.cells.size(); ++i) {
    by_name.emplace(layout.cells[i].name, static_cast<int>(i));
  }
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    if (found != by_name.end()) path.push_back(found->second);
  }
  return path;
}

// Whether empty cells show their names: all of them, or none.
bool ShowsNames(const BoardLayout& layout) {
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

// --- Text -------------------------------------------------------------------

constexpr double kSameRow = 0.01;

// Where the cells' texts go: a line for each height of the board, columns in
// proportion to x.
struct TextGrid {
  std::vector<int> row, column;  // by cell; a column is where its text begins
  int rows = 0;
  int width = 2;  // of a cell's text, without the signs around it
};

TextGrid MakeTextGrid(const BoardLayout& layout,
                      const std::vector<Piece>& pieces, bool flip) {
  TextGrid grid;
  const double sign = flip ? -1 : 1;
  std::vector<double> heights;
  double left = 0;
  for (const Cell& cell : layout.cells) {
    heights.push_back(sign * cell.y);
    left = std::min(left, sign * cell.x);
    if (ShowsNames(layout)) {
      grid.width = std::max(grid.width, static_cast<int>(Utf8Count(cell.name)));
    }
  }
  for (const Piece& piece : pieces) {
    grid.width = std::max(grid.width, 1 + static_cast<int>(Mark(piece).size()));
  }
  std::sort(heights.begin(), heights.end());
  heights.erase(
      std::unique(heights.begin(), heights.end(),
                  [](double a, double b) { return b - a < kSameRow; }),
      heights.end());
  grid.rows = static_cast<int>(heights.size());
  // An even number of columns, so that half a cell is a whole one.
  const int step = (grid.width + 3) / 2 * 2;
  for (const Cell& cell : layout.cells) {
    const auto at = std::upper_bound(heights.begin(), heights.end(),
                                     sign * cell.y + kSameRow / 2);
    grid.row.push_back(static_cast<int>(at - heights.begin()) - 1);
    grid.column.push_back(
        static_cast<int>(std::lround((sign * cell.x - left) * step)));
  }
  return grid;
}

// By seat.
struct SeatColor {
  absl::string_view code, name;
};
constexpr std::array<SeatColor, kMaxPlayers> kSeatColors = {
    {{"1;36", "cyan"},
     {"1;31", "red"},
     {"1;33", "yellow"},
     {"1;32", "green"},
     {"1;35", "magenta"},
     {"1;34", "blue"}}};

std::string Colored(absl::string_view text, absl::string_view code) {
  return absl::StrCat("\x1b[", code, "m", text, "\x1b[0m");
}

// Aligned to the right in `width` columns.
std::string CellText(const std::string& empty, const Piece* piece, char symbol,
                     int width, bool color) {
  const std::string text =
      piece == nullptr ? empty
                       : absl::StrCat(std::string(1, symbol), Mark(*piece));
  const int blanks = width - static_cast<int>(Utf8Count(text));
  const std::string padded =
      absl::StrCat(std::string(std::max(blanks, 0), ' '), text);
  if (!color) return padded;
  if (piece == nullptr) return Colored(padded, "2");
  return Colored(padded, piece->owner < 0
                             ? "1"
                             : kSeatColors[piece->owner % kMaxPlayers].code);
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
std::string PieceText(Piece piece, char symbol) {
  constexpr std::array<absl::string_view, 10> kRaised = {
      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string height =
      piece.height > 1 ? absl::StrCat(piece.height) : std::string();
  piece.height = 1;
  std::string text = absl::StrCat(std::string(1, symbol), Mark(piece));
  for (const char digit : height) absl::StrAppend(&text, kRaised[digit - '0']);
  return text;
}

// A disc, or a pile of at most three that rises to the upper right, with the
// symbol of its seat.
std::string PieceElements(CellShape shape, const Piece& piece, char symbol) {
  constexpr double kRadius = 0.36, kRise = 0.07;
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
                                PieceText(piece, symbol));
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

// Colours that differ for the colour-blind too (Okabe, Ito 2008); their order
// keeps neighbours apart in grey. Symbols say the same without colour.
constexpr absl::string_view kStyle = R"(<style>
.board { background: #fff; }
.cell { fill: #f1ede4; stroke: #8a8272; stroke-width: 1.5; }
.r1 { fill: #c9bfa9; } .r2 { fill: #f7dfb0; } .r3 { fill: #cfe3f1; }
.r4 { fill: #cfeadf; } .r5 { fill: #f3d3e3; } .r6 { fill: #f4d2c3; }
.r7 { fill: #dddddd; }
.line { fill: none; stroke: #8a8272; stroke-width: 1.5; }
.piece { fill: currentColor; stroke: #222; stroke-width: 2; }
.s0 { color: #1b5e8c; } .s1 { color: #f0a929; } .s2 { color: #00805f; }
.s3 { color: #f4f4f4; } .s4 { color: #a3276b; } .s5 { color: #8fd0f5; }
.nobody { color: #777; }
.board text { font: 600 21px sans-serif; text-anchor: middle;
  dominant-baseline: central; pointer-events: none; }
.symbol { fill: #fff; color: #fff; }
.ts1, .ts3, .ts5 { fill: #111; color: #111; }
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
      "</title>\n", kStyle, LineElements(seen), CellElements(seen));
  if (ShowsNames(seen)) {
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

char SeatSymbol(const BoardLayout& layout, int owner) {
  return owner >= 0 && owner < static_cast<int>(layout.symbols.size())
             ? layout.symbols[owner]
             : '*';
}

std::string DrawText(const BoardLayout& layout,
                     const std::vector<Piece>& pieces,
                     const RenderOptions& options) {
  const TextGrid grid = MakeTextGrid(layout, pieces, options.flip);
  const bool names = ShowsNames(layout);
  const size_t cells = layout.cells.size();
  std::vector<const Piece*> on(cells, nullptr);
  for (const Piece& piece : pieces) on[piece.cell] = &piece;
  std::vector<char> open(cells, ' '), close(cells, ' ');
  const std::vector<int> path = PathCells(layout, options.path);
  for (const int cell : path) open[cell] = '(', close[cell] = ')';
  if (!path.empty()) open[path.back()] = '[', close[path.back()] = ']';

  std::vector<std::vector<int>> rows(grid.rows);
  for (size_t i = 0; i < cells; ++i) {
    rows[grid.row[i]].push_back(static_cast<int>(i));
  }
  std::string text;
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end(),
              [&](int a, int b) { return grid.column[a] < grid.column[b]; });
    int at = 0;  // the column that comes next, without escape sequences
    std::string line;
    for (const int cell : row) {
      const int blanks = std::max(grid.column[cell] - at, 0);
      line.append(blanks, ' ');
      line += open[cell];
      const Piece* piece = on[cell];
      line +=
          CellText(names ? layout.cells[cell].name : ".", piece,
                   piece == nullptr ? ' ' : SeatSymbol(layout, piece->owner),
                   grid.width, options.color);
      line += close[cell];
      at += blanks + grid.width + 2;
    }
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  return text;
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

BoardLegend DrawTextLegend(const BoardLayout& layout,
                           const std::vector<Piece>& opening,
                           const std::vector<Piece>& pieces, int num_players,
                           const RenderOptions& options) {
  BoardLegend legend;
  for (int seat = 0; seat < num_players; ++seat) {
    std::string text(1, SeatSymbol(layout, seat));
    if (options.color) {
      absl::StrAppend(&text, " (", kSeatColors[seat % kMaxPlayers].name, ")");
    }
    const std::string side = SideOfBoard(layout, opening, seat, options.flip);
    if (!side.empty()) absl::StrAppend(&text, ", starting at the ", side);
    legend.seats.push_back(std::move(text));
  }
  bool nobody = false;
  std::map<std::string, std::string> kinds;
  for (const Piece& piece : pieces) {
    nobody = nobody || piece.owner < 0;
    const std::string mark = Mark(piece);
    if (mark.empty()) continue;
    kinds[mark] = absl::StrCat(
        piece.kind, piece.kind.empty() || piece.height < 2 ? "" : ", ",
        piece.height < 2 ? "" : absl::StrCat("a tower of ", piece.height));
  }
  for (const auto& [mark, meaning] : kinds) {
    const std::string owner(1, SeatSymbol(layout, 0));
    legend.marks.emplace_back(absl::StrCat(owner, mark), meaning);
  }
  if (nobody) legend.marks.emplace_back("*", "nobody's");
  if (ShowsNames(layout) && !layout.cells.empty()) {
    legend.marks.emplace_back(layout.cells[0].name,
                              "an empty cell and its name");
  } else {
    legend.marks.emplace_back(".", "an empty cell");
  }
  legend.marks.emplace_back("[ ]", "where a move ended");
  legend.marks.emplace_back("( )", "where it began or passed");
  return legend;
}

std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    const RenderOptions& options, absl::string_view title) {
  const BoardLayout seen = Seen(layout, options.flip);
  const std::vector<int> path = PathCells(seen, options.path);
  std::string placed;
  for (const Piece& piece : pieces) {
    const Cell& cell = seen.cells[piece.cell];
    absl::StrAppend(
        &placed, "<g transform=\"translate(", Number(cell.x), " ",
        Number(cell.y), ")\">",
        PieceElements(cell.shape, piece, SeatSymbol(seen, piece.owner)),
        "</g>\n");
  }
  return Picture(seen, title, PathElements(seen, path), placed,
                 EndElement(seen, path));
}

std::string DrawSvgBoard(const BoardLayout& layout, bool flip,
                         absl::string_view title) {
  return Picture(Seen(layout, flip), title, "", "", "");
}

std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece) {
  return absl::StrCat("<g><title>", EscapeHtml(PieceLabel(piece)), "</title>",
                      PieceElements(layout.cells[piece.cell].shape, piece,
                                    SeatSymbol(layout, piece.owner)),
                      "</g>");
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
