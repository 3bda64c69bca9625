// boardwalk play: hands over to the console.

#include <csignal>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/console/console.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kSeat = "--seat";

// Reads "N=PLAYER"; `seats` is the number there are.
absl::Status AddSeat(absl::string_view text, int seats,
                     std::map<int, std::string>& players) {
  const size_t equals = text.find('=');
  int number = 0;
  if (equals == absl::string_view::npos || equals + 1 == text.size() ||
      !absl::SimpleAtoi(text.substr(0, equals), &number)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--seat '", text, "' is not N=PLAYER, such as 1=human"));
  }
  if (number < 1 || number > seats) {
    return absl::InvalidArgumentError(
        absl::StrCat("--seat '", text, "': seats are 1 to ", seats));
  }
  const std::string player(text.substr(equals + 1));
  if (!players.emplace(number - 1, player).second) {
    return absl::InvalidArgumentError(
        absl::StrCat("--seat ", number, " is given twice"));
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunPlay(const Arguments& arguments,
                            const Context& context) {
  console::PlayOptions options;
  int seats = kMaxPlayers;
  if (arguments.Has(kGameArgument.name)) {
    options.game = arguments.Text(kGameArgument.name);
    ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(options.game));
    seats = game->NumPlayers();
  }
  for (const std::string& text : arguments.Texts(kSeat)) {
    RETURN_IF_ERROR(AddSeat(text, seats, options.seats));
  }
  // The console writes as it goes: it is to end with whoever reads it.
  std::signal(SIGPIPE, SIG_DFL);
  return console::Play(context.catalog, options);
}

}  // namespace

Command PlayCommand() {
  return {.name = "play",
          .help = "plays a game at the console; without GAME, asks by a menu",
          .positionals = {{kGameArgument.name, kGameArgument.help, true}},
          .options = {{kSeat, "N=PLAYER",
                       "who sits in seat N, from 1; unless said, 1=human and "
                       "the others mcts:time=1s",
                       true}},
          .run = RunPlay};
}

}  // namespace boardwalk::cli
