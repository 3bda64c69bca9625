#include "frontends/console/commands.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "frontends/console/words.h"

namespace boardwalk::console {
namespace {

// Words that people bring along from elsewhere.
constexpr std::pair<absl::string_view, absl::string_view> kAliases[] = {
    {"?", "help"}, {"exit", "quit"}};

std::string Unquoted(absl::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text.front() == '"' || text.front() == '\'');
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {CommandId::kHelp, "help", "[rules]",
       "this list, or the rules of the game"},
      {CommandId::kMoves, "moves", "[BEGINNING]",
       "the legal moves, or those that begin so"},
      {CommandId::kHint, "hint", "", "what a computer would play here"},
      {CommandId::kUndo, "undo", "",
       "back to your previous move, replies included"},
      {CommandId::kRedo, "redo", "", "forward again after undo"},
      {CommandId::kSave, "save", "FILE", "write the game to a file"},
      {CommandId::kLoad, "load", "FILE", "go on with a saved game"},
      {CommandId::kFlip, "flip", "", "turn the board round"},
      {CommandId::kDraw, "draw", "", "accept a draw that is offered"},
      {CommandId::kResign, "resign", "", "give the game up"},
      {CommandId::kRestart, "restart", "", "the same game from the start"},
      {CommandId::kQuit, "quit", "", "leave"},
  };
  return commands;
}

absl::StatusOr<const Command*> FindCommand(absl::string_view word) {
  for (const auto& [alias, name] : kAliases) {
    if (absl::EqualsIgnoreCase(word, alias)) word = name;
  }
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.emplace_back(command.name);
  ASSIGN_OR_RETURN(const auto found, FindWord(word, names));
  return &Commands()[found];
}

absl::StatusOr<Request> ParseRequest(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  ASSIGN_OR_RETURN(const auto command, FindCommand(line.substr(0, end)));
  const absl::string_view rest = absl::StripAsciiWhitespace(line.substr(end));
  const absl::string_view argument = command->argument;
  if (argument.empty() && !rest.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "'", command->name, "' stands alone; '", rest, "' is too much"));
  }
  const bool required = !argument.empty() && argument.front() != '[';
  if (required && Unquoted(rest).empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "'", command->name, "' needs a name: ", command->name, " ", argument));
  }
  return Request{command, Unquoted(rest)};
}

std::string CommandHelp() {
  std::string text;
  for (const Command& command : Commands()) {
    absl::StrAppend(&text, absl::StrFormat("  %-18s%s\n",
                                           absl::StrCat(command.name, " ",
                                                        command.argument),
                                           command.help));
  }
  return text;
}

}  // namespace boardwalk::console
