// Helpers for tests of entrants.

#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/contest/entrant.h"
#include "frontends/process/process_testing.h"
#include "gtest/gtest.h"

namespace boardwalk::contest {

// Of an entrant of chinese8: steps to the first empty cell next to a piece that
// can step at all.
inline constexpr char kStep[] = R"c(
static int step(int player, const int* board) {
  static const int steps[] = {11, 10, 1, 9, -9, -1, -10, -11};
  for (int i = 0; i < 8; ++i) {
    for (int from = 11; from <= 88; ++from) {
      const int to = from + (player == 1 ? steps[i] : -steps[i]);
      if (board[from] == player && to >= 11 && to <= 88 && board[to] == 0) {
        return 100 * from + to;
      }
    }
  }
  return 0;
}
)c";

inline const process::Sandbox* TestSandbox() {
  static const auto sandbox = process::Sandbox::Find();
  EXPECT_TRUE(sandbox.ok()) << sandbox.status().message();
  return sandbox.ok() ? &*sandbox : nullptr;
}

// A folder with the source of one entrant.
class Source {
 public:
  Source(const std::string& name, const std::string& text) {
    folder_ = testing::TempDir() + "/boardwalk-source-XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
    Add(name, text);
    path_ = absl::StrCat(folder_, "/", name);
  }
  ~Source() { std::filesystem::remove_all(folder_); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  void Add(const std::string& name, const std::string& text) {
    std::ofstream(absl::StrCat(folder_, "/", name)) << text;
  }
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string path_;
};

inline std::unique_ptr<Entrant> Compiled(
    const Source& source, EntrantGame game = EntrantGame::kChinese8,
    const CompilerTime& time = {},
    const process::Sandbox* sandbox = TestSandbox()) {
  auto entrant = Entrant::Compile(source.path(), game, sandbox, time);
  EXPECT_TRUE(entrant.ok()) << entrant.status().message();
  return entrant.ok() ? *std::move(entrant) : nullptr;
}

// How long Answer waits.
struct AnswerTime {
  std::chrono::milliseconds cpu{500};
  std::chrono::milliseconds wall{60'000};
};

// A small referee: the answer to `go`, or how the entrant failed.
inline std::string Answer(process::Process& process,
                          const std::string& position,
                          const AnswerTime& patience = {}) {
  process.WriteLine("position " + position, process::Soon());
  process.WriteLine("go movetime 5000", process::Soon());
  const auto begin = std::chrono::steady_clock::now();
  const auto used = process.CpuTime();
  std::string line, fault;
  for (;;) {
    const auto next =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    switch (process.ReadLine(next, nullptr, &line)) {
      case process::IoResult::kDone:
        if (absl::StartsWith(line, "bestmove ")) return line;
        if (const auto [kind, text] = HarnessFault(line); !kind.empty()) {
          fault = absl::StrCat(kind, ": ", text);
        }
        break;
      case process::IoResult::kEnded:
        return fault.empty() ? process.HowItEnded() : fault;
      case process::IoResult::kFlood:
        return "flood";
      default:
        if (process.CpuTime() - used > patience.cpu) return "out of time";
        if (std::chrono::steady_clock::now() - begin > patience.wall)
          return "no answer";
    }
  }
}

inline std::unique_ptr<process::Process> Started(const Entrant& entrant) {
  auto process = process::Process::Start(entrant.process());
  EXPECT_TRUE(process.ok()) << process.status().message();
  if (!process.ok()) return nullptr;
  std::string line;
  (*process)->WriteLine("ugi", process::Soon());
  while ((*process)->ReadLine(process::Soon(), nullptr, &line) ==
             process::IoResult::kDone &&
         line != "ugiok") {
  }
  return *std::move(process);
}

// The start on the 8x8 board, and the position after its first move.
inline constexpr char kStart[] =
    "fen ###...../##....../#......./......../......../.......O/......OO/"
    ".....OOO 1 0";
inline constexpr char kSecond[] =
    "fen #.#...../###...../#......./......../......../.......O/......OO/"
    ".....OOO 2 1";

// Steps forward, and therefore soon knows no move; long enough for tests.
inline constexpr char kGood[] = R"c(
static int step(int player, const int* board) {
  static const int steps[] = {11, 10, 1};
  for (int from = 11; from <= 88; ++from) {
    for (int i = 0; i < 3 && board[from] == player; ++i) {
      const int to = from + (player == 1 ? steps[i] : -steps[i]);
      if (to >= 11 && to <= 88 && board[to] == 0) return 100 * from + to;
    }
  }
  return 0;
}
)c";

// An entrant whose function runs `body`, and then moves as it should.
inline std::string WithBody(const std::string& body,
                            const std::string& before = "") {
  return absl::StrCat(
      "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include "
      "<pthread.h>\n"
      "#include <setjmp.h>\n#include <sched.h>\n#include <signal.h>\n#include "
      "<stdio.h>\n"
      "#include <stdlib.h>\n#include <string.h>\n#include "
      "<sys/mman.h>\n#include <sys/resource.h>\n#include <sys/syscall.h>\n"
      "#include <sys/socket.h>\n#include <sys/un.h>\n#include <arpa/inet.h>\n"
      "#include <sys/prctl.h>\n#include <sys/time.h>\n#include <time.h>\n"
      "#include <unistd.h>\n",
      kGood, before, "\nint ai_player_1155(int player, const int* board) {\n",
      body, "\nreturn step(player, board);\n}\n");
}

inline void TheNextGameIsPlayed() {
  static const Source source("aiplayer_1.c",
                             std::string(kGood) +
                                 "int ai_player_1(int player, const int* "
                                 "board) { return step(player, board); }");
  static const auto entrant = Compiled(source);
  ASSERT_NE(entrant, nullptr);
  ASSERT_EQ(entrant->fault_text(), "");
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), "bestmove 1223");
  EXPECT_EQ(Answer(*process, kSecond), "bestmove 6857");
}

}  // namespace boardwalk::contest
