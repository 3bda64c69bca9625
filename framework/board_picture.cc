#include "framework/board_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/board_drawing.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr double kScale = 60;  // pixels for a distance of 1
// Around the cells: the frame of a grid, more where it has labels, and the rim
// of a wooden board with holes.
constexpr double kFrame = 0.18, kLabelled = 0.4, kRim = 0.75;
constexpr double kHole = 0.34;  // radius

// Boards of so many cells are drawn with as few elements as possible: without
// tooltips, and pieces without lights and shadows.
bool IsLarge(const BoardLayout& layout) { return layout.cells.size() > 1000; }

// Rounded to a tenth of a pixel; never "-0".
double Pixels(double x) { return std::round(x * kScale * 10) / 10 + 0.0; }

std::string Number(double x) { return absl::StrCat(Pixels(x)); }

std::string PointText(double x, double y) {
  return absl::StrCat(Number(x), ",", Number(y));
}

bool HasLabels(const BoardLayout& layout) {
  return !layout.columns.empty() || !layout.rows.empty();
}

// The corners of a hexagon around the origin, up and down; its sides are at a
// distance of 0.5.
std::vector<std::pair<double, double>> HexagonCorners() {
  const double r = 1 / std::sqrt(3.0);
  return {{0, -r}, {0.5, -r / 2}, {0.5, r / 2},
          {0, r},  {-0.5, r / 2}, {-0.5, -r / 2}};
}

// The outline of a cell as a part of a path.
std::string CellOutline(const Cell& cell) {
  switch (cell.shape) {
    case CellShape::kSquare:
      return absl::StrCat("M", PointText(cell.x - 0.5, cell.y - 0.5), "h",
                          Number(1), "v", Number(1), "h", Number(-1), "z");
    case CellShape::kHexagon: {
      std::string outline;
      for (const auto& [dx, dy] : HexagonCorners()) {
        absl::StrAppend(&outline, outline.empty() ? "M" : "L",
                        PointText(cell.x + dx, cell.y + dy));
      }
      return outline + "z";
    }
    case CellShape::kPoint: {
      const std::string r = Number(kHole);
      const std::string turn =
          absl::StrCat("a", r, " ", r, " 0 1 0 ", Number(2 * kHole), " 0");
      return absl::StrCat("M", PointText(cell.x - kHole, cell.y), turn, "a", r,
                          " ", r, " 0 1 0 ", Number(-2 * kHole), " 0z");
    }
  }
  return "";
}

// An element of the same outline; `attributes` end with a blank.
std::string CellElement(const Cell& cell, absl::string_view attributes,
                        absl::string_view end) {
  switch (cell.shape) {
    case CellShape::kSquare:
      return absl::StrCat("<rect ", attributes, "x=\"", Number(cell.x - 0.5),
                          "\" y=\"", Number(cell.y - 0.5), "\" width=\"",
                          Number(1), "\" height=\"", Number(1), "\"", end,
                          end == "/>" ? "" : "</rect>");
    case CellShape::kHexagon: {
      std::string points;
      for (const auto& [dx, dy] : HexagonCorners()) {
        absl::StrAppend(&points, points.empty() ? "" : " ",
                        PointText(cell.x + dx, cell.y + dy));
      }
      return absl::StrCat("<polygon ", attributes, "points=\"", points, "\"",
                          end, end == "/>" ? "" : "</polygon>");
    }
    case CellShape::kPoint:
      return absl::StrCat("<circle ", attributes, "cx=\"", Number(cell.x),
                          "\" cy=\"", Number(cell.y), "\" r=\"", Number(kHole),
                          "\"", end, end == "/>" ? "" : "</circle>");
  }
  return "";
}

