// Every kind of bad entrant: the verdict is right, nothing of it is left
// running or written, and the next game is played.

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontends/contest/entrant.h"
#include "frontends/contest/entrant_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::contest {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::MatchesRegex;

// In the command line of whatever an entrant leaves behind.
const std::string& Mark() {
  static const std::string mark = absl::StrCat("31415", getpid(), ".5");
  return mark;
}

// What comes of an entrant's first move; checks that nothing is left of it.
std::string Verdict(const std::string& text, const AnswerTime& patience = {}) {
  const Source source("aiplayer_1155.c", text);
  const auto entrant = Compiled(source);
  if (entrant == nullptr) return "error";
  if (entrant->fault() != EntrantFault::kNone) return entrant->fault_text();
  const std::string folder =
      fs::path(entrant->process().argv.at(entrant->process().argv.size() - 2))
          .parent_path()
          .string();
  const auto process = Started(*entrant);
  if (process == nullptr) return "error";
  std::string answer = Answer(*process, kStart, patience);
  process->Kill();
  EXPECT_EQ(process::RunningWith(folder), 0) << text;
  EXPECT_EQ(process::RunningWith(Mark()), 0) << text;
  return answer;
}

struct Bad {
  std::string body;
  std::string verdict;  // a regular expression
  std::string before = {};
  AnswerTime patience = {};
};

void Survive(const std::vector<Bad>& all) {
  for (const Bad& bad : all) {
    SCOPED_TRACE(bad.body + bad.before);
    EXPECT_THAT(Verdict(WithBody(bad.body, bad.before), bad.patience),
                MatchesRegex(bad.verdict));
    TheNextGameIsPlayed();
  }
}

// Well-behaved ones among them: doing such things is no fault as long as
// nothing comes of it.
constexpr char kMoves[] = "bestmove 1223";

TEST(HostileEntrantsTest, AnOrdinaryUserSurvivesToo) {
  process::RunAsOrdinaryUser("*OnesThat*");
}

TEST(HostileEntrantsTest, OnesThatNeverAnswer) {
  Survive({
      {"for (;;);", "out of time"},
      {"for (;;) fork();", "out of time"},
      {"signal(SIGTERM, SIG_IGN); sigset_t all; sigfillset(&all);"
       "sigprocmask(SIG_SETMASK, &all, 0); for (;;);",
       "out of time"},
      {"for (;;) sleep(1000);",
       "no answer",
       "",
       {milliseconds(500), milliseconds(700)}},
      {"", "out of time",
       "__attribute__((constructor)) static void load(void) { for (;;); }"},
  });
}

TEST(HostileEntrantsTest, OnesThatEndTheProgram) {
  Survive({
      {"exit(0);", "crash: it ended the program, exit status 0"},
      {"_exit(3);", "crash: it ended the program, exit status 3"},
      {"abort();", "crash: signal 6 \\(Aborted\\)"},
      {"static jmp_buf nowhere; longjmp(nowhere, 1);",
       "crash: signal 11 \\(Segmentation fault\\).*"},
      {"return deep(board[11]);",
       "crash: signal 11 \\(Segmentation fault\\), out of stack",
       "static int deep(volatile int n) { volatile int a[1000]; a[n] = n; "
       "return deep(n + 1) + a[n % 7]; }"},
      {"return ((volatile const int*)board)[89];",
       "crash: signal 11 \\(Segmentation fault\\), behind the board"},
      {"static int small[9]; int i = 0; for (;;) ((volatile int*)small)[i++] "
       "= 1;",
       "crash: signal 11 \\(Segmentation fault\\).*"},
      {"volatile int zero = 0; return 7 / zero;",
       "crash: signal 8 \\(Floating point exception\\)"},
      {"__builtin_trap();", "crash: signal 4 \\(Illegal instruction\\)"},
      {"", "crash: it ended the program, exit status 7",
       "__attribute__((constructor)) static void load(void) { _exit(7); }"},
      {"for (;;) { char* p = malloc(1 << 24); memset(p, 1, 1 << 24); }",
       "crash: signal (11|9) .*",
       "",
       {milliseconds(30'000), milliseconds(60'000)}},
  });
}

TEST(HostileEntrantsTest, OnesThatWriteToTheBoard) {
  Survive({
      {"((int*)board)[11] = 0;", "board: wrote to the const board"},
      {"int* mine = (int*)board; char* page = (char*)((unsigned long)mine & "
       "~4095UL); mprotect(page, 4096, PROT_READ | PROT_WRITE); mine[55] = 1; "
       "mine[55] = 0;",
       "board: wrote to the const board"},
      {"int* mine = (int*)board; char* page = (char*)((unsigned long)mine & "
       "~4095UL); char all[4096]; memcpy(all, page, 4096); mmap(page, 4096, "
       "PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, "
       "0); memcpy(page, all, 4096); mine[88] = 0;",
       "board: wrote to the const board"},
      // There is no other way to it.
      {"char line[999]; FILE* maps = fopen(\"/proc/self/maps\", \"r\"); while "
       "(fgets(line, 999, maps)) if (strstr(line, \"memfd:board\") && "
       "strstr(line, \" rw\")) return 1;",
       kMoves},
      {"memset((void*)board, 0, 89 * sizeof(int));",
       "board: wrote to the const board"},
  });
}

