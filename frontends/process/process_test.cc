#include "frontends/process/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontends/process/keeper.h"
#include "frontends/process/process_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::process {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::AnyOf;
using ::testing::HasSubstr;

Process::Deadline AtOnce() { return steady_clock::now() + milliseconds(100); }

std::unique_ptr<Process> Shell(const std::string& script,
                               ProcessOptions options = {}) {
  options.argv = {"sh", "-c", script};
  auto process = Process::Start(options);
  EXPECT_TRUE(process.ok()) << process.status().message();
  return process.ok() ? *std::move(process) : nullptr;
}

std::string ReadOne(Process& process) {
  std::string line;
  EXPECT_EQ(process.ReadLine(Soon(), nullptr, &line), IoResult::kDone);
  return line;
}

bool DiesSoon(const std::string& pid) {
  for (const auto deadline = Soon(); steady_clock::now() < deadline;) {
    if (!IsAlive(pid)) return true;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return false;
}

// What puts a `sleep` out of reach: another session, no parent.
constexpr char kDaemon[] = "setsid sh -c 'sleep 1000 & echo $!' </dev/null; ";

TEST(ProcessTest, LinesThereAndBack) {
  const auto cat = Shell("exec cat");
  for (const char* line : {"ugi", "", "position startpos moves 1121 8878"}) {
    EXPECT_EQ(cat->WriteLine(line, Soon()), IoResult::kDone);
    EXPECT_EQ(ReadOne(*cat), line);
  }
  cat->CloseInput();
  std::string line;
  EXPECT_EQ(cat->ReadLine(Soon(), nullptr, &line), IoResult::kEnded);
  EXPECT_TRUE(cat->WaitForEnd(Soon()));
  EXPECT_EQ(cat->HowItEnded(), "exit status 0");
}

TEST(ProcessTest, LineEndsOfOtherSystemsAndNone) {
  const auto shell = Shell("printf 'id\\r\\nlast words'");
  EXPECT_EQ(ReadOne(*shell), "id");
  EXPECT_EQ(ReadOne(*shell), "last words");
  std::string line;
  EXPECT_EQ(shell->ReadLine(Soon(), nullptr, &line), IoResult::kEnded);
}

TEST(ProcessTest, SilenceEndsAtTheDeadline) {
  const auto shell = Shell("echo first; exec sleep 1000");
  EXPECT_EQ(ReadOne(*shell), "first");
  std::string line;
  EXPECT_EQ(shell->ReadLine(AtOnce(), nullptr, &line), IoResult::kDeadline);
  EXPECT_EQ(shell->HowItEnded(), "");
  shell->Kill();
  EXPECT_EQ(shell->HowItEnded(), "killed by us");
}

TEST(ProcessTest, WhatCameInTimeIsReadLate) {
  const auto shell = Shell("echo first; echo second");
  EXPECT_EQ(ReadOne(*shell), "first");
  while (shell->HowItEnded().empty()) std::this_thread::yield();
  std::string line;
  EXPECT_EQ(shell->ReadLine(steady_clock::now() - seconds(1), nullptr, &line),
            IoResult::kDone);
}

TEST(ProcessTest, StopFlagEndsTheWait) {
  const auto shell = Shell("exec sleep 1000");
  std::atomic<bool> stop = false;
  std::thread later([&] { stop = true; });
  std::string line;
  EXPECT_EQ(shell->ReadLine(Soon(), &stop, &line), IoResult::kStopped);
  later.join();
}

TEST(ProcessTest, AProgramThatDoesNotReadBlocksNobody) {
  const auto shell = Shell("exec sleep 1000");
  const std::string line(10000, 'x');
  IoResult talk = IoResult::kDone;
  for (int i = 0; i < 1000 && talk == IoResult::kDone; ++i) {
    talk = shell->WriteLine(line, AtOnce());
  }
  EXPECT_EQ(talk, IoResult::kDeadline);
}

TEST(ProcessTest, WritingToAProgramThatHasEndedIsNoSignal) {
  const auto shell = Shell("exec true");
  EXPECT_TRUE(shell->WaitForEnd(Soon()));
  EXPECT_EQ(shell->WriteLine("go", Soon()), IoResult::kEnded);
  EXPECT_EQ(shell->WriteLine("go", Soon()), IoResult::kEnded);
}

TEST(ProcessTest, EndlessOutputIsAFlood) {
  std::string line;
  const auto one_line = Shell("exec cat /dev/zero");
  EXPECT_EQ(one_line->ReadLine(Soon(), nullptr, &line), IoResult::kFlood);

  const auto many_lines = Shell("exec yes");
  IoResult talk = IoResult::kDone;
  while (talk == IoResult::kDone)
    talk = many_lines->ReadLine(Soon(), nullptr, &line);
  EXPECT_EQ(talk, IoResult::kFlood);

  const auto until_later = Shell("exec yes");
  const auto deadline = AtOnce();
  talk = IoResult::kDone;
  while (talk == IoResult::kDone) {
    talk = until_later->ReadLine(deadline, nullptr, &line);
  }
  EXPECT_THAT(talk, AnyOf(IoResult::kDeadline, IoResult::kFlood));
}

TEST(ProcessTest, HowItEnded) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"exit 3", "exit status 3"},
      {"kill -SEGV $$", "signal 11 (Segmentation fault)"},
      {"kill -KILL $$", "signal 9 (Killed)"},
      {"exit 139", "exit status 139"}};
  for (const auto& [script, how] : cases) {
    const auto shell = Shell(script);
    EXPECT_TRUE(shell->WaitForEnd(Soon()));
    EXPECT_EQ(shell->HowItEnded(), how);
    shell->Kill();
    EXPECT_EQ(shell->HowItEnded(), how);
  }
  ProcessOptions options;
  options.signals_are_statuses = true;
  const auto wrapped = Shell("exit 139", options);
  EXPECT_TRUE(wrapped->WaitForEnd(Soon()));
  EXPECT_EQ(wrapped->HowItEnded(), "signal 11 (Segmentation fault)");
  EXPECT_EQ(wrapped->ExitStatus(), 139);
}

