// Reads the command line, runs a subcommand and reports errors. CLI11 only
// splits the command line and files for --config into options and their texts,
// and lays out the help; the commands say what a text means and what is wrong
// with it. No other file includes CLI11, which takes more than a second to
// compile.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "framework/version.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {
namespace {

constexpr int kWrongUsage = 2;
constexpr auto kRequired = static_cast<int>(CLI::ExitCodes::RequiredError);
constexpr auto kExtras = static_cast<int>(CLI::ExitCodes::ExtrasError);
constexpr size_t kMaxConfigBytes = 1'000'000;

// The chosen subcommand, or the program if there is none yet.
const CLI::App& Chosen(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : Chosen(*chosen.front());
}

// "boardwalk classic teeko".
std::string Path(const CLI::App& app) {
  return app.get_parent() == nullptr
             ? app.get_name()
             : absl::StrCat(Path(*app.get_parent()), " ", app.get_name());
}

// "; did you mean 'moves'? (there are ...)".
std::string Alternatives(absl::string_view text,
                         const std::vector<std::string>& names) {
  return absl::StrCat(text.size() < 100 ? DidYouMean(text, names) : "",
                      " (there are ", absl::StrJoin(names, ", "), ")");
}

std::string UnknownOption(absl::string_view text, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional() && !option->get_group().empty()) {
      names.push_back(option->get_name());
    }
  }
  const absl::string_view name = text.substr(0, text.find('='));
  return absl::StrCat("no option '", name, "'", Alternatives(name, names));
}

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return names;
}

// The line up to the first '#' that is not between quotes.
absl::string_view WithoutComment(absl::string_view line) {
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

// Reads the options of the chosen subcommand from a file. CLI11 skips lines
// that it does not understand: this class refuses them and says why.
class ConfigFile final : public CLI::ConfigTOML {
 public:
  explicit ConfigFile(const CLI::App& program) : program_(program) {
    // CLI11 would end a line at '#' even between quotes. OptionLines takes the
    // comments out; no line that it leaves has this character.
    comment('\x01');
  }

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::string text(kMaxConfigBytes + 1, '\0');
    input.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(input.gcount()));
    if (input.bad()) Refuse("cannot be read");
    if (text.size() > kMaxConfigBytes) {
      Refuse(absl::StrCat("is longer than ", kMaxConfigBytes, " bytes"));
    }
    std::istringstream lines(OptionLines(text));
    std::vector<CLI::ConfigItem> read = CLI::ConfigTOML::from_config(lines);
    const CLI::App& command = Chosen(program_);
    for (CLI::ConfigItem& item : read) {
      Claim(command, item);
      for (const CLI::App* app = &command; app->get_parent() != nullptr;
           app = app->get_parent()) {
        item.parents.insert(item.parents.begin(), app->get_name());
      }
    }
    return read;
  }

  // The name of the file and ": " if it is the origin of the option that
  // `message` begins with, else "".
  std::string Origin(absl::string_view message) const {
    const std::string name(message.substr(0, message.find_first_of(": ")));
    return from_file_.count(name) != 0 ? absl::StrCat(File(), ": ") : "";
  }

 private:
  std::string File() const {
    const CLI::Option* config = program_.get_config_ptr();
    return config->results().empty() ? "" : config->results().front();
  }

  [[noreturn]] void Refuse(absl::string_view why) const {
    throw CLI::ConfigError(absl::StrCat(File(), " ", why));
  }
  [[noreturn]] void RefuseLine(size_t line, absl::string_view why) const {
    throw CLI::ConfigError(absl::StrCat(File(), ", line ", line, ": ", why));
  }

  // The options of `text`, each on one line: CLI11 2.1 does not read a list
  // whose first line has nothing behind the '['.
  std::string OptionLines(absl::string_view text) const {
    std::string lines;
    size_t number = 0;
    size_t array_begin = 0;  // the line on which an open '[' stands
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      ++number;
      line = absl::StripAsciiWhitespace(line);
      for (const char c : line) {
        if (absl::ascii_iscntrl(static_cast<unsigned char>(c)) && c != '\t') {
          RefuseLine(number, "this is no text; write lines NAME = VALUE");
        }
      }
      line = absl::StripAsciiWhitespace(WithoutComment(line));
      if (line.empty() || line[0] == ';') continue;
      if (std::ranges::count(line, '"') % 2 != 0) {
        RefuseLine(number, "a quote is not closed");
      }
      if (array_begin != 0) {
        // As in TOML, the last value may have a comma, too.
        if (line[0] == ']' && absl::EndsWith(lines, ",")) lines.pop_back();
      } else {
        const size_t equals = line.find('=');
        if (line[0] == '[') {
          RefuseLine(number, "sections are not used; write NAME = VALUE");
        }
        const absl::string_view value =
            equals == absl::string_view::npos
                ? ""
                : absl::StripAsciiWhitespace(line.substr(equals + 1));
        if (value.empty()) {
          RefuseLine(number, absl::StrCat(Quoted(line),
                                          " has no value; write NAME = VALUE"));
        }
        if (value[0] == '[') array_begin = number;
        lines += '\n';
      }
      absl::StrAppend(&lines, line);
      if (line.back() == ']') array_begin = 0;
    }
    if (array_begin != 0) RefuseLine(array_begin, "the '[' is not closed");
    return lines;
  }

  // Checks that the command has the option and that the file has it once.
  void Claim(const CLI::App& command, const CLI::ConfigItem& item) const {
    const std::string name = item.fullname();
    const CLI::Option* option = command.get_option_no_throw("--" + name);
    if (option == nullptr) option = command.get_option_no_throw(name);
    if (option == nullptr) {
      throw CLI::ConfigError(absl::StrCat(
          File(), ": ", UnknownOption(absl::StrCat("--", name), command)));
    }
    // The command line wins.
    if (option->count() > 0) return;
    if (!from_file_.insert(option->get_name()).second) {
      Refuse(absl::StrCat("has ", Quoted(name), " twice"));
    }
  }

  const CLI::App& program_;
  mutable std::set<std::string> from_file_;  // the options with its values
};

