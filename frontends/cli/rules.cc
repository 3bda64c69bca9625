// boardwalk rules: a game explained to people.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/parameter_table.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

// As many of the words as fit one line of a terminal.
std::string FirstOf(const std::vector<std::string>& words) {
  constexpr size_t kWidth = 60;
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + word.size() > kWidth) {
      return line + " ...";
    }
    absl::StrAppend(&line, line.empty() ? "" : " ", word);
  }
  return line;
}

absl::StatusOr<int> RunRules(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(
                                        arguments.Text(kGameArgument.name)));
  const GameInfo& info = game->Info();
  const auto state = game->InitialState();
  std::vector<std::string> moves = state->LegalMoveTexts();
  std::sort(moves.begin(), moves.end());
  RenderOptions render;
  render.color = context.color;
  std::ostream& out = context.out;
  out << info.title << "\n\n" << info.rules;
  if (!info.rules.empty() && !absl::EndsWith(info.rules, "\n")) out << "\n";
  if (!info.parameters.empty()) {
    out << "\nParameters (write " << info.id << ":key=value,key=value):\n"
        << ParameterTable(info.parameters);
  }
  out << "\nThe opening of " << game->Name() << ":\n\n"
      << state->Render(render) << "\nPosition: " << state->FormatPosition()
      << "\nMoves:    " << FirstOf(moves) << "\n";
  return 0;
}

}  // namespace

Command RulesCommand() {
  return {.name = "rules",
          .help = "explains a game: rules, notation, parameters, an example",
          .positionals = {kGameArgument},
          .run = RunRules};
}

}  // namespace boardwalk::cli
