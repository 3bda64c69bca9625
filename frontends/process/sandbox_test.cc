#include "frontends/process/sandbox.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "frontends/process/call_filter.h"
#include "frontends/process/process_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::process {
namespace {

using std::chrono::steady_clock;
using ::testing::HasSubstr;

// What a shell script says inside, all lines joined by blanks.
std::string Inside(const std::string& script, const SandboxLimits& limits = {},
                   ProcessOptions options = {}) {
  const auto sandbox = Sandbox::Find();
  if (!sandbox.ok()) return std::string(sandbox.status().message());
  options.argv = {"sh", "-c", absl::StrCat("exec 2>&1; ", script)};
  const auto process = Process::Start(sandbox->Wrap(options, limits, {}));
  if (!process.ok()) return std::string(process.status().message());
  std::string text, line;
  while ((*process)->ReadLine(Soon(), nullptr, &line) == IoResult::kDone) {
    absl::StrAppend(&text, text.empty() ? "" : " ", line);
  }
  return text;
}

// The control groups that a process of ours made and that are still there.
std::string GroupsOf(pid_t pid) {
  ProcessOptions find;
  find.argv = {"find", "/sys/fs/cgroup", "-name",
               absl::StrCat("boardwalk-", pid, "-*")};
  const auto process = Process::Start(find);
  std::string line;
  if (!process.ok()) return "error";
  (*process)->ReadLine(Soon(), nullptr, &line);
  return line;
}

TEST(SandboxTest, AnOrdinaryUserHasItToo) { RunAsOrdinaryUser("*"); }

TEST(SandboxTest, NothingOfOursIsInIt) {
  setenv("BOARDWALK_SECRET", "yes", 1);
  EXPECT_EQ(Inside("echo $BOARDWALK_SECRET $HOME; ls -A $HOME; pwd"),
            "/home /tmp");
  unsetenv("BOARDWALK_SECRET");
  EXPECT_EQ(Inside("for f in /root /srv /var /boot /etc/passwd /etc/shadow; do "
                   "[ ! -e $f ] || echo $f; done; echo none"),
            "none");
  EXPECT_EQ(
      Inside("hostname; ls /proc | grep -c '^[0-9]*$' | sed 's/[2-9]/few/'"),
      "sandbox few");
  ProcessOptions options;
  options.environment = {"GAME=star"};
  options.folder = "/usr";
  EXPECT_EQ(Inside("echo $GAME; pwd", {}, options), "star /usr");
}

TEST(SandboxTest, OnlyTheScratchFolderCanBeWritten) {
  EXPECT_EQ(Inside("for f in /usr /home / /etc /dev /dev/shm /proc "
                   "/var/tmp /tmp; do (: >$f/boardwalk) 2>/dev/null && "
                   "echo $f; done"),
            "/tmp");
  SandboxLimits limits;
  limits.scratch_bytes = 1 << 20;
  EXPECT_THAT(Inside("head -c 700000 /dev/zero >a; "
                     "head -c 700000 /dev/zero >b",
                     limits),
              HasSubstr("No space left"));
}

TEST(SandboxTest, Limits) {
  SandboxLimits limits;
  limits.memory_bytes = 200 << 20;
  limits.processes = 9;
  limits.file_bytes = 1 << 20;
  limits.open_files = 20;
  limits.cpu_seconds = 7;
  EXPECT_EQ(Inside("ulimit -v; ulimit -p; ulimit -f; ulimit -n; ulimit -c; "
                   "ulimit -t",
                   limits),
            "204800 9 2048 20 0 7");
  EXPECT_THAT(Inside("head -c 3000000 /dev/zero >a; wc -c <a", limits),
              HasSubstr("1048576"));
  // Also for root, whom the kernel lets have any number.
  EXPECT_THAT(
      Inside("for i in 1 2 3 4 5 6 7 8 9; do sleep 9 & done; :", limits),
      HasSubstr("Cannot fork"));
}

TEST(SandboxTest, MemoryOfAllTogetherWhereThereAreControlGroups) {
  const auto sandbox = Sandbox::Find();
  ASSERT_TRUE(sandbox.ok());
  const bool has_groups =
      sandbox->Describe({}).find("(a control group)") != std::string::npos;
  SandboxLimits limits;
  limits.memory_bytes = 200 << 20;
  limits.processes = 64;
  // Each keeps 60 MB until its input ends.
  const std::string text = Inside(
      "for i in 1 2 3 4 5 6; do (head -c 60000000 /dev/zero; sleep 0.3) "
      "| tail -c 60000000 | wc -c & done; wait",
      limits);
  int whole = 0;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    whole += word == "60000000" ? 1 : 0;
  }
  EXPECT_EQ(whole < 6, has_groups) << text;
  EXPECT_EQ(GroupsOf(getpid()), "");
}