// CLI11's own ranges accept "nan", and read "010" as 8.
template <typename T>
CLI::Validator Within(const Bounds<T>& bounds, absl::string_view kind,
                      bool (*read)(absl::string_view, T*)) {
  const std::string min = absl::StrCat(bounds.min);
  const std::string max = absl::StrCat(bounds.max);
  return CLI::Validator(
      [=](const std::string& text) {
        T number;
        // Not by "less than": no comparison holds for "nan".
        const bool within =
            read(text, &number) && number >= bounds.min && number <= bounds.max;
        return within ? ""
                      : absl::StrCat(Quoted(text), " is not a ", kind, " from ",
                                     min, " to ", max);
      },
      absl::StrCat(min, "..", max));
}

void AddCheck(const Values& values, CLI::Option& option) {
  if (const auto* integers = std::get_if<Bounds<int64_t>>(&values)) {
    option.check(Within<int64_t>(*integers, "whole number", absl::SimpleAtoi));
  } else if (const auto* reals = std::get_if<Bounds<double>>(&values)) {
    option.check(Within<double>(*reals, "number", absl::SimpleAtod));
  } else if (const auto* words =
                 std::get_if<std::vector<std::string>>(&values)) {
    option.check(CLI::IsMember(*words));
  }
}

void AddPositional(const Positional& positional, CLI::App& app) {
  CLI::Option* added = app.add_option(positional.name, positional.help);
  added->required(!positional.optional);
  if (positional.repeatable) {
    added->expected(CLI::detail::expected_max_vector_size);
  }
  if (!std::holds_alternative<std::monostate>(positional.values)) {
    added->type_name("N");  // before the bounds in the help
  }
  AddCheck(positional.values, *added);
}

void AddOption(const Option& option, CLI::App& app) {
  if (option.value.empty()) {
    app.add_flag(option.name, option.help)
        ->check(CLI::IsMember({"true", "false"}).description(""));
    return;
  }
  CLI::Option* added = app.add_option(option.name, option.help)
                           ->type_name(option.value)
                           ->default_str(option.fallback)
                           ->required(option.required);
  if (option.repeatable || option.multi_token) {
    added->expected(CLI::detail::expected_max_vector_size)
        ->allow_extra_args(option.multi_token);
  }
  // CLI11 accepts another option as the value.
  added->check([](const std::string& text) {
    return absl::StartsWith(text, "--")
               ? absl::StrCat(Quoted(text), " follows, which is no value")
               : "";
  });
  AddCheck(option.values, *added);
}

// `--config FILE` of a subcommand. CLI11 reads only the file of the program.
void AddConfig(CLI::App& program, CLI::App& app) {
  app.add_option_function<std::string>(
         kConfigOption.name,
         [&program](const std::string& file) {
           CLI::Option* config = program.get_config_ptr();
           if (config->count() > 0) {
             throw CLI::ArgumentMismatch::AtMost(kConfigOption.name, 1, 2);
           }
           config->add_result(file);
         },
         kConfigOption.help)
      ->type_name(kConfigOption.value)
      ->check(CLI::ExistingFile.description(""))
      ->trigger_on_parse()
      ->configurable(false);
}

