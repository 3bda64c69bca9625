// boardwalk play: an interactive game at the console.

#include <csignal>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/console/console.h"

namespace boardwalk::cli {
namespace {

constexpr char kSeat[] = "--seat";
constexpr char kLoad[] = "--load";
constexpr char kResume[] = "--resume";
constexpr char kDetails[] = "--details";

// Reads "N=PLAYER"; there are `seats` seats.
absl::Status AddSeat(absl::string_view text, int seats,
                     std::map<int, std::string>& players) {
  const size_t equals = text.find('=');
  int number = 0;
  if (equals == absl::string_view::npos || equals + 1 == text.size() ||
      !absl::SimpleAtoi(text.substr(0, equals), &number)) {
    return InvalidArgument("--seat '", text,
                           "' is not N=PLAYER, such as 1=human");
  }
  if (number < 1 || number > seats) {
    return InvalidArgument("--seat '", text, "': seats are 1 to ", seats);
  }
  const std::string player(text.substr(equals + 1));
  if (!players.emplace(number - 1, player).second) {
    return InvalidArgument("--seat ", number, " is given twice");
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
  if (arguments.Has(kLoad)) options.load = arguments.Text(kLoad);
  options.details = arguments.Has(kDetails);
  if (arguments.Has(kResume)) {
    for (const absl::string_view other :
         {absl::string_view(kGameArgument.name), absl::string_view(kSeat),
          absl::string_view(kLoad), absl::string_view(kPositionOption.name)}) {
      if (!arguments.Has(other)) continue;
      return InvalidArgument(kResume, " goes on with a game as it was; leave ",
                             other, " out");
    }
    options.resume = true;
  }
  if (arguments.Has(kPositionOption.name)) {
    options.position = arguments.Text(kPositionOption.name);
  }
  RETURN_IF_ERROR(ReadClock(arguments, options.clock));
  // Ends when the reader of its output does.
  std::signal(SIGPIPE, SIG_DFL);
  return console::Play(context.catalog, options);
}

}  // namespace

Command PlayCommand() {
  return {.name = "play",
          .help = "plays a game at the console; without GAME, shows a menu",
          .positionals = {kOptionalGameArgument},
          .options = {{.name = kSeat,
                       .value = "N=PLAYER",
                       .help = "who plays seat N, from 1; default: 1=human and "
                               "easy for the others; mcts:time=1s where "
                               "input or output is no terminal",
                       .repeatable = true,
                       .completion = Completion::kSeat},
                      {.name = kLoad,
                       .value = "FILE",
                       .help = "goes on with a saved game; --seat changes who "
                               "plays it",
                       .completion = Completion::kFile},
                      {kResume, "", "goes on with a game that was left"},
                      {kDetails, "",
                       "shows figures of what computers think, not words"},
                      kPositionOption,
                      {.name = kClock,
                       .value = "BASE+INC",
                       .help = "a clock for each seat, such as 300s+3s: for "
                               "the game, and added after each move"}},
          .run = RunPlay};
}

}  // namespace boardwalk::cli
