// What a subcommand of the program is: its declaration, from which parsing,
// help and error messages come, and the function that runs it.
//
// Example of declarations, given
// `absl::StatusOr<int> Run(const Arguments&, const Context&);`:
//
//   Command PerftCommand() {
//     return {.name = "perft",
//             .help = "counts the move sequences of each length",
//             .positionals = {{"GAME", "a game"}, {"DEPTH", "plies"}},
//             .options = {{"--json", "", "prints JSON"}},
//             .run = Run};
//   }

#ifndef BOARDWALK_FRONTENDS_CLI_COMMAND_H_
#define BOARDWALK_FRONTENDS_CLI_COMMAND_H_

#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/catalog.h"
#include "framework/parameters.h"

namespace boardwalk::cli {

// What a subcommand works with besides its arguments.
struct Context {
  const Catalog& catalog;
  std::istream& in;
  std::ostream& out;      // results alone
  std::ostream& err;      // diagnostics and progress
  bool color = false;     // `out` shows ANSI colours
  bool progress = false;  // `err` is a screen that can rewrite a line
};

// An argument that is known by its place. Optional ones come last.
struct Positional {
  absl::string_view name;  // in capitals
  absl::string_view help;  // one line
  bool optional = false;
  bool repeatable = false;  // takes all that are left: the last one only
};

// An argument that is known by its name.
struct Option {
  absl::string_view name;   // "--moves"
  absl::string_view value;  // what follows it, in capitals; "" for a flag
  absl::string_view help;   // one line
  bool repeatable = false;
  // Takes all words up to the next option, at least one: "--players A B". May
  // be repeated, too.
  bool words = false;
};

// The arguments of one run. Names are those declared.
class Arguments {
 public:
  // Whether it was given. An empty text is given, too.
  bool Has(absl::string_view name) const;
  // The text given, "" where none was; the first of several.
  std::string Text(absl::string_view name) const;
  // All texts given, in order.
  std::vector<std::string> Texts(absl::string_view name) const;

  // The number given, `fallback` where none was. An error names the argument
  // and its bounds.
  absl::StatusOr<int64_t> Int(absl::string_view name, Bounds<int64_t> bounds,
                              int64_t fallback) const;
  absl::StatusOr<double> Real(absl::string_view name, Bounds<double> bounds,
                              double fallback) const;

  void Add(absl::string_view name, absl::string_view text);

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

// A subcommand, or a group of them when `run` is null.
struct Command {
  absl::string_view name;
  absl::string_view help;  // one line
  std::vector<Positional> positionals = {};
  std::vector<Option> options = {};
  std::vector<Command> group = {};
  // Returns the exit status. An error is printed as one line, for an exit
  // status of 2, or 1 where it is an internal one.
  absl::StatusOr<int> (*run)(const Arguments&, const Context&) = nullptr;
};

// Reads what follows the name of `command`. Options may stand anywhere and be
// written `--name value` or `--name=value`; after `--` nothing is an option.
// Values are taken as they are, empty ones included. Errors say what is wrong
// and what would be right. Does not know `--help`.
absl::StatusOr<Arguments> ParseArguments(
    const Command& command, absl::Span<const std::string> arguments);

// "boardwalk perft GAME DEPTH [--moves TEXT]", for `path` "boardwalk perft".
std::string UsageLine(absl::string_view path, const Command& command);

// The text of --help.
std::string HelpText(absl::string_view path, const Command& command);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_COMMAND_H_
