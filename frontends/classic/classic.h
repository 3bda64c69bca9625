// The programs of three documents, with their exact output. They read `in` and
// write to `out`, which gets nothing but the transcript; diagnostics go to
// `err`. They return the exit status.

#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <string>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/player.h"

namespace boardwalk::classic {

struct Chinese8Options {
  bool computer_first = false;  // in mode 2 the computer plays Blue
  // Makes the computer player of mode 2. If empty, a search that answers well
  // within the five seconds of the document. Tests inject their own.
  std::function<absl::StatusOr<std::unique_ptr<Player>>(const AnyGame&)>
      computer = {};
};

// Chinese checkers on the 8x8 board. 0 if the game ended, 1 if the input ended
// before.
int RunChinese8(const Chinese8Options& options, std::istream& in,
                std::ostream& out, std::ostream& err);

// One-jump checkers: reads actions, prints the game. 0, or 1 after an erroneous
// action.
int RunOnejump(std::istream& in, std::ostream& out);

struct TeekoOptions {
  int part = 1;                         // 1 placement, 2 movement
  std::string board = "gameboard.txt";  // read by part 2
  int border_width = 5;                 // 1 to 200
};

// The two Teeko programs. 0 if the game ended, 1 if the input ended before, 2
// if the board file is unusable.
int RunTeeko(const TeekoOptions& options, std::istream& in, std::ostream& out,
             std::ostream& err);

}  // namespace boardwalk::classic
