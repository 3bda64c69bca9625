// boardwalk moves: the legal moves of a position.

#include <algorithm>

#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

void PrintJson(const AnyState& state, const std::vector<std::string>& texts,
               std::ostream& out) {
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
    PrintJson(*position.state, texts, context.out);
    return 0;
  }
  for (const std::string& text : texts) context.out << text << "\n";
  return 0;
}

}  // namespace

Command MovesCommand() {
  return {.name = "moves",
          .help = "prints the legal moves of a position, one a line",
          .positionals = {kGameArgument},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunMoves};
}

}  // namespace boardwalk::cli
