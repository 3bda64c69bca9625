#include "games/star/setup.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "framework/any_game.h"
#include "framework/board_drawing.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::star {
namespace {

constexpr absl::string_view kTriangleNames[kDirections] = {
    "the top triangle",         "the upper right triangle",
    "the lower right triangle", "the bottom triangle",
    "the lower left triangle",  "the upper left triangle"};

// Where chains of jumps lead from a cell: for each cell reached, the one it is
// first reached from; -1 elsewhere. The start counts as reached from itself.
std::vector<int> ChainsFrom(const Board& board, const Position& position,
                            int start) {
  std::vector<int> reached_from(static_cast<size_t>(board.cells()), -1);
  reached_from[start] = start;
  std::vector<int> queue = {start};
  for (size_t i = 0; i < queue.size(); ++i) {
    const int cell = queue[i];
    for (int direction = 0; direction < kDirections; ++direction) {
      const int over = board.Next(cell, direction);
      // The mover's own cell is empty while it jumps.
      if (over < 0 || over == start || position.owner[over] == kNobody) {
        continue;
      }
      const int landing = board.Next(over, direction);
      if (landing < 0 || position.owner[landing] != kNobody ||
          reached_from[landing] >= 0) {
        continue;
      }
      reached_from[landing] = cell;
      queue.push_back(landing);
    }
  }
  return reached_from;
}

bool AreNeighbours(const Board& board, int a, int b) {
  for (int direction = 0; direction < kDirections; ++direction) {
    if (board.Next(a, direction) == b) return true;
  }
  return false;
}

bool HasMove(const Setup& setup, const Position& position, int cell) {
  const Board& board = setup.board();
  const int seat = position.to_move;
  if (position.owner[cell] != seat || !setup.Allowed(seat, cell)) return false;
  for (int direction = 0; direction < kDirections; ++direction) {
    const int next = board.Next(cell, direction);
    if (next >= 0 && position.owner[next] == kNobody &&
        setup.Allowed(seat, next)) {
      return true;
    }
  }
  const std::vector<int> reached_from = ChainsFrom(board, position, cell);
  for (int to = 0; to < board.cells(); ++to) {
    if (to != cell && reached_from[to] >= 0 && setup.Allowed(seat, to)) {
      return true;
    }
  }
  return false;
}

bool MustPass(const Setup& setup, const Position& position) {
  for (int cell = 0; cell < setup.board().cells(); ++cell) {
    if (HasMove(setup, position, cell)) return false;
  }
  return true;
}

absl::StatusOr<int> ParseCell(const Board& board, absl::string_view text) {
  const std::vector<absl::string_view> numbers = absl::StrSplit(text, ',');
  int row = 0, column = 0;
  // A cell has one spelling: no signs or zeros that say nothing.
  const auto read = [](absl::string_view number, int& value) {
    return absl::SimpleAtoi(number, &value) && absl::StrCat(value) == number;
  };
  if (numbers.size() != 2 || !read(numbers[0], row) ||
      !read(numbers[1], column)) {
    return InvalidArgument(Quoted(text),
                           " is no cell; write row,column, such as 4,-1");
  }
  if (row < 0 || row >= board.rows()) {
    return InvalidArgument(text, " is off the board: rows are 0 to ",
                           board.rows() - 1);
  }
  const int cell = board.At(row, column);
  if (cell < 0) {
    return InvalidArgument(text, " is off the board: the columns of row ", row,
                           " are ", board.FirstColumn(row), " to ",
                           board.LastColumn(row));
  }
  return cell;
}

// Why the seat to move may not move from one cell to the other.
absl::Status CheckMove(const Setup& setup, const Position& position,
                       CellMove move) {
  const Board& board = setup.board();
  const int seat = position.to_move;
  const std::string from = board.Name(move.from), to = board.Name(move.to);
  const auto wrong = [](const auto&... parts) {
    return InvalidArgument(parts...);
  };
  const int owner = position.owner[move.from];
  if (owner == kNobody) return wrong("there is no piece on ", from);
  if (owner != seat) {
    return wrong("the piece on ", from, " is not yours: it is ",
                 std::string(1, SeatLetter(owner)), ", yours are ",
                 std::string(1, SeatLetter(seat)));
  }
  if (move.from == move.to) {
    return wrong("a move must end on another cell than ", from);
  }
  if (position.owner[move.to] != kNobody) return wrong(to, " is occupied");
  const auto neutral = [&](absl::string_view verb, int cell) {
    return wrong("a move may not ", verb,
                 " in a triangle that is neither your "
                 "home nor your goal: ",
                 board.Name(cell), " is in ",
                 kTriangleNames[board.Triangle(cell)]);
  };
  if (!setup.Allowed(seat, move.from)) return neutral("begin", move.from);
  if (!setup.Allowed(seat, move.to)) return neutral("end", move.to);
  if (AreNeighbours(board, move.from, move.to)) return absl::OkStatus();
  if (ChainsFrom(board, position, move.from)[move.to] >= 0) {
    return absl::OkStatus();
  }
  return wrong(to, " is not adjacent to ", from,
               " and no chain of jumps leads there");
}

// Appends `count` times `symbol`, the number before it where that is not 1.
void AppendRun(std::string& text, int count, char symbol) {
  if (count > 1) absl::StrAppend(&text, count);
  if (count > 0) text += symbol;
}

// Reads one row into `position`, its cells from `cell` on.
absl::Status ParseRow(const Setup& setup, int row, absl::string_view text,
                      int cell, Position& position) {
  const int width =
      setup.board().LastColumn(row) - setup.board().FirstColumn(row) + 1;
  const auto wrong = [row, text](const auto&... parts) {
    return InvalidArgument("row ", row, " (", Quoted(text), "): ", parts...);
  };
  int filled = 0, count = 0;
  bool counting = false;
  for (const char symbol : text) {
    if (absl::ascii_isdigit(symbol)) {
      counting = true;
      count = count * 10 + symbol - '0';
      if (count == 0 || count > width) {
        return wrong("a count must be from 1 to ", width);
      }
      continue;
    }
    const int seat = symbol - 'A';
    if (symbol != '.' && (seat < 0 || seat >= setup.num_players())) {
      return wrong(Quoted({&symbol, 1}), " is neither '.' nor a piece, A to ",
                   std::string(1, SeatLetter(setup.num_players() - 1)));
    }
    const int run = counting ? count : 1;
    if (filled + run > width) {
      return wrong("more cells than the ", width, " that the row has");
    }
    std::fill_n(position.owner.begin() + cell + filled, run,
                symbol == '.' ? kNobody : static_cast<int8_t>(seat));
    filled += run;
    counting = false;
    count = 0;
  }
  if (counting) return wrong("the count at the end has nothing to repeat");
  if (filled < width) {
    return wrong(filled, " of its ", width, " cells are given");
  }
  return absl::OkStatus();
}

// The game ends with the round in which a seat fills its goal. So that seat has
// no turn after that, and cannot drop out.
absl::Status CheckGoals(const Setup& setup, const Position& position) {
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    const bool out = (position.out >> seat & 1) != 0;
    const bool has_turn = position.to_move > 0 && seat >= position.to_move;
    if (!out && !has_turn) continue;
    bool full = true;
    for (int cell = 0; cell < setup.board().cells(); ++cell) {
      full &= !setup.InGoal(seat, cell) || position.owner[cell] == seat;
    }
    if (!full) continue;
    return InvalidArgument(
        "seat ", seat + 1,
        " has filled its goal, so the game has ended before ",
        out ? "it dropped out" : "its turn in this round");
  }
  return absl::OkStatus();
}

}  // namespace

