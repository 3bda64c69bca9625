#include "framework/conformance_report.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/board_picture.h"
#include "framework/errors.h"
#include "framework/text.h"

namespace boardwalk {

absl::Status CheckConformanceOptions(const ConformanceOptions& options) {
  if (options.games < 0) {
    return InvalidArgument(options.games, " games: it is 0 for as many as it ",
                           "takes, or above");
  }
  if (options.max_plies < 1) {
    return InvalidArgument(options.max_plies, " plies: it is 1 or above");
  }
  return absl::OkStatus();
}

}  // namespace boardwalk

namespace boardwalk::internal {
namespace {

constexpr size_t kMaxQuoted = 400;
constexpr size_t kMaxMoves = 40;

bool HasControlCharacter(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_iscntrl(c); });
}

// One change of a text that is not empty.
std::string Mutate(absl::string_view text, Random& random) {
  constexpr absl::string_view kStrange = " 0159aZ-+,:/.x\x01\xc3";
  std::string mutated(text);
  const auto below = [&random](size_t n) {
    return static_cast<size_t>(random.Below(static_cast<uint32_t>(n)));
  };
  const size_t at = below(text.size());
  switch (random.Below(8)) {
    case 0:
      mutated[at] = kStrange[below(kStrange.size())];
      break;
    case 1:
      mutated[at] = text[below(text.size())];
      break;
    case 2:
      mutated.erase(at, 1);
      break;
    case 3:
      mutated.insert(at, 1, text[below(text.size())]);
      break;
    case 4:
      if (at + 1 < mutated.size()) std::swap(mutated[at], mutated[at + 1]);
      break;
    case 5:
      mutated.resize(at);
      break;
    default: {  // another digit, which finds lost counters
      const size_t digit = text.find_first_of("0123456789", at);
      const size_t place = digit == absl::string_view::npos ? at : digit;
      mutated[place] = static_cast<char>('0' + below(10));
      break;
    }
  }
  return mutated;
}

// Lower case letters and digits without leading zeros; nothing else.
std::string Essence(absl::string_view text) {
  std::string essence;
  char previous = ' ';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool leading =
        c == '0' && !absl::ascii_isdigit(static_cast<unsigned char>(previous));
    if (leading) continue;
    if (absl::ascii_isalnum(byte)) essence += absl::ascii_tolower(byte);
    previous = c;
  }
  return essence;
}

// The kind of the plane in which the piece is; -1 if it is in none of its
// owner.
int KindOfPlane(const PlaneShape& shape, const Piece& piece,
                absl::Span<const uint64_t> words) {
  const int bit = shape.bits[piece.cell];
  for (int kind = 0; kind < shape.kinds; ++kind) {
    const int plane = piece.owner * shape.kinds + kind;
    if ((words[plane * shape.words + bit / 64] >> bit % 64 & 1) != 0) {
      return kind;
    }
  }
  return -1;
}

}  // namespace

bool Findings::Note(absl::string_view kind, bool by_moves) {
  for (Finding& finding : findings_) {
    if (finding.kind != kind) continue;
    ++finding.times;
    const bool better = by_moves && !finding.by_moves;
    finding.by_moves |= by_moves;
    return better;
  }
  findings_.push_back({std::string(kind), "", "", by_moves, 1});
  return true;
}

void Findings::Describe(absl::string_view kind, std::string line,
                        std::string show) {
  for (Finding& finding : findings_) {
    if (finding.kind != kind) continue;
    finding.line = std::move(line);
    finding.show = std::move(show);
    return;
  }
}

bool Findings::Has(absl::string_view kind) const {
  return std::any_of(
      findings_.begin(), findings_.end(),
      [kind](const Finding& finding) { return finding.kind == kind; });
}

void Findings::NoteLines(absl::string_view kind,
                         const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (Note(kind, true)) Describe(kind, line);
  }
}

std::vector<std::string> Findings::Lines() const {
  std::vector<std::string> lines;
  for (const Finding& finding : findings_) {
    lines.push_back(absl::StrCat(finding.kind, ": ", finding.line));
    if (finding.times > 1) {
      absl::StrAppend(&lines.back(), " (and ", finding.times - 1,
                      " more times)");
    }
    // At the end, to be copied.
    if (!finding.show.empty()) {
      absl::StrAppend(&lines.back(), "; see it with: ", finding.show);
    }
  }
  return lines;
}

std::string Quoted(absl::string_view text) {
  return boardwalk::Quoted(text, kMaxQuoted);
}

