#include "frontends/cli/position_arguments.h"

#include "absl/status/status.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::cli {
namespace {

absl::Status PlayMoves(absl::string_view moves, Position& position) {
  int number = 0;
  for (absl::string_view text : absl::StrSplit(
           moves, absl::ByAnyChar(" \t\r\n\v\f"), absl::SkipEmpty())) {
    ++number;
    const auto move = position.state->ParseMove(text);
    absl::Status status = move.status();
    if (status.ok()) {
      position.path = position.state->Path(*move);
      status = position.state->Apply(*move);
      position.moves.push_back(*move);
    }
    RETURN_IF_ERROR(
        At(absl::StrCat(kMovesOption.name, ", move ", number, " '", text, "'"),
           status));
  }
  return absl::OkStatus();
}

}  // namespace

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
  RETURN_IF_ERROR(PlayMoves(arguments.Text(kMovesOption.name), position));
  return position;
}

}  // namespace boardwalk::cli
