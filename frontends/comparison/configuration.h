// The configuration of a comparison: games, players, limits and the like. It
// determines every game, but not how many are played at once, or where.
//
// Example, given `const Catalog& catalog`:
//
//   Configuration configuration;
//   configuration.games = {"teeko", "star:players=3"};
//   configuration.players = {"greedy", "mcts"};
//   configuration.limits.time = std::chrono::milliseconds(100);
//   RETURN_IF_ERROR(CheckBounds(configuration));

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/game_history.h"
#include "framework/limits.h"
#include "framework/match.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::comparison {

// Makes a comparison a tournament. contest/points.cc scores its games.
struct Contest {
  enum class Rules {
    kChinese8,  // of a class, on the 8x8 board: every pair of entrants
    // On the star: sets of entrants so that every two meet equally often
    // (BalancedPairings). A seat at fault drops out of games for three and
    // more, and the time of all calls of a player counts.
    kStar,
  };
  Rules rules = Rules::kChinese8;
  double second_costs = 1;  // points of kStar that a second costs; 0 or more
  // Why players cannot play and lose every game, in the order of
  // Configuration::players; "" for one that can. Empty if all can.
  std::vector<std::string> faults = {};
  // Describes the sandbox of the entrants' programs; "" if there are none.
  std::string guard = {};
  bool operator==(const Contest&) const = default;
};

struct Configuration {
  std::vector<std::string> games;    // canonical names, each once
  std::vector<std::string> players;  // canonical names, each once
  // For every move of every player; without a clock and flags.
  Limits limits = {};
  std::optional<TimeControl> clock = {};  // for a whole game
  // Blocks of every pairing in every game. More rounds continue a comparison:
  // two configurations that differ only in them belong together.
  int64_t rounds = 1;
  uint64_t seed = 0;
  int openings = 0;  // plies of the random opening of a block
  // An endless game is a draw after so many plies.
  int max_plies = DrawRules{}.max_plies;
  // The rules by which the values of both players end a game.
  Adjudication adjudication = {};
  // Set if a test ends the comparison.
  std::optional<statistics::SprtHypotheses> sprt = {};
  std::optional<Contest> contest = {};
  // If not empty, only pairings with one of these players are played. Canonical
  // names, each once, in the order of `players`.
  std::vector<std::string> gauntlet = {};
  // If not empty, the rounds begin with these instead of random plies, in an
  // order shuffled by the seed: canonical lines of ParseOpening (openings.h).
  std::vector<std::string> book = {};
  // What reports call some players: "fast=mcts:playouts=300". A note: it is not
  // compared.
  std::vector<std::string> aliases = {};
  // What came from plug-ins when the comparison began: "mygame from mygame.so",
  // the id and the file's name. A note: it is not compared.
  std::vector<std::string> plugins = {};
};

// Upper bounds of what a configuration may say.
inline constexpr int64_t kMaxRounds = 1'000'000'000;
inline constexpr int kMaxOpeningPlies = 100;
inline constexpr int kMaxMaxPlies = 100'000;
inline constexpr size_t kMaxEntrants = 64;  // players that are compared
inline constexpr size_t kMaxGames = 256;
inline constexpr size_t kMaxBook = 10'000;             // openings
inline constexpr size_t kMaxBookCharacters = 500'000;  // of all together
inline constexpr size_t kMaxAlias = 32;                // characters
inline constexpr double kMaxSecondCosts = 1e6;

// How games are played, and who meets. Ask this rather than for the contest.
struct GameRules {
  // Whether games have points, and players places by them (contest/).
  bool has_standings = false;
  // Whether every two players meet equally often, in as few games as possible
  // (BalancedPairings), and nobody sits twice. Else every choice of players
  // meets.
  bool balanced = false;
  // See MatchOptions.
  bool play_on = false;
  bool charge_all_calls = false;
  bool ask_both = false;
};
GameRules RulesOf(const Configuration& configuration);

// Whether all numbers are within their bounds, a test is sound and of two
// players in one game. Errors say which number is wrong and what would be
// right. The names are checked by Plan::Create, which knows what they mean.
absl::Status CheckBounds(const Configuration& configuration);

// Whether the same configuration gives the same games on every machine: it has
// no time limit and no clock, no player's name says `time`, `threads` or `cmd`,
// none is the level that may have a limit of time, and none another program.
// REQUIRES: the names are canonical.
bool IsReproducible(const Configuration& configuration);

// Why this player's moves are not the same everywhere: kHasTimeLimit or
// kHasThreads, by its canonical name, or kIsAnotherProgram; "" if they are.
inline constexpr char kHasTimeLimit[] = "a time limit";
inline constexpr char kHasThreads[] = "several threads";
inline constexpr char kIsAnotherProgram[] = "another program";
std::string WhyNotReproducible(const Configuration& configuration,
                               const std::string& player);

// Whether the player is another program: its canonical name has a command. In
// results of earlier programs a note in `plugins` tells it.
bool IsAnotherProgram(const Configuration& configuration,
                      const std::string& player);

// Whether the word can be an alias: a letter, then letters, digits, '-' and
// '_', kMaxAlias at most.
bool IsAliasWord(absl::string_view word);
// The parts of an alias, which is "WORD=NAME".
std::string AliasWord(const std::string& alias);
std::string AliasedName(const std::string& alias);

// Whether the name is among them.
bool Contains(const std::vector<std::string>& names, absl::string_view name);

// The player's alias, "" if it has none.
std::string AliasOf(const Configuration& configuration, int player);
// What reports call the player: its alias, or its name.
std::string ShownName(const Configuration& configuration, int player);

// To one line of JSON and back. Text of another program or a newer version is
// an error. These two and CheckBounds and CheckSame go through the table of
// settings (settings_table.h).
std::string FormatConfiguration(const Configuration& configuration);
absl::StatusOr<Configuration> ParseConfiguration(absl::string_view text);

// The errors of the next two functions begin with this.
inline constexpr char kTwoComparisons[] = "these are two comparisons; ";

// OK if both belong to one comparison: everything but `rounds` and the notes is
// equal. The error says what differs: "players: 'a,b' there and 'a,c' here".
absl::Status CheckSame(const Configuration& there, const Configuration& here);

// OK if `here` has all that `there` has and perhaps more games and players, and
// the rest is equal. The error says what differs: "players: 'c' is there and
// not here". That its pairings are planned, too, is for OpenToGrow to check.
absl::Status CheckGrown(const Configuration& there, const Configuration& here);

// `here` with its games and players in the order that they have there, those
// that are new behind them, for Plan::Create. Seeds depend on the order of
// players. Aliases that are given only there stay.
Configuration InOrderOf(const Configuration& there, Configuration here);

}  // namespace boardwalk::comparison