std::string DescribeMoves(const std::vector<std::string>& moves) {
  if (moves.empty()) return "in the opening position";
  const size_t first = moves.size() > kMaxMoves ? moves.size() - kMaxMoves : 0;
  return absl::StrCat(
      "after ", Counted(static_cast<int64_t>(moves.size()), "move"), ": ",
      first > 0 ? "... " : "",
      absl::StrJoin(moves.begin() + static_cast<std::ptrdiff_t>(first),
                    moves.end(), " "));
}

std::string ShowCommand(const std::string& show,
                        const std::vector<std::string>& moves,
                        absl::string_view position) {
  if (show.empty()) return "";
  if (!position.empty()) {
    return absl::StrCat(show, " --position ", ShellWord(position));
  }
  if (moves.empty()) return show;
  return absl::StrCat(show, " --moves ", ShellWord(absl::StrJoin(moves, " ")));
}

std::vector<std::string> MutatedTexts(absl::string_view text, int count,
                                      Random& random) {
  std::vector<std::string> texts;
  if (text.empty()) return texts;
  for (int i = 0; i < count; ++i) {
    std::string mutated = Mutate(text, random);
    if (random.Below(4) == 0 && !mutated.empty()) {
      mutated = Mutate(mutated, random);
    }
    if (mutated != text) texts.push_back(std::move(mutated));
  }
  return texts;
}