// The light and the dark cells, a group each. Those that are not pointed at are
// one shape.
std::string CellElements(const BoardLayout& layout, bool pointable) {
  std::string svg;
  for (const bool dark : {false, true}) {
    std::string cells;
    for (const Cell& cell : layout.cells) {
      if (cell.dark != dark) continue;
      if (!pointable) {
        cells += CellOutline(cell);
        continue;
      }
      const std::string name = EscapeHtml(cell.name);
      absl::StrAppend(
          &cells,
          CellElement(cell, absl::StrCat("data-cell=\"", name, "\" "),
                      IsLarge(layout)
                          ? "/>"
                          : absl::StrCat("><title>", name, "</title>")),
          IsLarge(layout) ? "" : "\n");
    }
    if (cells.empty()) continue;
    if (!pointable) cells = absl::StrCat("<path d=\"", cells, "\"/>");
    absl::StrAppend(&svg, "<g class=\"cell", dark ? " dark" : "", "\">\n",
                    cells, "</g>\n");
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

// Of the middles of cells.
struct Extent {
  double left = 0, top = 0, right = 0, bottom = 0;
};

Extent ExtentOf(const BoardLayout& layout) {
  if (layout.cells.empty()) return {};
  constexpr double kFar = std::numeric_limits<double>::max();
  Extent extent{kFar, kFar, -kFar, -kFar};
  for (const Cell& cell : layout.cells) {
    extent.left = std::min(extent.left, cell.x);
    extent.top = std::min(extent.top, cell.y);
    extent.right = std::max(extent.right, cell.x);
    extent.bottom = std::max(extent.bottom, cell.y);
  }
  return extent;
}

// The edges of the board around the middles of its cells.
Extent EdgesOf(const BoardLayout& layout) {
  const Extent e = ExtentOf(layout);
  if (layout.style == BoardStyle::kHoled) {
    return {e.left - kRim, e.top - kRim, e.right + kRim, e.bottom + kRim};
  }
  const double bare = 0.5 + kFrame, labelled = 0.5 + kLabelled;
  return {e.left - (layout.rows.empty() ? bare : labelled), e.top - bare,
          e.right + bare,
          e.bottom + (layout.columns.empty() ? bare : labelled)};
}

// The convex hull of cells as points, clockwise (Andrew's monotone chain).
std::string HullPoints(const std::vector<const Cell*>& cells) {
  std::vector<std::pair<double, double>> points;
  points.reserve(cells.size());
  for (const Cell* cell : cells) points.emplace_back(cell->x, cell->y);
  std::sort(points.begin(), points.end());
  std::vector<std::pair<double, double>> hull;
  for (const bool lower : {true, false}) {
    const size_t begin = hull.size();
    for (const auto& point : points) {
      while (hull.size() >= begin + 2) {
        const auto& a = hull[hull.size() - 2];
        const auto& b = hull.back();
        const double turn = (b.first - a.first) * (point.second - a.second) -
                            (b.second - a.second) * (point.first - a.first);
        constexpr double kStraight = 1e-9;
        if (turn > kStraight) break;
        hull.pop_back();
      }
      hull.push_back(point);
    }
    if (hull.size() > begin + 1) hull.pop_back();
    if (lower) std::reverse(points.begin(), points.end());
  }
  std::string text;
  for (const auto& [x, y] : hull) {
    absl::StrAppend(&text, text.empty() ? "" : " ", PointText(x, y));
  }
  return text;
}

std::string Rectangle(absl::string_view css, const Extent& e, double round) {
  return absl::StrCat(
      "<rect class=\"", css, "\" x=\"", Number(e.left), "\" y=\"",
      Number(e.top), "\" width=\"", Number(e.right - e.left), "\" height=\"",
      Number(e.bottom - e.top), "\" rx=\"", Number(round), "\"/>\n");
}

// What the cells are in: a wooden plate around all holes, or a frame.
std::string GroundElements(const BoardLayout& layout) {
  if (layout.cells.empty()) return "";
  if (layout.style == BoardStyle::kHoled) {
    std::vector<const Cell*> cells;
    cells.reserve(layout.cells.size());
    for (const Cell& cell : layout.cells) cells.push_back(&cell);
    return absl::StrCat("<polygon class=\"ground\" points=\"",
                        HullPoints(cells), "\"/>\n");
  }
  const Extent e = ExtentOf(layout);
  std::string svg = Rectangle("frame", EdgesOf(layout), 0.12);
  // Squares that are no cells are there all the same: the light ones of
  // draughts.
  if (layout.style == BoardStyle::kCheckered) {
    svg += Rectangle(
        "field", {e.left - 0.5, e.top - 0.5, e.right + 0.5, e.bottom + 0.5}, 0);
  }
  return svg;
}

std::string SeatClass(const BoardLayout& layout, int seat) {
  return absl::StrCat("seat-", ColorOfSeat(layout, seat).name);
}

// The tints of homes, and fainter ones of goals that are nobody's home.
std::string HomeElements(const BoardLayout& layout) {
  std::string svg;
  const auto draw = [&](absl::string_view css, int seat,
                        const std::vector<const Cell*>& cells) {
    if (cells.empty()) return;
    std::string outline;
    for (const Cell* cell : cells) outline += CellOutline(*cell);
    const bool hull = layout.style == BoardStyle::kHoled;
    absl::StrAppend(&svg, hull ? "<polygon" : "<path", " class=\"", css, " ",
                    SeatClass(layout, seat), "\" ", hull ? "points" : "d",
                    "=\"", hull ? HullPoints(cells) : outline, "\"/>\n");
  };
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    std::vector<const Cell*> home, goal;
    for (const Cell& cell : layout.cells) {
      if (cell.home == seat) home.push_back(&cell);
      if (cell.goal == seat && cell.home < 0) goal.push_back(&cell);
    }
    draw("home", seat, home);
    draw("goal", seat, goal);
  }
  return svg;
}

// The holes of a rack, around which its cells are pointed at.
std::string HoleElements(const BoardLayout& layout) {
  if (layout.style != BoardStyle::kSlotted) return "";
  std::string svg = "<g class=\"holes\">";
  for (const Cell& cell : layout.cells) {
    absl::StrAppend(&svg, "<circle cx=\"", Number(cell.x), "\" cy=\"",
                    Number(cell.y), "\" r=\"", Number(0.4), "\"/>");
  }
  return svg + "</g>\n";
}

// The labels of columns below them and of rows on the left; or the names of
// cells in their corners.
std::string NameElements(const BoardLayout& layout, int turn) {
  std::string svg;
  if (HasLabels(layout)) {
    const bool flip = turn > 0;  // such a board has no turn but half a one
    const Extent e = ExtentOf(layout);
    const double away = 0.5 + kLabelled / 2;
    for (size_t i = 0; i < layout.columns.size(); ++i) {
      const auto step = static_cast<double>(i);
      svg += TextElement(flip ? e.right - step : e.left + step, e.bottom + away,
                         "label", layout.columns[i]);
    }
    for (size_t i = 0; i < layout.rows.size(); ++i) {
      const auto step = static_cast<double>(i);
      svg += TextElement(e.left - away, flip ? e.bottom - step : e.top + step,
                         "label", layout.rows[i]);
    }
  } else if (ShowsNames(layout)) {
    for (const Cell& cell : layout.cells) {
      svg += TextElement(cell.x - 0.47, cell.y - 0.39, "name", cell.name);
    }
  }
  return svg.empty() ? "" : absl::StrCat("<g class=\"names\">", svg, "</g>\n");
}

// --- Pieces -----------------------------------------------------------------

std::string Circle(absl::string_view css, double x, double y, double radius) {
  return absl::StrCat("<circle class=\"", css, "\" cx=\"", Number(x),
                      "\" cy=\"", Number(y), "\" r=\"", Number(radius), "\"/>");
}

std::string Stroke(absl::string_view css, absl::string_view path) {
  return absl::StrCat("<path class=\"", css, "\" d=\"", path, "\"/>");
}

// A pile of discs that rises; `top` is its middle.
std::string Pile(const std::string& css, PieceShape shape, int discs,
                 bool plain, double& top) {
  constexpr double kRadius = 0.39, kRise = 0.09;
  top = kRise * (discs - 1) / 2;
  std::string elements = plain ? "" : Circle("shadow", 0, top + 0.05, kRadius);
  for (int i = 0; i < discs; ++i) {
    if (i > 0) top -= kRise;
    elements += Circle(css, 0, top, kRadius);
  }
  if (plain) return elements;
  if (shape == PieceShape::kMan) elements += Circle("ridge", 0, top, 0.28);
  return elements +
         Stroke("shine", absl::StrCat("M", PointText(-0.3, top - 0.1), "A",
                                      PointText(0.32, 0.32), " 0 0 1 ",
                                      PointText(0.1, top - 0.3)));
}

constexpr absl::string_view kPawn =
    "M-17 22L17 22C17 15 9 12 7 3L10 0L6 -2C12 -7 9 -19 0 -19C-9 -19 -12 -7 "
    "-6 -2L-10 0L-7 3C-9 12 -17 15 -17 22Z";
constexpr absl::string_view kCross = "M-15 -15L15 15M-15 15L15 -15";
constexpr absl::string_view kCrown = "M-11 8L-13 -6L-6 0L0 -9L6 0L13 -6L11 8Z";

// Without signs on it. `top` is the middle of what bears them.
std::string ShapeElements(PieceShape shape, const std::string& seat, int height,
                          bool plain, double& top) {
  const std::string piece = absl::StrCat("piece ", seat);
  top = 0;
  switch (shape) {
    case PieceShape::kDisc:
    case PieceShape::kMan:
      return Pile(piece, shape, std::clamp(height, 1, 3), plain, top);
    case PieceShape::kMarble:
      return absl::StrCat(Circle(piece, 0, 0, 0.4),
                          plain
                              ? ""
                              : "<ellipse class=\"glint\" cx=\"-7\" cy=\"-9\" "
                                "rx=\"7\" ry=\"5\"/>");
    case PieceShape::kPawn:
      top = 0.22;  // its foot is the widest
      return Stroke(absl::StrCat("pawn ", piece), kPawn);
    case PieceShape::kRing:
      return Circle(absl::StrCat("stroke ", seat), 0, 0, 0.27);
    case PieceShape::kCross:
      return Stroke(absl::StrCat("stroke ", seat), kCross);
  }
  return "";
}

// The height of a tower raised, as "B2" reads as a cell's name.
std::string WithRaisedDigits(absl::string_view text) {
  constexpr std::array<absl::string_view, 10> kRaised = {
      "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      absl::StrAppend(&raised, kRaised[static_cast<size_t>(c - '0')]);
    } else {
      raised += c;
    }
  }
  return raised;
}