TEST(SandboxTest, NoNetworkAndNoPrivileges) {
  const ListeningSocket server;
  const std::string connect = absl::StrCat(
      "bash -c '</dev/tcp/127.0.0.1/", server.port(), "' && echo connected");
  ASSERT_EQ(system((connect + " >/dev/null").c_str()), 0);
  EXPECT_THAT(Inside(connect), HasSubstr("Operation not permitted"));
  EXPECT_EQ(Inside("grep -E 'Cap(Eff|Prm|Bnd)|NoNewPrivs' /proc/self/status | "
                   "tr -d '\\t'"),
            "CapPrm:0000000000000000 CapEff:0000000000000000 "
            "CapBnd:0000000000000000 NoNewPrivs:1");
  EXPECT_THAT(Inside("unshare -U true"), HasSubstr("unshare failed"));
  // Files of root stay closed to programs of root.
  EXPECT_EQ(Inside("cat /proc/1/environ >/dev/null && id -u"),
            absl::StrCat(geteuid() == 0 ? 65534 : geteuid()));
}

// Also of those kinds that no namespace bounds: AF_ALG (38), AF_VSOCK (40).
TEST(SandboxTest, NoSocketsButPairsOfItsOwn) {
  const std::string open =
      "perl -e 'for (1, 2, 10, 16, 38, 40) { "
      "print socket(my $s, $_, 1, 0) ? \"$_ \" : \"no \"; }'";
  EXPECT_EQ(Inside(open), "no no no no no no ");
  EXPECT_EQ(Inside("perl -e 'print socketpair(my $a, my $b, 1, 1, 0) ? "
                   "\"pair\" : $!'"),
            "pair");
}

TEST(SandboxTest, RefusesCallsThatLeadOut) {
  const auto call = [](int number) {
    return Inside(absl::StrCat("perl -e 'print syscall(", number,
                               ", 0, 0) < 0 ? $! : \"done\"'"));
  };
  for (const int number : {SYS_io_uring_setup, SYS_keyctl, SYS_bpf,
                           SYS_userfaultfd, SYS_perf_event_open}) {
    EXPECT_EQ(call(number), "Operation not permitted") << number;
  }
  // No file of ours is open in it: 3 is the folder that is listed.
  EXPECT_EQ(Inside("ls /proc/self/fd"), "0 1 2 3");
}

TEST(CallFilterTest, OneThatIsTooLongIsOfNoUse) {
  CallFilter filter = {};
  BeginFilter(&filter);
  const std::vector<int> calls((kMaxFilterLines - filter.size - 1) / 2, 0);
  AddCalls(&filter, calls.data(), calls.size(), kRefused);
  EXPECT_TRUE(EndFilter(&filter, kAllowed));
  BeginFilter(&filter);
  AddCalls(&filter, calls.data(), calls.size(), kRefused);
  AddCalls(&filter, calls.data(), 1, kRefused);
  EXPECT_FALSE(EndFilter(&filter, kAllowed));
  EXPECT_LE(filter.size, kMaxFilterLines);
  BeginFilter(&filter);
  EXPECT_TRUE(EndFilter(&filter, kAllowed));
}

