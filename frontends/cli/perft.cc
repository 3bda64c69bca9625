// boardwalk perft and playouts: count all move sequences, and play random games
// as fast as possible, to measure a game's size and speed.

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_format.h"
#include "framework/clock.h"
#include "framework/status_macros.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

// No game with a choice of moves can be counted so far.
constexpr int64_t kMaxPerftDepth = 60;
constexpr char kPerftDepth[] = "DEPTH";

absl::StatusOr<int> RunPerft(const Arguments& arguments,
                             const Context& context) {
  const int64_t depth = arguments.Int(kPerftDepth);
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  const bool as_json = arguments.Has(kJsonOption.name);
  Json depths = Json::array();
  const Clock& clock = ThreadCpuClock();
  for (int plies = 1; plies <= depth; ++plies) {
    const auto start = clock.Now();
    ASSIGN_OR_RETURN(const auto leaves,
                     position.game->Perft(*position.state, plies));
    const double seconds = std::max(
        std::chrono::duration<double>(clock.Now() - start).count(), 1e-9);
    const double speed = static_cast<double>(leaves) / seconds;
    if (as_json) {
      depths.push_back({{"depth", plies},
                        {"leaves", leaves},
                        {"seconds", seconds},
                        {"leaves_per_second", speed}});
      continue;
    }
    context.out << absl::StrFormat("%d %d %.6f %.0f", plies, leaves, seconds,
                                   speed)
                << std::endl;
    if (!context.out) break;
  }
  if (as_json) {
    PrintLine({{"game", position.game->Name()},
               {"position", position.state->FormatPosition()},
               {"depths", std::move(depths)}},
              context.out);
  }
  return 0;
}

constexpr char kPlayoutSeconds[] = "--seconds";
constexpr char kPlayoutMaxPlies[] = "--max-plies";
constexpr char kPlayoutSeed[] = "--seed";

void PrintPlayouts(const PlayoutStatistics& statistics, bool as_json,
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
  PlayoutOptions options;
  options.seconds = arguments.Real(kPlayoutSeconds);
  options.max_plies = arguments.Int(kPlayoutMaxPlies);
  options.seed = static_cast<uint64_t>(arguments.Int(kPlayoutSeed));
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  ASSIGN_OR_RETURN(const auto statistics,
                   position.game->Playouts(*position.state, options));
  PrintPlayouts(statistics, arguments.Has(kJsonOption.name), context.out);
  return 0;
}

}  // namespace

Command PerftCommand() {
  return {.name = "perft",
          .help = "counts the sequences of moves of each length",
          .positionals = {kGameArgument,
                          {.name = kPerftDepth,
                           .help = "the greatest length",
                           .values = Bounds<int64_t>{1, kMaxPerftDepth}}},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunPerft};
}

Command PlayoutsCommand() {
  return {.name = "playouts",
          .help = "plays random games as fast as one core can",
          .positionals = {kGameArgument},
          .options = {{.name = kPlayoutSeconds,
                       .value = "S",
                       .help = "CPU time to use",
                       .values = Bounds<double>{0.001, 86'400},
                       .fallback = "1"},
                      {.name = kPlayoutMaxPlies,
                       .value = "N",
                       .help = "stops a game after N plies",
                       .values = Bounds<int64_t>{1, 1'000'000'000},
                       .fallback = "1000"},
                      {.name = kPlayoutSeed,
                       .value = "N",
                       .help = "seed of the random moves",
                       .values = kSeedBounds,
                       .fallback = "0"},
                      kJsonOption},
          .run = RunPlayouts};
}

}  // namespace boardwalk::cli
