// Every kind of bad entrant: the verdict is right, nothing of it is left
// running or written, and the next game is played.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/testing/temporary_folder.h"
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
      {"kill(getpid(), SIGUSR1);",
       "crash: signal 10 \\(User defined signal 1\\)"},
      // Who dies of one of these was ended by others, and is not at fault.
      {"kill(getpid(), SIGTERM); raise(SIGKILL); raise(SIGINT);", kMoves},
      {"struct rlimit one = {1, 1}; if (setrlimit(RLIMIT_CPU, &one) == 0) for "
       "(;;);",
       kMoves},
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
         // Some kernels have no calls of 32-bit programs at all.
         "crash: signal (31 \\(Bad system call\\)|"
         "11 \\(Segmentation fault\\))"},
#endif
        // What a player may need is allowed.
        {"struct rlimit limit; if (getrlimit(RLIMIT_STACK, &limit) != 0) "
         "return "
         "1; alarm(1); raise(SIGCONT); pthread_t t; if (pthread_create(&t, 0, "
         "quick, 0) != 0) return 2; pthread_join(t, 0);",
         kMoves, "static void* quick(void* x) { return x; }"},
  });
}

// Calls with their arguments, which must be refused before anything else is
// found wrong with them.
struct Refused {
  int call;
  std::string arguments = "0, 0, 0, 0, 0, 0";
};

std::vector<Refused> RefusedCalls() {
  std::vector<Refused> calls = {
      // Signals by descriptors: to others, whom they end, and to itself, which
      // they wake.
      {SYS_fcntl, "0, F_SETOWN, getppid()"},
      {SYS_fcntl, "0, F_SETOWN, getpid()"},
      {SYS_fcntl, "0, F_SETOWN_EX, 0"},
      {SYS_fcntl, "0, F_SETSIG, SIGCONT"},
      {SYS_fcntl, "0, F_SETFL, O_ASYNC"},
      {SYS_fcntl, "0, F_NOTIFY, 1"},
      {SYS_fcntl, "0, F_SETLEASE, F_RDLCK"},
      {SYS_ioctl, "0, 0x8901, 0"},  // FIOSETOWN
      {SYS_ioctl, "0, 0x5452, 0"},  // FIOASYNC
      // To others, or as others do.
      {SYS_kill, "getppid(), 0"},
      {SYS_kill, "-1, 0"},
      {SYS_kill, "getpid(), SIGKILL"},
      {SYS_tgkill, "getppid(), getppid(), 0"},
      {SYS_tgkill, "getpid(), getpid(), SIGTERM"},
      {SYS_rt_sigqueueinfo, "getpid(), SIGUSR1, 0"},
      {SYS_pidfd_send_signal},
      {SYS_timer_create},
      {SYS_mq_open},
      {SYS_prctl, "PR_SET_PDEATHSIG, SIGCONT"},
      {SYS_prctl, "PR_SET_DUMPABLE, 1"},
      {SYS_prlimit64, "getppid(), RLIMIT_STACK, 0, 0"},
      {SYS_prlimit64, "0, RLIMIT_CPU, 0, 0"},
      // To files, which others read, and memory that others share.
      {SYS_openat, "AT_FDCWD, \"x\", O_WRONLY | O_CREAT, 0600"},
      {SYS_openat, "AT_FDCWD, \"x\", O_RDONLY | O_CREAT, 0600"},
      {SYS_openat, "AT_FDCWD, \"/proc/self/mem\", O_RDWR"},
      {SYS_openat, "AT_FDCWD, \".\", O_RDONLY | O_TRUNC"},
      {SYS_mmap, "0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0"},
      {SYS_unlinkat},
      {SYS_renameat2},
      {SYS_mkdirat},
      {SYS_fchmodat},
      {SYS_ftruncate},
      {SYS_memfd_create},
      {SYS_shmget},
      {SYS_pipe2},
      // Into other processes, and other ways.
      {SYS_clone, "SIGCHLD, 0, 0, 0, 0"},
      {SYS_execve},
      {SYS_setsid},
      {SYS_setpgid},
      {SYS_ptrace},
      {SYS_process_vm_writev},
      {SYS_pidfd_open, "getppid(), 0"},
      {SYS_sched_setaffinity},
      {SYS_sched_setscheduler},
      {SYS_setpriority},
      {SYS_io_uring_setup},
      {SYS_keyctl},
      {SYS_bpf},
      {SYS_userfaultfd},
      {SYS_perf_event_open},
      {SYS_seccomp},
      {SYS_socketpair, "AF_UNIX, SOCK_STREAM, 0, 0"},
  };
  // AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_ALG, and AF_VSOCK, which no
  // namespace bounds.
  for (const int family : {1, 2, 10, 16, 38, 40}) {
    calls.push_back({SYS_socket, absl::StrCat(family, ", SOCK_STREAM, 0")});
  }
  return calls;
}

