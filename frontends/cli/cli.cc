#include "frontends/cli/cli.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "frontends/cli/commands.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kProgram = "boardwalk";

int Fail(const Context& context, absl::string_view path,
         const absl::Status& status) {
  context.err << path << ": " << OneLine(status.message()) << std::endl;
  return status.code() == absl::StatusCode::kInternal ||
                 status.code() == absl::StatusCode::kResourceExhausted
             ? 1
             : 2;
}

int RunCommand(const Context& context, const std::string& path,
               const Command& command, absl::Span<const std::string> arguments);

// Runs the member of `command`'s group that the first argument names.
int RunMember(const Context& context, const std::string& path,
              const Command& command, absl::Span<const std::string> arguments) {
  std::vector<std::string> names;
  for (const Command& member : command.group) {
    if (!arguments.empty() && arguments[0] == member.name) {
      return RunCommand(context, absl::StrCat(path, " ", member.name), member,
                        arguments.subspan(1));
    }
    names.emplace_back(member.name);
  }
  const std::string known = absl::StrCat(
      " (there are ", absl::StrJoin(names, ", "), "; see ", path, " --help)");
  if (arguments.empty()) {
    return Fail(context, path,
                absl::InvalidArgumentError("which command?" + known));
  }
  return Fail(
      context, path,
      absl::InvalidArgumentError(absl::StrCat(
          "no command '", arguments[0], "'",
          arguments[0].size() < 100 ? DidYouMean(arguments[0], names) : "",
          known)));
}

int RunCommand(const Context& context, const std::string& path,
               const Command& command,
               absl::Span<const std::string> arguments) {
  const auto options_end = std::find(arguments.begin(), arguments.end(), "--");
  const bool asks_help =
      command.group.empty()
          ? std::find(arguments.begin(), options_end, "--help") != options_end
          : !arguments.empty() && arguments[0] == "--help";
  if (asks_help) {
    context.out << HelpText(path, command);
    return 0;
  }
  if (!command.group.empty()) {
    return RunMember(context, path, command, arguments);
  }
  const auto parsed = ParseArguments(command, arguments);
  if (!parsed.ok()) {
    return Fail(
        context, path,
        absl::InvalidArgumentError(absl::StrCat(
            parsed.status().message(), "; usage: ", UsageLine(path, command))));
  }
  const absl::StatusOr<int> status = command.run(*parsed, context);
  return status.ok() ? *status : Fail(context, path, status.status());
}

}  // namespace

const std::vector<Command>& AllCommands() {
  static const std::vector<Command> commands = {
      ListCommand(),   RulesCommand(),   PlayCommand(),     ShowCommand(),
      MovesCommand(),  PerftCommand(),   PlayoutsCommand(), ThinkCommand(),
      CheckCommand(),  ClassicCommand(), CompareCommand(),  SprtCommand(),
      ReportCommand(), GamesCommand(),   ReplayCommand(),   ExportCommand(),
      MergeCommand(),  PrepareCommand(),
  };
  return commands;
}

int RunCli(const Context& context, int argc, const char* const* argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1),
                                           argv + argc);
  if (!arguments.empty() && arguments[0] == "--version") {
    context.out << kProgram << " " << BOARDWALK_VERSION << "\n";
    return 0;
  }
  const Command program = {.name = kProgram,
                           .help = "plays, inspects and measures board games",
                           .options = {{"--version", "", "prints the version"}},
                           .group = AllCommands()};
  return RunCommand(context, std::string(kProgram), program, arguments);
}

}  // namespace boardwalk::cli
