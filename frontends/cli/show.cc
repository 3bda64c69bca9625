// boardwalk show: a position, drawn.

#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

absl::StatusOr<int> RunShow(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  const AnyState& state = *position.state;
  if (arguments.Has(kJsonOption.name)) {
    PrintLine({{"position", state.FormatPosition()},
               {"to_move", ToMoveJson(state)},
               {"terminal", state.IsTerminal()}},
              context.out);
    return 0;
  }
  RenderOptions render;
  render.color = context.color;
  render.path = position.path;
  context.out << state.Render(render);
  return 0;
}

}  // namespace

Command ShowCommand() {
  return {.name = "show",
          .help = "draws a position, with the last of the moves marked",
          .positionals = {kGameArgument},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunShow};
}

}  // namespace boardwalk::cli
