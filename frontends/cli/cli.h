// The program `boardwalk`: finds the subcommand, runs it, reports errors.

#ifndef BOARDWALK_FRONTENDS_CLI_CLI_H_
#define BOARDWALK_FRONTENDS_CLI_CLI_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {

// Every subcommand, as --help lists them.
const std::vector<Command>& AllCommands();

// Runs the program with `argv`, its own name first. Results go to context.out,
// diagnostics to context.err. Returns the exit status: 0 done; 1 the work ran
// and failed; 2 wrong usage or unreadable input, said in one line on
// context.err.
int RunCli(const Context& context, int argc, const char* const* argv);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_CLI_H_