TEST(HostileEntrantsTest, OnesThatPrint) {
  Survive({
      {"printf(\"Hello\\n\");", "printed: 6 bytes: Hello "},
      {"fputs(\"debug\", stderr);", "printed: 5 bytes: debug"},
      {"for (;;) printf(\"megabytes of output\\n\");",
       "printed: 1048576 bytes: megabytes of output .*"},
      {"for (int i = 0; i < 1024; ++i) write(i, \"bestmove 1122\\n\", 14);",
       "printed: 28 bytes: bestmove 1122 bestmove 1122 "},
      {"printf(\"bye\"); exit(0);", "printed: 3 bytes: bye"},
      {"", "printed: 7 bytes: loaded ",
       "__attribute__((constructor)) static void load(void) { "
       "puts(\"loaded\"); }"},
      // Closing everything is no print, and the game goes on.
      {"for (int i = 0; i < 1024; ++i) close(i);", kMoves},
  });
}

TEST(HostileEntrantsTest, OnesThatSignal) {
  Survive({
      {"kill(1, SIGKILL); kill(1, SIGTERM); kill(0x7ffff, SIGKILL);", kMoves},
      {"kill(getppid(), SIGKILL); kill(-1, SIGKILL); kill(0, SIGKILL);"
       "kill(getppid(), SIGSTOP);",
       kMoves},
      {"kill(getpid(), SIGTERM);", "crash: signal 15 \\(Terminated\\)"},
      {"raise(SIGSTOP);",
       "no answer",
       "",
       {milliseconds(500), milliseconds(700)}},
      // The harness is out of reach in other ways.
      {"char path[99]; sprintf(path, \"/proc/%d/mem\", getppid()); if "
       "(open(path, O_RDWR) >= 0) return 1;",
       kMoves},
      {"raise(SIGSEGV);", "crash: signal 11 \\(Segmentation fault\\)"},
  });
}

TEST(HostileEntrantsTest, OnesThatStartOthers) {
  const std::string sleeps =
      absl::StrCat("execlp(\"sleep\", \"sleep\", \"", Mark(), "\", NULL);");
  // What is refused is told to it.
  const std::string refused = " if (errno == EPERM) return 7;";
  Survive({
      {"if (fork() == 0) for (;;);" + refused, "bestmove 7"},
      {"if (vfork() == 0) for (;;);" + refused, "bestmove 7"},
      {sleeps + refused, "bestmove 7"},
      {"if (daemon(0, 0) != 0) return 7;", "bestmove 7"},
      {"setsid(); daemon(0, 0);", kMoves},
      {"if (system(\"sleep " + Mark() + " &\") != 0) return 7;", "bestmove 7"},
      // One that shares all with it but its clock and its signals.
      {"clone(spin, stack + 65536, CLONE_VM | CLONE_FILES, 0);" + refused,
       "bestmove 7",
       "static char stack[65536]; static int spin(void* x) { for (;;); return "
       "0; }"},
      {"struct { unsigned long flags, rest[10]; } all = {0}; if (syscall(435, "
       "&all, 88) == 0) for (;;); if (errno == ENOSYS) return 7;",
       "bestmove 7"},
      {"", "bestmove 1223",
       "__attribute__((constructor)) static void load(void) { if (fork() == 0) "
       "for (;;); }"},
  });
}

TEST(HostileEntrantsTest, OnesThatReachForOthers) {
  const std::string refused = " if (errno == EPERM) return 7;";
  const auto call = [](int number, const std::string& arguments) {
    return absl::StrCat("errno = 0; syscall(", number, ", ", arguments, ");");
  };
  Survive({
    {call(SYS_ptrace, "16, getppid(), 0, 0") + refused, "bestmove 7"},
        {call(SYS_process_vm_readv, "getppid(), 0, 0, 0, 0, 0") + refused,
         "bestmove 7"},
        {call(SYS_prlimit64, "getppid(), 0, 0, 0") + refused, "bestmove 7"},
        {call(SYS_sched_setscheduler, "getppid(), 5, \"\"") + refused,
         "bestmove 7"},
        {call(SYS_io_uring_setup, "1, 0") + refused, "bestmove 7"},
        {call(SYS_keyctl, "0, 0, 0, 0, 0") + refused, "bestmove 7"},
        {call(SYS_bpf, "0, 0, 0") + refused, "bestmove 7"},
        {call(SYS_userfaultfd, "0") + refused, "bestmove 7"},
        {call(SYS_perf_event_open, "0, 0, -1, -1, 0") + refused, "bestmove 7"},
        {call(5000, "0") + " if (errno == ENOSYS) return 7;", "bestmove 7"},
#if defined(__x86_64__)
        // The calls of 32-bit programs and of x32 have other numbers.
        {call(0x40000000 | SYS_getpid, "0") + " if (errno == ENOSYS) return 7;",
         "bestmove 7"},
        {"int pid; asm volatile(\"int $0x80\" : \"=a\"(pid) : \"a\"(2)); "
         "return 7;",
         "crash: signal 31 \\(Bad system call\\)"},
#endif
        // What a player may need is allowed.
        {"struct rlimit limit; if (getrlimit(RLIMIT_STACK, &limit) != 0) "
         "return "
         "1; alarm(1); raise(SIGCONT); pthread_t t; if (pthread_create(&t, 0, "
         "quick, 0) != 0) return 2; pthread_join(t, 0);",
         kMoves, "static void* quick(void* x) { return x; }"},
  });
}

