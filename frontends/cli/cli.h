// The program `boardwalk`: reads the command line, runs a subcommand, reports
// errors. CLI11 only splits the command line and files for --config into
// options and their texts, and lays out the help. What a text means, and what
// is wrong with it, is said by the commands.

#ifndef BOARDWALK_FRONTENDS_CLI_CLI_H_
#define BOARDWALK_FRONTENDS_CLI_CLI_H_

#include <vector>

#include "frontends/cli/command.h"

namespace boardwalk::cli {

// Every subcommand, as --help lists them.
const std::vector<Command>& AllCommands();

// Runs the program with `argv`, its own name first. Results go to context.out,
// diagnostics to context.err. Returns the exit status: 0 done; 1 the work ran
// and failed; 2 wrong usage or unreadable input, with one line on context.err.
int RunCli(const Context& context, int argc, const char* const* argv,
           const std::vector<Command>& commands = AllCommands());

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_CLI_H_
