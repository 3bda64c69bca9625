// boardwalk replay: steps through a game of a file of results, or one that was
// saved.

#include "frontends/console/replay.h"
#include "framework/status_macros.h"

#include <csignal>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/record.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/results_arguments.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kId = "ID";
constexpr absl::string_view kPly = "--ply";

// The game of an id among results.
absl::StatusOr<console::ReplayedGame> FromResults(const Arguments& arguments) {
  ASSIGN_OR_RETURN(
      const auto id,
      arguments.Int(kId, {1, std::numeric_limits<int64_t>::max()}, 1));
  ASSIGN_OR_RETURN(const auto store, OpenResults(arguments));
  ASSIGN_OR_RETURN(auto game, store->Get(id));
  return console::ReplayedGame{
      .title = absl::StrCat("game ", id, " of ",
                            OneLine(arguments.Text(kFileArgument.name))),
      .opening = std::move(game.opening),
      .record = std::move(game.record)};
}

// A game that was saved on its own.
absl::StatusOr<console::ReplayedGame> FromRecord(const Arguments& arguments) {
  const std::string path = arguments.Text(kFileArgument.name);
  ASSIGN_OR_RETURN(const auto text, ReadFile(path));
  if (absl::StartsWith(text, "SQLite format")) {
    return absl::InvalidArgumentError(
        absl::StrCat("which game of ", Quoted(path),
                     "? write its ID behind it; boardwalk games lists them"));
  }
  auto record = ParseRecord(text);
  if (!record.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(path), ": ", record.status().message()));
  }
  return console::ReplayedGame{.title = OneLine(path),
                               .record = *std::move(record)};
}

absl::StatusOr<int> RunReplay(const Arguments& arguments,
                              const Context& context) {
  ASSIGN_OR_RETURN(auto game, arguments.Has(kId) ? FromResults(arguments)
                                                 : FromRecord(arguments));
  auto history = ReplayRecord(context.catalog, game.record);
  if (!history.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        game.title, " cannot be played again: ", history.status().message()));
  }
  game.history = *std::move(history);
  ASSIGN_OR_RETURN(
      const auto ply,
      arguments.Int(kPly, {0, static_cast<int64_t>(game.record.moves.size())},
                    0));
  // It writes as it goes: it is to end with whoever reads it.
  std::signal(SIGPIPE, SIG_DFL);
  return console::ReplayAtConsole(game, static_cast<int>(ply));
}

}  // namespace

Command ReplayCommand() {
  return {.name = "replay",
          .help = "steps through a game of a file of results, or a saved one",
          .positionals = {{kFileArgument.name,
                           "results, or a game that play saved"},
                          {kId, "which game of the results", true}},
          .options = {{kPly, "N", "begins after N moves"}},
          .run = RunReplay};
}

}  // namespace boardwalk::cli
