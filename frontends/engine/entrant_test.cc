// Every kind of bad entrant: the verdict is right, nothing of it is left
// running or written, and the next game is played.

#include "frontends/engine/entrant.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/engine/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::engine {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

// In the command line of whatever an entrant leaves behind.
const std::string& Mark() {
  static const std::string mark = absl::StrCat("31415", getpid(), ".5");
  return mark;
}

const Sandbox* TestSandbox() {
  static const auto sandbox = Sandbox::Find();
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
  ~Source() { fs::remove_all(folder_); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  void Add(const std::string& name, const std::string& text) {
    std::ofstream(absl::StrCat(folder_, "/", name)) << text;
  }
  const std::string& path() const { return path_; }

 private:
  std::string folder_;
  std::string path_;
};

std::unique_ptr<Entrant> Compiled(const Source& source,
                                  EntrantGame game = EntrantGame::kChinese8,
                                  const CompilerTime& time = {}) {
  auto entrant = Entrant::Compile(source.path(), game, TestSandbox(), time);
  EXPECT_TRUE(entrant.ok()) << entrant.status().message();
  return entrant.ok() ? *std::move(entrant) : nullptr;
}

struct Patience {
  milliseconds cpu{500};
  milliseconds wall{60'000};
};

// A referee in small: what comes of the question `go`.
std::string Answer(Process& process, const std::string& position,
                   const Patience& patience = {}) {
  process.WriteLine("position " + position, Soon());
  process.WriteLine("go movetime 5000", Soon());
  const auto begin = steady_clock::now();
  const auto used = process.CpuTime();
  std::string line, fault;
  for (;;) {
    const auto next = steady_clock::now() + milliseconds(10);
    switch (process.ReadLine(next, nullptr, &line)) {
      case Talk::kDone:
        if (absl::StartsWith(line, "bestmove ")) return line;
        if (const auto [kind, text] = HarnessFault(line); !kind.empty()) {
          fault = absl::StrCat(kind, ": ", text);
        }
        break;
      case Talk::kEnded:
        return fault.empty() ? process.HowItEnded() : fault;
      case Talk::kFlood:
        return "flood";
      default:
        if (process.CpuTime() - used > patience.cpu) return "out of time";
        if (steady_clock::now() - begin > patience.wall) return "no answer";
    }
  }
}

std::unique_ptr<Process> Started(const Entrant& entrant) {
  auto process = Process::Start(entrant.process());
  EXPECT_TRUE(process.ok()) << process.status().message();
  if (!process.ok()) return nullptr;
  std::string line;
  (*process)->WriteLine("ugi", Soon());
  while ((*process)->ReadLine(Soon(), nullptr, &line) == Talk::kDone &&
         line != "ugiok") {
  }
  return *std::move(process);
}

// Steps forward, and therefore soon knows no move; long enough for tests.
constexpr char kGood[] = R"c(
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
std::string WithBody(const std::string& body, const std::string& before = "") {
  return absl::StrCat(
      "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <pthread.h>\n"
      "#include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\n"
      "#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
      "#include <sys/socket.h>\n#include <sys/un.h>\n#include <arpa/inet.h>\n"
      "#include <unistd.h>\n",
      kGood, before, "\nint ai_player_1155(int player, const int* board) {\n",
      body, "\nreturn step(player, board);\n}\n");
}

// What comes of an entrant's first move; checks that nothing is left of it.
std::string Verdict(const std::string& text, const Patience& patience = {}) {
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
  std::string answer = Answer(*process, "startpos", patience);
  process->Kill();
  EXPECT_EQ(RunningWith(folder), 0) << text;
  EXPECT_EQ(RunningWith(Mark()), 0) << text;
  return answer;
}

void TheNextGameIsPlayed() {
  static const Source source("aiplayer_1.c",
                             std::string(kGood) +
                                 "int ai_player_1(int player, const int* "
                                 "board) { return step(player, board); }");
  static const auto entrant = Compiled(source);
  ASSERT_NE(entrant, nullptr);
  ASSERT_EQ(entrant->fault_text(), "");
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, "startpos"), "bestmove 1223");
  EXPECT_EQ(Answer(*process, "startpos moves 1223"), "bestmove 6857");
}

