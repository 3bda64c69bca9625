#include "frontends/cli/position_arguments.h"

#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::cli {

absl::StatusOr<Position> ReadPosition(const Arguments& arguments,
                                      const Context& context) {
  Position position;
  ASSIGN_OR_RETURN(position.game, ReadGame(arguments, context));
  if (arguments.Has(kPositionOption.name)) {
    ASSIGN_OR_RETURN(
        position.start,
        At(kPositionOption.name,
           position.game->ParsePosition(arguments.Text(kPositionOption.name))));
  } else {
    position.start = position.game->InitialState();
  }
  position.state = position.start->Clone();
  RETURN_IF_ERROR(At(
      kMovesOption.name,
      PlayMoves(*position.state, SplitWords(arguments.Text(kMovesOption.name)),
                [&](AnyMove move) {
                  position.path = position.state->Path(move);
                  position.moves.push_back(move);
                })));
  return position;
}

}  // namespace boardwalk::cli
