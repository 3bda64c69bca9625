// What the tests of files of results share: folders that remove themselves,
// games of every kind, and child processes.

#pragma once

#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"
#include "frontends/results/store.h"
#include "gtest/gtest.h"

namespace boardwalk::results {

// A folder whose files can be read and compared.
class TestFolder : public TemporaryFolder {
 public:
  // All files by name, without the shared memory of SQLite, which it recreates
  // at any time.
  std::map<std::string, std::string> Contents() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".sqlite-shm") {
        contents[name] = entry.is_regular_file() ? Read(name) : "";
      }
    }
    return contents;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(File(name), std::ios::binary).rdbuf();
    return text.str();
  }
  void Write(const std::string& name, const std::string& contents) const {
    std::ofstream(File(name), std::ios::binary) << contents;
  }
};

inline comparison::Configuration TestConfiguration() {
  comparison::Configuration configuration;
  configuration.games = {"onejump", "star:players=3"};
  configuration.players = {"greedy", "mcts:playouts=100", "random"};
  configuration.limits.nodes = 1000;
  configuration.rounds = 10;
  configuration.seed = 18'000'000'000'000'000'000u;
  return configuration;
}

// The game of an id: of the first variant if the id is odd, else of the second.
// Everything in it differs from game to game. Some games are forfeits, and from
// some seats drop out.
inline comparison::FinishedGame TestGame(int64_t id, int plies) {
  const comparison::Configuration configuration = TestConfiguration();
  const uint64_t salt = Mix64(static_cast<uint64_t>(id));
  comparison::FinishedGame game;
  comparison::GameSummary& summary = game.summary;
  summary.id = id;
  summary.block = id / 2;
  summary.round = id / 4;
  summary.variant = id % 2 == 1 ? 0 : 1;
  const int seats = 2 + summary.variant;
  summary.pairing = static_cast<int>(salt % 3);
  summary.rotation = static_cast<int>(salt % 2);
  summary.seed = salt;
  summary.termination =
      salt % 5 == 0 ? Termination::kTimeForfeit : Termination::kRules;
  if (HasLoser(summary.termination)) {
    summary.loser = 1;
    summary.detail = absl::StrCat("took ", id, ".5s of 2s: 'öß' \"x\"");
  }
  summary.plies = plies;
  if (salt % 3 == 0 && plies > 1) {
    summary.faults = {{.seat = 0,
                       .move = 1,
                       .kind = Termination::kCrash,
                       .reason = absl::StrCat("exit status ", salt % 256)}};
  }
  for (int seat = 0; seat < seats; ++seat) {
    const uint64_t own = Mix64(salt + static_cast<uint64_t>(seat));
    comparison::SeatResult& result = summary.seats.emplace_back();
    result.player = static_cast<int>((salt + static_cast<uint64_t>(seat)) % 3);
    result.moves = plies / seats;
    result.seconds = static_cast<double>(own % 1'000'003) / 7e6;
    result.wall_seconds = result.seconds * 1.1;
    result.max_seconds = result.seconds / 3;
    result.nodes = static_cast<int64_t>(own >> 15);
    result.playouts = static_cast<int64_t>(own % 1000);
    result.depth = static_cast<int64_t>(own % 77);
  }
  const SeatValues returns =
      HasLoser(summary.termination)
          ? ReturnsWithoutRules(summary.termination, seats, summary.loser)
          : WinnerTakesAll(seats,
                           static_cast<uint32_t>(salt >> 20) % (1u << seats));
  for (int seat = 0; seat < seats; ++seat) {
    summary.seats[seat].returns = returns[seat];
  }
  game.opening = {absl::StrCat("a", id), "b2-b3"};
  GameRecord& record = game.record;
  record.game = configuration.games[summary.variant];
  record.start = absl::StrCat("start of ", id);
  record.final = absl::StrCat("final ", salt);
  record.seed = summary.seed;
  record.termination = summary.termination;
  record.loser = summary.loser;
  record.detail = summary.detail;
  record.faults = summary.faults;
  for (int seat = 0; seat < seats; ++seat) {
    record.players.push_back(configuration.players[summary.seats[seat].player]);
    record.returns[seat] = summary.seats[seat].returns;
  }
  for (int ply = 0; ply < plies; ++ply) {
    const uint64_t own = Mix64(salt ^ static_cast<uint64_t>(ply));
    RecordedMove& move = record.moves.emplace_back();
    move.text = absl::StrCat(own % 64, "-", own % 61);
    if (own % 3 == 0) move.value = static_cast<double>(own % 2003) / 2002.0;
    if (own % 3 == 1) move.depth = static_cast<int>(own % 30);
    if (own % 5 != 0) move.nodes = static_cast<int64_t>(own % 1'000'000);
    if (own % 7 == 0) move.playouts = static_cast<int64_t>(own % 1000);
    move.seconds = static_cast<double>(own % 1'000'000) / 1e9;
    move.wall_seconds = static_cast<double>(own % 1'100'000) / 1e9;
  }
  summary.fingerprint = comparison::Fingerprint(record);
  return game;
}