struct Bad {
  std::string body;
  std::string verdict;  // a regular expression
  std::string before = {};
  Patience patience = {};
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

TEST(EntrantTest, AnOrdinaryUserSurvivesToo) {
  RunAsOrdinaryUser("*OnesThat*");
}

TEST(EntrantTest, OnesThatNeverAnswer) {
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

TEST(EntrantTest, OnesThatEndTheProgram) {
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

TEST(EntrantTest, OnesThatWriteToTheBoard) {
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

TEST(EntrantTest, OnesThatPrint) {
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

TEST(EntrantTest, OnesThatSignal) {
  Survive({
      {"kill(1, SIGKILL); kill(1, SIGTERM); kill(0x7ffff, SIGKILL);", kMoves},
      {"kill(getppid(), SIGKILL); for (;;) pause();", "signal 9 \\(Killed\\)"},
      {"kill(-1, SIGKILL);", "signal 9 \\(Killed\\)"},
      {"kill(getppid(), SIGSTOP); for (;;) pause();",
       "no answer",
       "",
       {milliseconds(500), milliseconds(700)}},
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

TEST(EntrantTest, OnesThatStartOthers) {
  const std::string sleeps =
      absl::StrCat("execlp(\"sleep\", \"sleep\", \"", Mark(), "\", NULL);");
  Survive({
      {"if (fork() == 0) { setsid(); if (fork() == 0) {" + sleeps +
           "} _exit(0); } usleep(100000);",
       kMoves},
      {"signal(SIGHUP, SIG_IGN); daemon(0, 0);" + sleeps, "crash: .*"},
      {"if (fork() == 0) for (;;);", kMoves},
      {"system(\"sleep " + Mark() + " &\");", kMoves},
      {"pthread_t t; for (int i = 0; i < 4; ++i) pthread_create(&t, 0, busy, "
       "0);",
       kMoves, "static void* busy(void* x) { for (;;); return x; }"},
      // Both of them return; one is the entrant.
      {"if (fork() == 0) return 1; usleep(100000);", kMoves},
  });
}

TEST(EntrantTest, ThreadsStandStillBetweenMoves) {
  const Source source(
      "aiplayer_1155.c",
      WithBody("pthread_t t; pthread_create(&t, 0, busy, 0);",
               "static void* busy(void* x) { for (;;); return x; }"));
  const auto entrant = Compiled(source);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, "startpos"), kMoves);
  std::string line;
  process->WriteLine("isready", Soon());
  EXPECT_EQ(process->ReadLine(Soon(), nullptr, &line), Talk::kDone);
  const auto used = process->CpuTime();
  process->ReadLine(steady_clock::now() + milliseconds(200), nullptr, &line);
  EXPECT_LE(process->CpuTime() - used, milliseconds(50));
  EXPECT_EQ(Answer(*process, "startpos"), kMoves);
}

TEST(EntrantTest, OnesThatUseFilesAndSockets) {
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(server, 1), 0);
  ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size),
            0);
  const std::string name = absl::StrCat("boardwalk-was-here-", Mark());
  const std::string outside = absl::StrCat(testing::TempDir(), "/", name);
  Survive({
      {absl::StrCat("struct sockaddr_in a = {AF_INET, htons(",
                    ntohs(address.sin_port),
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
  close(server);
  for (const char* folder : {".", "/var/tmp", "/dev/shm", "/home", "/usr"}) {
    EXPECT_FALSE(fs::exists(absl::StrCat(folder, "/", name))) << folder;
  }
  EXPECT_FALSE(fs::exists(outside));
}

TEST(EntrantTest, OnesThatAnswerNonsenseAreForTheReferee) {
  Survive({
      {"return 8878;", "bestmove 8878"},
      {"return -1;", "bestmove -1"},
      {"return 0x7fffffff;", "bestmove 2147483647"},
  });
}

TEST(EntrantTest, EveryGameBeginsAnew) {
  const Source source("aiplayer_1155.c",
                      WithBody("static int n; if (n++) return n;"));
  const auto entrant = Compiled(source);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, "startpos"), kMoves);
  EXPECT_EQ(Answer(*process, "startpos"), "bestmove 2");
  process->WriteLine("uginewgame", Soon());
  EXPECT_EQ(Answer(*process, "startpos"), kMoves);
  process->WriteLine("quit", Soon());
  EXPECT_TRUE(process->WaitForEnd(Soon()));
  EXPECT_EQ(process->HowItEnded(), "exit status 0");
}

TEST(EntrantTest, TheBoardIsThatOfThePosition) {
  // Answers with a checksum of all that it was given.
  const Source source("aiplayer_1155.c",
                      WithBody("unsigned h = 7; for (int i = 0; i < 89; ++i) "
                               "h = h * 31 + board[i]; return (h * 2 + player) "
                               "& 0xfffffff;"));
  const auto sum = [](const std::vector<int>& blue, const std::vector<int>& red,
                      int player) {
    std::vector<int> board(89, -1);
    for (int r = 1; r <= 8; ++r) {
      for (int c = 1; c <= 8; ++c) board[10 * r + c] = 0;
    }
    for (const int cell : blue) board[cell] = 1;
    for (const int cell : red) board[cell] = 2;
    unsigned h = 7;
    for (const int value : board) h = h * 31 + static_cast<unsigned>(value);
    return absl::StrCat("bestmove ",
                        (h * 2 + static_cast<unsigned>(player)) & 0xfffffff);
  };
  const auto entrant = Compiled(source);
  const auto process = Started(*entrant);
  const std::vector<int> blue = {11, 12, 13, 21, 22, 31};
  const std::vector<int> red = {88, 87, 86, 78, 77, 68};
  EXPECT_EQ(Answer(*process, "startpos"), sum(blue, red, 1));
  EXPECT_EQ(Answer(*process, "startpos moves 1334 6857 2243"),
            sum({11, 12, 34, 21, 43, 31}, {88, 87, 86, 78, 77, 57}, 2));
  const std::string rows =
      "fen ###...../##....../#......./......../......../......O./......O./"
      ".....OOO";
  const std::vector<int> moved = {88, 87, 86, 67, 77, 77};
  EXPECT_EQ(Answer(*process, rows + " 2 5"),
            sum(blue, {88, 87, 86, 77, 67}, 2));
  EXPECT_EQ(Answer(*process, rows + " 2 5 moves 6766"),
            sum(blue, {88, 87, 86, 77, 66}, 1));
  EXPECT_EQ(Answer(*process, rows), sum(blue, {88, 87, 86, 77, 67}, 1));
  std::string numbers = "fen";
  for (int i = 0; i < 89; ++i) {
    absl::StrAppend(&numbers, i % 7 == 0 ? " " : ",",
                    i == 11   ? 1
                    : i == 88 ? 2
                              : 0);
  }
  EXPECT_EQ(Answer(*process, numbers + " 2"), sum({11}, {88}, 2));
}

// --- What does not compile
// -----------------------------------------------------

std::string CompileFault(const std::string& name, const std::string& text,
                         EntrantGame game = EntrantGame::kChinese8,
                         const CompilerTime& time = {}) {
  const Source source(name, text);
  const auto entrant = Compiled(source, game, time);
  return entrant == nullptr ? "error" : entrant->fault_text();
}

TEST(EntrantTest, FaultsOfSources) {
  EXPECT_EQ(CompileFault("aiplayer_7.c",
                         "int ai_player_7(int p, const int* b) "
                         "{ return x; }"),
            "did not compile: aiplayer_7.c:1:47: error: 'x' undeclared (first "
            "use in this function)");
  EXPECT_THAT(CompileFault("aiplayer_7.c",
                           "int help(void); int "
                           "ai_player_7(int p, const int* b) "
                           "{ return help(); }"),
              HasSubstr("undefined reference to `help'"));
  EXPECT_THAT(CompileFault("aiplayer_7.c", std::string("\0\1\2garbage", 10)),
              StartsWith("did not compile: "));
  EXPECT_EQ(CompileFault("aiplayer_7.c",
                         WithBody("") + "int main(void) { return 0; }"),
            "has a main");
  EXPECT_EQ(CompileFault("aiplayer_7.c", WithBody("") +
                                             "static int __attribute__((used)) "
                                             "main(void) { return 0; }"),
            "has a main");
  EXPECT_EQ(CompileFault("aiplayer_7.c", "int ai_players(void) { return 0; }"),
            "lacks the function ai_player_7");
  EXPECT_EQ(CompileFault("mine.c", ""), "lacks the function ai_player_ID");
  EXPECT_EQ(CompileFault("aiplayer_7.c",
                         "static int ai_player_7(int p, const "
                         "int* b) { return 0; }"),
            "lacks the function ai_player_7");
  TheNextGameIsPlayed();
}

TEST(EntrantTest, NamesOfTheFunction) {
  const auto first_move = [](const std::string& name, const std::string& text,
                             const std::string& header = "") {
    Source source(name, text);
    if (!header.empty())
      source.Add(fs::path(name).stem().string() + ".h", header);
    const auto entrant = Compiled(source);
    if (entrant->fault() != EntrantFault::kNone) return entrant->fault_text();
    return Answer(*Started(*entrant), "startpos");
  };
  const std::string two =
      "int ai_player_1(int p, const int* b) { return 1; }"
      "int ai_player_2(int p, const int* b) { return 2; }"
      "int ai_player(int p, const int* b) { return 3; }"
      "int ai_player_help_1(int p) { return 4; }";
  EXPECT_EQ(first_move("aiplayer_1.c", two), "bestmove 1");
  EXPECT_EQ(first_move("aiplayer_2.c", two), "bestmove 2");
  EXPECT_EQ(
      first_move("mine.c", "int ai_player(int p, const int* b) { return 3; }"),
      "bestmove 3");
  const std::string with_header =
      "#include \"aiplayer_5.h\"\n"
      "int ai_player_5(int p, const int* b) { return FIVE; }";
  EXPECT_EQ(first_move("aiplayer_5.c", with_header, "#define FIVE 5\n"),
            "bestmove 5");
  // Its header is not handed in: the prototype is known.
  EXPECT_EQ(first_move("aiplayer_5.c", "#define FIVE 6\n" + with_header),
            "bestmove 6");
}

TEST(EntrantTest, SourcesThatAttackTheCompiler) {
  EXPECT_EQ(
      CompileFault("aiplayer_7.c", "#include \"/dev/zero\"\n").substr(0, 17),
      "did not compile: ");
  EXPECT_THAT(CompileFault("aiplayer_7.c", "#include \"/dev/random\"\n",
                           EntrantGame::kChinese8, {1}),
              StartsWith("did not compile: "));
  EXPECT_THAT(CompileFault("aiplayer_7.c", "#include \"/etc/shadow\"\n"),
              HasSubstr("No such file"));
  EXPECT_THAT(
      CompileFault("aiplayer_7.c",
                   "#if __INCLUDE_LEVEL__ < 40\n#include \"aiplayer_7.c\"\n"
                   "#include \"aiplayer_7.c\"\n#endif\n",
                   EntrantGame::kChinese8, {1}),
      HasSubstr("CPU time limit exceeded"));
  EXPECT_THAT(CompileFault("aiplayer_7.c",
                           "#include \"aiplayer_7.c\"\n"
                           "#include \"aiplayer_7.c\"\n"),
              HasSubstr("#include nested depth"));
  EXPECT_THAT(CompileFault("aiplayer_7.c", "char big[1L << 36] = {1};"),
              StartsWith("did not compile: "));
  EXPECT_THAT(CompileFault("x.cc",
                           "template <int n> struct A { A<n + 1>* p; A<n * 2> "
                           "b; };\nA<1> a;\n",
                           EntrantGame::kStar, {1}),
              StartsWith("did not compile: "));
  // The wall clock holds what does not use the processor.
  EXPECT_EQ(CompileFault("aiplayer_7.c", "#include \"/dev/zero\"\n",
                         EntrantGame::kChinese8, {20, std::chrono::seconds(0)}),
            "did not compile: it takes more than 0 s");
  TheNextGameIsPlayed();
}

TEST(EntrantTest, ASourceOf100Megabytes) {
  const Source source("aiplayer_7.c", "");
  fs::resize_file(source.path(), 100 << 20);
  const auto entrant = Compiled(source);
  EXPECT_EQ(entrant->fault_text(),
            "did not compile: the source is longer than 4 MiB (104857600 "
            "bytes)");
}

TEST(EntrantTest, WhatIsNoSourceIsTheCallersError) {
  const auto error = [](const std::string& path, EntrantGame game) {
    return std::string(
        Entrant::Compile(path, game, nullptr).status().message());
  };
  EXPECT_THAT(error("no/such.c", EntrantGame::kChinese8),
              HasSubstr("no/such.c"));
  EXPECT_THAT(error("a.cc", EntrantGame::kChinese8),
              HasSubstr("its name must end with .c"));
  EXPECT_THAT(error("a.py", EntrantGame::kStar),
              HasSubstr(".cc, .cpp or .cxx"));
  EXPECT_THAT(error("/dev/zero.c", EntrantGame::kStar),
              HasSubstr("/dev/zero.c"));
}

TEST(EntrantTest, NothingIsLeftOfIt) {
  std::string folder;
  {
    const Source source("mine.c",
                        "int ai_player(int p, const int* b) "
                        "{ return 3; }");
    const auto entrant = Compiled(source);
    folder = fs::path(entrant->process().argv.back()).parent_path().string();
    const auto& argv = entrant->process().argv;
    folder = fs::path(argv.at(argv.size() - 2)).parent_path().string();
    EXPECT_TRUE(fs::exists(folder));
    EXPECT_THAT(entrant->in_force(), HasSubstr("bubblewrap"));
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(EntrantTest, FoldersOfKilledProcessesAreRemoved) {
  const pid_t self = fork();
  if (self == 0) _exit(0);
  waitpid(self, nullptr, 0);
  const fs::path old = fs::temp_directory_path() /
                       absl::StrCat("boardwalk-entrant-", self, "-abcdef");
  const fs::path running = fs::temp_directory_path() /
                           absl::StrCat("boardwalk-entrant-", getpid(), "-a");
  fs::create_directories(old / "scratch");
  fs::create_directory(running);
  TheNextGameIsPlayed();
  Compiled(Source("mine.c",
                  "int ai_player(int p, const int* b) "
                  "{ return 3; }"));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(running));
  fs::remove(running);
}

TEST(EntrantTest, WithoutACompilerNoEntrantIsBlamed) {
  const Source source("mine.c",
                      "int ai_player(int p, const int* b) "
                      "{ return 3; }");
  std::string folder = testing::TempDir() + "/boardwalk-path-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  for (const char* tool : {"sh", "prlimit", "nm"}) {
    fs::create_symlink(absl::StrCat("/usr/bin/", tool),
                       absl::StrCat(folder, "/", tool));
  }
  const std::string path = getenv("PATH");
  setenv("PATH", folder.c_str(), 1);
  const auto entrant =
      Entrant::Compile(source.path(), EntrantGame::kChinese8, nullptr);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(entrant.status().message(),
            "there is no program 'cc', which compiling entrants needs (on "
            "Debian: apt install g++)");
  fs::remove_all(folder);
}

TEST(EntrantTest, WithoutASandboxItIsSaid) {
  const Source source("mine.c",
                      "int ai_player(int p, const int* b) { return 3; }");
  const auto entrant =
      Entrant::Compile(source.path(), EntrantGame::kChinese8, nullptr);
  ASSERT_TRUE(entrant.ok()) << entrant.status().message();
  EXPECT_THAT((*entrant)->in_force(), StartsWith("no sandbox"));
  EXPECT_EQ(Answer(*Started(**entrant), "startpos"), "bestmove 3");
}

// --- The star
// --------------------------------------------------------------------

// Writes all that it is told to where the test reads it: its next move.
constexpr char kStarSource[] = R"c(
typedef struct Position { long row; long col; } Position;
static long told[4];
void InitChineseCheckers(long players, long size, long seats[6], long mine) {
  told[0] = players; told[1] = size; told[2] = seats[1]; told[3] = mine;
  for (volatile int i = 0; i < 20000000; ++i) {}
}
void YourMove(Position* from, Position* to) {
  from->row = told[0]; from->col = told[1];
  to->row = told[2]; to->col = told[3];
}
void OpponentMove(long opponent, Position from, Position to) {
  told[0] = opponent * 1000 + from.row; told[1] = from.col;
  told[2] = to.row + (from.row == to.row && from.col == to.col ? 100 : 0);
  told[3] = to.col;
}
void TermChineseCheckers(void) { for (volatile int i = 0; i < 20000000; ++i) {} }
)c";

// All lines up to the answer to `isready`.
std::vector<std::string> LinesAfter(Process& process, const std::string& line) {
  process.WriteLine(line, Soon());
  process.WriteLine("isready", Soon());
  std::vector<std::string> lines;
  std::string next;
  while (process.ReadLine(Soon(), nullptr, &next) == Talk::kDone &&
         next != "readyok") {
    lines.push_back(next);
  }
  return lines;
}

double UsedSeconds(const std::vector<std::string>& lines,
                   const std::string& routine) {
  const std::string begin = absl::StrCat("info string used ", routine, " ");
  for (const std::string& line : lines) {
    if (absl::StartsWith(line, begin)) {
      return std::stod(line.substr(begin.size())) * 1e-9;
    }
  }
  return -1;
}

void CheckStar(const std::string& name, const std::string& text) {
  SCOPED_TRACE(name);
  const Source source(name, text);
  const auto entrant = Compiled(source, EntrantGame::kStar);
  ASSERT_EQ(entrant->fault_text(), "");
  const auto process = Started(*entrant);
  LinesAfter(*process, "setoption name Game value star:size=5,players=3");
  LinesAfter(*process, "setoption name Seat value 2");
  const auto init = LinesAfter(*process, "uginewgame");
  EXPECT_GT(UsedSeconds(init, "InitChineseCheckers"), 0.001);
  EXPECT_EQ(Answer(*process, "startpos"), "bestmove 3,5:2,1");
  const auto told = LinesAfter(*process, "position startpos moves 4,-1:5,0");
  EXPECT_GE(UsedSeconds(told, "OpponentMove"), 0);
  EXPECT_EQ(LinesAfter(*process, "position startpos moves 4,-1:5,0"),
            std::vector<std::string>());
  EXPECT_EQ(Answer(*process, "startpos moves 4,-1:5,0"), "bestmove 4,-1:5,0");
  // Its own move is not told.
  EXPECT_EQ(LinesAfter(*process, "position startpos moves 4,-1:5,0 15,8:14,8"),
            std::vector<std::string>());
  // Who passes names a place where one of their pieces is: one that never
  // moved, or the one that moved last.
  EXPECT_EQ(Answer(*process, "startpos moves 4,-1:5,0 15,8:14,8 pass"),
            "bestmove 2015,-7:115,-7");
  EXPECT_EQ(Answer(*process, "startpos moves 4,-1:5,0 15,8:14,8 pass pass"),
            "bestmove 5,0:105,0");
  const auto term = LinesAfter(*process, "setoption name Over");
  EXPECT_GT(UsedSeconds(term, "TermChineseCheckers"), 0.001);
}

TEST(EntrantTest, StarRoutines) {
  CheckStar("solution.c", kStarSource);
  CheckStar("solution.cc", kStarSource);
  CheckStar("solution.cpp", absl::StrCat("extern \"C\" {", kStarSource, "}"));
}

TEST(EntrantTest, StarFaults) {
  EXPECT_EQ(CompileFault("s.c", "void YourMove(void) {}", EntrantGame::kStar),
            "lacks the function InitChineseCheckers");
  std::string crashes = kStarSource;
  crashes.replace(crashes.find("told[0] = opponent"), 0,
                  "*(volatile int*)8 = 0; ");
  const Source source("s.c", crashes);
  const auto entrant = Compiled(source, EntrantGame::kStar);
  const auto process = Started(*entrant);
  LinesAfter(*process, "setoption name Seat value 2");
  LinesAfter(*process, "uginewgame");
  const auto lines = LinesAfter(*process, "position startpos moves 3,0:4,0");
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back(),
            "info string fault crash signal 11 (Segmentation fault)");
  EXPECT_EQ(process->LastWords(), "fault crash signal 11 (Segmentation fault)");
}

}  // namespace
}  // namespace boardwalk::engine
