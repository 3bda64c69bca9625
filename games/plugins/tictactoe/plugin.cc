#include "framework/plugin.h"

#include "ai/bind.h"
#include "framework/board_drawing.h"
#include "framework/move_by_text.h"
#include "tictactoe.h"

namespace boardwalk::tictactoe {

const GameInfo& Rules::Info() {
  static const GameInfo info = {
      .id = "tictactoe",
      .title = "Tic-tac-toe",
      .aim = "Get three of your marks in a row.",
      .minutes = 1,
      .rules =
          "Mark a square in turn, X first; three in a row wins.\n"
          "Squares are a1 (top left) to c3. A position is the rows from\n"
          "the top, such as X.O/.X./..O.\n"};
  return info;
}

std::string Rules::FormatMove(const State&, Move move) const {
  return {"abc"[move.square % 3], "123"[move.square / 3]};
}

absl::StatusOr<State::Move> Rules::ParseMove(const State& state,
                                             absl::string_view text) const {
  for (int square = 0; square < 9; ++square) {
    const bool taken = state.Has(0, square) || state.Has(1, square);
    if (taken && text == FormatMove(state, {square})) {
      return absl::InvalidArgumentError(std::string(text) + " is occupied");
    }
  }
  return MoveByText(*this, state, text);
}

std::string Rules::FormatPosition(const State& state) const {
  return ComposePosition(Pieces(state), state.ToMove());
}

// The marks tell who is to move.
std::string Rules::ComposePosition(const std::vector<Piece>& pieces,
                                   int /*to_move*/) const {
  return BoardRows(Layout(), pieces);
}

// Only what play can lead to: X moves first, and nobody after a win.
absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  State state;
  int lead = 0;  // of X, in marks
  for (int square = 0; square < 9 && text.size() == 11; ++square) {
    const char mark = text[square + square / 3];
    if (mark == 'X') state.Put(0, square);
    if (mark == 'O') state.Put(1, square);
    lead += (mark == 'X') - (mark == 'O');
  }
  const uint32_t winners = state.Winners();
  if (FormatPosition(state) != text || lead < 0 || lead > 1 || winners == 3 ||
      winners == 1u + lead) {
    return absl::InvalidArgumentError(
        "write the rows from the top as they can stand, such as X.O/.X./..O");
  }
  return state;
}

BoardLayout Rules::Layout() const {
  BoardLayout layout = SquareGrid(3, 3, [](int column, int row) {
    return std::string{"abc"[column], "321"[row]};
  });
  layout.seats = {{PieceColor::kBlue, PieceShape::kCross},
                  {PieceColor::kRed, PieceShape::kRing}};
  return layout;
}

std::vector<Piece> Rules::Pieces(const State& state) const {
  std::vector<Piece> pieces;
  for (int square = 0; square < 9; ++square) {
    const int cell = (2 - square / 3) * 3 + square % 3;  // a3 is the first
    if (state.Has(0, square)) pieces.push_back({.cell = cell, .owner = 0});
    if (state.Has(1, square)) pieces.push_back({.cell = cell, .owner = 1});
  }
  return pieces;
}

GameEnding Rules::Ending(const State& state) const {
  const uint32_t rows = state.Rows(0) | state.Rows(1);
  if (rows == 0) return {"the board is full"};
  GameEnding ending{"three in a row"};
  for (int square = 0; square < 9; ++square) {
    if ((rows >> square & 1) == 0) continue;
    ending.cells.push_back(FormatMove(state, {square}));
  }
  return ending;
}

GamePlugin Plugin() { return ai::BindGame<Rules>(); }

}  // namespace boardwalk::tictactoe

BOARDWALK_PLUGIN(contents) {
  contents.games.push_back(boardwalk::tictactoe::Plugin());
}