std::string FormatMove(const Board& board, CellMove move) {
  if (move.IsPass()) return "pass";
  return absl::StrCat(board.Name(move.from), ":", board.Name(move.to));
}

absl::StatusOr<CellMove> ParseMove(const Setup& setup, const Position& position,
                                   absl::string_view text) {
  if (text == "pass") {
    if (MustPass(setup, position)) return CellMove{};
    return absl::InvalidArgumentError(
        "you may pass only without a legal move, and you have one");
  }
  const std::vector<absl::string_view> ends = absl::StrSplit(text, ':');
  if (ends.size() != 2) {
    return InvalidArgument(
        Quoted(text), " is no move; write from:to, such as 4,-1:5,0",
        MustPass(setup, position) ? "; you have no legal move: write pass"
                                  : "");
  }
  ASSIGN_OR_RETURN(const auto from, ParseCell(setup.board(), ends[0]));
  ASSIGN_OR_RETURN(const auto to, ParseCell(setup.board(), ends[1]));
  const CellMove move = {from, to};
  const absl::Status status = CheckMove(setup, position, move);
  if (status.ok()) return move;
  if (MustPass(setup, position)) {
    return InvalidArgument(status.message(),
                           "; you have no legal move: write pass");
  }
  return status;
}

std::vector<std::string> Path(const Board& board, const Position& position,
                              CellMove move) {
  if (move.IsPass()) return {};
  std::vector<std::string> path = {board.Name(move.to)};
  if (!AreNeighbours(board, move.from, move.to)) {
    const std::vector<int> reached_from =
        ChainsFrom(board, position, move.from);
    for (int cell = reached_from[move.to]; cell >= 0 && cell != move.from;
         cell = reached_from[cell]) {
      path.push_back(board.Name(cell));
    }
  }
  path.push_back(board.Name(move.from));
  std::reverse(path.begin(), path.end());
  return path;
}