TEST(SandboxTest, DiesWithUs) {
  ASSERT_TRUE(Sandbox::Find().ok());
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string mark = absl::StrCat("77777", getpid(), ".5");
  const pid_t self = fork();
  if (self == 0) {
    const auto sandbox = Sandbox::Find();
    ProcessOptions options;
    options.argv = {"sh", "-c",
                    absl::StrCat("setsid sleep ", mark, " & echo; sleep 1000")};
    const auto process = Process::Start(sandbox->Wrap(options, {}, {}));
    std::string line;
    (*process)->ReadLine(Soon(), nullptr, &line);
    (void)!write(ends[1], "x", 1);
    pause();
  }
  char byte;
  ASSERT_EQ(read(ends[0], &byte, 1), 1);
  while (RunningWith(mark) == 0) usleep(1000);
  kill(self, SIGKILL);
  waitpid(self, nullptr, 0);
  EXPECT_TRUE(EndsSoon(mark));
  for (const auto deadline = Soon();
       !GroupsOf(self).empty() && steady_clock::now() < deadline;) {
    usleep(1000);
  }
  EXPECT_EQ(GroupsOf(self), "");
  close(ends[0]);
  close(ends[1]);
}

TEST(SandboxTest, DescribesItsLimits) {
  const auto sandbox = Sandbox::Find();
  ASSERT_TRUE(sandbox.ok());
  SandboxLimits limits;
  limits.processes = 9;
  EXPECT_THAT(sandbox->Describe(limits), HasSubstr("bubblewrap "));
  EXPECT_THAT(sandbox->Describe(limits),
              HasSubstr("no network, a read-only system, an empty home"));
  EXPECT_THAT(sandbox->Describe(limits), HasSubstr(" 9 processes"));
  EXPECT_EQ(geteuid() == 0,
            sandbox->Describe(limits).find("nobody") != std::string::npos);
}

// With a folder of these programs in PATH and nothing else.
std::string FindWith(
    const std::vector<std::pair<std::string, std::string>>& scripts) {
  std::string folder = testing::TempDir() + "/boardwalk-path-XXXXXX";
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  chmod(folder.c_str(), 0755);
  for (const auto& [name, script] : scripts) {
    const std::string file = absl::StrCat(folder, "/", name);
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    chmod(file.c_str(), 0755);
  }
  const std::string path = getenv("PATH");
  setenv("PATH", folder.c_str(), 1);
  const auto sandbox = Sandbox::Find();
  setenv("PATH", path.c_str(), 1);
  for (const auto& [name, script] : scripts) {
    unlink(absl::StrCat(folder, "/", name).c_str());
  }
  rmdir(folder.c_str());
  return sandbox.ok() ? "found" : std::string(sandbox.status().message());
}

TEST(SandboxTest, WhereThereIsNoneItSaysSo) {
  EXPECT_EQ(FindWith({}),
            "there is no sandbox: bubblewrap is needed (the program bwrap; on "
            "Debian: apt install bubblewrap), but no program 'bwrap' is found "
            "in the folders of PATH");
  const std::string refuses =
      "[ \"$1\" = --version ] && echo bubblewrap 9 && exit\n"
      "echo 'bwrap: Creating new namespace failed' >&2; exit 1";
  EXPECT_THAT(FindWith({{"bwrap", refuses}, {"setpriv", "exec bwrap"}}),
              HasSubstr("the system does not let bubblewrap 9 make one"));
  EXPECT_THAT(FindWith({{"bwrap", refuses}, {"setpriv", "exec bwrap"}}),
              HasSubstr("bwrap: Creating new namespace failed"));
}

}  // namespace
}  // namespace boardwalk::process
