// Sources that are compiled and play: what becomes of them, and what they are
// asked. hostile_entrants_test.cc has those that mean harm.

#include "frontends/contest/entrant.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/player.h"
#include "frontends/contest/entrant_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::contest {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kMoves[] = "bestmove 1223";

TEST(EntrantTest, EveryGameBeginsAnew) {
  const Source source("aiplayer_1155.c",
                      WithBody("static int n; if (n++) return n;"));
  const auto entrant = Compiled(source);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  EXPECT_EQ(Answer(*process, kStart), "bestmove 2");
  process->WriteLine("uginewgame", process::Soon());
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  process->WriteLine("quit", process::Soon());
  EXPECT_TRUE(process->WaitForEnd(process::Soon()));
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
  EXPECT_EQ(Answer(*process, kStart), sum(blue, red, 1));
  EXPECT_EQ(Answer(*process,
                   "fen ##....../#......./#..#..../..#...../......O./......../"
                   "......OO/.....OOO 2 3"),
            sum({11, 12, 34, 21, 43, 31}, {88, 87, 86, 78, 77, 57}, 2));
  EXPECT_EQ(Answer(*process,
                   "fen ......../......../......../......../......../......../"
                   "......../.......O 1"),
            sum({}, {88}, 1));
}

// --- What does not compile --------------------------------------------------

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
    return Answer(*Started(*entrant), kStart);
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

TEST(EntrantTest, HeadersBesideIt) {
  const auto first_move = [](const Source& source) {
    const auto entrant = Compiled(source);
    if (entrant->fault() != EntrantFault::kNone) return entrant->fault_text();
    return Answer(*Started(*entrant), kStart);
  };
  const std::string answers =
      "int ai_player_5(int p, const int* b) { return FIVE; }";
  Source source("aiplayer_5.c",
                "  #  include \"util.h\"\n#include <math.h>\n" + answers);
  EXPECT_THAT(first_move(source), HasSubstr("util.h: No such file"));
  source.Add("util.h",
             "#pragma once\n#include \"more.hpp\"\n#include \"util.h\"\n");
  EXPECT_THAT(first_move(source), HasSubstr("more.hpp: No such file"));
  source.Add("more.hpp", "#define FIVE 5\n");
  source.Add("other.h", "#error\n");
  EXPECT_EQ(first_move(source), "bestmove 5");
  // A changed one is another version, and one that is not used is none.
  const std::string text = Compiled(source)->text();
  source.Add("other.h", "");
  EXPECT_EQ(Compiled(source)->text(), text);
  source.Add("more.hpp", "#define FIVE 6\n");
  EXPECT_EQ(first_move(source), "bestmove 6");
  EXPECT_NE(Compiled(source)->text(), text);
}

// In one folder lie the sources of many.
TEST(EntrantTest, WhatOthersWroteCannotBeIncluded) {
  const auto fault = [](const std::string& file) {
    Source source("aiplayer_5.c", "#include \"" + file + "\"\n");
    source.Add("aiplayer_6.c", "");
    source.Add("aiplayer_6.h", "");
    source.Add("data.txt", "");
    source.Add("large.h", "");
    fs::resize_file(source.folder() + "/large.h", 5 << 20);
    source.Add("part.h", "#include \"rest.h\"\n");
    source.Add("rest.h", std::string((4 << 20) - 20, ' '));
    fs::create_directory(source.folder() + "/folder.h");
    fs::create_symlink("/etc/passwd", source.folder() + "/link.h");
    fs::create_symlink("nowhere", source.folder() + "/broken.h");
    return Compiled(source)->fault_text();
  };
  for (const char* file : {"aiplayer_6.c", "aiplayer_6.h", "data.txt",
                           "../aiplayer_6.c", "./aiplayer_6.h"}) {
    EXPECT_THAT(fault(file), HasSubstr("No such file")) << file;
  }
  EXPECT_EQ(fault("link.h"), "did not compile: its header link.h is a link");
  EXPECT_EQ(fault("broken.h"),
            "did not compile: its header broken.h is a link");
  EXPECT_EQ(fault("folder.h"),
            "did not compile: its header folder.h is no file");
  EXPECT_EQ(fault("large.h"),
            "did not compile: its header large.h is longer than 4 MiB (5242880 "
            "bytes)");
  EXPECT_EQ(fault("part.h"),
            "did not compile: the source and its headers are longer than 4 "
            "MiB");
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

TEST(EntrantTest, AnOrdinaryUserCompilesThemToo) {
  process::RunAsOrdinaryUser(
      "*FaultsOfSources:*SourcesThatAttack*:*100Megabytes");
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
    EXPECT_THAT(entrant->guard(), HasSubstr("bubblewrap"));
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
  EXPECT_THAT((*entrant)->guard(), StartsWith("no sandbox"));
  EXPECT_EQ(Answer(*Started(**entrant), kStart), "bestmove 3");
}

// --- What others do to it ----------------------------------------------------

// The harness that was compiled to this folder, and the entrant's process,
// which the harness has started.
struct Pids {
  pid_t harness = 0;
  pid_t entrant = 0;
};

pid_t ParentOf(pid_t pid) {
  const std::string stat =
      process::FileText(absl::StrCat("/proc/", pid, "/stat"));
  const size_t name_end = stat.rfind(") ");
  return name_end == std::string::npos
             ? 0
             : std::stoi(stat.substr(name_end + std::strlen(") S ")));
}

Pids PidsOf(const Entrant& entrant) {
  const auto& argv = entrant.process().argv;
  const std::string command = absl::StrCat(
      argv.at(argv.size() - 3), std::string(1, '\0'), argv.at(argv.size() - 2));
  std::vector<pid_t> pids;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (pid > 0 && absl::StartsWith(process::FileText(absl::StrCat(
                                        "/proc/", pid, "/cmdline")),
                                    command)) {
      pids.push_back(pid);
    }
  }
  for (const pid_t pid : pids) {
    const pid_t parent = ParentOf(pid);
    if (std::ranges::find(pids, parent) != pids.end()) return {parent, pid};
  }
  return {};
}

