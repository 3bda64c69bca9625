// What the line that a player has begun may become.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_COMPLETION_H_
#define BOARDWALK_FRONTENDS_CONSOLE_COMPLETION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk::console {

// Legal moves, commands and, behind save and load, files; in order, each
// beginning with `text` (letter case aside).
std::vector<std::string> CompleteLine(const AnyState& state,
                                      absl::string_view text);

// `path` with "~/" at its beginning replaced by the home folder.
std::string ExpandHome(const std::string& path);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_COMPLETION_H_
