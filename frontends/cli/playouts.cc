// boardwalk playouts: random games as fast as they go, the measure of a game's
// speed and of what it is like.

#include <algorithm>

#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kSeconds = "--seconds";
constexpr absl::string_view kMaxPlies = "--max-plies";
constexpr absl::string_view kSeed = "--seed";

absl::StatusOr<PlayoutOptions> ReadOptions(const Arguments& arguments) {
  PlayoutOptions options;
  ASSIGN_OR_RETURN(const auto seconds,
                   arguments.Real(kSeconds, {0.001, 86'400}, 1));
  ASSIGN_OR_RETURN(const auto plies,
                   arguments.Int(kMaxPlies, {1, 1'000'000'000}, 1000));
  ASSIGN_OR_RETURN(
      const auto seed,
      arguments.Int(kSeed, {0, static_cast<int64_t>(kSeedParameter.max)}, 0));
  options.seconds = seconds;
  options.max_plies = plies;
  options.seed = static_cast<uint64_t>(seed);
  return options;
}

void Print(const PlayoutStatistics& statistics, bool as_json,
           std::ostream& out) {
  const double moves = static_cast<double>(statistics.moves);
  const double speed = moves / std::max(statistics.seconds, 1e-9);
  const double branching =
      static_cast<double>(statistics.legal_moves) / std::max(moves, 1.0);
  if (as_json) {
    PrintLine({{"games", statistics.games},
               {"moves", statistics.moves},
               {"seconds", statistics.seconds},
               {"moves_per_second", speed},
               {"branching", branching}},
              out);
    return;
  }
  const auto games = static_cast<double>(statistics.games);
  if (statistics.games == 0) {
    out << "games        0, the time was up within the first\n"
        << absl::StrFormat("moves        %d\n", statistics.moves);
  } else {
    out << absl::StrFormat(
        "games        %d, of which %d were cut\n"
        "moves        %d, %.1f a game\n",
        statistics.games, statistics.games - statistics.finished,
        statistics.moves,
        static_cast<double>(statistics.moves - statistics.stopped_moves) /
            games);
  }
  out << absl::StrFormat(
      "CPU time     %.3f s\n"
      "speed        %.0f moves/s, %.1f games/s\n"
      "branching    %.2f legal moves a turn\n",
      statistics.seconds, speed, games / std::max(statistics.seconds, 1e-9),
      branching);
}

absl::StatusOr<int> RunPlayouts(const Arguments& arguments,
                                const Context& context) {
  ASSIGN_OR_RETURN(const auto options, ReadOptions(arguments));
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  ASSIGN_OR_RETURN(const auto statistics,
                   position.game->Playouts(*position.state, options));
  Print(statistics, arguments.Has(kJsonOption.name), context.out);
  return 0;
}

}  // namespace

Command PlayoutsCommand() {
  return {.name = "playouts",
          .help = "plays random games as fast as one core can",
          .positionals = {kGameArgument},
          .options = {{kSeconds, "S", "CPU time to spend; 1 unless said"},
                      {kMaxPlies, "N",
                       "plies after which a game is cut; 1000 unless said"},
                      {kSeed, "N", "of the random moves; 0 unless said"},
                      kJsonOption},
          .run = RunPlayouts};
}

}  // namespace boardwalk::cli
