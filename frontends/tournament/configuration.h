// What is to be compared: games, players, limits. It decides every game of a
// comparison; how many run at once, and where, does not belong to it.
//
// Example, given `const Catalog& catalog`:
//
//   Configuration configuration;
//   configuration.games = {"teeko", "star:players=3"};
//   configuration.players = {"greedy", "mcts"};
//   configuration.limits.time = std::chrono::milliseconds(100);
//   RETURN_IF_ERROR(Normalize(catalog, configuration));

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_CONFIGURATION_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_CONFIGURATION_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/limits.h"
#include "framework/match.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::tournament {

// The question of a sequential test.
struct SprtQuestion {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
  bool normalized = false;  // elo0 and elo1 in normalized Elo

  // As the statistics take it; they say what is sound (CheckHypotheses).
  statistics::SprtHypotheses Hypotheses() const;
  bool operator==(const SprtQuestion&) const = default;
};

struct Configuration {
  std::vector<std::string> games;    // canonical names, each once
  std::vector<std::string> players;  // canonical names, each once
  // For every move of every player; without a clock and flags.
  Limits limits = {};
  std::optional<TimeControl> clock = {};  // for a whole game
  // Blocks of every pairing in every game. More of them continue a comparison,
  // so two configurations that differ in nothing else belong together.
  int64_t rounds = 1;
  uint64_t seed = 0;
  int openings = 0;      // plies of the random opening of a block
  int max_plies = 1000;  // after which an endless game is a draw
  std::optional<SprtQuestion> sprt = {};  // set when a test decides the end
};

// Bounds of what is typed.
inline constexpr int64_t kMaxRounds = 1'000'000'000;
inline constexpr int kMaxOpeningPlies = 100;
inline constexpr int kMaxMaxPlies = 100'000;
inline constexpr size_t kMaxEntrants = 64;  // players that are compared
inline constexpr size_t kMaxGames = 256;

// Checks everything and puts the names in canonical form. Errors say which
// game, player or number is wrong and what would be right: a name given twice,
// a game or player that there is not, a player that does not play one of the
// games, that has no limit it understands (neither its own nor `limits`), a
// test of other than two players in one game for two.
//
// A player whose canonical name is not the same in all of the games is refused,
// too. On an error `configuration` is as it was. Makes every player and asks it
// for a move with the stop flag set, so it takes a moment.
absl::Status Normalize(const Catalog& catalog, Configuration& configuration);

// Only the part of it that needs no games and players: whether all numbers are
// within their bounds.
absl::Status CheckBounds(const Configuration& configuration);

// Whether the same configuration gives the same games on every machine: nothing
// in it is limited by time, neither a limit for all nor a player's own, and no
// player thinks with several threads. `configuration` is normalized.
bool IsReproducible(const Configuration& configuration);

// As one line of JSON, and back. Text of another program or version is an
// error.
std::string FormatConfiguration(const Configuration& configuration);
absl::StatusOr<Configuration> ParseConfiguration(absl::string_view text);

// OK when the two belong to one comparison: all equal but `rounds`. Else an
// error that says what differs: "players: 'a,b' there and 'a,c' here".
absl::Status CheckSame(const Configuration& there, const Configuration& here);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_CONFIGURATION_H_