// A piece with its mark, and with the symbol of its seat where letters are
// shown.
std::string PieceElements(const BoardLayout& layout, const Piece& piece) {
  const bool nobody = piece.owner < 0;
  const SeatLook look = nobody ? SeatLook{} : LookOfSeat(layout, piece.owner);
  const absl::string_view color = nobody ? "nobody" : WordsOf(look.color).name;
  double top = 0;
  std::string elements = ShapeElements(look.shape, absl::StrCat("seat-", color),
                                       piece.height, IsLarge(layout), top);
  const std::string ink = absl::StrCat(" ink-", color);
  if (piece.kind == "king" && look.shape == PieceShape::kMan) {
    absl::StrAppend(&elements, "<g class=\"mark\" transform=\"translate(0 ",
                    Number(top), ")\">",
                    Stroke(absl::StrCat("crown", ink), kCrown), "</g>");
  } else if (const std::string mark = PieceMark(piece); !mark.empty()) {
    elements += TextElement(0, top, absl::StrCat("symbol mark", ink), mark);
  }
  return elements + TextElement(0, top, absl::StrCat("symbol letter", ink),
                                WithRaisedDigits(PieceSign(layout, piece)));
}

// --- Paths ------------------------------------------------------------------

// Under the pieces, so that they stay readable.
std::string PathElements(const BoardLayout& layout,
                         const std::vector<int>& path) {
  std::string tints, points;
  std::set<int> tinted;
  for (size_t i = 0; i < path.size(); ++i) {
    Cell cell = layout.cells[path[i]];
    absl::StrAppend(&points, points.empty() ? "" : " ",
                    PointText(cell.x, cell.y));
    const bool last = i + 1 == path.size();
    if (!last && (path[i] == path.back() || !tinted.insert(path[i]).second)) {
      continue;
    }
    // Around a hole.
    if (cell.shape == CellShape::kPoint) {
      absl::StrAppend(&tints,
                      Circle(last ? "tint end" : "tint", cell.x, cell.y, 0.46),
                      "\n");
    } else {
      absl::StrAppend(
          &tints,
          CellElement(cell, last ? "class=\"tint end\" " : "class=\"tint\" ",
                      "/>"),
          "\n");
    }
  }
  if (path.size() > 2) {
    absl::StrAppend(&tints, "<polyline class=\"path\" points=\"", points,
                    "\"/>\n");
  }
  return tints;
}

