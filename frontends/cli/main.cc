// The program: all games, plug-ins included, the real streams, and what to do
// when they fail.

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/plugin_loader.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/runner.h"
#include "frontends/engine/engine_player.h"
#include "frontends/terminal/interrupt.h"
#include "frontends/terminal/screen.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

// Whether the reader of standard output has gone, as `head` does.
bool ReaderHasGone() {
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

// Writes all output. Returns the exit status, given that of the work.
int Finish(int status) {
  errno = 0;
  std::cout.flush();
  int error = errno;
  if (std::cout || ReaderHasGone()) return status;
  // The reason of an earlier failure is lost; write again to learn it.
  if (error == 0 && write(STDOUT_FILENO, "\n", 1) < 0) error = errno;
  std::cerr << "boardwalk: the results could not be written"
            << (error != 0 ? ": " : "")
            << (error != 0 ? std::strerror(error) : "") << std::endl;
  return 1;
}

void LeaveOut(absl::string_view what) {
  std::cerr << "boardwalk: left out: " << OneLine(what) << std::endl;
}

void WarnOfPlayersWithoutGames(const std::vector<PlayerPlugin>& players,
                               const Catalog& catalog) {
  for (const PlayerPlugin& player : players) {
    if (player.games.empty()) continue;
    absl::Status last;
    for (const std::string& game : player.games) {
      last = catalog.Find(game).status();
      if (last.ok()) break;
    }
    if (last.ok()) continue;
    LeaveOut(absl::StrCat("player '", player.info.id, "' of ",
                          player.info.origin, ": ", last.message()));
  }
}

// The player that NAME=FILE of --engine means.
absl::StatusOr<PlayerPlugin> ReadEngine(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos) {
    return InvalidArgument("--engine ", Quoted(text),
                           " names no file; write --engine NAME=FILE");
  }
  const std::string file(text.substr(equals + 1));
  ASSIGN_OR_RETURN(const std::string json,
                   ReadFile(file, engine::kMaxEngineFile));
  return engine::NamedEngine(text.substr(0, equals), json, file);
}

// The games of the program, what is in `files` and `engines`, and what is in
// the folders of plug-ins. A file that was asked for must load; of those that
// lie in folders, one that does not is left out with a warning.
absl::StatusOr<Catalog> MakeCatalog(const std::vector<std::string>& files,
                                    const std::vector<std::string>& engines) {
  PluginContents contents;
  contents.games = BuiltInGames();
  contents.players.push_back(engine::EnginePlayerPlugin());
  for (const absl::Status& refused : LoadPlugins(files, contents)) {
    return refused;
  }
  for (const absl::Status& left_out :
       LoadPluginFolders(OwnPluginFolder(), contents)) {
    LeaveOut(left_out.message());
  }
  for (const std::string& engine : engines) {
    ASSIGN_OR_RETURN(auto player, ReadEngine(engine));
    contents.players.push_back(std::move(player));
  }
  ASSIGN_OR_RETURN(Catalog catalog, Catalog::Create(std::move(contents.games),
                                                    contents.players));
  WarnOfPlayersWithoutGames(contents.players, catalog);
  return catalog;
}

int Main(int argc, const char* const* argv) {
  // Writing to a closed pipe fails instead, and the program ends quietly.
  std::signal(SIGPIPE, SIG_IGN);
  // So does writing to a file that has reached the size limit.
  std::signal(SIGXFSZ, SIG_IGN);
  terminal::ExitOnInterrupt();
  const Catalog none;
  const Context context = {.catalog = none,
                           .in = std::cin,
                           .out = std::cout,
                           .err = std::cerr,
                           .color = terminal::DetectTerminal().color,
                           .progress = terminal::ObeysCursor(STDERR_FILENO),
                           .keeps_results = true,
                           .make_catalog = MakeCatalog};
  const int status = Finish(RunCli(context, argc, argv));
  // A player that does not stop may still use what would be destroyed.
  if (comparison::AbandonedThreads() > 0) std::_Exit(status);
  return status;
}

}  // namespace
}  // namespace boardwalk::cli

int main(int argc, char** argv) {
  try {
    return boardwalk::cli::Main(argc, argv);
  } catch (const std::exception& error) {  // out of memory
    std::cerr << "boardwalk: " << error.what() << std::endl;
    return 1;
  }
}
