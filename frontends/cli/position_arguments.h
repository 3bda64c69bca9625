// GAME, --position and --moves: how a subcommand gets its position.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {

inline const Positional kGameArgument = {
    .name = "GAME",
    .help = "a game with its settings, such as star:size=4,players=3",
    .completion = Completion::kGame};
inline const Positional kOptionalGameArgument = {
    .name = kGameArgument.name,
    .help = kGameArgument.help,
    .optional = true,
    .completion = kGameArgument.completion};
inline const Option kMovesOption = {"--moves", "TEXT",
                                    "moves to play first, separated by blanks"};
inline const Option kPositionOption = {
    "--position", "TEXT", "the position to start from; default: the opening"};
inline const Option kJsonOption = {"--json", "", "prints one JSON object"};

inline constexpr Bounds<int64_t> kSeedBounds = {
    0, static_cast<int64_t>(kSeedParameter.max)};

struct Position {
  std::shared_ptr<const AnyGame> game;
  // Before --moves, these moves, and where they lead.
  std::unique_ptr<AnyState> start;
  std::vector<AnyMove> moves;
  std::unique_ptr<AnyState> state;
  // The cells of the last move played; empty if there was none.
  std::vector<std::string> path;
};

// The game of GAME.
inline absl::StatusOr<std::shared_ptr<const AnyGame>> ReadGame(
    const Arguments& arguments, const Context& context) {
  return context.catalog.MakeGame(arguments.Text(kGameArgument.name));
}

// The position that the arguments describe. The error of an illegal move has
// the move, its number from 1 and the reason.
absl::StatusOr<Position> ReadPosition(const Arguments& arguments,
                                      const Context& context);

}  // namespace boardwalk::cli