TEST(EntrantTest, ASignalFromOutsideIsNoCrash) {
  const Source source("aiplayer_1155.c", WithBody(""));
  const auto entrant = Compiled(source);
  for (const int number : {SIGKILL, SIGTERM, SIGINT}) {
    const auto process = Started(*entrant);
    EXPECT_EQ(Answer(*process, kStart), kMoves);
    const Pids pids = PidsOf(*entrant);
    ASSERT_GT(pids.entrant, 0);
    EXPECT_EQ(kill(pids.entrant, number), 0);
    EXPECT_THAT(Answer(*process, kStart),
                StartsWith(absl::StrCat("outside: signal ", number, " ")));
  }
}

// The system ends it where others need memory, too, but it has most.
TEST(EntrantTest, WhoHasMostOfTheMemoryIsAtFault) {
  const Source source(
      "aiplayer_1155.c",
      WithBody("static char all[40 << 20]; memset(all, player, sizeof all); "
               "if (all[board[11]] == 7) return 7;"));
  const auto entrant = Compiled(source, EntrantGame::kChinese8, {}, nullptr);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  const Pids pids = PidsOf(*entrant);
  ASSERT_GT(pids.entrant, 0);
  const rlimit memory = {64 << 20, 64 << 20};
  ASSERT_EQ(prlimit(pids.harness, RLIMIT_AS, &memory, nullptr), 0);
  EXPECT_EQ(kill(pids.entrant, SIGKILL), 0);
  EXPECT_EQ(Answer(*process, kStart), "crash: signal 9 (Killed)");
}

TEST(EntrantTest, WhoIsEndedFromOutsideIsNotAtFault) {
  const Source source("aiplayer_1155.c", WithBody(""));
  const std::shared_ptr<const Entrant> entrant = Compiled(source);
  const Catalog catalog =
      AllGames()->With(EntrantPlugin({{"bot.c", entrant}})).value();
  const auto game = catalog.MakeGame("chinese8").value();
  const auto state = game->InitialState();
  for (const bool whole : {false, true}) {
    const auto player = game->MakePlayer("source:file=bot.c").value();
    ASSERT_TRUE(player->Start(*state, 1).ok());
    ASSERT_TRUE(player->Choose(*state, {}, {}).ok());
    const Pids pids = PidsOf(*entrant);
    EXPECT_EQ(kill(whole ? pids.harness : pids.entrant, SIGKILL), 0);
    const auto decision = player->Choose(*state, {}, {});
    EXPECT_EQ(decision.status().code(), kPlayerEndedFromOutside);
    EXPECT_EQ(decision.status().message(),
              "its process was ended from outside: signal 9 (Killed); the "
              "system does that when it has no memory left, of which fewer "
              "--jobs need less");
  }
}

TEST(EntrantTest, WhatKeepsTheHarnessFromStartingIsNoCrash) {
  const Source source("aiplayer_1155.c", WithBody(""));
  const auto entrant = Compiled(source, EntrantGame::kChinese8, {}, nullptr);
  const std::vector<std::string>& whole = entrant->process().argv;
  process::ProcessOptions options;
  options.argv = {"sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"};
  options.argv.insert(options.argv.end(), whole.end() - 3, whole.end());
  const auto process = process::Process::Start(options);
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(Answer(**process, kStart),
            "outside: no memory for the harness: File too large");
}

