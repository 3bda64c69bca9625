// boardwalk ugi: our players as an engine for other programs.

#include <utility>

#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/cli/command.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/engine/ugi_server.h"

namespace boardwalk::cli {
namespace {

constexpr char kEnginePlayer[] = "--player";

absl::StatusOr<int> RunUgi(const Arguments& arguments, const Context& context) {
  ASSIGN_OR_RETURN(auto game, ReadGame(arguments, context));
  engine::UgiServer server(context.catalog, std::move(game), context.out);
  if (arguments.Has(kEnginePlayer)) {
    RETURN_IF_ERROR(
        At(kEnginePlayer,
           server.SetOption("Player", arguments.Text(kEnginePlayer))));
  }
  // Its thread goes on, and may use all that would be destroyed.
  if (!server.Run(context.in)) std::_Exit(0);
  return 0;
}

}  // namespace

Command UgiCommand() {
  return {.name = "ugi",
          .help =
              "thinks for other programs, which talk to it in the "
              "Universal Game Interface on standard input and output",
          .positionals = {kGameArgument},
          .options = {{.name = kEnginePlayer,
                       .value = "PLAYER",
                       .help = "thinks, unless setoption names another one",
                       .completion = Completion::kPlayer}},
          .run = RunUgi};
}

}  // namespace boardwalk::cli
