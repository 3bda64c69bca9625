// Many people watching many games over sockets, as the page does:
//
//   web_watchers [SECONDS [GAMES [WATCHERS [MOVES]]]]
//   web_watchers 600 50 200 10
//
// Starts the program as a server, with as many games between computers, which
// make that many moves a second in all, and as many readers of events, divided
// among the games. Says every ten seconds, and at the end, how much of a core
// the server has used, its memory, and how far apart the readers of a game get
// an event. Checks that each of them gets every event once and in order, and
// exits with 1 if not. Wanted: under half a core, and memory that does not
// grow.

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/testing/temporary_folder.h"
#include "nlohmann/json.hpp"

namespace boardwalk::bench {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kInterval = 10;  // seconds between two lines

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "web_watchers: %s\n", what.c_str());
  std::exit(1);
}

// `boardwalk serve` as a child process.
class ServerProcess {
 public:
  ServerProcess() {
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0) Fail("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      execl(BOARDWALK_BINARY_DIR "/bin/boardwalk", "boardwalk", "serve",
            "--port", "0", "--folder", folder_.path().c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    std::string line;
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
    close(ends[0]);
    const size_t colon = line.rfind(':');
    if (colon == std::string::npos ||
        !absl::SimpleAtoi(absl::StripSuffix(line.substr(colon + 1), "/"),
                          &port_)) {
      Fail(absl::StrCat("the server says '", line, "'"));
    }
  }
  ~ServerProcess() {
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int port() const { return port_; }
  // Of all its threads, user and system.
  double CpuSeconds() const {
    std::ifstream file(absl::StrCat("/proc/", pid_, "/stat"));
    std::string text;
    std::getline(file, text);
    const std::vector<std::string> fields =
        absl::StrSplit(text.substr(text.rfind(')') + 2), ' ');
    double ticks = 0;
    for (const int at : {11, 12}) {
      double more = 0;
      (void)absl::SimpleAtod(fields[at], &more);
      ticks += more;
    }
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  }
  double MemoryMiB() const {
    std::ifstream file(absl::StrCat("/proc/", pid_, "/status"));
    for (std::string line; std::getline(file, line);) {
      absl::string_view rest = line;
      int kib = 0;
      if (absl::ConsumePrefix(&rest, "VmRSS:") &&
          absl::ConsumeSuffix(&rest, " kB") && absl::SimpleAtoi(rest, &kib)) {
        return kib / 1024.0;
      }
    }
    return 0;
  }

 private:
  TemporaryFolder folder_;
  pid_t pid_ = -1;
  int port_ = 0;
};

// A connection on which a request has been sent. HTTP/1.0: the answer comes in
// one piece and ends with the connection.
int Ask(int port, absl::string_view line, absl::string_view key,
        absl::string_view body) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string request = absl::StrCat(
      line, " HTTP/1.0\r\nHost: 127.0.0.1:", port,
      "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(),
      "\r\nBoardwalk-Key: ", key, "\r\n\r\n", body);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) !=
          0 ||
      send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
          static_cast<ssize_t>(request.size())) {
    Fail("the server cannot be reached");
  }
  return fd;
}

Json Post(int port, const std::string& path, absl::string_view key,
          const Json& body) {
  const int fd =
      Ask(port, absl::StrCat("POST /api/1/", path), key, body.dump());
  std::string answer;
  std::array<char, 4096> bytes;
  for (ssize_t got; (got = recv(fd, bytes.data(), bytes.size(), 0)) > 0;) {
    answer.append(bytes.data(), static_cast<size_t>(got));
  }
  close(fd);
  Json json = Json::parse(answer.substr(answer.find("\r\n\r\n") + 4), nullptr,
                          /*allow_exceptions=*/false);
  if (answer.find(" 200 ") > 20 || json.is_discarded()) Fail(answer);
  return json;
}

struct Room {
  std::string id;
  std::string owner;                            // its key
  std::map<uint64_t, Clock::time_point> first;  // who got an event first
};

struct Counts {
  int64_t moves = 0;   // of all readers
  int64_t events = 0;  // with numbers
  int64_t wrong = 0;
  double farthest = 0;  // seconds between two readers of one event
};

// One that reads the events of a room.
class Watcher {
 public:
  Watcher(int port, Room& room) : room_(room) {
    fd_ = Ask(port, absl::StrCat("GET /api/1/rooms/", room.id, "/events"),
              room.owner, "");
  }

  int fd() const { return fd_; }

  // Reads what has come. False at the end. Sets `over` when the game is.
  bool Read(Counts& counts, bool& over) {
    std::array<char, 65536> bytes;
    const ssize_t got = recv(fd_, bytes.data(), bytes.size(), 0);
    if (got <= 0) return false;
    text_.append(bytes.data(), static_cast<size_t>(got));
    while (true) {
      const absl::string_view end = has_head_ ? "\n\n" : "\r\n\r\n";
      const size_t at = text_.find(end.data());
      if (at == std::string::npos) return true;
      const std::string block = text_.substr(0, at);
      text_.erase(0, at + end.size());
      if (has_head_) {
        See(block, counts, over);
      } else if (block.find(" 200 ") > 20) {
        Fail(block);
      }
      has_head_ = true;
    }
  }

