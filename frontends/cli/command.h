// A subcommand of the program: its declaration, from which parsing, help and
// error messages follow, and the function that runs it. Below the declarations
// is the program, which runs one of them.
//
// Example of declarations, given
// `absl::StatusOr<int> Run(const Arguments&, const Context&);`:
//
//   Command PerftCommand() {
//     return {.name = "perft",
//             .help = "counts the move sequences of each length",
//             .positionals = {{.name = "DEPTH",
//                              .help = "plies",
//                              .values = Bounds<int64_t>{1, 60}}},
//             .options = {{"--json", "", "prints JSON"}},
//             .run = Run};
//   }

#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/parameters.h"

namespace boardwalk::cli {

// What a subcommand works with besides its arguments.
struct Context {
  const Catalog& catalog;
  std::istream& in;
  std::ostream& out;      // results alone
  std::ostream& err;      // diagnostics and progress
  bool color = false;     // `out` shows ANSI colours
  bool progress = false;  // `err` is a screen that can rewrite a line
  // Whether results for which no file is named are kept in the state folder.
  bool keeps_results = false;
  // Makes the catalog of a command from the files of --plugin and the texts
  // NAME=FILE of --engine. If it is empty, commands use `catalog`.
  std::function<absl::StatusOr<Catalog>(
      const std::vector<std::string>& files,
      const std::vector<std::string>& engines)>
      make_catalog = {};
  std::vector<std::string> plugin_files = {};  // those of --plugin
};

// The values that an argument accepts: any text, whole numbers, numbers, or one
// of a few words.
using Values = std::variant<std::monostate, Bounds<int64_t>, Bounds<double>,
                            std::vector<std::string>>;

// What completion offers for an argument, besides the words of its Values.
enum class Completion {
  kNone,
  kGame,     // a game with its settings
  kGames,    // a list of them, or all
  kPlayer,   // a player with its settings
  kPlayers,  // a list of them
  kEntrant,  // a player, or else a file
  kSeat,     // N=PLAYER, the human included
  kEnding,   // how games end
  kFile,
  kCommand,  // a command, then one of its group
};

// An argument without a name. Optional ones come last.
struct Positional {
  std::string name;  // in capitals
  std::string help;  // one line
  bool optional = false;
  bool repeatable = false;  // takes all that are left: the last one only
  Values values = {};
  Completion completion = Completion::kNone;
};

// An argument with a name.
struct Option {
  std::string name;   // "--moves"
  std::string value;  // what follows it, in capitals; "" for a flag
  std::string help;   // one line
  bool repeatable = false;
  // Takes all words up to the next option, at least one: "--players A B". May
  // be repeated, too.
  bool multi_token = false;
  Values values = {};
  std::string fallback = {};  // the value if it is not given
  bool required = false;
  Completion completion = Completion::kNone;
};

// The options that no command declares: of the program and every command (the
// first three), of the program alone, and of those with `config`.
inline const Option kHelpOption = {"--help", "", "prints this text"};
inline const Option kPluginOption = {
    .name = "--plugin",
    .value = "FILE",
    .help =
        "loads games and players from FILE, a shared library; may be given "
        "several times, before or after the command; the folders in "
        "BOARDWALK_PLUGIN_PATH, with ':' between them, have more",
    .repeatable = true,
    .completion = Completion::kFile};
inline const Option kEngineOption = {
    .name = "--engine",
    .value = "NAME=FILE",
    .help =
        "makes NAME a player: another program, with the command and the "
        "settings in FILE (JSON); may be given several times, before or "
        "after the command",
    .repeatable = true,
    .completion = Completion::kFile};
inline const Option kVersionOption = {"--version", "", "prints the version"};
inline const Option kConfigOption = {
    .name = "--config",
    .value = "FILE",
    .help = "reads options from FILE, lines such as: rounds = 20",
    .completion = Completion::kFile};

// The arguments of one run. Names are those declared.
class Arguments {
 public:
  // Whether it was given. An empty text is given, too.
  bool Has(absl::string_view name) const;
  // The first text given; the declared fallback, or "", if there is none.
  std::string Text(absl::string_view name) const;
  // All texts given, in order.
  std::vector<std::string> Texts(absl::string_view name) const;

  // Text() as a number. REQUIRES: the argument has bounds of that type, and was
  // given or has a fallback.
  int64_t Int(absl::string_view name) const;
  double Real(absl::string_view name) const;

  void Add(absl::string_view name, absl::string_view text);
  void AddFallback(absl::string_view name, absl::string_view text);

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> texts_;
  std::map<std::string, std::string, std::less<>> fallbacks_;
};

// A subcommand, or a group of them when `run` is null.
struct Command {
  std::string name;
  std::string help;  // one line
  std::vector<Positional> positionals = {};
  std::vector<Option> options = {};
  // Whether `--config FILE` reads options from a file.
  bool config = false;
  std::vector<Command> group = {};
  // Returns the exit status. An error is printed as one line; the exit status
  // is 1 for internal errors and exhausted resources, else 2.
  absl::StatusOr<int> (*run)(const Arguments&, const Context&) = nullptr;
};

// An error after the work has begun, which is not wrong usage: the exit status
// is 1.
absl::Status WorkFailed(const absl::Status& status);

// The subcommands, each defined in the file of its name unless said.
Command ListCommand();
Command RulesCommand();  // in list.cc
Command PlayCommand();
Command ShowCommand();
Command MovesCommand();  // in show.cc
Command PerftCommand();
Command PlayoutsCommand();  // in perft.cc
Command ThinkCommand();
Command CheckCommand();
Command PrepareCommand();
Command NewCommand();
Command ClassicCommand();
Command CompareCommand();
Command SprtCommand();
Command TuneCommand();
Command LearnCommand();
Command TournamentCommand();
Command GamesCommand();
Command ReplayCommand();
Command ExportCommand();
Command ExportEntryCommand();  // in export_entry.cc
Command ReportCommand();
Command MergeCommand();
Command ReproduceCommand();
Command ServeCommand();
Command UgiCommand();
Command EngineCheckCommand();
Command HelpCommand();  // in cli.cc

// Every subcommand, as --help lists them. In cli.cc.
const std::vector<Command>& AllCommands();

// Runs the program with `argv`, its own name first. Results go to context.out,
// diagnostics to context.err. Returns the exit status: 0 done; 1 the work ran
// and failed; 2 wrong usage or unreadable input, with one line on context.err.
// In cli.cc.
int RunCli(const Context& context, int argc, const char* const* argv,
           const std::vector<Command>& commands = AllCommands());

// A command that no help lists: `boardwalk complete WORD...`.
inline constexpr char kCompleteCommand[] = "complete";

// What is printed instead of candidates where the name of a file is expected.
// After "--db=", only what follows is that name.
inline constexpr char kFilesMarker[] = ":files";

// Prints the candidates for the last of `words`, which are those between the
// name of the program and the cursor: a whole word per line, or kFilesMarker. A
// candidate that ends in '=' or ':' is not complete. Prints nothing if nothing
// is known or something is wrong with the words. Loads the plug-ins that the
// words name if games or players are asked for. In complete.cc.
void PrintCompletions(const std::vector<std::string>& words,
                      const std::vector<Command>& commands,
                      const Context& context);

}  // namespace boardwalk::cli
