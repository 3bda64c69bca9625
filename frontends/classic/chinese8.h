// The document's Chinese checker program on the 8x8 board.

#ifndef BOARDWALK_FRONTENDS_CLASSIC_CHINESE8_H_
#define BOARDWALK_FRONTENDS_CLASSIC_CHINESE8_H_

#include <functional>
#include <istream>
#include <memory>
#include <ostream>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/player.h"

namespace boardwalk::classic {

struct Chinese8Options {
  bool computer_first = false;  // in mode 2 the computer plays Blue
  // Makes the computer player of mode 2; where empty, a search that answers
  // well within the document's five seconds. Tests inject their own.
  std::function<absl::StatusOr<std::unique_ptr<Player>>(const AnyGame&)>
      computer = {};
};

// Plays on `in` and `out`, which gets the transcript alone; diagnostics go to
// `err`. Returns the exit status: 0 played to the end, 1 the input ended
// before.
int RunChinese8(const Chinese8Options& options, std::istream& in,
                std::ostream& out, std::ostream& err);

}  // namespace boardwalk::classic

#endif  // BOARDWALK_FRONTENDS_CLASSIC_CHINESE8_H_
