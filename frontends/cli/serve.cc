// boardwalk serve: the games in a browser.

#include <fcntl.h>
#include <poll.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/plan.h"
#include "frontends/contest/standings.h"
#include "frontends/web/api.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/http/server.h"
#include "frontends/web/results/results.h"
#include "frontends/web/rooms/lobby.h"

namespace boardwalk::cli {
namespace {

constexpr char kPort[] = "--port";
constexpr char kHost[] = "--host";
constexpr char kNewToken[] = "--new-token";
constexpr char kFolder[] = "--folder";
constexpr char kMaxGames[] = "--max-games";
constexpr char kMaxWatchers[] = "--max-watchers";
constexpr char kThinkers[] = "--threads";
constexpr char kMemory[] = "--memory";
constexpr int64_t kLeastMemory = 64;  // MiB
constexpr char kResults[] = "--results";
// At once, besides those that watch.
constexpr int kConnections = 500;
// Where other machines are let in: of one of them.
constexpr int kConnectionsOfAddress = 100;
// At the end, with players that do not stop when they are asked to.
constexpr std::chrono::seconds kEndPatience(3);

// What the signal handler uses.
int g_signal_pipe = -1;

// While it exists, SIGINT, SIGTERM and SIGHUP are noted; the last unless it is
// ignored (nohup). Only one may exist at a time.
class StopSignals {
 public:
  StopSignals() {
    if (pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    g_signal_pipe = ends_[1];
    struct sigaction action = {};
    action.sa_handler = [](int number) {
      const int saved_errno = errno;
      const auto byte = static_cast<char>(number);
      (void)!write(g_signal_pipe, &byte, 1);
      // The next one ends the program at once, should the end take long.
      signal(number, SIG_DFL);
      errno = saved_errno;
    };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &interrupt_before_);
    sigaction(SIGTERM, &action, &terminate_before_);
    sigaction(SIGHUP, nullptr, &hang_up_before_);
    if (hang_up_before_.sa_handler != SIG_IGN) {
      sigaction(SIGHUP, &action, nullptr);
    }
  }
  ~StopSignals() {
    sigaction(SIGINT, &interrupt_before_, nullptr);
    sigaction(SIGTERM, &terminate_before_, nullptr);
    sigaction(SIGHUP, &hang_up_before_, nullptr);
    for (const int end : ends_) close(end);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Waits for one, and returns its number.
  int Wait() const {
    char byte = 0;
    pollfd readable = {ends_[0], POLLIN, 0};
    while (read(ends_[0], &byte, 1) != 1) poll(&readable, 1, -1);
    return byte;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
  struct sigaction interrupt_before_ = {};
  struct sigaction terminate_before_ = {};
  struct sigaction hang_up_before_ = {};
};

// Makes the allocator give what is large back to the system at once. By itself
// it keeps more and more, up to 32 MiB a piece, of what came and went.
void GiveLargeMemoryBack() {
#ifdef __GLIBC__
  constexpr int kLarge = 256 << 10;
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

// Lets the process have a socket for every connection, and files besides.
void AllowSockets(int connections) {
  const rlim_t needed = static_cast<rlim_t>(connections) + 500;
  rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= needed) return;
  files.rlim_cur = std::min(files.rlim_max, needed);
  setrlimit(RLIMIT_NOFILE, &files);
}

std::string TokenFile(const std::string& folder) {
  return absl::StrCat(folder, "/token");
}

// The token of the server that used `folder` last, so that its address stays
// the same; a new one where there is none, or one is wanted.
std::string KeptToken(const std::string& folder, bool renew) {
  constexpr size_t kMaxBytes = 100;
  const auto kept = ReadFile(TokenFile(folder), kMaxBytes);
  return !renew && kept.ok() && web::LooksLikeKey(*kept) ? *kept
                                                         : web::RandomKey();
}

absl::StatusOr<web::ServerOptions> ReadServerOptions(
    const Arguments& arguments, const std::string& folder) {
  const int watchers = static_cast<int>(arguments.Int(kMaxWatchers));
  web::ServerOptions options = {
      .host = arguments.Text(kHost),
      .port = static_cast<int>(arguments.Int(kPort)),
      .next_port = !arguments.Has(kPort),
      .max_connections = watchers + kConnections,
      .max_streams = watchers,
  };
  if (arguments.Has(kHost)) {
    options.token = KeptToken(folder, arguments.Has(kNewToken));
    options.max_connections_per_address = kConnectionsOfAddress;
  } else if (arguments.Has(kNewToken)) {
    return InvalidArgument(kNewToken, " is for ", kHost,
                           ": this machine alone is asked for no token");
  }
  return options;
}

// The machine's memory in MiB, or that of the container that this runs in.
int64_t MachineMemory() {
  constexpr int64_t kMiB = 1 << 20;
  int64_t memory = sysconf(_SC_PHYS_PAGES) / (kMiB / sysconf(_SC_PAGESIZE));
  const auto limit = ReadFile("/sys/fs/cgroup/memory.max");  // "max" for none
  int64_t bytes = 0;
  if (limit.ok() && absl::SimpleAtoi(*limit, &bytes)) {
    memory = std::min(memory, bytes / kMiB);
  }
  return memory;
}

absl::StatusOr<web::LobbyOptions> ReadLobbyOptions(const Arguments& arguments) {
  const int64_t memory = arguments.Has(kMemory)
                             ? arguments.Int(kMemory)
                             : std::max(MachineMemory() / 4, kLeastMemory);
  web::LobbyOptions options = {
      .threads = static_cast<int>(arguments.Int(kThinkers)),
      .max_rooms = static_cast<size_t>(arguments.Int(kMaxGames)),
      .memory = static_cast<size_t>(memory) << 20};
  if (arguments.Has(kFolder)) {
    options.folder = arguments.Text(kFolder);
  } else {
    ASSIGN_OR_RETURN(const std::string state, StateFolder());
    options.folder = absl::StrCat(state, "/web");
  }
  return options;
}

absl::StatusOr<web::ResultsReport> ReportResults(
    const comparison::Plan& plan, const comparison::Store& store) {
  if (!comparison::RulesOf(plan.configuration()).has_standings) {
    return web::ReportComparison(plan, store);
  }
  ASSIGN_OR_RETURN(const contest::Standings standings,
                   contest::RankEntrants(plan, store));
  return web::ResultsReport{contest::StandingsJson(standings),
                            contest::StandingsHtml(standings)};
}

absl::StatusOr<int> RunServe(const Arguments& arguments,
                             const Context& context) {
  const StopSignals signals;
  GiveLargeMemoryBack();
  ASSIGN_OR_RETURN(web::LobbyOptions lobby_options,
                   ReadLobbyOptions(arguments));
  const std::string folder = lobby_options.folder;
  web::Lobby lobby(context.catalog, std::move(lobby_options));
  RETURN_IF_ERROR(lobby.status());
  // After the lobby, which has made sure that nobody else uses the folder.
  ASSIGN_OR_RETURN(const web::ServerOptions options,
                   ReadServerOptions(arguments, folder));
  std::optional<web::Results> results;
  if (arguments.Has(kResults)) {
    results.emplace(context.catalog, arguments.Text(kResults),
                    web::ResultsOptions{.report = ReportResults});
    const std::string problem = results->snapshot().problem;
    if (!problem.empty()) context.err << "no results: " << problem << std::endl;
  }
  web::Api api(lobby, results.has_value() ? &*results : nullptr);
  AllowSockets(options.max_connections);
  ASSIGN_OR_RETURN(auto server, web::Server::Start(
                                    [&api](const web::Request& request) {
                                      return api.Handle(request);
                                    },
                                    options));
  if (!options.token.empty()) {
    // Only now that there is a server. The file of an earlier version could be
    // read by others.
    RETURN_IF_ERROR(WritePrivateFile(TokenFile(folder), options.token));
  }
  if (options.next_port && server->port() != options.port) {
    context.err << "port " << options.port << " is in use, so this is "
                << server->port() << std::endl;
  }
  for (const std::string& problem : lobby.problems()) {
    context.err << "left out: " << OneLine(problem) << std::endl;
  }
  context.out << "Boardwalk is served at " << server->address() << std::endl;
  const int status = 128 + signals.Wait();  // as where a signal ends a program
  server.reset();
  // Nothing is lost where one goes on: games are on disk.
  const std::vector<std::string> players = lobby.Stop(kEndPatience);
  if (!players.empty()) {
    context.err << absl::StrJoin(players, ", ")
                << " did not stop when it was asked to; all games are kept"
                << std::endl;
    std::_Exit(status);
  }
  return status;
}

}  // namespace

Command ServeCommand() {
  return {
      .name = "serve",
      .help = "serves the games in a browser: play, watch and look into them",
      .options =
          {{.name = kResults,
            .value = "FILE",
            .help = "also shows these results, which may still be growing",
            .completion = Completion::kFile},
           {.name = kPort,
            .value = "N",
            .help = absl::StrCat("the port, 0 for any; unless given, the next "
                                 "free one is taken where ",
                                 web::ServerOptions().port, " is in use"),
            .values = Bounds<int64_t>{0, 65535},
            .fallback = absl::StrCat(web::ServerOptions().port)},
           {.name = kHost,
            .value = "HOST",
            .help = "also lets other machines in, at this name or address of "
                    "this machine (0.0.0.0: all); a token in the printed "
                    "address is asked for then; default: this machine alone"},
           {.name = kNewToken,
            .value = "",
            .help = "with --host: asks for another token from now on; links to "
                    "games stay"},
           {.name = kFolder,
            .value = "DIR",
            .help = "where games are kept; default: web in the state folder, "
                    "$XDG_STATE_HOME/boardwalk",
            .completion = Completion::kFile},
           {.name = kMaxGames,
            .value = "N",
            .help = "how many games are played at once",
            .values = Bounds<int64_t>{1, 10'000},
            .fallback = absl::StrCat(web::LobbyOptions().max_rooms)},
           {.name = kMaxWatchers,
            .value = "N",
            .help = "how many pages are told of moves at once",
            .values = Bounds<int64_t>{1, 10'000},
            .fallback = absl::StrCat(web::ServerOptions().max_streams)},
           {.name = kThinkers,
            .value = "N",
            .help = "how many computers think at once; 0: one for each core",
            .values = Bounds<int64_t>{0, 256},
            .fallback = "0"},
           {.name = kMemory,
            .value = "MIB",
            .help = "how much memory games and computers have together; what "
                    "does not fit waits or is refused. Requests and answers "
                    "have up to 300 MiB besides, and a computer that thinks "
                    "alone its usual table; default: a quarter of the "
                    "machine's",
            .values = Bounds<int64_t>{kLeastMemory, 1 << 24}}},
      .run = RunServe};
}

}  // namespace boardwalk::cli
