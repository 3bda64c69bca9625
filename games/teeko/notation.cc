// Teeko as text: moves, positions, and how the board is drawn.

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/board_drawing.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "games/teeko/teeko.h"

namespace boardwalk::teeko {
namespace {

constexpr absl::string_view kMarkNames[2] = {"circles (O)", "crosses (X)"};

// The board as read from a text, not yet checked.
struct Board {
  uint32_t marks[2] = {0, 0};
  int Count(int seat) const { return std::popcount(marks[seat]); }
};

bool Has(const State& state, int seat, int square) {
  return (state.Marks(seat) >> square & 1) != 0;
}

char MarkAt(const State& state, int square) {
  return Has(state, 0, square) ? 'O' : Has(state, 1, square) ? 'X' : '.';
}

// Squares are listed from the top row, each row from the left.
int SquareOfRank(int i) { return (3 - i / 4) * 4 + i % 4; }

absl::StatusOr<int> ParseSquare(absl::string_view text) {
  int number = 0;
  const bool digits =
      !text.empty() && text.size() <= 80 &&
      std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
  if (!digits) {
    return InvalidArgument(Quoted(text),
                           " is no square; squares are 1 (bottom left) to 16 "
                           "(top right)");
  }
  if (!absl::SimpleAtoi(text, &number) || number < 1 || number > kSquares) {
    return InvalidArgument(
        "square ", text,
        " is off the board; squares are 1 (bottom left) to 16 "
        "(top right)");
  }
  return number - 1;
}

absl::StatusOr<State::Move> ParsePlacement(const State& state,
                                           absl::string_view text) {
  if (absl::StrContains(text, '-')) {
    return InvalidArgument(
        "marks are still being placed; write one empty square, ", "such as 6");
  }
  ASSIGN_OR_RETURN(const auto square, ParseSquare(text));
  if (MarkAt(state, square) != '.') {
    return InvalidArgument("square ", text, " is occupied");
  }
  return State::Move{State::kHand, static_cast<uint8_t>(square)};
}

absl::StatusOr<State::Move> ParseStep(const State& state,
                                      absl::string_view text) {
  const std::vector<absl::string_view> squares = absl::StrSplit(text, '-');
  if (squares.size() != 2) {
    return InvalidArgument(
        "all marks have been placed; write where one of yours ",
        "stands and where it goes, such as 6-7");
  }
  ASSIGN_OR_RETURN(const auto from, ParseSquare(squares[0]));
  ASSIGN_OR_RETURN(const auto to, ParseSquare(squares[1]));
  if (MarkAt(state, from) == '.') {
    return InvalidArgument("square ", squares[0], " is empty");
  }
  if (!Has(state, state.ToMove(), from)) {
    return InvalidArgument("the mark on ", squares[0],
                           " is your opponent's; yours are ",
                           kMarkNames[state.ToMove()]);
  }
  if (from == to) return InvalidArgument("a mark must move to another square");
  if (MarkAt(state, to) != '.') {
    return InvalidArgument("square ", squares[1], " is occupied");
  }
  if ((Neighbours(from) >> to & 1) == 0) {
    return InvalidArgument("square ", squares[1], " is not adjacent to ",
                           squares[0], "; a mark moves one step");
  }
  return State::Move{static_cast<uint8_t>(from), static_cast<uint8_t>(to)};
}

absl::StatusOr<Board> ReadRows(absl::string_view text) {
  const std::vector<absl::string_view> rows = absl::StrSplit(text, '/');
  if (rows.size() != 4) {
    return InvalidArgument("the board has ",
                           Counted(static_cast<int64_t>(rows.size()), "row"),
                           "; four are needed, joined by '/'");
  }
  Board board;
  for (int i = 0; i < kSquares; ++i) {
    const absl::string_view row = rows[i / 4];
    if (row.size() != 4) {
      return InvalidArgument("row ", i / 4 + 1, " from the top is ",
                             Quoted(row), ", ", row.size(),
                             " squares long; a row has 4");
    }
    const char mark = row[i % 4];
    if (!absl::StrContains(".OX", mark)) {
      return InvalidArgument(Quoted(row.substr(i % 4, 1)), " on square ",
                             SquareOfRank(i) + 1, " is none of . O X");
    }
    if (mark == 'O') board.marks[0] |= 1u << SquareOfRank(i);
    if (mark == 'X') board.marks[1] |= 1u << SquareOfRank(i);
  }
  return board;
}

absl::StatusOr<Board> ReadNumbers(
    const std::vector<absl::string_view>& numbers) {
  if (numbers.size() != kSquares) {
    return InvalidArgument("the board has ", numbers.size(),
                           " numbers; 16 are needed, the top row first");
  }
  Board board;
  for (int i = 0; i < kSquares; ++i) {
    if (numbers[i] != "0" && numbers[i] != "1" && numbers[i] != "2") {
      return InvalidArgument("number ", i + 1, " (square ", SquareOfRank(i) + 1,
                             ") is ", Quoted(numbers[i]),
                             "; it must be 0 (empty), 1 (circle) or 2 (cross)");
    }
    if (numbers[i] != "0") {
      board.marks[numbers[i] == "1" ? 0 : 1] |= 1u << SquareOfRank(i);
    }
  }
  return board;
}

// Who is next while marks are placed, seat 0 when all have been.
int NextToPlace(const Board& board) {
  return board.Count(0) == board.Count(1) ? 0 : 1;
}

// Accepts only what play can reach, judged by the marks and goals.
absl::StatusOr<State> CheckedState(Rules::Phase phase, const Board& board,
                                   int to_move) {
  const int circles = board.Count(0), crosses = board.Count(1);
  const std::string counts = absl::StrCat(
      "the board has ", circles, " circles and ", crosses, " crosses; ");
  if (circles > kMarksPerSide || crosses > kMarksPerSide) {
    return InvalidArgument(counts, "four of each are the most");
  }
  if (circles != crosses && circles != crosses + 1) {
    return InvalidArgument(
        counts, "circles are placed first and in turn, so there must ",
        "be as many crosses or one less");
  }
  const bool all_placed = circles + crosses == 2 * kMarksPerSide;
  if (phase == Rules::Phase::kMovement && !all_placed) {
    return InvalidArgument(counts, "the movement phase needs four of each");
  }
  const bool moving = all_placed && phase != Rules::Phase::kPlacement;
  if (!moving && to_move != NextToPlace(board)) {
    return InvalidArgument(counts, "so seat ", NextToPlace(board) + 1,
                           " is to move, not seat ", to_move + 1);
  }
  const bool goals[2] = {IsGoal(board.marks[0]), IsGoal(board.marks[1])};
  if (goals[0] && goals[1]) {
    return InvalidArgument(
        "both sides have four in a goal; the game ended at the first");
  }
  if (goals[to_move]) {
    return InvalidArgument("the ", kMarkNames[to_move], " have won, so seat ",
                           to_move + 1, " cannot be to move");
  }
  return State(board.marks[0], board.marks[1], to_move,
               phase == Rules::Phase::kPlacement);
}

}  // namespace

std::string Rules::FormatMove(const State&, Move move) const {
  if (move.from == State::kHand) return absl::StrCat(move.to + 1);
  return absl::StrCat(move.from + 1, "-", move.to + 1);
}

std::vector<std::string> Rules::Path(const State&, Move move) const {
  if (move.from == State::kHand) return {absl::StrCat(move.to + 1)};
  return {absl::StrCat(move.from + 1), absl::StrCat(move.to + 1)};
}

BoardLayout Rules::Layout() const {
  BoardLayout layout = SquareGrid(4, 4, [](int column, int row) {
    return absl::StrCat(4 * row + column + 1);
  });
  layout.symbols = "OX";
  layout.text.grid = true;
  layout.seats = {{PieceColor::kBlue, PieceShape::kRing},
                  {PieceColor::kRed, PieceShape::kCross}};
  return layout;
}

std::vector<Piece> Rules::Pieces(const State& state) const {
  std::vector<Piece> pieces;
  for (int square = 0; square < kSquares; ++square) {
    const char mark = MarkAt(state, square);
    if (mark != '.') pieces.push_back({square, mark == 'O' ? 0 : 1});
  }
  return pieces;
}

GameEnding Rules::Ending(const State& state) const {
  const uint32_t marks = state.Marks(1 - state.ToMove());
  if (!IsGoal(marks)) return {"all marks are placed"};
  GameEnding ending{"four in a row or a square"};
  for (int square = 0; square < kSquares; ++square) {
    if ((marks >> square & 1) == 0) continue;
    ending.cells.push_back(absl::StrCat(square + 1));
  }
  return ending;
}

absl::StatusOr<State::Move> Rules::ParseMove(const State& state,
                                             absl::string_view text) const {
  if (state.IsTerminal()) return InvalidArgument("the game is over");
  return state.AllPlaced() ? ParseStep(state, text)
                           : ParsePlacement(state, text);
}

std::string Rules::ComposePosition(const std::vector<Piece>& pieces,
                                   int to_move) const {
  return absl::StrCat(BoardRows(Layout(), pieces), " ", to_move + 1);
}

std::string Rules::FormatPosition(const State& state) const {
  return ComposePosition(Pieces(state), state.ToMove());
}

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  const std::vector<absl::string_view> words = SplitWords(text);
  if (words.empty()) {
    return InvalidArgument(
        "no board; write its four rows and the seat to move, such as ",
        "..../OO../XO../XXOX 1, or sixteen numbers");
  }
  if (words[0].find_first_of("/.OX") == absl::string_view::npos) {
    ASSIGN_OR_RETURN(const auto board, ReadNumbers(words));
    return CheckedState(phase_, board, NextToPlace(board));
  }
  ASSIGN_OR_RETURN(const auto board, ReadRows(words[0]));
  if (words.size() != 2 || (words[1] != "1" && words[1] != "2")) {
    return InvalidArgument(
        "after the board must stand the seat to move, 1 or 2, and "
        "nothing else");
  }
  return CheckedState(phase_, board, words[1] == "1" ? 0 : 1);
}

BoardLegend Rules::Legend(const RenderOptions&) const {
  const BoardLayout layout = Layout();
  const auto sign = [&](int seat) { return SeatSign(layout, seat); };
  return {.seats = {sign(0) + ", the circles", sign(1) + ", the crosses"},
          .marks = {{"1 to 16", "empty squares and their names"},
                    {"[ ]", "where a move ended"},
                    {"( )", "where it began"}}};
}

}  // namespace boardwalk::teeko
