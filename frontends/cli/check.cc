// boardwalk check: the conformance suite on one game.

#include "framework/conformance.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

absl::StatusOr<int> RunCheck(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(
                                        arguments.Text(kGameArgument.name)));
  const ConformanceReport report = game->Check({});
  context.out << game->Name() << ": " << report.games << " games, "
              << report.positions << " positions, ";
  if (report.ok()) {
    context.out << "conforms\n";
    return 0;
  }
  context.out << report.failures.size() << " failed\n";
  for (const std::string& failure : report.failures) {
    context.out << "  " << OneLine(failure) << "\n";
  }
  return 1;
}

}  // namespace

Command CheckCommand() {
  return {.name = "check",
          .help = "tests whether a game fulfils the contract of games",
          .positionals = {kGameArgument},
          .run = RunCheck};
}

}  // namespace boardwalk::cli