TEST(ProcessTest, LastWords) {
  const auto errors = Shell(
      "echo out; echo first >&2; "
      "printf 'oh\\033[31m\\n\\n' >&2; exit 1");
  EXPECT_EQ(ReadOne(*errors), "out");
  EXPECT_TRUE(errors->WaitForEnd(Soon()));
  EXPECT_EQ(errors->LastWords(), "oh\\x1b[31m");

  const auto output = Shell("echo I am lost");
  ReadOne(*output);
  EXPECT_TRUE(output->WaitForEnd(Soon()));
  EXPECT_EQ(output->LastWords(), "I am lost");

  const auto much = Shell("head -c 1000000 /dev/zero | tr '\\0' x >&2");
  EXPECT_TRUE(much->WaitForEnd(Soon()));
  EXPECT_LE(much->LastWords().size(), 210u);
}

TEST(ProcessTest, StandardErrorGoesToTheLog) {
  ProcessOptions options;
  options.log = absl::StrCat(testing::TempDir(), "/log", getpid());
  for (const char* script : {"echo one >&2", "echo two >&2"}) {
    EXPECT_TRUE(Shell(script, options)->WaitForEnd(Soon()));
  }
  EXPECT_EQ(FileText(options.log), "one\ntwo\n");
  unlink(options.log.c_str());
}

TEST(ProcessTest, OutputGoesToAFile) {
  ProcessOptions options;
  options.output_file = absl::StrCat(testing::TempDir(), "/output", getpid());
  EXPECT_TRUE(Shell("echo object", options)->WaitForEnd(Soon()));
  EXPECT_EQ(FileText(options.output_file), "object\n");
  options.argv = {"true"};
  EXPECT_THAT(std::string(Process::Start(options).status().message()),
              HasSubstr("File exists"));
  unlink(options.output_file.c_str());
}