BoardLayout Layout(const Setup& setup) {
  const Board& board = setup.board();
  const double row_height = std::sqrt(3.0) / 2;
  BoardLayout layout;
  layout.style = BoardStyle::kHoled;
  layout.symbols.clear();
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    layout.symbols += SeatLetter(seat);
    layout.seats.push_back(
        {LookOfSeat(layout, seat).color, PieceShape::kMarble});
  }
  layout.letters = setup.num_players() > 2;
  layout.turns = kDirections;
  layout.text = {.dots = true, .narrow = true, .began = 'o', .passed = '+'};
  for (int row = 0; row < board.rows(); ++row) {
    layout.text.rows.push_back({absl::StrFormat("%3d:", row),
                                absl::StrCat(board.FirstColumn(row)),
                                absl::StrCat(board.LastColumn(row))});
  }
  for (int cell = 0; cell < board.cells(); ++cell) {
    layout.cells.push_back({board.Name(cell), board.Across(cell) / 2.0,
                            board.Row(cell) * row_height, CellShape::kPoint});
    for (int seat = 0; seat < setup.num_players(); ++seat) {
      if (setup.InHome(seat, cell)) layout.cells.back().home = seat;
      if (setup.InGoal(seat, cell)) layout.cells.back().goal = seat;
    }
    for (int direction = 0; direction < kDirections / 2; ++direction) {
      const int next = board.Next(cell, direction);
      if (next >= 0) layout.lines.push_back({cell, next});
    }
  }
  return layout;
}

std::vector<Piece> Pieces(const Position& position) {
  std::vector<Piece> pieces;
  for (size_t cell = 0; cell < position.owner.size(); ++cell) {
    const int owner = position.owner[cell];
    if (owner != kNobody) pieces.push_back({static_cast<int>(cell), owner});
  }
  return pieces;
}

std::string FormatPosition(const Setup& setup, const Position& position) {
  const Board& board = setup.board();
  std::string text;
  for (int row = 0; row < board.rows(); ++row) {
    if (row > 0) text += '/';
    int run = 0;
    char symbol = '.';
    for (int column = board.FirstColumn(row); column <= board.LastColumn(row);
         ++column) {
      const int owner = position.owner[board.At(row, column)];
      const char next = owner == kNobody ? '.' : SeatLetter(owner);
      if (next != symbol) {
        AppendRun(text, run, symbol);
        run = 0;
      }
      symbol = next;
      ++run;
    }
    AppendRun(text, run, symbol);
  }
  absl::StrAppend(&text, " ", position.to_move + 1, SeatsOutText(position.out));
  return text;
}

std::string ComposePosition(const Setup& setup,
                            const std::vector<Piece>& pieces, int to_move) {
  Position position;
  position.to_move = to_move;
  position.owner.assign(static_cast<size_t>(setup.board().cells()), kNobody);
  for (const Piece& piece : pieces) {
    position.owner[piece.cell] = static_cast<int8_t>(piece.owner);
  }
  return FormatPosition(setup, position);
}

absl::StatusOr<Position> ParsePosition(const Setup& setup,
                                       absl::string_view text) {
  const Board& board = setup.board();
  Position position = Opening(setup);
  if (setup.num_players() > 2) {
    ASSIGN_OR_RETURN(position.out, TakeSeatsOut(setup.num_players(), text));
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ' ');
  if (parts.size() != 2) {
    return absl::InvalidArgumentError(
        "a position is the rows joined by '/', a blank, and the seat to move, "
        "such as A/2A/.../B 1");
  }
  if (!absl::SimpleAtoi(parts[1], &position.to_move) || position.to_move < 1 ||
      position.to_move > setup.num_players() || parts[1].size() != 1) {
    return InvalidArgument("the seat to move, ", Quoted(parts[1]),
                           ", must be a number from 1 to ",
                           setup.num_players());
  }
  --position.to_move;
  const std::vector<absl::string_view> rows = absl::StrSplit(parts[0], '/');
  if (static_cast<int>(rows.size()) != board.rows()) {
    return InvalidArgument("there are ", rows.size(), " rows; a star of size ",
                           board.size(), " has ", board.rows());
  }
  for (int row = 0; row < board.rows(); ++row) {
    RETURN_IF_ERROR(ParseRow(setup, row, rows[row],
                             board.At(row, board.FirstColumn(row)), position));
  }
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    const auto pieces =
        std::count(position.owner.begin(), position.owner.end(), seat);
    if (pieces != setup.pieces()) {
      return InvalidArgument("there are ", pieces, " pieces ",
                             std::string(1, SeatLetter(seat)),
                             "; each seat has ", setup.pieces());
    }
  }
  RETURN_IF_ERROR(CheckGoals(setup, position));
  return position;
}

BoardLegend Legend(const Setup& setup, const RenderOptions& options) {
  // As it is seen.
  const auto name = [&](int triangle) {
    return kTriangleNames[options.flip ? Opposite(triangle) : triangle];
  };
  const BoardLayout layout = Layout(setup);
  BoardLegend legend;
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    legend.seats.push_back(absl::StrCat(SeatSign(layout, seat), ", from ",
                                        name(setup.Home(seat)), " to ",
                                        name(setup.Goal(seat))));
  }
  legend.marks = DrawTextMarks(layout, {});
  legend.marks.emplace_back("0: -1 .. 1", "row 0, columns -1 to 1");
  return legend;
}

}  // namespace boardwalk::star