Arguments Collect(const Command& command, const CLI::App& app) {
  Arguments arguments;
  for (const Positional& positional : command.positionals) {
    for (const std::string& text : app.get_option(positional.name)->results()) {
      arguments.Add(positional.name, text);
    }
  }
  for (const Option& option : command.options) {
    for (const std::string& text : app.get_option(option.name)->results()) {
      const bool flag = option.value.empty();
      if (!flag || text == "true") arguments.Add(option.name, text);
    }
    if (!option.fallback.empty()) {
      arguments.AddFallback(option.name, option.fallback);
    }
  }
  return arguments;
}

// Those that add to the catalog.
void AddCatalogOptions(CLI::App& app) {
  for (const Option* option : {&kPluginOption, &kEngineOption}) {
    app.add_option(option->name)
        ->description(option->help)
        ->type_name(option->value)
        ->expected(1)
        ->take_all()
        ->configurable(false);
  }
}

// The values before the command and after it, in that order.
std::vector<std::string> ValuesOf(const Option& option, const CLI::App& app) {
  std::vector<std::string> values;
  if (app.get_parent() != nullptr) values = ValuesOf(option, *app.get_parent());
  const std::vector<std::string> own = app.get_option(option.name)->results();
  values.insert(values.end(), own.begin(), own.end());
  return values;
}

// Adds a subcommand to `parent`. If it is chosen, calls `run`.
void AddCommand(
    const Command& command, CLI::App& program, CLI::App& parent,
    const std::function<void(const Command&, const CLI::App&)>& run) {
  CLI::App* app = parent.add_subcommand(command.name, command.help);
  AddCatalogOptions(*app);
  for (const Positional& positional : command.positionals) {
    AddPositional(positional, *app);
  }
  for (const Option& option : command.options) AddOption(option, *app);
  if (command.config) AddConfig(program, *app);
  if (command.group.empty()) {
    app->callback([&command, app, run] { run(command, *app); });
    return;
  }
  app->require_subcommand(1);
  for (const Command& member : command.group) {
    AddCommand(member, program, *app, run);
  }
}

// What is wrong, and the usage of the subcommand.
std::string Message(const CLI::App& program, const ConfigFile& config,
                    const CLI::Error& error) {
  const CLI::App& app = Chosen(program);
  std::vector<std::string> extras = program.remaining(/*recurse=*/true);
  std::erase(extras, "--");
  std::string message = absl::StrCat(config.Origin(error.what()), error.what());
  const std::vector<std::string> commands = CommandNames(app);
  if (extras.empty()) {
    if (!commands.empty()) {
      message = absl::StrCat("which command?", Alternatives("", commands));
    }
  } else if (error.get_exit_code() == kRequired ||
             error.get_exit_code() == kExtras) {
    // An unknown argument explains why another one is missing.
    const std::string& extra = extras.front();
    // After "--" even a known option is left over.
    const bool unknown_option = extra.size() > 1 && extra[0] == '-' &&
                                app.get_option_no_throw(extra) == nullptr;
    message = unknown_option      ? UnknownOption(extra, app)
              : !commands.empty() ? absl::StrCat("no command '", extra, "'",
                                                 Alternatives(extra, commands))
                                  : CLI::ExtrasError({extra}).what();
  }
  const std::string usage = CLI::Formatter().make_usage(&app, Path(app));
  return absl::StrCat(
      message, "; usage: ",
      absl::StripPrefix(absl::StripSuffix(usage, "\n"), "Usage: "));
}

// The arguments in the order of CLI11, last first. "--name=" has an empty
// value; CLI11 would use the next argument.
std::vector<std::string> Reversed(int argc, const char* const* argv) {
  std::vector<std::string> arguments;
  bool options_end = false;
  for (int i = 1; i < argc; ++i) {
    const absl::string_view argument = argv[i];
    options_end = options_end || argument == "--";
    const bool empty_value = !options_end && absl::StartsWith(argument, "--") &&
                             argument.find('=') == argument.size() - 1;
    arguments.emplace_back(argument.substr(0, argument.size() - empty_value));
    if (empty_value) arguments.emplace_back();
  }
  std::ranges::reverse(arguments);
  return arguments;
}

absl::StatusOr<int> RunWithCatalog(const Command& command,
                                   const Arguments& arguments,
                                   const Context& context,
                                   const CLI::App& app) {
  if (context.make_catalog == nullptr) return command.run(arguments, context);
  const std::vector<std::string> files = ValuesOf(kPluginOption, app);
  const auto catalog =
      context.make_catalog(files, ValuesOf(kEngineOption, app));
  if (!catalog.ok()) return catalog.status();
  return command.run(arguments, {.catalog = *catalog,
                                 .in = context.in,
                                 .out = context.out,
                                 .err = context.err,
                                 .color = context.color,
                                 .progress = context.progress,
                                 .keeps_results = context.keeps_results,
                                 .plugin_files = files});
}

