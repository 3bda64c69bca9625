// boardwalk replay: steps through a game of a file of results, or a saved one.

#include "frontends/console/console.h"

#include <csignal>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/comparison/game_check.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

constexpr char kId[] = "ID";
constexpr char kPly[] = "--ply";
constexpr int64_t kMaxInt = std::numeric_limits<int64_t>::max();

// A game of a file of results.
absl::StatusOr<console::ReplayedGame> FromResults(const Arguments& arguments,
                                                  const Context& context) {
  const int64_t id = arguments.Int(kId);
  ASSIGN_OR_RETURN(const auto store,
                   results::OpenToRead(arguments.Text(kFileArgument.name)));
  ASSIGN_OR_RETURN(auto game, store->Get(id));
  ASSIGN_OR_RETURN(const auto plan,
                   results::PlanOfResults(context.catalog, *store));
  RETURN_IF_ERROR(At(Quoted(arguments.Text(kFileArgument.name)),
                     comparison::CheckGame(plan, game)));
  return console::ReplayedGame{
      .title = absl::StrCat("game ", id, " of ",
                            OneLine(arguments.Text(kFileArgument.name))),
      .opening = std::move(game.opening),
      .record = std::move(game.record)};
}

// A game that `play` saved.
absl::StatusOr<console::ReplayedGame> FromRecord(const Arguments& arguments) {
  const std::string path = arguments.Text(kFileArgument.name);
  ASSIGN_OR_RETURN(const auto text, ReadFile(path));
  if (absl::StartsWith(text, "SQLite format")) {
    return InvalidArgument(
        "which game of ", Quoted(path),
        "? write its ID after the file; boardwalk games lists them");
  }
  ASSIGN_OR_RETURN(GameRecord record, At(Quoted(path), ParseRecord(text)));
  return console::ReplayedGame{.title = OneLine(path),
                               .record = std::move(record)};
}

absl::StatusOr<int> RunReplay(const Arguments& arguments,
                              const Context& context) {
  ASSIGN_OR_RETURN(auto game, arguments.Has(kId)
                                  ? FromResults(arguments, context)
                                  : FromRecord(arguments));
  auto history = ReplayRecord(context.catalog, game.record);
  if (!history.ok()) {
    return InvalidArgument(
        game.title, " cannot be played again: ", history.status().message());
  }
  game.history = *std::move(history);
  const int64_t ply = arguments.Int(kPly);
  if (ply > static_cast<int64_t>(game.record.moves.size())) {
    return InvalidArgument(kPly, " ", ply,
                           " is after the end of the game; write 0 to ",
                           game.record.moves.size());
  }
  // Ends when the reader of its output does.
  std::signal(SIGPIPE, SIG_DFL);
  return console::ReplayAtConsole(game, static_cast<int>(ply));
}

}  // namespace

Command ReplayCommand() {
  return {.name = "replay",
          .help = "steps through a game of a file of results, or a saved one",
          .positionals = {{.name = kFileArgument.name,
                           .help = "results, or a game that play saved",
                           .completion = Completion::kFile},
                          {.name = kId,
                           .help = "which game of the results",
                           .optional = true,
                           .values = Bounds<int64_t>{1, kMaxInt}}},
          .options = {{.name = kPly,
                       .value = "N",
                       .help = "begins after N moves",
                       .values = Bounds<int64_t>{0, kMaxInt},
                       .fallback = "0"}},
          .run = RunReplay};
}

}  // namespace boardwalk::cli
