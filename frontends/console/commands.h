// The words that a player may type instead of a move.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_COMMANDS_H_
#define BOARDWALK_FRONTENDS_CONSOLE_COMMANDS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::console {

enum class CommandId {
  kHelp,
  kMoves,
  kHint,
  kUndo,
  kRedo,
  kSave,
  kLoad,
  kFlip,
  kDraw,
  kResign,
  kRestart,
  kQuit,
};

struct Command {
  CommandId id;
  absl::string_view name;
  // What follows it: "" nothing, "[...]" something optional, else required.
  absl::string_view argument;
  absl::string_view help;  // one line
};

// In the order of the help text.
const std::vector<Command>& Commands();

// The command that `word`, a name or a beginning of just one, means. Letter
// case does not matter. Errors: kInvalidArgument for a beginning of several,
// which it names; kNotFound else, with the one that may be meant.
absl::StatusOr<const Command*> FindCommand(absl::string_view word);

// A command and what follows it, blanks inside kept, quotes around it taken
// off.
struct Request {
  const Command* command = nullptr;
  std::string argument;
};

// Reads a line that is no move. Errors: as FindCommand, and kFailedPrecondition
// for an argument that is missing or too many.
absl::StatusOr<Request> ParseRequest(absl::string_view line);

// The table of commands for `help`.
std::string CommandHelp();

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_COMMANDS_H_