// For the next game the harness gets no more memory than it has, and the
// process of the entrant needs two pages more for the board.
TEST(EntrantTest, WhatKeepsItsProcessFromStartingIsNoCrash) {
  const Source source("aiplayer_1155.c", WithBody(""));
  const auto entrant = Compiled(source, EntrantGame::kChinese8, {}, nullptr);
  const auto process = Started(*entrant);
  EXPECT_EQ(Answer(*process, kStart), kMoves);
  const Pids pids = PidsOf(*entrant);
  ASSERT_GT(pids.harness, 0);
  const std::string pages =
      process::FileText(absl::StrCat("/proc/", pids.harness, "/statm"));
  const rlim_t bytes = std::stoull(pages) * static_cast<rlim_t>(getpagesize());
  const rlimit memory = {bytes, bytes};
  ASSERT_EQ(prlimit(pids.harness, RLIMIT_AS, &memory, nullptr), 0);
  process->WriteLine("uginewgame", process::Soon());
  EXPECT_EQ(Answer(*process, kStart),
            "outside: no memory for the board: Cannot allocate memory");
}

// --- The star ---------------------------------------------------------------

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
std::vector<std::string> LinesAfter(process::Process& process,
                                    const std::string& line) {
  process.WriteLine(line, process::Soon());
  process.WriteLine("isready", process::Soon());
  std::vector<std::string> lines;
  std::string next;
  while (process.ReadLine(process::Soon(), nullptr, &next) ==
             process::IoResult::kDone &&
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
  LinesAfter(*process, "setoption name Game value star:size=5,seats=0+2+4");
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

// In C++ the names of the functions hold that of the type.
TEST(EntrantTest, AnyNameOfThePositionsType) {
  const std::string type =
      "typedef struct Position { long row; long col; } Position;";
  for (const char* other :
       {"typedef struct position { long row; long col; } Position;",
        "typedef struct { long row; long col; } Position;",
        "namespace mine { struct S { long row, col; }; } using Position = "
        "mine::S;",
        "struct S5_ { long row, col; }; typedef S5_ Position;"}) {
    const std::string text = absl::StrReplaceAll(kStarSource, {{type, other}});
    CheckStar("solution.cc", text);
    CheckStar("solution.cc", absl::StrCat("extern \"C\" {", text, "}"));
  }
  // Other functions of these names beside them are none of them.
  CheckStar("solution.cc",
            absl::StrCat(kStarSource,
                         "void YourMove(int) {} void YourMove(Position*) {} "
                         "void OpponentMove(long, long) {} "
                         "void TermChineseCheckers(int) {}"));
  EXPECT_EQ(CompileFault("s.cc",
                         absl::StrReplaceAll(
                             kStarSource, {{"Position from, Position to",
                                            "Position& from, Position& to"}}),
                         EntrantGame::kStar),
            "lacks the function OpponentMove");
}

// Work at load is work; loading itself is not.
TEST(EntrantTest, WhatItDoesAtLoadCountsWithItsFirstAnswer) {
  const auto init_takes = [](const std::string& more) {
    const Source source("solution.c", kStarSource + more);
    const auto entrant = Compiled(source, EntrantGame::kStar);
    const auto process = Started(*entrant);
    LinesAfter(*process, "setoption name Game value star:size=4,seats=0+3");
    return UsedSeconds(LinesAfter(*process, "uginewgame"),
                       "InitChineseCheckers");
  };
  const double usual = init_takes("");
  EXPECT_GT(init_takes("__attribute__((constructor)) static void load(void) { "
                       "for (volatile int i = 0; i < 200000000; ++i) {} }"),
            3 * usual);
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
  LinesAfter(*process, "setoption name Game value star:size=4,seats=0+3");
  LinesAfter(*process, "setoption name Seat value 2");
  LinesAfter(*process, "uginewgame");
  const auto lines = LinesAfter(*process, "position startpos moves 3,0:4,0");
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back(),
            "info string fault crash signal 11 (Segmentation fault)");
  EXPECT_EQ(process->LastWords(), "fault crash signal 11 (Segmentation fault)");
}

// That of the challenge, whose document gives it to everybody.
TEST(EntrantTest, TheHeaderOfTheChallengeIsThere) {
  constexpr char kFunctions[] = R"c(
void InitChineseCheckers(long n, long s, long p[6], long i) {}
void YourMove(Position *from, Position *to) { *to = *from; }
void OpponentMove(long who, Position from, Position to) {}
void TermChineseCheckers(void) {}
)c";
  for (const char* include :
       {"\"chinese_checkers.h\"", "<chinese_checkers.h>"}) {
    for (const char* name : {"bot.c", "bot.cc"}) {
      const Source source(name,
                          absl::StrCat("#include ", include, "\n", kFunctions));
      const auto entrant = Compiled(source, EntrantGame::kStar);
      EXPECT_EQ(entrant->fault_text(), "") << include << " " << name;
    }
  }
  // One's own is the one that counts.
  Source source("bot.c",
                absl::StrCat("#include \"chinese_checkers.h\"\n", kFunctions));
  source.Add("chinese_checkers.h", "#error own\n");
  EXPECT_THAT(Compiled(source, EntrantGame::kStar)->fault_text(),
              testing::HasSubstr("#error own"));
}

}  // namespace
}  // namespace boardwalk::contest