const std::vector<std::string>& GarbageTexts() {
  static const std::vector<std::string> texts = {
      "",
      " ",
      "-",
      ":",
      ",",
      "?",
      "%s%n",
      std::string(1, '\0'),
      "\xff\xfe",
      "\xc3\xa9\xe2\x82\xac",
      "-1",
      "99999999999999999999999",
      "1e999",
      "nan",
      "no such text",
      std::string(20'000, '1'),
      std::string(20'000, 'a'),
      std::string(20'000, ' '),
      std::string(20'000, '-'),
      std::string(20'000, '/'),
  };
  return texts;
}

bool IsLooselyWritten(absl::string_view typed, absl::string_view text) {
  return Essence(typed) == Essence(text);
}

std::string MoveTextFault(absl::string_view text) {
  if (text.empty()) return "is empty";
  if (HasControlCharacter(text) || absl::StrContains(text, ' ')) {
    return "has a blank or a control character, which cuts lists of moves";
  }
  return "";
}

std::string PositionTextFault(absl::string_view text) {
  if (text.empty()) return "is empty";
  if (HasControlCharacter(text)) return "is not one line of plain text";
  if (absl::StripAsciiWhitespace(text) != text) {
    return "begins or ends with a blank, which is lost where it is read";
  }
  return "";
}

std::string RenderingFault(absl::string_view text, bool color) {
  if (text.empty()) return "is empty";
  if (text.back() != '\n') return "does not end its last line";
  if (!color && absl::StrContains(text, '\x1b')) {
    return "has escape codes though colours are off";
  }
  for (const char c : text) {
    if (c != '\n' && c != '\x1b' &&
        absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      return "has a control character";
    }
  }
  return "";
}

std::string RulesTextFault(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (Utf8Count(line) > 80) {
      return absl::StrCat("a line of more than 80 characters, ", Quoted(line));
    }
  }
  return "";
}

std::string AimFault(absl::string_view text) {
  constexpr size_t kMost = 100;
  if (absl::StrContains(text, '\n')) return "is not one line";
  if (Utf8Count(text) > kMost) {
    return absl::StrCat("has ", Utf8Count(text), " characters; ", kMost,
                        " are the most");
  }
  return "";
}

namespace {

// Whether a turn brings each cell to the place of one.
bool TurnsOntoItself(const BoardLayout& layout) {
  constexpr double kNear = 1;  // in the units of pictures
  std::vector<SvgPoint> places = SvgMiddles(layout, 0);
  std::ranges::sort(places, {}, &SvgPoint::y);
  return std::ranges::all_of(
      SvgMiddles(layout, 1), [&](const SvgPoint& turned) {
        auto at = std::ranges::lower_bound(places, turned.y - kNear, {},
                                           &SvgPoint::y);
        for (; at != places.end() && at->y <= turned.y + kNear; ++at) {
          if (std::abs(at->x - turned.x) <= kNear) return true;
        }
        return false;
      });
}

// Of the kinds of pieces and of the turns.
void AddFaultsOfLooks(const BoardLayout& layout,
                      std::vector<std::string>& faults) {
  if (layout.kinds.empty()) faults.emplace_back("a seat can have no pieces");
  for (auto kind = layout.kinds.begin(); kind != layout.kinds.end(); ++kind) {
    if (kind->height < 1 ||
        std::find(layout.kinds.begin(), kind, *kind) != kind) {
      faults.push_back(absl::StrCat(
          "the kind of pieces ", Quoted(kind->kind), " of height ",
          kind->height,
          kind->height < 1 ? ", of which 1 is the least" : " is there twice"));
    }
  }
  const bool labelled = !layout.columns.empty() || !layout.rows.empty();
  if (layout.turns < 1) {
    faults.push_back(absl::StrCat("it has ", layout.turns,
                                  " turns; 1 is the least, that of no turn"));
  } else if (layout.turns > 1 && layout.style == BoardStyle::kSlotted) {
    faults.push_back(absl::StrCat("it has ", layout.turns,
                                  " turns, and a rack stands upright: 1"));
  } else if (layout.turns > 2 && labelled) {
    faults.push_back(absl::StrCat("it has ", layout.turns,
                                  " turns; labels of rows and columns stand "
                                  "right after half a turn alone"));
  } else if (layout.turns > 2 && !TurnsOntoItself(layout)) {
    faults.push_back(absl::StrCat("one of ", layout.turns,
                                  " turns does not bring the board onto "
                                  "itself"));
  }
}

}  // namespace

std::vector<std::string> LayoutFaults(const BoardLayout& layout,
                                      int num_players) {
  std::vector<std::string> faults;
  const std::vector<Cell>& cells = layout.cells;
  if (cells.empty()) faults.emplace_back("it has no cells");
  std::set<std::string> names;
  for (const Cell& cell : cells) {
    const std::string fault = MoveTextFault(cell.name);
    if (!fault.empty()) {
      faults.push_back(
          absl::StrCat("a name of a cell, ", Quoted(cell.name), ", ", fault));
    }
    if (!names.insert(cell.name).second) {
      faults.push_back(
          absl::StrCat("two cells have the name ", Quoted(cell.name)));
    }
    if (!std::isfinite(cell.x) || !std::isfinite(cell.y)) {
      faults.push_back(absl::StrCat("the place of ", Quoted(cell.name),
                                    " is no place in the plane"));
      return faults;
    }
    for (const int seat : {cell.home, cell.goal}) {
      if (seat >= -1 && seat < num_players) continue;
      faults.push_back(absl::StrCat(Quoted(cell.name), " is home or goal of ",
                                    seat, "; seats are 0 to ", num_players - 1,
                                    ", and -1 is nobody"));
    }
  }
  const std::set<char> symbols(layout.symbols.begin(), layout.symbols.end());
  if (symbols.size() != layout.symbols.size() ||
      static_cast<int>(symbols.size()) < num_players ||
      !std::all_of(symbols.begin(), symbols.end(),
                   [](unsigned char c) { return absl::ascii_isgraph(c); })) {
    faults.push_back(absl::StrCat("the symbols ", Quoted(layout.symbols),
                                  " are not a character for each of ",
                                  num_players, " seats, all different"));
  }
  const auto n = static_cast<int>(cells.size());
  for (const BoardLine& line : layout.lines) {
    if (std::min(line.from, line.to) < 0 || std::max(line.from, line.to) >= n) {
      faults.push_back(absl::StrCat("a line from cell ", line.from, " to cell ",
                                    line.to, " of ", n,
                                    " cells, which are counted from 0"));
    }
  }
  constexpr double kNear = 0.8 - 1e-9;
  std::vector<int> order(cells.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return cells[a].y < cells[b].y; });
  for (size_t i = 0; i < order.size(); ++i) {
    const Cell& a = cells[order[i]];
    for (size_t j = i + 1; j < order.size(); ++j) {
      const Cell& b = cells[order[j]];
      if (b.y - a.y >= kNear) break;
      if (std::hypot(a.x - b.x, a.y - b.y) < kNear) {
        faults.push_back(absl::StrCat(Quoted(a.name), " and ", Quoted(b.name),
                                      " are nearer to each other than 0.8"));
      }
    }
  }
  AddFaultsOfLooks(layout, faults);
  return faults;
}

bool SamePieces(std::vector<Piece> a, std::vector<Piece> b) {
  std::ranges::sort(a, {}, &Piece::cell);
  std::ranges::sort(b, {}, &Piece::cell);
  return a == b;
}

const Piece* UnlistedPiece(const BoardLayout& layout,
                           const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    const PieceKind kind = {piece.kind, piece.height};
    if (std::ranges::find(layout.kinds, kind) == layout.kinds.end()) {
      return &piece;
    }
  }
  return nullptr;
}

std::string PiecesFault(const BoardLayout& layout,
                        const std::vector<Piece>& pieces, int num_players) {
  std::set<int> taken;
  for (const Piece& piece : pieces) {
    if (piece.cell < 0 || piece.cell >= static_cast<int>(layout.cells.size())) {
      return absl::StrCat("a piece stands on cell ", piece.cell, " of ",
                          layout.cells.size(),
                          " cells, which are counted from 0");
    }
    const std::string where = Quoted(layout.cells[piece.cell].name);
    if (!taken.insert(piece.cell).second) {
      return absl::StrCat("two pieces stand on ", where,
                          "; a tower is one with a height");
    }
    if (piece.owner < -1 || piece.owner >= num_players) {
      return absl::StrCat("the owner of the piece on ", where, " is ",
                          piece.owner, ", no seat and not -1 for nobody");
    }
    if (piece.height < 1) {
      return absl::StrCat("the piece on ", where, " has a height of ",
                          piece.height, "; 1 is the least");
    }
  }
  return "";
}

std::string PlaneShapeFault(const BoardLayout& layout, const PlaneShape& shape,
                            int num_players) {
  if (shape.seats < num_players) {
    return absl::StrCat("they are of ", shape.seats, " seats; the game has ",
                        num_players);
  }
  if (shape.bits.size() != layout.cells.size()) {
    return absl::StrCat("there are bits for ", shape.bits.size(),
                        " cells; the layout has ", layout.cells.size());
  }
  std::set<int> taken;
  for (size_t cell = 0; cell < shape.bits.size(); ++cell) {
    const int bit = shape.bits[cell];
    const std::string what = absl::StrCat(
        "the bit of ", Quoted(layout.cells[cell].name), ", ", bit, ", is ");
    if (bit < 0 || bit >= 64 * shape.words) {
      return absl::StrCat(what, "not from 0 to ", 64 * shape.words - 1);
    }
    if (!taken.insert(bit).second) {
      return absl::StrCat(what, "that of another cell");
    }
  }
  return "";
}

std::string PlanesFault(const BoardLayout& layout, const PlaneShape& shape,
                        const std::vector<Piece>& pieces,
                        absl::Span<const uint64_t> words, PlaneKinds& kinds) {
  size_t count = 0;
  for (const uint64_t word : words) count += std::popcount(word);
  if (count != pieces.size()) {
    return absl::StrCat("they have ", count, " bits for ", pieces.size(),
                        " pieces");
  }
  for (const Piece& piece : pieces) {
    const std::string& cell = layout.cells[piece.cell].name;
    if (piece.owner < 0) {
      return absl::StrCat("the piece on ", Quoted(cell),
                          " is nobody's, so that it is in no plane");
    }
    const int kind = KindOfPlane(shape, piece, words);
    if (kind < 0) {
      return absl::StrCat("the piece on ", Quoted(cell),
                          " is in no plane of its owner");
    }
    const int known =
        kinds.emplace(std::pair(piece.kind, piece.height), kind).first->second;
    if (known != kind) {
      return absl::StrCat("the piece on ", Quoted(cell), " is in a plane of ",
                          "kind ", kind, ", one like it was in kind ", known);
    }
  }
  return "";
}

std::string CountersFault(absl::Span<const Counter> opening,
                          absl::Span<const Counter> counters) {
  for (size_t i = 0; i < counters.size(); ++i) {
    const Counter& counter = counters[i];
    if (counter.name != opening[i].name || counter.max != opening[i].max) {
      return absl::StrCat(Quoted(counter.name), " of ", counter.max, " was ",
                          Quoted(opening[i].name), " of ", opening[i].max,
                          " in the opening position");
    }
    if (counter.name.empty()) return "a counter has no name";
    if (counter.max < 1) {
      return absl::StrCat("the maximum of ", Quoted(counter.name), " is ",
                          counter.max, ", which is below 1");
    }
    if (counter.value < 0 || counter.value > counter.max) {
      return absl::StrCat(Quoted(counter.name), " is ", counter.value,
                          ", which is not from 0 to ", counter.max);
    }
  }
  return "";
}

}  // namespace boardwalk::internal
