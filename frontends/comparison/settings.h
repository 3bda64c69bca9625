// The settings of a comparison as users meet them: options of the command line,
// lines of a file for --config, the command that plays a comparison again, and
// the settings that a report names. All of them follow from one table
// (settings_table.cc), and so do the functions of configuration.h that check,
// compare and keep a configuration.
//
// Example, given `const Configuration& configuration` and
// `const Catalog& catalog`:
//
//   std::cout << CommandLine(configuration) << "\n";
//   std::cout << ConfigText(configuration);
//   for (const SettingOption& option :
//        SettingOptions(SettingsOf::kCompare, Configuration{})) {
//     std::cout << option.name << "  " << option.help << "\n";
//   }

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/parameters.h"
#include "frontends/comparison/configuration.h"

namespace boardwalk::comparison {

// The commands that read settings. Each has some of them.
enum class SettingsOf {
  kCompare,
  kSprt,
  kTune,
  kClassTournament,
  kStarTournament
};

struct SettingOption {
  // How many texts the option has.
  enum class Form {
    kOne,
    kWords,     // all words up to the next option
    kRepeated,  // one each time that the option is given
    kFlag,      // none
  };

  std::string name;   // "--rounds"; "GAME" is an argument without a name
  std::string value;  // what stands for a text in the help, in capitals
  std::string help;   // one line
  Form form = Form::kOne;
  // Of a number.
  std::variant<std::monostate, Bounds<int64_t>, Bounds<double>> bounds = {};
  std::string fallback = {};  // "" if the option has no default of its own
};

// The options of a command whose defaults are `defaults`.
std::vector<SettingOption> SettingOptions(SettingsOf command,
                                          const Configuration& defaults);

// The texts of an option; nothing if it was not given.
using GivenTexts = std::function<std::optional<std::vector<std::string>>(
    absl::string_view option)>;

// `defaults` with the options that were given. Limits of `defaults` are left
// out, except those of a tournament, which always hold: they are the
// `default_limits` of Plan::Create. Errors name the option and say what would
// be right. The names of games and players are not canonical yet, and bounds
// are not checked: Plan::Create does both.
absl::StatusOr<Configuration> ReadSettings(SettingsOf command,
                                           const Configuration& defaults,
                                           const GivenTexts& given,
                                           const Catalog& catalog);

// A number, given to `option` as the parameter `spec` of a player is: "1e6" is
// a number of nodes, "100ms" a time.
absl::StatusOr<Parameters> ReadLimit(absl::string_view option,
                                     const std::string& text,
                                     const ParameterSpec& spec);

// Sets the players and aliases. `texts` are words or lists with commas. A
// player may have an alias in front, as "fast=mcts:playouts=300"; in a list
// with commas only if its name has settings, or else "a:x=1,y=mcts" could be a
// setting or an alias. Errors: those of SplitNames.
absl::Status ReadPlayers(const std::vector<std::string>& texts,
                         const Catalog& catalog, Configuration& configuration);

// The command that plays the same games, quoted for a shell: "boardwalk compare
// --games teeko --players greedy random --time 100ms ...", or `sprt` if there
// is a test. It has everything that decides the games, defaults too, but not
// the plug-ins. `separator` stands before each option: a blank, or the end of a
// line.
std::string CommandLine(const Configuration& configuration,
                        const std::string& separator = " ");

// "boardwalk tune onejump --player alphabeta --nodes 2000 ...": the same of the
// games of `player` that `tune` fits weights to.
std::string TuneCommandLine(const Configuration& configuration,
                            const std::string& player);

// The comparison as lines that --config FILE of `compare`, or of `sprt` if it
// has a test, reads.
std::string ConfigText(const Configuration& configuration);

// Names and values of the settings, for people: {"limit", "100ms a move"},
// {"rounds", "50"}, ...
std::vector<std::pair<std::string, std::string>> DescribeSettings(
    const Configuration& configuration);

// "100ms a move, 500 nodes a move"; "the players' own" if nothing limits all.
std::string DescribeLimits(const Configuration& configuration);

// " Elo" or " normalized Elo", behind elo0 and elo1.
inline const char* EloUnit(const statistics::SprtHypotheses& hypotheses) {
  return hypotheses.normalized() ? " normalized Elo" : " Elo";
}

}  // namespace boardwalk::comparison
