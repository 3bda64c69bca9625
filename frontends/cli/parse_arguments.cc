// Reads arguments with CLI11. The only file that includes it: it takes more
// than a second to compile.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {
namespace {

const Option* FindOption(const Command& command, absl::string_view name) {
  for (const Option& option : command.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

absl::Status NoValue(const Option& option) {
  return absl::InvalidArgumentError(
      absl::StrCat(option.name, " has no value; write ", option.name, " ",
                   option.value, ", ", option.help));
}

absl::Status UnknownOption(const Command& command, absl::string_view argument) {
  const absl::string_view name = argument.substr(0, argument.find('='));
  std::vector<std::string> known;
  for (const Option& option : command.options) known.emplace_back(option.name);
  known.emplace_back("--help");
  return absl::InvalidArgumentError(
      absl::StrCat("no option '", name, "'", DidYouMean(name, known),
                   " (there are ", absl::StrJoin(known, ", "), ")"));
}

// Takes `--name=value` apart where the option has a value: the library would
// take the next argument for an empty one. Repeats the name of an option of
// several words before each. In the library's order, last first. An option
// where a value should stand is an error.
absl::StatusOr<std::vector<std::string>> Prepare(
    const Command& command, absl::Span<const std::string> arguments) {
  std::vector<std::string> prepared;
  const Option* wants_value = nullptr;
  const Option* takes_more = nullptr;
  bool options_end = false;
  for (const std::string& argument : arguments) {
    const bool is_option = absl::StartsWith(argument, "--");
    if (wants_value != nullptr) {
      if (is_option) return NoValue(*wants_value);
      takes_more = wants_value->words ? wants_value : nullptr;
      wants_value = nullptr;
      prepared.push_back(argument);
      continue;
    }
    if (takes_more != nullptr && !is_option) {
      prepared.emplace_back(takes_more->name);
      prepared.push_back(argument);
      continue;
    }
    takes_more = nullptr;
    options_end = options_end || argument == "--";
    const size_t equals = argument.find('=');
    const Option* option =
        options_end ? nullptr : FindOption(command, argument.substr(0, equals));
    const bool has_value = option != nullptr && !option->value.empty();
    if (option != nullptr && !has_value && equals != std::string::npos) {
      return absl::InvalidArgumentError(absl::StrCat(
          option->name, " takes no value; write ", option->name, " alone"));
    }
    if (has_value && equals != std::string::npos) {
      prepared.push_back(argument.substr(0, equals));
      prepared.push_back(argument.substr(equals + 1));
      if (option->words) takes_more = option;
    } else {
      if (has_value) wants_value = option;
      prepared.push_back(argument);
    }
  }
  if (wants_value != nullptr) return NoValue(*wants_value);
  std::reverse(prepared.begin(), prepared.end());
  return prepared;
}

// Declares `command` to the library. Returns what it will have found, in the
// order of the positionals and then of the options.
std::vector<const CLI::Option*> Declare(const Command& command, CLI::App& app) {
  app.set_help_flag();
  app.allow_extras();
  std::vector<const CLI::Option*> found;
  for (const Positional& positional : command.positionals) {
    CLI::Option* option = app.add_option(std::string(positional.name));
    if (positional.repeatable) {
      option->expected(-1)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll);
    }
    found.push_back(option);
  }
  for (const Option& option : command.options) {
    const std::string name(option.name);
    found.push_back(option.value.empty()
                        ? app.add_flag(name)
                        : app.add_option(name)->multi_option_policy(
                              CLI::MultiOptionPolicy::TakeAll));
  }
  return found;
}

// What the library could not place, said as an error where there is any.
absl::Status Unplaced(const Command& command,
                      const std::vector<std::string>& extras) {
  bool options_end = false;
  for (const std::string& extra : extras) {
    if (extra == "--" && !options_end) {
      options_end = true;
    } else if (!options_end && extra.size() > 1 && extra[0] == '-') {
      return UnknownOption(command, extra);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("'", extra, "' is one argument too many"));
    }
  }
  return absl::OkStatus();
}

// What the library found, held against the declaration.
absl::StatusOr<Arguments> Collect(
    const Command& command, const std::vector<const CLI::Option*>& found) {
  Arguments result;
  size_t next = 0;
  for (const Positional& positional : command.positionals) {
    const CLI::Option& option = *found[next++];
    if (option.count() == 0 && !positional.optional) {
      return absl::InvalidArgumentError(
          absl::StrCat(positional.name, " is missing: ", positional.help));
    }
    for (const std::string& text : option.results()) {
      result.Add(positional.name, text);
    }
  }
  for (const Option& declared : command.options) {
    const CLI::Option& option = *found[next++];
    if (option.count() > 1 && !declared.repeatable && !declared.words) {
      return absl::InvalidArgumentError(
          absl::StrCat(declared.name, " is given twice"));
    }
    for (const std::string& text : option.results()) {
      result.Add(declared.name, declared.value.empty() ? "" : text);
    }
  }
  return result;
}

}  // namespace

absl::StatusOr<Arguments> ParseArguments(
    const Command& command, absl::Span<const std::string> arguments) {
  ASSIGN_OR_RETURN(auto prepared, Prepare(command, arguments));
  CLI::App app;
  const std::vector<const CLI::Option*> found = Declare(command, app);
  try {
    app.parse(std::move(prepared));
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(error.what());
  }
  RETURN_IF_ERROR(Unplaced(command, app.remaining()));
  return Collect(command, found);
}

}  // namespace boardwalk::cli