// For MergeResults: the games of TestGame have no rules.
inline absl::Status AnyFile(const std::string&) { return absl::OkStatus(); }

inline void ExpectEqual(const comparison::FinishedGame& expected,
                        const comparison::FinishedGame& game) {
  EXPECT_EQ(FormatRecord(expected.record), FormatRecord(game.record));
  EXPECT_TRUE(expected == game) << "game " << game.summary.id;
}

// The ids of all games; each game must be TestGame(id, plies).
inline std::vector<int64_t> ExpectTestGames(const comparison::Store& store,
                                            int plies) {
  std::vector<int64_t> ids;
  const absl::Status status =
      store.ForEachWhole({}, [&](const comparison::FinishedGame& game) {
        ids.push_back(game.summary.id);
        ExpectEqual(TestGame(game.summary.id, plies), game);
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  return ids;
}

// Opens or fails the test.
inline std::unique_ptr<comparison::Store> ToPlay(
    const std::string& path,
    const comparison::Configuration& configuration = TestConfiguration()) {
  auto store = OpenToPlay(path, configuration);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}
inline std::unique_ptr<comparison::Store> ToRead(const std::string& path) {
  auto store = OpenToRead(path);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

// A file with the games from 1 to `games`.
inline void MakeResults(const std::string& path, int64_t games, int plies) {
  const auto store = ToPlay(path);
  ASSERT_NE(store, nullptr);
  for (int64_t id = 1; id <= games; ++id) {
    const absl::Status status = store->Add(TestGame(id, plies)).status();
    ASSERT_TRUE(status.ok()) << status;
  }
}

// --- Child processes ---------------------------------------------------------

// A process that runs `work`. The destructor kills it.
class Child {
 public:
  // `work` gets a pipe to write to; Read reads from it.
  explicit Child(const std::function<void(int pipe)>& work) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    EXPECT_GT(pid_, 0);
    close(ends[1]);
    pipe_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) Kill();
    close(pipe_);
  }

  // Waits for up to `count` bytes; returns none if the process has ended.
  std::string Read(size_t count) {
    std::string bytes(count, '\0');
    const ssize_t got = read(pipe_, bytes.data(), count);
    bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return bytes;
  }
  std::string ReadAll() {
    std::string all;
    for (;;) {
      const std::string bytes = Read(1 << 16);
      if (bytes.empty()) return all;
      all += bytes;
    }
  }

  // Kills it as `kill -9` does, and waits for its end.
  void Kill() {
    kill(pid_, SIGKILL);
    Wait();
  }
  // Waits for its end; returns the status of waitpid.
  int Wait() {
    int status = 0;
    EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
    pid_ = 0;
    return status;
  }

 private:
  pid_t pid_ = 0;
  int pipe_ = -1;
};

// What `work` returns in a child process.
inline std::string InChild(const std::function<std::string()>& work) {
  Child child([&](int pipe) {
    const std::string said = work();
    if (write(pipe, said.data(), said.size()) < 0) _exit(1);
  });
  std::string said = child.ReadAll();
  EXPECT_EQ(child.Wait(), 0) << said;
  return said;
}

// From now on files of this process cannot grow beyond `bytes`, as if the disk
// were full: writing fails, or kills the process if `fatal`.
inline void LimitFileSize(rlim_t bytes, bool fatal) {
  signal(SIGXFSZ, fatal ? SIG_DFL : SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

// From now on permissions apply to this process, which the superuser would
// ignore. Files that it needs must be open to everybody.
inline void StopBeingRoot() {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
    _exit(1);
  }
}

}  // namespace boardwalk::results