// Whichever number the file has in this process.
TEST(ProcessTest, AFileToReadAtDescriptor3) {
  ProcessOptions options;
  options.input_3 = std::string("some\0bytes\n", 11);
  for (int i = 0; i < 2; ++i) {
    const auto shell = Shell("wc -c <&3; ls /proc/self/fd | wc -l", options);
    EXPECT_EQ(ReadOne(*shell), "11");
    EXPECT_EQ(ReadOne(*shell), "5");  // with that of the folder
  }
  options.argv = {"/no/such"};
  EXPECT_THAT(std::string(Process::Start(options).status().message()),
              HasSubstr("cannot start '/no/such': No such file"));
}

TEST(ProcessTest, FolderAndEnvironment) {
  ProcessOptions options;
  options.folder = "/usr";
  options.environment = {"HOME=/nowhere", "BOARDWALK_NEW=yes"};
  const auto shell = Shell("pwd; echo $HOME $BOARDWALK_NEW", options);
  EXPECT_EQ(ReadOne(*shell), "/usr");
  EXPECT_EQ(ReadOne(*shell), "/nowhere yes");
}

TEST(ProcessTest, WhatCannotBeStarted) {
  const auto error = [](const std::string& program, const std::string& folder) {
    ProcessOptions options;
    options.argv = {program};
    options.folder = folder;
    return std::string(Process::Start(options).status().message());
  };
  EXPECT_EQ(error("no-such-engine", ""),
            "no program 'no-such-engine' is found in the folders of PATH");
  EXPECT_EQ(error("./no/such", ""),
            "cannot start './no/such': No such file or directory");
  EXPECT_EQ(error("/usr", ""), "cannot start '/usr': Permission denied");
  EXPECT_THAT(error("true", "/no/such"), HasSubstr("No such file"));
  EXPECT_EQ(Process::Start({}).status().message(), "no program is given");
}

TEST(ProcessTest, NothingOfOursIsOpenInIt) {
  const int leak = open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  const int high = fcntl(leak, F_DUPFD, 200);
  const auto other = Shell("exec sleep 1000");
  const auto shell = Shell("echo /proc/$$/fd/*");
  std::string open_files;
  for (absl::string_view name : {"0", "1", "2"}) {
    absl::StrAppend(&open_files, open_files.empty() ? "" : " ", name);
  }
  std::string line = ReadOne(*shell);
  // The shell itself may open the folder that it lists.
  for (size_t at; (at = line.find("/proc/")) != std::string::npos;) {
    line.erase(at, line.find("fd/", at) + 3 - at);
  }
  EXPECT_THAT(line, AnyOf(open_files, open_files + " 3"));
  close(leak);
  close(high);
}

TEST(ProcessTest, ItsSignalsAreAtTheirDefaults) {
  sigset_t usual, before;
  sigemptyset(&usual);
  sigaddset(&usual, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &usual, &before);
  struct sigaction ignored = {}, old;
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGUSR1, &ignored, &old);
  ProcessOptions options;
  options.argv = {"grep", "-E", "Sig(Blk|Ign):", "/proc/self/status"};
  auto process = Process::Start(options);
  sigaction(SIGUSR1, &old, nullptr);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(process.ok());
  EXPECT_EQ(ReadOne(**process), "SigBlk:\t0000000000000000");
  EXPECT_EQ(ReadOne(**process), "SigIgn:\t0000000000000000");
}

TEST(ProcessTest, KillFindsWhatHasDetachedItself) {
  const auto shell = Shell(absl::StrCat(kDaemon, "exec sleep 1000"));
  const std::string daemon = ReadOne(*shell);
  EXPECT_TRUE(IsAlive(daemon));
  shell->Kill();
  EXPECT_FALSE(IsAlive(daemon));
}

TEST(ProcessTest, NothingOutlivesTheProgram) {
  const auto shell = Shell(kDaemon);
  const std::string daemon = ReadOne(*shell);
  EXPECT_TRUE(shell->WaitForEnd(Soon()));
  EXPECT_FALSE(IsAlive(daemon));
  EXPECT_EQ(shell->HowItEnded(), "exit status 0");
}

