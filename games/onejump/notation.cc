#include "games/onejump/onejump.h"

#include <array>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/board_drawing.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::onejump {
namespace {

constexpr std::array<int, 8> kRowStart = {0, 4, 9, 13, 18, 22, 27, 31};
constexpr absl::string_view kSides[2] = {"black", "white"};
constexpr char kSymbols[] = "bw";

std::string SquareName(Square square) {
  return {static_cast<char>('A' + square.column),
          static_cast<char>('1' + square.row)};
}

uint64_t Bit(int cell) { return uint64_t{1} << cell; }

// Why the piece at `from` cannot go to the empty `to`. REQUIRES: it cannot.
absl::Status WhyIllegal(const State& state, Square from, Square to) {
  const int side = state.ToMove();
  const int rows = to.row - from.row;
  const int columns = to.column - from.column;
  const std::string source = SquareName(from), target = SquareName(to);
  if (std::abs(rows) != std::abs(columns)) {
    return InvalidArgument(target, " is not on a diagonal of ", source,
                           "; pieces move diagonally");
  }
  if (std::abs(rows) > 2) {
    return InvalidArgument(target, " is too far from ", source,
                           "; a step goes one cell, a capture two");
  }
  const char piece = PieceAt(state, from);
  if (absl::ascii_islower(piece) && (rows > 0) == (side == 0)) {
    return InvalidArgument(
        source, "-", target, " goes backward; only a tower may, and ",
        kSides[side], " pieces go ", side == 0 ? "up" : "down");
  }
  const Square middle = {(from.row + to.row) / 2,
                         (from.column + to.column) / 2};
  return InvalidArgument("nothing to capture on ", SquareName(middle), ": ",
                         PieceAt(state, middle) == '.'
                             ? "it is empty"
                             : "it holds your own piece");
}

// Reads one row of a position text into the state's sets.
struct Sets {
  uint64_t pieces[2] = {0, 0};
  uint64_t towers = 0;
};
absl::Status ReadRow(int row, absl::string_view text, Sets& sets) {
  if (text.size() != 8) {
    return InvalidArgument("row ", row + 1, " is ", Quoted(text), ", ",
                           text.size(), " cells long; a row has 8");
  }
  for (int column = 0; column < 8; ++column) {
    const char c = text[column];
    const std::string name = SquareName({row, column});
    if (!absl::StrContains(".bwBW", c)) {
      return InvalidArgument(Quoted(text.substr(column, 1)), " on ", name,
                             " is none of . b w B W");
    }
    if (c == '.') continue;
    const int cell = CellAt({row, column});
    const int side = absl::ascii_tolower(c) == 'b' ? 0 : 1;
    if (cell == kNoCell) {
      return InvalidArgument(name,
                             " is a light cell; pieces stand on dark ones");
    }
    if ((c == 'b' && row == 0) || (c == 'w' && row == 7)) {
      return InvalidArgument("the piece on ", name,
                             " has reached the far row; it must ",
                             "be a tower, ", c == 'b' ? "B" : "W");
    }
    sets.pieces[side] |= Bit(cell);
    if (absl::ascii_isupper(c)) sets.towers |= Bit(cell);
  }
  return absl::OkStatus();
}

}  // namespace

int CellAt(Square square) {
  if ((square.row + square.column) % 2 == 0) return kNoCell;
  return kRowStart[square.row] + square.column / 2;
}

Square SquareOf(int cell) {
  int row = 7;
  while (kRowStart[row] > cell) --row;
  return {row, 2 * (cell - kRowStart[row]) + (row + 1) % 2};
}

std::string CellName(int cell) { return SquareName(SquareOf(cell)); }

std::optional<Square> ParseSquare(absl::string_view name) {
  if (name.size() != 2 || name[0] < 'A' || name[0] > 'H' || name[1] < '1' ||
      name[1] > '8') {
    return std::nullopt;
  }
  return Square{name[1] - '1', name[0] - 'A'};
}

char PieceAt(const State& state, Square square) {
  const uint64_t cell = Bit(CellAt(square));
  const bool tower = (state.Towers() & cell) != 0;
  if ((state.Pieces(0) & cell) != 0) return tower ? 'B' : 'b';
  if ((state.Pieces(1) & cell) != 0) return tower ? 'W' : 'w';
  return '.';
}

std::string Rules::FormatMove(const State&, Move move) const {
  return absl::StrCat(CellName(move.from), "-", CellName(move.to));
}

std::vector<std::string> Rules::Path(const State&, Move move) const {
  return {CellName(move.from), CellName(move.to)};
}

BoardLayout Rules::Layout() const {
  BoardLayout layout = CheckeredGrid(8, 8, [](int column, int row) {
    return SquareName({7 - row, column});
  });
  layout.symbols = kSymbols;
  layout.text = {.dots = true, .grid = true, .capitals = true};
  for (const std::string& row : layout.rows) {
    layout.text.rows.push_back({absl::StrCat(" ", row, " ")});
  }
  layout.seats = {{PieceColor::kBlack, PieceShape::kMan},
                  {PieceColor::kWhite, PieceShape::kMan}};
  layout.kinds = {{}, {.height = 2}};
  return layout;
}

