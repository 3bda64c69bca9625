// Tables of the commands of a prompt, and the reading of lines by them.

#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::console {

struct Command {
  int id;  // of an enumeration of the table's owner
  absl::string_view name;
  absl::string_view argument;  // as in the help; "" if it takes none
  absl::string_view help;      // one line
  bool required = false;       // whether the argument must be given
};

// In the order of the help text.
using CommandTable = std::vector<Command>;

// A command and its argument, without the quotes around it.
struct Request {
  const Command* command = nullptr;
  std::string argument;
};

// The command with the name `word`, or the only one whose name begins with it.
// Ignores case. Errors: kInvalidArgument if several names begin with it, lists
// them; else kNotFound, with the most similar name.
absl::StatusOr<const Command*> FindCommand(const CommandTable& table,
                                           absl::string_view word);

// Reads a line as a command. Errors: as FindCommand, and kFailedPrecondition
// for an argument that is missing or too many.
absl::StatusOr<Request> ParseRequest(const CommandTable& table,
                                     absl::string_view line);

// The commands that `before_cursor` begins, with a blank after those that take
// an argument.
std::vector<std::string> CompleteCommand(const CommandTable& table,
                                         absl::string_view before_cursor);

// The table as text, a line for each command.
std::string CommandHelp(const CommandTable& table);

}  // namespace boardwalk::console
