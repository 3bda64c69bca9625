#include "games/onejump/onejump.h"

namespace boardwalk::onejump {

const GameInfo& Rules::Info() {
  static const GameInfo info = {
      .id = "onejump",
      .title = "One-jump checkers with towers",
      .aim = "Capture all of the opponent's pieces, or block them.",
      .endless = true,
      .minutes = 15,
      .rules =
          "Black (b) starts on rows 6 to 8, moves first and goes up; White "
          "(w)\n"
          "starts on rows 1 to 3 and goes down. A piece steps diagonally "
          "forward\n"
          "to an empty cell, or captures by jumping over one adjacent enemy "
          "onto\n"
          "the empty cell behind it. One jump a turn; nobody has to capture.\n"
          "A piece that reaches the far row becomes a tower (B, W), which "
          "moves\n"
          "and captures backward too. Whoever cannot move has lost; there is "
          "no\n"
          "draw.\n"
          "\n"
          "Moves: the two cells, such as G6-F5 (columns A to H, row 1 on "
          "top).\n"
          "Positions: the eight rows from the top joined by '/', each cell "
          "one\n"
          "of . b w B W, then a space and the seat to move (1 black, 2 "
          "white).\n"};
  return info;
}

constinit const absl::string_view Rules::kLearnedWeights =
#include "games/onejump/onejump.weights"
    ;

absl::StatusOr<std::unique_ptr<const Rules>> Rules::Create(const Parameters&) {
  return std::make_unique<const Rules>();
}

}  // namespace boardwalk::onejump