// --- The whole --------------------------------------------------------------

absl::string_view StyleClass(BoardStyle style) {
  switch (style) {
    case BoardStyle::kLined:
      return "lined";
    case BoardStyle::kFelt:
      return "felt";
    case BoardStyle::kCheckered:
      return "checkered";
    case BoardStyle::kSlotted:
      return "slotted";
    case BoardStyle::kHoled:
      return "holed";
  }
  return "";
}

// The rules for colours of pieces.
std::string ColorStyle() {
  std::string style;
  for (int color = 0; color <= static_cast<int>(PieceColor::kRed); ++color) {
    const ColorWords& words = WordsOf(static_cast<PieceColor>(color));
    absl::StrAppend(&style, ".seat-", words.name, " { color: ", words.fill,
                    "; } .ink-", words.name, " { fill: ", words.ink,
                    "; color: ", words.ink, "; }\n");
  }
  return style;
}

constexpr absl::string_view kStyle = R"(.frame { fill: #6b4629; }
.field, .checkered .cell { fill: #efdcb9; }
.checkered .dark { fill: #b98a5a; }
.lined .cell { fill: #e8cf9e; stroke: #a37c4c; stroke-width: 1.5; }
.felt .frame { fill: #33261b; }
.felt .cell { fill: #2f8254; stroke: #1c5636; stroke-width: 1.5; }
.slotted .frame { fill: #1f4f93; }
.slotted .cell { fill: #2b66b5; }
.holes { fill: #17396e; stroke: #12305e; stroke-width: 2; pointer-events: none; }
.ground { fill: #dcb27a; stroke: #dcb27a; stroke-width: 84; stroke-linejoin: round; }
.holed .cell { fill: #a9743f; stroke: #7b4f27; stroke-width: 2; }
.line { fill: none; stroke: #b98d55; stroke-width: 3; }
.home, .goal { pointer-events: none; }
.home { fill: currentColor; opacity: .3; }
.holed .home { stroke: currentColor; stroke-width: 52; stroke-linejoin: round; opacity: .42; }
.goal { fill: currentColor; opacity: .15; }
.holed .goal { stroke: currentColor; stroke-width: 52; stroke-linejoin: round; opacity: .2; }
.board text { font: 600 21px sans-serif; text-anchor: middle; dominant-baseline: central; pointer-events: none; }
.board .label { fill: #f4e6cc; font-size: 13px; }
.board .name { fill: #2e1c0c; font-size: 10px; font-weight: 400; text-anchor: start; }
.tint { fill: #ffe04a; fill-opacity: .45; stroke: none; pointer-events: none; }
.tint.end { fill-opacity: .75; }
.slotted .tint { rx: 30px; fill: #fff; }
.holed .tint { fill: none; stroke: #ffe04a; stroke-width: 5; filter: drop-shadow(0 0 1.5px #000a); }
.tint.won { fill: #f4ffe4; fill-opacity: .95; stroke: #1c8a4a; stroke-width: 4; }
.path { fill: none; stroke: #3b2f86; stroke-opacity: .75; stroke-width: 4; stroke-linejoin: round; stroke-linecap: round; pointer-events: none; }
.piece { fill: currentColor; stroke: #1c1712; stroke-width: 1.5; }
.stroke { fill: none; stroke: currentColor; stroke-width: 8; stroke-linecap: round; }
.shadow { fill: #000; opacity: .28; }
.ridge { fill: none; stroke: #8886; stroke-width: 3; }
.shine { fill: none; stroke: #fff; stroke-opacity: .4; stroke-width: 3; stroke-linecap: round; }
.glint { fill: #fff; opacity: .55; }
.crown { stroke: #0006; stroke-width: 1; stroke-linejoin: round; }
.seat-nobody { color: #6d675c; } .ink-nobody { fill: #fff; color: #fff; }
.letter, .letters .mark { display: none; }
.letters .letter { display: inline; }
.letters .pawn ~ .letter { font-size: 14px; }
.letters .shine, .letters .glint { display: none; }
.letters .stroke ~ .letter { display: none; }
.theme-slate .frame { fill: #3a4450; }
.theme-slate .field, .theme-slate .checkered .cell, .theme-slate.checkered .cell { fill: #dfe5ec; }
.theme-slate .checkered .dark, .theme-slate.checkered .dark { fill: #8497ab; }
.theme-slate .lined .cell, .theme-slate.lined .cell { fill: #d3dbe4; stroke: #8497ab; }
.theme-slate .felt .cell, .theme-slate.felt .cell { fill: #6f8194; stroke: #4d5c6c; }
.theme-slate .slotted .cell, .theme-slate.slotted .cell { fill: #5f7082; }
.theme-slate .holes { fill: #2a323b; stroke: #222930; }
.theme-slate .ground { fill: #c3cdd8; stroke: #c3cdd8; }
.theme-slate .holed .cell, .theme-slate.holed .cell { fill: #7f8fa1; stroke: #5d6b7b; }
.theme-slate .line { stroke: #a3b0be; }
)";

// What is drawn of a board besides its layout.
struct Content {
  std::string head = {};  // the title and the style
  std::string paths = {}, pieces = {};
  bool pointable = true;  // each cell is an element, and names are shown
};

// The layout after so many of its turns, clockwise around its middle.
BoardLayout Turned(BoardLayout layout, int turn) {
  if (turn == 0) return layout;
  const Extent e = ExtentOf(layout);
  const double x = (e.left + e.right) / 2, y = (e.top + e.bottom) / 2;
  const double angle = 2 * std::numbers::pi * turn / layout.turns;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  for (Cell& cell : layout.cells) {
    const double dx = cell.x - x, dy = cell.y - y;
    cell.x = x + dx * cosine - dy * sine;
    cell.y = y + dx * sine + dy * cosine;
  }
  return layout;
}

// The tints of homes are under holes and over squares.
std::string Picture(const BoardLayout& seen, int turn, const Content& content) {
  const Extent e = EdgesOf(seen);
  const std::string width = Number(e.right - e.left);
  const std::string height = Number(e.bottom - e.top);
  const bool holed = seen.style == BoardStyle::kHoled;
  const std::string homes = HomeElements(seen);
  return absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board ",
      StyleClass(seen.style), seen.letters ? " letters" : "",
      "\" role=\"img\" width=\"", width, "\" height=\"", height,
      "\" viewBox=\"", Number(e.left), " ", Number(e.top), " ", width, " ",
      height, "\">\n", content.head, GroundElements(seen), holed ? homes : "",
      LineElements(seen), CellElements(seen, content.pointable),
      holed ? "" : homes, HoleElements(seen), "<g class=\"paths\">",
      content.paths, "</g>\n",
      content.pointable ? NameElements(seen, turn) : "", "<g class=\"pieces\">",
      content.pieces, "</g>\n</svg>\n");
}

std::string Head(absl::string_view title) {
  return absl::StrCat("<title>", EscapeHtml(title), "</title>\n<style>\n",
                      PictureStyle(), "</style>\n");
}

std::string PlacedPieces(const BoardLayout& seen,
                         const std::vector<Piece>& pieces) {
  std::string placed;
  for (const Piece& piece : pieces) {
    const Cell& cell = seen.cells[piece.cell];
    absl::StrAppend(&placed, "<g transform=\"translate(", Number(cell.x), " ",
                    Number(cell.y), ")\">", PieceElements(seen, piece),
                    "</g>\n");
  }
  return placed;
}

}  // namespace

std::string PictureStyle() { return absl::StrCat(ColorStyle(), kStyle); }

std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    int turn,
                    const std::vector<std::vector<std::string>>& paths,
                    absl::string_view title) {
  const BoardLayout seen = Turned(layout, turn);
  std::string drawn;
  for (const std::vector<int>& path : PathCells(seen, paths)) {
    drawn += PathElements(seen, path);
  }
  return Picture(seen, turn,
                 {.head = Head(title),
                  .paths = std::move(drawn),
                  .pieces = PlacedPieces(seen, pieces)});
}

std::string DrawSvgBoard(const BoardLayout& layout, int turn,
                         absl::string_view title) {
  return Picture(Turned(layout, turn), turn, {.head = Head(title)});
}

std::string DrawSvgIcon(const BoardLayout& layout,
                        const std::vector<Piece>& pieces) {
  BoardLayout bare = layout;
  bare.columns.clear();
  bare.rows.clear();
  return Picture(bare, 0,
                 {.pieces = PlacedPieces(bare, pieces), .pointable = false});
}

std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece) {
  const std::string elements = PieceElements(layout, piece);
  if (IsLarge(layout)) return elements;
  return absl::StrCat("<g><title>", EscapeHtml(PieceLabel(piece)), "</title>",
                      elements, "</g>");
}

std::string PieceLabel(const Piece& piece) {
  const std::string kind = PieceKindLabel(piece);
  return absl::StrCat(
      piece.owner < 0 ? "nobody's" : absl::StrCat("player ", piece.owner + 1),
      kind.empty() ? "" : ", ", kind);
}

std::string PieceKindLabel(const Piece& piece) {
  if (piece.height < 2) return piece.kind;
  return absl::StrCat(piece.kind, piece.kind.empty() ? "" : ", ", "tower of ",
                      piece.height);
}

std::vector<SvgPoint> SvgMiddles(const BoardLayout& layout, int turn) {
  std::vector<SvgPoint> middles;
  middles.reserve(layout.cells.size());
  for (const Cell& cell : Turned(layout, turn).cells) {
    middles.push_back({Pixels(cell.x), Pixels(cell.y)});
  }
  return middles;
}

}  // namespace boardwalk
