#include "frontends/console/commands.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk::console {
namespace {

// Words that people know from other programs.
constexpr std::pair<absl::string_view, absl::string_view> kAliases[] = {
    {"?", "help"}, {"exit", "quit"}};

std::string Unquoted(absl::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text.front() == '"' || text.front() == '\'');
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

std::string Usage(const Command& command) {
  return absl::StrCat(command.name, command.argument.empty() ? "" : " ",
                      command.argument);
}

}  // namespace

absl::StatusOr<const Command*> FindCommand(const CommandTable& table,
                                           absl::string_view word) {
  for (const auto& [alias, name] : kAliases) {
    if (absl::EqualsIgnoreCase(word, alias)) word = name;
  }
  std::vector<std::string> names, beginning_so;
  const Command* found = nullptr;
  for (const Command& command : table) {
    if (absl::EqualsIgnoreCase(command.name, word)) return &command;
    names.emplace_back(command.name);
    if (!word.empty() && absl::StartsWithIgnoreCase(command.name, word)) {
      found = &command;
      beginning_so.emplace_back(command.name);
    }
  }
  if (beginning_so.size() == 1) return found;
  if (found != nullptr) {
    return InvalidArgument("'", word, "' could be ",
                           JoinWords(beginning_so, "or"));
  }
  return NotFound("'", word, "' is no command", DidYouMean(word, names));
}

absl::StatusOr<Request> ParseRequest(const CommandTable& table,
                                     absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  ASSIGN_OR_RETURN(const auto command, FindCommand(table, line.substr(0, end)));
  const absl::string_view rest = absl::StripAsciiWhitespace(line.substr(end));
  if (command->argument.empty() && !rest.empty()) {
    return FailedPrecondition("'", command->name, "' takes no argument; '",
                              rest, "' is too much");
  }
  if (command->required && Unquoted(rest).empty()) {
    return FailedPrecondition("'", command->name,
                              "' needs an argument: ", Usage(*command));
  }
  return Request{command, Unquoted(rest)};
}

std::vector<std::string> CompleteCommand(const CommandTable& table,
                                         absl::string_view before_cursor) {
  std::vector<std::string> lines;
  for (const Command& command : table) {
    if (absl::StartsWithIgnoreCase(command.name, before_cursor)) {
      lines.push_back(
          absl::StrCat(command.name, command.argument.empty() ? "" : " "));
    }
  }
  return lines;
}

std::string CommandHelp(const CommandTable& table) {
  size_t width = 0;
  for (const Command& command : table) {
    width = std::max(width, Usage(command).size());
  }
  std::string text;
  for (const Command& command : table) {
    absl::StrAppend(&text,
                    absl::StrFormat("  %-*s  %s\n", static_cast<int>(width),
                                    Usage(command), command.help));
  }
  return text;
}

}  // namespace boardwalk::console