constexpr char kHelpCommand[] = "help";
constexpr char kHelpWords[] = "COMMAND";

// Prints what `COMMAND --help` prints, for the command that `words` name.
absl::Status PrintHelp(const CLI::App& program,
                       const std::vector<std::string>& words,
                       std::ostream& out) {
  const CLI::App* app = &program;
  for (const std::string& word : words) {
    const std::vector<std::string> names = CommandNames(*app);
    if (std::ranges::find(names, word) == names.end()) {
      return InvalidArgument(
          "no command ", Quoted(word),
          names.empty() ? absl::StrCat("; ", Path(*app), " has none of its own")
                        : Alternatives(word, names));
    }
    app = app->get_subcommand(word);
  }
  out << app->get_formatter()->make_help(app, Path(*app),
                                         CLI::AppFormatMode::Normal);
  return absl::OkStatus();
}

void Report(const Context& context, const CLI::App& app,
            absl::string_view message) {
  context.err << Path(app) << ": " << OneLine(message) << std::endl;
}

}  // namespace

Command HelpCommand() {
  return {.name = kHelpCommand,
          .help = "prints the commands, or the arguments of one",
          .positionals = {{.name = kHelpWords,
                           .help = "a command",
                           .optional = true,
                           .repeatable = true,
                           .completion = Completion::kCommand}},
          // RunCli knows the declarations, which are all that it prints.
          .run = [](const Arguments&, const Context&) -> absl::StatusOr<int> {
            return absl::InternalError("help is printed by RunCli");
          }};
}

const std::vector<Command>& AllCommands() {
  static const std::vector<Command> commands = {
      ListCommand(),       RulesCommand(),     PlayCommand(),
      ServeCommand(),      ShowCommand(),      MovesCommand(),
      PerftCommand(),      PlayoutsCommand(),  ThinkCommand(),
      CheckCommand(),      ClassicCommand(),   CompareCommand(),
      SprtCommand(),       TuneCommand(),      LearnCommand(),
      TournamentCommand(), ReportCommand(),    GamesCommand(),
      ReplayCommand(),     ExportCommand(),    ExportEntryCommand(),
      MergeCommand(),      ReproduceCommand(), PrepareCommand(),
      NewCommand(),        UgiCommand(),       EngineCheckCommand(),
      HelpCommand(),
  };
  return commands;
}

int RunCli(const Context& context, int argc, const char* const* argv,
           const std::vector<Command>& commands) {
  // The words that it completes may be options, so CLI11 never sees them.
  if (argc > 1 && absl::string_view(argv[1]) == kCompleteCommand) {
    PrintCompletions({argv + 2, argv + argc}, commands, context);
    return 0;
  }
  CLI::App program("plays, inspects and measures board games", "boardwalk");
  const auto config = std::make_shared<ConfigFile>(program);
  int status = 0;
  const auto run = [&](const Command& command, const CLI::App& app) {
    const Arguments arguments = Collect(command, app);
    absl::StatusOr<int> result = 0;
    if (command.name == kHelpCommand) {
      const absl::Status printed =
          PrintHelp(program, arguments.Texts(kHelpWords), context.out);
      if (!printed.ok()) result = printed;
    } else {
      result = RunWithCatalog(command, arguments, context, app);
    }
    const bool failed = absl::IsInternal(result.status()) ||
                        absl::IsResourceExhausted(result.status());
    status = result.ok() ? *result : failed ? 1 : kWrongUsage;
    if (result.ok()) return;
    const absl::string_view why = result.status().message();
    Report(context, app, absl::StrCat(config->Origin(why), why));
  };
  program.set_help_flag("-h," + kHelpOption.name, kHelpOption.help);
  program.set_version_flag(kVersionOption.name, "boardwalk " BOARDWALK_VERSION,
                           kVersionOption.help);
  AddCatalogOptions(program);
  program.set_config(kConfigOption.name)->group("");
  program.config_formatter(config);
  program.require_subcommand(1);
  for (const Command& command : commands) {
    AddCommand(command, program, program, run);
  }
  try {
    program.parse(Reversed(argc, argv));
  } catch (const CLI::Success& request) {  // --help or --version
    return program.exit(request, context.out, context.err);
  } catch (const CLI::ParseError& error) {
    Report(context, Chosen(program), Message(program, *config, error));
    return kWrongUsage;
  }
  return status;
}

}  // namespace boardwalk::cli