// What an entrant without a sandbox answers.
std::string AnswerUnguarded(const std::string& text) {
  const Source source("aiplayer_1155.c", text);
  const auto entrant =
      Compiled(source, EntrantGame::kChinese8, {}, /*sandbox=*/nullptr);
  if (entrant == nullptr) return "error";
  EXPECT_EQ(entrant->fault_text(), "");
  return Answer(*Started(*entrant), kStart, {milliseconds(60'000)});
}

TEST(HostileEntrantsTest, OnesThatCallWhatTheyDoNotNeed) {
  const std::vector<Refused> calls = RefusedCalls();
  std::string body;
  for (size_t i = 0; i < calls.size(); ++i) {
    absl::StrAppend(&body, "errno = 0; if (syscall(", calls[i].call, ", ",
                    calls[i].arguments, ") != -1 || errno != EPERM) return ",
                    1000 + i, ";\n");
  }
  // Else 1000 and the place in the list of the first that is not refused.
  EXPECT_EQ(Verdict(WithBody(body + "return 7;")), "bestmove 7");
  EXPECT_EQ(AnswerUnguarded(WithBody(body + "return 7;")), "bestmove 7");
}

// What a program may need that computes and answers.
TEST(HostileEntrantsTest, WellBehavedOnesHaveWhatTheyNeed) {
  const std::string before = R"c(
#define CHECK(condition) if (!(condition)) return __LINE__
static volatile sig_atomic_t signals;
static void note(int number) { ++signals; }
static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
// Of `mebibytes` of stack.
static int deep(int mebibytes) {
  volatile char part[1 << 20];
  memset((char*)part, mebibytes, sizeof part);
  return mebibytes <= 1 ? 1 : deep(mebibytes - 1) + part[7] / mebibytes;
}
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void* add(void* number) {
  void* block = malloc(100000);
  memset(block, 1, 100000);
  free(block);
  pthread_mutex_lock(&mutex);
  sum += *(int*)number;
  pthread_mutex_unlock(&mutex);
  return number;
}
static void* go_deep(void* x) { sum += deep(50); return x; }
static void* wait_for_ever(void* x) { for (;;) pause(); return x; }

static int memory(void) {
  char* block = malloc(100);
  for (size_t size = 100; size < (100 << 20); size *= 10) {
    block = realloc(block, size);
    CHECK(block != NULL);
    block[size - 1] = 1;
  }
  free(block);
  char* pages = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
  pages = mremap(pages, 1 << 20, 2 << 20, MREMAP_MAYMOVE);
  CHECK(pages != MAP_FAILED);
  CHECK(mprotect(pages, 4096, PROT_READ) == 0);
  CHECK(madvise(pages, 2 << 20, MADV_DONTNEED) == 0);
  CHECK(munmap(pages, 2 << 20) == 0);
  return 0;
}
static int threads(void) {
  pthread_t all[4];
  int numbers[4] = {1, 2, 3, 4};
  void* result;
  sum = 0;
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_create(&all[i], NULL, add, &numbers[i]) == 0);
  for (int i = 0; i < 4; ++i) CHECK(pthread_join(all[i], NULL) == 0);
  CHECK(sum == 10);
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, 64 << 20) == 0);
  CHECK(pthread_create(&all[0], &attributes, go_deep, NULL) == 0);
  CHECK(pthread_join(all[0], NULL) == 0);
  CHECK(pthread_create(&all[0], NULL, wait_for_ever, NULL) == 0);
  CHECK(pthread_setname_np(pthread_self(), "player") == 0);
  CHECK(pthread_cancel(all[0]) == 0);
  CHECK(pthread_join(all[0], &result) == 0 && result == PTHREAD_CANCELED);
  CHECK(sched_yield() == 0);
  CHECK(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  return 0;
}
static int stack(void) {
  struct rlimit limit;
  CHECK(deep(6) > 0);
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  limit.rlim_cur = 64 << 20;
  CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
  CHECK(deep(50) > 0);
  return 0;
}
static int clocks(void) {
  struct timespec now, moment = {0, 1000};
  struct timeval day;
  const int all[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                     CLOCK_THREAD_CPUTIME_ID};
  for (int i = 0; i < 4; ++i) CHECK(clock_gettime(all[i], &now) == 0);
  CHECK(time(NULL) > 0 && clock() >= 0 && gettimeofday(&day, NULL) == 0);
  CHECK(localtime(&now.tv_sec) != NULL);
  CHECK(nanosleep(&moment, NULL) == 0 && usleep(1) == 0);
  struct rusage used;
  CHECK(getrusage(RUSAGE_SELF, &used) == 0);
  return 0;
}
static int with_signals(void) {
  sigset_t alarm_signal, old;
  signal(SIGUSR1, note);
  CHECK(raise(SIGUSR1) == 0 && kill(getpid(), SIGUSR1) == 0 && signals == 2);
  signal(SIGALRM, note);
  sigemptyset(&alarm_signal);
  sigaddset(&alarm_signal, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm_signal, &old);
  const struct itimerval soon = {{0, 0}, {0, 1000}};
  CHECK(setitimer(ITIMER_REAL, &soon, NULL) == 0);
  while (signals < 3) sigsuspend(&old);
  sigprocmask(SIG_SETMASK, &old, NULL);
  jmp_buf here;
  if (setjmp(here) == 0) longjmp(here, 1);
  return 0;
}
static int files(void) {
  char line[999];
  FILE* maps = fopen("/proc/self/maps", "r");
  CHECK(maps != NULL && fgets(line, sizeof line, maps) != NULL);
  CHECK(fseek(maps, 0, SEEK_SET) == 0 && fclose(maps) == 0);
  CHECK(access("/proc/self/exe", R_OK) == 0);
  CHECK(readlink("/proc/self/exe", line, sizeof line) > 0);
  CHECK(getcwd(line, sizeof line) != NULL);
  CHECK(fopen("book.txt", "r") == NULL && errno == ENOENT);
  const int input = dup(0);
  CHECK(input > 0 && read(input, line, 1) == 0 && close(input) == 0);
  CHECK(!isatty(1) && getchar() == EOF);
  return 0;
}
)c";
  const std::string body = R"c(
  int line = 0, numbers[1000];
  for (int i = 0; i < 1000; ++i) numbers[i] = rand();
  qsort(numbers, 1000, sizeof(int), compare);
  if ((line = memory()) || (line = threads()) || (line = stack()) ||
      (line = clocks()) || (line = with_signals()) || (line = files())) {
    return line;
  }
)c";
  // Else the line above, with those that WithBody puts before it.
  EXPECT_EQ(Verdict(WithBody(body, before), {milliseconds(60'000)}), kMoves);
  EXPECT_EQ(AnswerUnguarded(WithBody(body, before)), kMoves);
}

// What the library of C++ does by itself, too.
constexpr char kCppSource[] = R"cc(
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <future>
#include <iostream>
#include <locale>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <sys/ioctl.h>
  struct Position {
    long row, col;
  };
  static std::map<std::string, int> book = {{"start", 1}};
  static int Check() {
#define CHECK(condition) \
    if (!(condition)) return __LINE__
    std::ifstream maps("/proc/self/maps");
    std::string line, word;
    CHECK(std::getline(maps, line) && !line.empty());
    CHECK(!std::ifstream("book.txt"));
    std::ofstream log("log.txt");
    log << "refused, and no fault";
    CHECK(!log);
    CHECK(!(std::cin >> word) && std::cout && std::cerr.flush());
    std::random_device device;
    std::mt19937_64 random(device());
    std::vector<int> numbers(100000);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::shuffle(numbers.begin(), numbers.end(), random);
    std::sort(numbers.begin(), numbers.end());
    CHECK(numbers[99999] == 99999);
    int sum = 0;
    std::thread thread([&] { sum = 7; });
    thread.join();
    CHECK(sum == 7);
    auto later = std::async(std::launch::async, [] { return 8; });
    CHECK(later.get() == 8);
    try {
      book.at("nowhere");
      return __LINE__;
    } catch (const std::out_of_range&) {
    }
    auto fails = std::async(std::launch::async,
                            []() -> int { throw std::runtime_error("no"); });
    try {
      return fails.get();
    } catch (const std::runtime_error&) {
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << 1.5;
    CHECK(text.str() == "1.5");
    try {
      std::locale german("de_DE.UTF-8");
    } catch (const std::runtime_error&) {  // not installed
    }
    const auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(std::chrono::steady_clock::now() > begin);
    CHECK(std::chrono::system_clock::now().time_since_epoch().count() > 0);
    CHECK(std::thread::hardware_concurrency() > 0);
    int waiting = 0;
    errno = 0;
    ioctl(0, FIONREAD, &waiting);
    CHECK(errno != EPERM);
    return 0;
  }
  void InitChineseCheckers(long, long, long[6], long) {}
  void YourMove(Position* from, Position* to) {
    *from = {Check(), 0};  // or else the line that fails
    *to = {7, 7};
  }
  void OpponentMove(long, Position, Position) {}
  void TermChineseCheckers() {}
)cc";

TEST(HostileEntrantsTest, WellBehavedOnesInCppHaveWhatTheyNeed) {
  const Source source("solution.cc", kCppSource);
  for (const process::Sandbox* sandbox :
       {TestSandbox(), static_cast<const process::Sandbox*>(nullptr)}) {
    const auto entrant = Compiled(source, EntrantGame::kStar, {}, sandbox);
    ASSERT_EQ(entrant->fault_text(), "");
    const auto process = Started(*entrant);
    for (const char* line : {"setoption name Game value star:size=4,seats=0+3",
                             "setoption name Seat value 1", "uginewgame"}) {
      process->WriteLine(line, process::Soon());
    }
    EXPECT_EQ(Answer(*process, "startpos", {milliseconds(60'000)}),
              "bestmove 0,0:7,7");
  }
}

// Who has no sandbox is an ordinary process of the user, as its opponent is.
TEST(HostileEntrantsTest, NoneSignalsAnotherByADescriptor) {
  const TemporaryFolder folder;
  const std::string fifo = folder.File("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int end = open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(end, 0);
  const pid_t opponent = fork();
  if (opponent == 0) {
    for (;;) pause();
  }
  // The one who writes to the fifo below would have the kernel kill it.
  const Source source(
      "aiplayer_1155.c",
      WithBody(absl::StrCat(
          "int f = open(\"", fifo,
          "\", O_RDONLY | O_NONBLOCK); if (f < 0) return 1; fcntl(f, "
          "F_SETOWN, ",
          opponent,
          "); fcntl(f, F_SETSIG, SIGKILL); fcntl(f, F_SETFL, O_ASYNC);")));
  const auto entrant =
      Compiled(source, EntrantGame::kChinese8, {}, /*sandbox=*/nullptr);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  EXPECT_EQ(write(end, "x", 1), 1);
  EXPECT_EQ(waitpid(opponent, nullptr, WNOHANG), 0) << "the opponent is dead";
  kill(opponent, SIGKILL);
  waitpid(opponent, nullptr, 0);
  close(end);
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
  Survive({
      {absl::StrCat("struct sockaddr_in a = {AF_INET, htons(", server.port(),
                    "), {htonl(INADDR_LOOPBACK)}}; int s = socket(AF_INET, "
                    "SOCK_STREAM, 0); if (connect(s, (void*)&a, sizeof a) == "
                    "0) return 1;"),
       kMoves},
      // One that a packet wakes while it stands still.
      {"struct sockaddr_in a = {AF_INET}; socklen_t size = sizeof a; int s = "
       "socket(AF_INET, SOCK_DGRAM, 0); if (bind(s, (void*)&a, size) == 0 && "
       "fcntl(s, F_SETOWN, getpid()) == 0 && fcntl(s, F_SETSIG, SIGCONT) == 0 "
       "&& fcntl(s, F_SETFL, O_ASYNC) == 0 && getsockname(s, (void*)&a, &size) "
       "== 0) return ntohs(a.sin_port);",
       kMoves},
      // Ports of AF_VSOCK are those of the machine.
      {"struct { unsigned short family, zero; unsigned port, machine, rest; } "
       "a = {40, 0, 7777, -1}; int s = socket(40, SOCK_STREAM, 0); if (bind(s, "
       "(void*)&a, sizeof a) == 0) return 1;",
       kMoves},
      {"if (fopen(\"boardwalk-was-here\", \"w\") == NULL && errno == EPERM) "
       "return 7;",
       "bestmove 7"},
  });
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