TEST(ProcessTest, NothingOutlivesUs) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t self = fork();
  if (self == 0) {
    // Another process of ours, to be killed without a chance to clean up.
    const auto shell = Shell(absl::StrCat(kDaemon, "echo $$; exec sleep 1000"));
    const std::string pids = ReadOne(*shell) + " " + ReadOne(*shell) + " ";
    (void)!write(ends[1], pids.data(), pids.size());
    pause();
    _exit(0);
  }
  char text[100] = {};
  ASSERT_GT(read(ends[0], text, sizeof text - 1), 0);
  const std::vector<std::string> pids = absl::StrSplit(text, ' ');
  ASSERT_EQ(pids.size(), 3u);
  EXPECT_TRUE(IsAlive(pids[0]));
  EXPECT_TRUE(IsAlive(pids[1]));
  kill(self, SIGKILL);
  waitpid(self, nullptr, 0);
  EXPECT_TRUE(DiesSoon(pids[0]));
  EXPECT_TRUE(DiesSoon(pids[1]));
  close(ends[0]);
  close(ends[1]);
}

TEST(ProcessTest, CpuTimeOfTheWholeTree) {
  // A grandchild in another session works until its limit of a second.
  const auto busy = Shell(
      "setsid sh -c '(ulimit -t 1; while :; do :; done); sleep 1000' "
      "</dev/null & read line");
  const auto reaches = [&](milliseconds time) {
    const auto deadline = Soon();
    while (busy->CpuTime() < time) {
      if (steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return true;
  };
  EXPECT_TRUE(reaches(milliseconds(300)));
  EXPECT_TRUE(reaches(milliseconds(700)));  // of what has ended soon
  std::this_thread::sleep_for(milliseconds(200));
  const auto used = busy->CpuTime();
  EXPECT_GE(used, milliseconds(700));
  EXPECT_LE(used, seconds(3));
  busy->Kill();
  EXPECT_GE(busy->CpuTime(), used);

  const auto idle = Shell("echo up; exec sleep 1000");
  ReadOne(*idle);
  const auto before = idle->CpuTime();
  std::string line;
  EXPECT_EQ(idle->ReadLine(AtOnce(), nullptr, &line), IoResult::kDeadline);
  EXPECT_LE(idle->CpuTime() - before, milliseconds(20));
}

TEST(ProcessTest, OurMemoryIsNotKeptTwice) {
  if (!kKeeperDropsMemory) return;  // It would be the sanitizer's.
  const std::string much(64 << 20, 'x');
  const auto cat = Shell("exec cat");
  const auto keeper_kilobytes = [] {
    const std::string keeper =
        FileText(absl::StrCat("/proc/self/task/", getpid(), "/children"));
    const std::string status = FileText(
        absl::StrCat("/proc/", keeper.substr(0, keeper.find(' ')), "/status"));
    return std::stol(status.substr(status.find("RssAnon:") + 8));
  };
  const auto deadline = Soon();
  while (keeper_kilobytes() > 32 << 10 && steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_LE(keeper_kilobytes(), 32 << 10);
  EXPECT_EQ(much.back(), 'x');
  EXPECT_EQ(cat->WriteLine("still there", Soon()), IoResult::kDone);
  EXPECT_EQ(ReadOne(*cat), "still there");
}

TEST(ProcessTest, ManyThreadsStartThem) {
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> good = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&good, i] {
      for (int j = 0; j < 5; ++j) {
        const auto cat = Shell("exec cat");
        const std::string word = absl::StrCat(i, "-", j);
        cat->WriteLine(word, Soon());
        if (ReadOne(*cat) == word) ++good;
        cat->CloseInput();
        // Would not end if another program held its input open.
        if (cat->WaitForEnd(Soon())) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 80);
}

}  // namespace
}  // namespace boardwalk::process
