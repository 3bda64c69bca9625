#include "games/teeko/teeko.h"

namespace boardwalk::teeko {

const GameInfo& Rules::Info() {
  static const GameInfo info = {
      .id = "teeko",
      .title = "Teeko on the 4x4 board",
      .aim = "Get your four marks in a line or in a square block.",
      .parameters = {ChoiceParameter(
          "phase", "full", "full|placement|movement",
          "what is played: both phases, or one of them alone")},
      .endless = true,
      .minutes = 5,
      .test_sets = {"phase=placement", "phase=movement"},
      .rules =
          "Player 1 (O) and player 2 (X) take turns to place four marks each;\n"
          "then they take turns to move one of their marks one step in any of\n"
          "eight directions to an empty square. Whoever has just placed or "
          "moved\n"
          "and has four marks in a row, a column, a main diagonal or a 2x2 "
          "block\n"
          "wins. With phase=placement the game ends after eight placements, in "
          "a\n"
          "draw if nobody has won; phase=movement starts from a board of four\n"
          "marks each.\n"
          "\n"
          "Squares: 1 (bottom left) to 16 (top right), row by row.\n"
          "Moves: 6 places a mark on square 6, 6-7 moves the mark on 6 to 7.\n"
          "Positions: the four rows from the top joined by '/', each square "
          "one\n"
          "of . O X, then a space and the seat to move, such as\n"
          "..../OO../XO../XXOX 1. Sixteen numbers 0 (empty), 1 (O) and 2 (X) "
          "in\n"
          "the same order, over any lines, do too; then the seat to move "
          "follows\n"
          "from the number of marks, and is 1 when all have been placed.\n"};
  return info;
}

absl::StatusOr<std::unique_ptr<const Rules>> Rules::Create(
    const Parameters& parameters) {
  const absl::string_view phase = parameters.Choice("phase");
  return std::make_unique<const Rules>(phase == "placement"  ? Phase::kPlacement
                                       : phase == "movement" ? Phase::kMovement
                                                             : Phase::kFull);
}

State Rules::InitialState() const {
  if (phase_ == Phase::kMovement) {
    // The document's sample board: O on 3, 6, 9, 10, X on 1, 2, 4, 5.
    return State(0x0324, 0x001b, 0, false);
  }
  return State(0, 0, 0, phase_ == Phase::kPlacement);
}

}  // namespace boardwalk::teeko