std::vector<Piece> Rules::Pieces(const State& state) const {
  std::vector<Piece> pieces;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const char c = PieceAt(state, {row, column});
      if (c == '.') continue;
      pieces.push_back({.cell = (7 - row) * 8 + column,
                        .owner = absl::ascii_tolower(c) == 'b' ? 0 : 1,
                        .height = absl::ascii_isupper(c) ? 2 : 1});
    }
  }
  return pieces;
}

std::vector<int> Rules::PlaneBits() const {
  std::vector<int> bits;
  uint64_t left = ~kBoard;
  for (int cell = 0; cell < 64; ++cell) {
    const int bit = CellAt({7 - cell / 8, cell % 8});
    bits.push_back(bit == kNoCell ? PopLowest(left) : bit);
  }
  return bits;
}

// The reasons come in the document's order.
absl::StatusOr<State::Move> Rules::ParseMove(const State& state,
                                             absl::string_view text) const {
  const std::string upper = absl::AsciiStrToUpper(text.substr(0, 80));
  const std::vector<std::string> cells = absl::StrSplit(upper, '-');
  if (cells.size() != 2) {
    return InvalidArgument(Quoted(text),
                           " is no move; write two cells, such as G6-F5");
  }
  const std::optional<Square> from = ParseSquare(cells[0]);
  const std::optional<Square> to = ParseSquare(cells[1]);
  if (!from.has_value() || !to.has_value()) {
    return InvalidArgument(Quoted(cells[from.has_value() ? 1 : 0]),
                           " is off the board; cells are A1 (top left) to H8");
  }
  const char piece = PieceAt(state, *from);
  if (piece == '.') return InvalidArgument(cells[0], " is empty");
  if (PieceAt(state, *to) != '.')
    return InvalidArgument(cells[1], " is occupied");
  const int side = absl::ascii_tolower(piece) == 'b' ? 0 : 1;
  if (side != state.ToMove()) {
    return InvalidArgument(
        "the ", absl::ascii_isupper(piece) ? "tower" : "piece", " on ",
        cells[0], " is your opponent's; you play ", kSides[state.ToMove()]);
  }
  MoveListFor<State> list;
  state.LegalMoves(list);
  for (const Move move : list) {
    if (move.from == CellAt(*from) && move.to == CellAt(*to)) return move;
  }
  return WhyIllegal(state, *from, *to);
}

std::string Rules::ComposePosition(const std::vector<Piece>& pieces,
                                   int to_move) const {
  return absl::StrCat(BoardRows(Layout(), pieces), " ", to_move + 1);
}

std::string Rules::FormatPosition(const State& state) const {
  return ComposePosition(Pieces(state), state.ToMove());
}

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  const std::vector<absl::string_view> parts = SplitWords(text);
  if (parts.size() != 2) {
    return InvalidArgument(
        "a position is the eight rows joined by '/', a space and the seat to "
        "move; this text has ",
        Counted(static_cast<int64_t>(parts.size()), "part"));
  }
  const std::vector<absl::string_view> rows = absl::StrSplit(parts[0], '/');
  if (rows.size() != 8) {
    return InvalidArgument("the board has ", rows.size(),
                           " rows; 8 are needed");
  }
  Sets sets;
  for (int row = 0; row < 8; ++row) {
    RETURN_IF_ERROR(ReadRow(row, rows[row], sets));
  }
  if (parts[1] != "1" && parts[1] != "2") {
    return InvalidArgument("the seat to move is ", Quoted(parts[1]),
                           "; it is 1 (black) or 2 (white)");
  }
  const int to_move = parts[1] == "1" ? 0 : 1;
  for (int side : {0, 1}) {
    const int count = std::popcount(sets.pieces[side]);
    if (count > kPiecesPerSide) {
      return InvalidArgument(kSides[side], " has ", count, " pieces; at most ",
                             kPiecesPerSide, " are possible");
    }
  }
  if (sets.pieces[1 - to_move] == 0) {
    return InvalidArgument(
        kSides[1 - to_move],
        " has just moved and so must have a piece, but there is none");
  }
  return State(sets.pieces[0], sets.pieces[1], sets.towers, to_move);
}

GameEnding Rules::Ending(const State& state) const {
  return {state.Pieces(state.ToMove()) == 0
              ? "all pieces are captured"
              : absl::StrCat(kSides[state.ToMove()], " cannot move")};
}

BoardLegend Rules::Legend(const RenderOptions& options) const {
  const BoardLayout layout = Layout();
  BoardLegend legend;
  for (const int seat : {0, 1}) {
    const bool up = (seat == 0) != options.flip;
    legend.seats.push_back(
        absl::StrCat(SeatSign(layout, seat), ", from the ",
                     up ? "bottom to the top" : "top to the bottom"));
  }
  legend.marks = {{"B, W", "towers of two pieces"},
                  {".", "an empty cell"},
                  {"[ ]", "where a move ended"},
                  {"( )", "where it began"}};
  return legend;
}

}  // namespace boardwalk::onejump
