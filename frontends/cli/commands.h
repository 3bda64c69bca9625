// The declarations of the subcommands, each made in the file of its name.

#ifndef BOARDWALK_FRONTENDS_CLI_COMMANDS_H_
#define BOARDWALK_FRONTENDS_CLI_COMMANDS_H_

#include "frontends/cli/command.h"

namespace boardwalk::cli {

Command ListCommand();
Command RulesCommand();
Command PlayCommand();
Command ShowCommand();
Command MovesCommand();
Command PerftCommand();
Command PlayoutsCommand();
Command ThinkCommand();
Command CheckCommand();
Command PrepareCommand();
Command ClassicCommand();
Command CompareCommand();
Command SprtCommand();
Command GamesCommand();
Command ReplayCommand();
Command ExportCommand();
Command ReportCommand();
Command MergeCommand();

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_COMMANDS_H_