TEST(HostileEntrantsTest, OnesThatStartThreads) {
  Survive({
      {"pthread_t t; for (int i = 0; i < 4; ++i) pthread_create(&t, 0, busy, "
       "0);",
       kMoves, "static void* busy(void* x) { for (;;); return x; }"},
  });
}

// A timer's signal would wake it while it stands still.
TEST(HostileEntrantsTest, NothingWakesItBetweenMoves) {
  const Source source(
      "aiplayer_1155.c",
      WithBody(
          "struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo "
          "= SIGCONT}; timer_t t; struct itimerspec often = {{0, 50000000}, "
          "{0, 50000000}}; signal(SIGCONT, think); timer_create("
          "CLOCK_MONOTONIC, &e, &t); timer_settime(t, 0, &often, 0);",
          "#include <time.h>\nstatic void think(int n) { for (volatile int "
          "i = 0; i < 100000000; ++i); }"));
  const auto entrant = Compiled(source);
  ASSERT_EQ(entrant->fault_text(), "");
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  std::string line;
  const auto used = process->CpuTime();
  process->ReadLine(steady_clock::now() + milliseconds(500), nullptr, &line);
  EXPECT_LE(process->CpuTime() - used, milliseconds(20));
}

TEST(HostileEntrantsTest, ThreadsStandStillBetweenMoves) {
  const Source source(
      "aiplayer_1155.c",
      WithBody("pthread_t t; pthread_create(&t, 0, busy, 0);",
               "static void* busy(void* x) { for (;;); return x; }"));
  const auto entrant = Compiled(source);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  std::string line;
  process->WriteLine("isready", process::Soon());
  EXPECT_EQ(process->ReadLine(process::Soon(), nullptr, &line),
            process::IoResult::kDone);
  const auto used = process->CpuTime();
  process->ReadLine(steady_clock::now() + milliseconds(200), nullptr, &line);
  EXPECT_LE(process->CpuTime() - used, milliseconds(50));
  EXPECT_EQ(Answer(*process, kStart), kMoves);
}

TEST(HostileEntrantsTest, OnesThatUseFilesAndSockets) {
  const process::ListeningSocket server;
  const std::string name = absl::StrCat("boardwalk-was-here-", Mark());
  const std::string outside = absl::StrCat(testing::TempDir(), "/", name);
  Survive({
      {absl::StrCat("struct sockaddr_in a = {AF_INET, htons(", server.port(),
                    "), {htonl(INADDR_LOOPBACK)}}; int s = socket(AF_INET, "
                    "SOCK_STREAM, 0); if (connect(s, (void*)&a, sizeof a) == "
                    "0) return 1;"),
       kMoves},
      {absl::StrCat(
           "const char* folders[] = {\".\", \"/var/tmp\", \"/dev/shm\", "
           "\"/home\", \"/usr\", \"",
           fs::path(outside).parent_path().string(),
           "\"}; for (int i = 0; i < 6; ++i) { char path[999]; sprintf(path, "
           "\"%s/",
           name,
           "\", folders[i]); FILE* f = fopen(path, \"w\"); if (f) { "
           "fputs(\"x\", f); fclose(f); } }"),
       kMoves},
      // All that the scratch folder takes, and no more.
      {"char block[65536] = {1}; for (int i = 0; i < 900; ++i) { char "
       "path[99]; sprintf(path, \"%d\", i); FILE* f = fopen(path, \"w\"); "
       "while (f && fwrite(block, 1, 65536, f) == 65536 && ftell(f) < 900000);"
       "if (f) fclose(f); }",
       kMoves,
       "",
       {milliseconds(20'000), milliseconds(60'000)}},
  });
  for (const char* folder : {".", "/var/tmp", "/dev/shm", "/home", "/usr"}) {
    EXPECT_FALSE(fs::exists(absl::StrCat(folder, "/", name))) << folder;
  }
  EXPECT_FALSE(fs::exists(outside));
}

TEST(HostileEntrantsTest, OnesThatAnswerNonsenseAreForTheReferee) {
  Survive({
      {"return 8878;", "bestmove 8878"},
      {"return -1;", "bestmove -1"},
      {"return 0x7fffffff;", "bestmove 2147483647"},
  });
}

}  // namespace
}  // namespace boardwalk::contest
