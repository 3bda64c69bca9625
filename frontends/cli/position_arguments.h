// GAME, --position and --moves: how subcommands are told of a position.

#ifndef BOARDWALK_FRONTENDS_CLI_POSITION_ARGUMENTS_H_
#define BOARDWALK_FRONTENDS_CLI_POSITION_ARGUMENTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {

inline constexpr Positional kGameArgument = {
    "GAME", "a game with its settings, such as star:size=4,players=3"};
inline constexpr Option kMovesOption = {
    "--moves", "TEXT", "moves to play first, with blanks between them"};
inline constexpr Option kPositionOption = {
    "--position", "TEXT", "the position to start from, not the opening"};
inline constexpr Option kJsonOption = {"--json", "", "prints one JSON object"};

struct Position {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<AnyState> state;
  // The cells of the last move played, empty where there was none.
  std::vector<std::string> path;
};

// The position that the arguments mean. An illegal move is an error with the
// move, its number from 1 and the reason.
absl::StatusOr<Position> ReadPosition(const Arguments& arguments,
                                      const Context& context);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_POSITION_ARGUMENTS_H_
