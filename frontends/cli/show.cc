// boardwalk show and moves: draw a position, and list its legal moves.

#include <algorithm>

#include "framework/status_macros.h"
#include "frontends/cli/command.h"
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

void PrintMovesJson(const AnyState& state,
                    const std::vector<std::string>& texts, std::ostream& out) {
  Json json;
  json["to_move"] = ToMoveJson(state);
  json["terminal"] = state.IsTerminal();
  json["returns"] = nullptr;
  if (state.IsTerminal()) {
    const SeatValues returns = state.Returns();
    json["returns"] = Json::array();
    for (int seat = 0; seat < state.NumPlayers(); ++seat) {
      json["returns"].push_back(returns[seat]);
    }
  }
  json["legal"] = texts;
  PrintLine(json, out);
}

absl::StatusOr<int> RunMoves(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  std::vector<std::string> texts = position.state->LegalMoveTexts();
  std::sort(texts.begin(), texts.end());
  if (arguments.Has(kJsonOption.name)) {
    PrintMovesJson(*position.state, texts, context.out);
    return 0;
  }
  for (const std::string& text : texts) context.out << text << "\n";
  return 0;
}

}  // namespace

Command ShowCommand() {
  return {.name = "show",
          .help = "draws a position and marks the last move",
          .positionals = {kGameArgument},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunShow};
}

Command MovesCommand() {
  return {.name = "moves",
          .help = "prints the legal moves of a position, one per line",
          .positionals = {kGameArgument},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunMoves};
}

}  // namespace boardwalk::cli