 private:
  void See(const std::string& block, Counts& counts, bool& over) {
    uint64_t number = 0;
    absl::string_view type;
    for (absl::string_view line : absl::StrSplit(block, '\n')) {
      if (absl::ConsumePrefix(&line, "id: ")) {
        (void)absl::SimpleAtoi(line, &number);
      } else if (absl::ConsumePrefix(&line, "event: ")) {
        type = line;
      }
    }
    over = over || type == "over";
    counts.moves += type == "move" ? 1 : 0;
    if (number == 0) return;
    ++counts.events;
    // A state has all that came before it.
    if (last_ != 0 &&
        (number <= last_ || (number > last_ + 1 && type != "state"))) {
      ++counts.wrong;
      std::printf("room %s: event %llu after %llu\n", room_.id.c_str(),
                  static_cast<unsigned long long>(number),
                  static_cast<unsigned long long>(last_));
    }
    last_ = number;
    const auto now = Clock::now();
    const auto first = room_.first.emplace(number, now).first->second;
    counts.farthest = std::max(
        counts.farthest, std::chrono::duration<double>(now - first).count());
    while (room_.first.size() > 1000) room_.first.erase(room_.first.begin());
  }

  Room& room_;
  int fd_ = -1;
  bool has_head_ = false;
  std::string text_;
  uint64_t last_ = 0;
};

int Main(int seconds, int games, int watchers, double moves) {
  ServerProcess server;
  const auto pace_ms = static_cast<int>(games / moves * 1000);
  std::vector<std::unique_ptr<Room>> rooms;
  for (int i = 0; i < games; ++i) {
    const Json made = Post(server.port(), "rooms", "",
                           {{"game", i % 2 == 0 ? "teeko" : "onejump"},
                            {"seats", {"random", "random"}},
                            {"pace_ms", pace_ms}});
    rooms.push_back(std::make_unique<Room>(
        Room{.id = made["room"], .owner = made["keys"]["owner"], .first = {}}));
    // Their moves come one after the other, not all at once.
    std::this_thread::sleep_for(std::chrono::milliseconds(pace_ms / games));
  }
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  std::vector<std::unique_ptr<Watcher>> readers;
  for (int i = 0; i < watchers; ++i) {
    readers.push_back(
        std::make_unique<Watcher>(server.port(), *rooms[i % games]));
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u32 = static_cast<uint32_t>(i);
    epoll_ctl(epoll, EPOLL_CTL_ADD, readers.back()->fd(), &event);
  }
  std::printf("%d games, %d watchers, %.1f moves a second wanted\n", games,
              watchers, moves);
  std::printf("%8s %8s %10s %8s %8s %8s %10s\n", "seconds", "core",
              "memory/MiB", "moves/s", "events", "wrong", "apart/ms");
  const auto begin = Clock::now();
  double cpu_before = server.CpuSeconds();
  const double cpu_begin = cpu_before;
  Counts counts;
  int64_t moves_before = 0;
  for (int line = kInterval; line <= seconds; line += kInterval) {
    const auto until = begin + std::chrono::seconds(line);
    while (Clock::now() < until) {
      std::array<epoll_event, 64> events;
      const int found = epoll_wait(epoll, events.data(), events.size(), 100);
      for (int i = 0; i < found; ++i) {
        const size_t reader = events[i].data.u32;
        bool over = false;
        if (!readers[reader]->Read(counts, over)) Fail("a stream has ended");
        // The first of its readers has it played again.
        Room& room = *rooms[reader % static_cast<size_t>(games)];
        if (over && reader < static_cast<size_t>(games)) {
          Post(server.port(), absl::StrCat("rooms/", room.id, "/actions"),
               room.owner, {{"action", "restart"}});
        }
      }
    }
    const double cpu = server.CpuSeconds();
    std::printf("%8d %8.3f %10.1f %8.2f %8lld %8lld %10.2f\n", line,
                (cpu - cpu_before) / kInterval, server.MemoryMiB(),
                static_cast<double>(counts.moves - moves_before) * games /
                    watchers / kInterval,
                static_cast<long long>(counts.events),
                static_cast<long long>(counts.wrong), counts.farthest * 1000);
    std::fflush(stdout);
    cpu_before = cpu;
    moves_before = counts.moves;
    counts.farthest = 0;
  }
  const double elapsed =
      std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("the server used %.3f of a core\n",
              (server.CpuSeconds() - cpu_begin) / elapsed);
  return counts.wrong == 0 && counts.moves > 0 ? 0 : 1;
}

}  // namespace
}  // namespace boardwalk::bench

int main(int argc, char** argv) {
  std::array<int, 3> numbers = {600, 50, 200};
  double moves = 10;
  bool usable = argc <= 5;
  for (int i = 1; i < std::min(argc, 4); ++i) {
    usable = usable && absl::SimpleAtoi(argv[i], &numbers[i - 1]) &&
             numbers[i - 1] > 0;
  }
  if (argc == 5) usable = usable && absl::SimpleAtod(argv[4], &moves);
  if (!usable || !(moves > 0)) {
    std::fprintf(stderr,
                 "usage: web_watchers [SECONDS [GAMES [WATCHERS [MOVES]]]]\n");
    return 2;
  }
  return boardwalk::bench::Main(numbers[0], numbers[1], numbers[2], moves);
}
