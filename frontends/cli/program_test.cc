// The built program as scripts use it: exit statuses, pipes, a full disk,
// Ctrl-C, kills, terminals.

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/file.h"
#include "framework/random.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/results/store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";

// Results that no test names a file for go to a folder that goes away.
const TemporaryFolder kStateFolder;
const int kStateFolderIsSet =
    setenv("XDG_STATE_HOME", kStateFolder.path().c_str(), 1);

struct ProgramResult {
  int status = 0;
  std::string out;  // also standard error if the command redirects it
};
// Runs a shell command in which $B is the program. The status is 128 + n if
// signal n killed it.
ProgramResult Shell(const std::string& command) {
  setenv("B", kProgram, 1);
  ProgramResult outcome;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "popen failed"};
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    outcome.out.append(buffer, n);
  }
  const int status = pclose(pipe);
  outcome.status =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

// How long a test waits for output before it fails; not a measure of speed.
constexpr int kPatienceMs = 60'000;

// The program as a child process without input. The test reads its standard
// output through a pipe, or also its standard error through a pipe or a
// terminal.
class Child {
 public:
  enum class Output { kNone, kPipe, kAllAtPipe, kTerminal };

  Child(const std::vector<std::string>& arguments, Output output) {
    int slave = -1;
    if (output == Output::kTerminal) {
      EXPECT_EQ(openpty(&reader_, &slave, nullptr, nullptr, nullptr), 0);
    } else {
      int ends[2];
      EXPECT_EQ(pipe(ends), 0);
      reader_ = ends[0];
      slave = ends[1];
    }
    pid_ = fork();
    if (pid_ == 0) {
      dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
      if (output == Output::kNone) slave = open("/dev/null", O_WRONLY);
      dup2(slave, STDOUT_FILENO);
      if (output != Output::kPipe) dup2(slave, STDERR_FILENO);
      close(reader_);
      close(slave);
      std::vector<char*> argv = {const_cast<char*>(kProgram)};
      for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
      }
      argv.push_back(nullptr);
      execv(kProgram, argv.data());
      _exit(127);
    }
    close(slave);
  }
  ~Child() {
    close(reader_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Reads until `text` or the end. Returns everything read so far.
  const std::string& ReadUntil(const std::string& text) {
    char buffer[4096];
    while (read_.find(text) == std::string::npos) {
      pollfd ready = {reader_, POLLIN, 0};
      if (poll(&ready, 1, kPatienceMs) != 1) break;
      const ssize_t n = read(reader_, buffer, sizeof(buffer));
      if (n <= 0) break;
      read_.append(buffer, static_cast<size_t>(n));
    }
    return read_;
  }
  const std::string& ReadAll() { return ReadUntil("no program prints this"); }
  void StopReading() {
    close(reader_);
    reader_ = -1;
  }
  void Signal(int signal) { kill(pid_, signal); }
  void Interrupt() { kill(pid_, SIGINT); }
  void Terminate() { kill(pid_, SIGTERM); }
  void Kill() { kill(pid_, SIGKILL); }
  bool Ended() const {
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == pid_;
  }
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  int reader_ = -1;
  std::string read_;
};

TEST(ProgramTest, ResultsGoToStandardOutputAlone) {
  for (const char* arguments :
       {"--help", "--version", "list", "list --json", "perft --help"}) {
    const ProgramResult outcome =
        Shell(absl::StrCat("$B ", arguments, " 2>&1 >/dev/null"));
    EXPECT_EQ(outcome.status, 0) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_THAT(Shell(absl::StrCat("$B ", arguments)).out, Not(IsEmpty()));
  }
}

TEST(ProgramTest, WrongUsageIsOneLineOnStandardErrorAndStatus2) {
  for (const char* arguments :
       {"", "lst", "moves", "moves nogame", "perft teeko", "perft teeko 0",
        "perft teeko -3", "moves teeko --position ''", "moves teeko --moves",
        "moves 'teeko\nteeko'", "moves teeko:phase=none", "--json",
        "moves teeko --moves '17'", "show teeko x y",
        "playouts teeko --seconds 1e99", "think teeko nobody",
        "think teeko human", "moves \"$(printf '\\377\\376')\"",
        "moves teeko --moves \"$(head -c 100000 /dev/zero | tr '\\0' a)\""}) {
    const ProgramResult outcome =
        Shell(absl::StrCat("$B ", arguments, " 2>&1 >/dev/null"));
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.out, StartsWith("boardwalk")) << arguments;
    EXPECT_EQ(outcome.out.find('\n'), outcome.out.size() - 1) << outcome.out;
    EXPECT_LT(outcome.out.size(), 1500) << arguments;
    EXPECT_EQ(Shell(absl::StrCat("$B ", arguments, " 2>/dev/null")).out, "");
  }
}

TEST(ProgramTest, AFolderOfPlugInsThatIsNoneIsTold) {
  const ProgramResult outcome =
      Shell("BOARDWALK_PLUGIN_PATH=/nowhere $B rules teeko 2>&1 >/dev/null");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "boardwalk: left out: BOARDWALK_PLUGIN_PATH: '/nowhere' is no "
            "folder; name the folder of the plug-ins\n");
}

TEST(ProgramTest, FullDiskIsReported) {
  const ProgramResult outcome = Shell("$B list --json 2>&1 >/dev/full");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("boardwalk: "));
  EXPECT_THAT(outcome.out, HasSubstr("No space left on device\n"));
  EXPECT_EQ(Shell("$B list --json 2>/dev/null >&-").status, 1);
}

TEST(ProgramTest, ClosedPipeEndsQuietly) {
  const ProgramResult outcome = Shell(
      "{ { sleep 0.2; $B moves star:size=64,players=6; echo status $? >&2; }"
      " | :; } 2>&1");
  EXPECT_EQ(outcome.out, "status 0\n");
}

TEST(ProgramTest, PerftEndsWhenItsReaderGoes) {
  Child child({"perft", "onejump", "60"}, Child::Output::kPipe);
  EXPECT_THAT(child.ReadUntil("\n"), StartsWith("1 7 "));
  child.StopReading();
  EXPECT_EQ(child.Wait(), 0);
}

TEST(ProgramTest, PerftLinesComeAsTheyAreDoneAndInterruptIs130) {
  Child child({"perft", "onejump", "60"}, Child::Output::kPipe);
  EXPECT_THAT(child.ReadUntil("4 2872 "), StartsWith("1 7 "));
  child.Interrupt();
  EXPECT_EQ(child.Wait(), 130);
}

TEST(ProgramTest, PerftNumbersAreTheKnownOnes) {
  const auto counts = [](const std::string& arguments) {
    return Shell(absl::StrCat("$B perft ", arguments,
                              " | cut -d' ' -f1,2 | tr '\\n' ';'"))
        .out;
  };
  EXPECT_EQ(counts("onejump 4"), "1 7;2 49;3 379;4 2872;");
  EXPECT_EQ(counts("teeko 3"), "1 16;2 240;3 3360;");
  EXPECT_EQ(counts("teeko:phase=movement 4"), "1 11;2 43;3 519;4 3681;");
  EXPECT_EQ(counts("chinese8 3"), "1 16;2 256;3 6369;");
  EXPECT_EQ(counts("star 3"), "1 14;2 196;3 4648;");
  EXPECT_EQ(counts("star:size=3,players=6 3"), "1 10;2 101;3 1020;");
}

TEST(ProgramTest, MovesOfTeeko) {
  EXPECT_EQ(Shell("$B moves teeko --moves '1 2' | tr '\\n' ' '").out,
            "10 11 12 13 14 15 16 3 4 5 6 7 8 9 ");
  EXPECT_EQ(Shell("$B moves teeko --json --moves '1 5 2 6 3 7 4'").out,
            "{\"to_move\":null,\"terminal\":true,\"returns\":[1.0,-1.0],"
            "\"legal\":[],\"legal_actions\":[],\"position\":\"..../..../XXX./"
            "OOOO 2\"}\n");
}

TEST(ProgramTest, ShowMarksTheLastOfTheMoves) {
  const std::string position =
      Shell("$B show onejump --moves 'G6-F5' --json | cut -d'\"' -f4").out;
  const std::string unmarked =
      Shell(absl::StrCat("$B show onejump --position '",
                         absl::StripAsciiWhitespace(position), "'"))
          .out;
  const std::string marked = Shell("$B show onejump --moves 'G6-F5'").out;
  EXPECT_THAT(unmarked, HasSubstr("H"));
  EXPECT_NE(marked, unmarked);
}

TEST(ProgramTest, InterruptMakesThinkAnswerAtOnce) {
  setenv("TERM", "xterm", 1);
  Child child({"think", "star", "alphabeta:time=1h"}, Child::Output::kTerminal);
  EXPECT_THAT(child.ReadUntil("nodes"), HasSubstr("nodes"));
  child.Interrupt();
  EXPECT_THAT(child.ReadUntil("\ntime"), HasSubstr("move      "));
  EXPECT_EQ(child.Wait(), 0);
}

#ifdef BOARDWALK_HAVE_MICROHTTPD

TEST(ProgramTest, ServeSaysWhereAndEndsWhenItIsTold) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Child server({"serve", "--port", "0"}, Child::Output::kAllAtPipe);
    EXPECT_THAT(server.ReadUntil("\n"),
                MatchesRegex(
                    "Boardwalk is served at http://127\\.0\\.0\\.1:[0-9]+/\n"));
    EXPECT_FALSE(server.Ended());
    server.Signal(signal);
    EXPECT_EQ(server.Wait(), 128 + signal);
    EXPECT_THAT(server.ReadAll(), EndsWith("/\n"));  // and nothing more
  }
}

// The same one the next time, since people keep the address.
TEST(ProgramTest, ServeWithAHostAsksForAToken) {
  const TemporaryFolder state;
  const std::string folder = state.path() + "/web";
  std::string tokens[2];
  for (std::string& token : tokens) {
    Child server(
        {"serve", "--port", "0", "--host", "localhost", "--folder", folder},
        Child::Output::kPipe);
    const std::string& line = server.ReadUntil("\n");
    EXPECT_THAT(line,
                MatchesRegex("Boardwalk is served at http://localhost:[0-9]+/"
                             "\\?token=[0-9a-z]{26}\n"));
    token = line.substr(line.rfind('='));
  }
  EXPECT_EQ(tokens[0], tokens[1]);
  {
    Child server({"serve", "--port", "0", "--host", "localhost", "--folder",
                  folder, "--new-token"},
                 Child::Output::kPipe);
    const std::string& line = server.ReadUntil("\n");
    EXPECT_THAT(line, HasSubstr("?token="));
    EXPECT_THAT(line, Not(HasSubstr(tokens[0])));
  }
  // A server that has no port leaves the token of the one before.
  {
    const std::string file = folder + "/token";
    const std::string before = ReadFile(file).value();
    Child other({"serve", "--port", "0", "--folder", folder + "/other"},
                Child::Output::kPipe);
    absl::string_view address = other.ReadUntil("/\n");
    absl::ConsumeSuffix(&address, "/\n");
    const std::string busy(address.substr(address.rfind(':') + 1));
    EXPECT_EQ(
        Shell(absl::StrCat("$B serve --new-token --host 127.0.0.1 --port ",
                           busy, " --folder ", folder, " 2>&1"))
            .status,
        2);
    EXPECT_EQ(ReadFile(file).value(), before);
  }
  EXPECT_EQ(
      Shell(absl::StrCat("$B serve --new-token --folder ", folder, " 2>&1"))
          .status,
      2);
  // Nobody else on this machine can read it.
  EXPECT_EQ(std::filesystem::status(folder).permissions(),
            std::filesystem::perms::owner_all);
  EXPECT_EQ(
      std::filesystem::status(folder + "/token").permissions(),
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::permissions(folder, std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  const ProgramResult open =
      Shell(absl::StrCat("$B serve --port 0 --folder ", folder, " 2>&1"));
  EXPECT_EQ(open.status, 2);
  EXPECT_THAT(open.out, HasSubstr(absl::StrCat("chmod 700 '", folder, "'")));
  EXPECT_EQ(Shell("$B serve --port 0 --folder /dev/null/web 2>&1").status, 2);
}

TEST(ProgramTest, ServeTakesAnotherPortUnlessOneIsAskedFor) {
  const TemporaryFolder state;
  const auto folder = [&](int number) {
    return absl::StrCat(state.path(), "/", number);
  };
  Child first({"serve", "--port", "0", "--folder", folder(1)},
              Child::Output::kPipe);
  const std::string address = first.ReadUntil("/\n");
  const size_t colon = address.rfind(':');
  const std::string port =
      address.substr(colon + 1, address.rfind('/') - colon - 1);
  const ProgramResult again = Shell(
      absl::StrCat("$B serve --port ", port, " --folder ", folder(2), " 2>&1"));
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.out, HasSubstr("is in use; choose another one"));
  // Of two that are not told, at least one finds 8080 in use.
  Child second({"serve", "--folder", folder(2)}, Child::Output::kAllAtPipe);
  Child third({"serve", "--folder", folder(3)}, Child::Output::kAllAtPipe);
  const std::string& one = second.ReadUntil("/\n");
  const std::string& other = third.ReadUntil("/\n");
  EXPECT_THAT(one + other, HasSubstr("port 8080 is in use, so this is 80"));
}

// What the server at the end of `said` answers.
std::string Ask(const std::string& said, const std::string& request,
                const std::string& body = "") {
  const size_t colon = said.rfind(':');
  const std::string port = said.substr(colon + 1, said.rfind('/') - colon - 1);
  return Shell(absl::StrCat(
                   "bash -c 'exec 3<>/dev/tcp/127.0.0.1/", port,
                   "; printf %s \"$1\" >&3; cat <&3' ask '", request,
                   " HTTP/1.0\r\nHost: 127.0.0.1:", port,
                   "\r\nContent-Type: application/json\r\nContent-Length: ",
                   body.size(), "\r\n\r\n", body, "'"))
      .out;
}

TEST(ProgramTest, ServeGivesPlayersAShareOfItsMemory) {
  const TemporaryFolder state;
  Child server(
      {"serve", "--port", "0", "--folder", state.path(), "--memory", "1028"},
      Child::Output::kPipe);
  EXPECT_THAT(Ask(server.ReadUntil("/\n"), "GET /api/1/games/teeko"),
              HasSubstr(R"("max":128)"));  // an eighth
  EXPECT_EQ(Shell("$B serve --memory 1 2>&1").status, 2);
}

TEST(ProgramTest, ServeEndsAlthoughAPlayerDoesNotStop) {
  const TemporaryFolder state;
  Child server(
      {"--plugin",
       absl::StrCat(BOARDWALK_BINARY_DIR, "/lib/boardwalk/faulty/faulty12.so"),
       "serve", "--port", "0", "--folder", state.path()},
      Child::Output::kAllAtPipe);
  const std::string address = server.ReadUntil("/\n");
  const std::string made =
      Ask(address, "POST /api/1/rooms",
          R"({"game": "walk", "seats": ["mine", "human"]})");
  const auto text_of = [&made](const std::string& name) {
    const size_t begin = made.find(name + "\":\"");
    return begin == std::string::npos
               ? "none"
               : made.substr(begin + name.size() + 3,
                             made.find('"', begin + name.size() + 3) - begin -
                                 name.size() - 3);
  };
  const std::string state_of = absl::StrCat(
      "GET /api/1/rooms/", text_of("room"), "?key=", text_of("owner"));
  std::string thinks;
  while ((thinks = Ask(address, state_of)).find("\"waiting\":0") ==
         std::string::npos) {
    ASSERT_THAT(thinks, HasSubstr("\"waiting\":")) << made;
  }
  server.Terminate();
  EXPECT_EQ(server.Wait(), 143);
  EXPECT_THAT(server.ReadAll(), HasSubstr("mine did not stop"));
}

TEST(ProgramTest, ServersDoNotShareAFolder) {
  const TemporaryFolder state;
  Child first({"serve", "--port", "0", "--folder", state.path()},
              Child::Output::kPipe);
  first.ReadUntil("/\n");
  const ProgramResult second =
      Shell(absl::StrCat("$B serve --port 0 --folder ", state.path(), " 2>&1"));
  EXPECT_NE(second.status, 0);
  EXPECT_THAT(second.out, HasSubstr(state.path()));
}

#endif  // BOARDWALK_HAVE_MICROHTTPD

TEST(ProgramTest, EveryGameIsDrawnPlainlyWhereColourIsNotWanted) {
  for (const char* game : {"chinese8", "teeko", "onejump", "star"}) {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    const std::string piped = Shell(absl::StrCat("$B show ", game)).out;
    EXPECT_THAT(piped, Not(HasSubstr("\033"))) << game;
    Child colored({"show", game}, Child::Output::kTerminal);
    EXPECT_THAT(colored.ReadAll(), HasSubstr("\033[")) << game;
    EXPECT_EQ(colored.Wait(), 0);
    setenv("NO_COLOR", "1", 1);
    Child plain({"show", game}, Child::Output::kTerminal);
    EXPECT_THAT(plain.ReadAll(), Not(HasSubstr("\033"))) << game;
    EXPECT_EQ(plain.Wait(), 0);
    unsetenv("NO_COLOR");
  }
}

class MatchProgramTest : public ::testing::Test {
 protected:
  MatchProgramTest() {
    setenv("D", folder_.path().c_str(), 1);
    setenv("TERM", "xterm", 1);
  }
  std::string Path(const std::string& name) const { return folder_.File(name); }
  void ExpectKillsLoseNothing(const Words& command, int64_t games, int kills);

  const TemporaryFolder folder_;
};

// Two quick games, then games that take too long.
Words SlowComparison() {
  return {"compare",
          "--games",
          "onejump",
          "--players",
          "random,random:seed=1,alphabeta:time=1h",
          "--rounds",
          "1",
          "--jobs",
          "1"};
}

TEST_F(MatchProgramTest, ResultsWithoutAFileAreKeptInTheStateFolder) {
  setenv("XDG_STATE_HOME", Path("state").c_str(), 1);
  const ProgramResult kept = Shell(
      "$B compare --games onejump --players random,greedy --rounds 1 2>&1");
  const ProgramResult shown = Shell("$B report $D/state/boardwalk/*.sqlite");
  // Interrupted before the first game, nothing is worth keeping.
  Child child({"compare", "--games", "onejump", "--players",
               "alphabeta:time=1h,alphabeta:time=2h"},
              Child::Output::kTerminal);
  child.ReadUntil("] 0/");
  child.Interrupt();
  EXPECT_EQ(child.Wait(), 130);
  EXPECT_EQ(Shell("ls $D/state/boardwalk | wc -l").out, "1\n");
  setenv("XDG_STATE_HOME", kStateFolder.path().c_str(), 1);
  EXPECT_EQ(kept.status, 0);
  EXPECT_THAT(kept.out, HasSubstr("to see them again: boardwalk report " +
                                  Path("state")));
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(kept.out, HasSubstr(shown.out));
}

TEST_F(MatchProgramTest, InterruptedReproductionIsHonest) {
  const std::string make =
      "$B compare --games onejump --players mcts random --playouts 300 "
      "--rounds 40 --no-db --db $D/a";
  EXPECT_EQ(Shell(make).status, 2);
  EXPECT_EQ(Shell("$B compare --games onejump --players mcts random "
                  "--playouts 300 --rounds 40 --db $D/a")
                .status,
            0);
  Child child({"reproduce", Path("a"), "--jobs", "1"},
              Child::Output::kAllAtPipe);
  child.ReadUntil("of 80 games");
  child.Interrupt();
  const std::string all = child.ReadAll();
  if (child.Wait() == 130) {
    EXPECT_THAT(all, HasSubstr(" compared: no difference\n"));
    EXPECT_THAT(all, HasSubstr("\nstopped after "));
    EXPECT_THAT(all, Not(HasSubstr("80 games compared")));
  } else {
    EXPECT_THAT(all, HasSubstr("80 games compared: no difference\n"));
  }
}

TEST_F(MatchProgramTest, InterruptShowsWhatThereIsAndHowToGoOn) {
  Words arguments = SlowComparison();
  arguments.insert(arguments.end(), {"--db", Path("a")});
  Child child(arguments, Child::Output::kTerminal);
  EXPECT_THAT(child.ReadUntil("] 2/6"), HasSubstr("\r[......"));
  child.Interrupt();
  const std::string& all = child.ReadAll();
  EXPECT_THAT(all, HasSubstr("\r\033[K2 games in 0:0"));
  // Before the report.
  const size_t stopped = all.find(
      "stopped after 2 of 6 games, 4 are missing; the same command "
      "goes on from there\r\n");
  EXPECT_NE(stopped, std::string::npos) << all;
  EXPECT_LT(stopped, all.find(" played by boardwalk"));
  EXPECT_EQ(child.Wait(), 130);
  EXPECT_EQ(Shell("$B games $D/a | wc -l").out, "3\n");
}

TEST_F(MatchProgramTest, InterruptOfResultsInMemorySaysHowToKeepThem) {
  Words arguments = SlowComparison();
  arguments.emplace_back("--no-db");
  Child child(arguments, Child::Output::kAllAtPipe);
  EXPECT_THAT(child.ReadUntil("2 of 6 games"), Not(HasSubstr("\r")));
  child.Interrupt();
  EXPECT_THAT(child.ReadAll(),
              AllOf(HasSubstr("random:seed=1"),
                    HasSubstr("stopped after 2 of 6 games, 4 are missing; with "
                              "--db FILE the same command could go on from "
                              "there\n")));
  EXPECT_EQ(child.Wait(), 130);
}

TEST_F(MatchProgramTest, InterruptOfKeptResultsNamesTheirFile) {
  Child child(SlowComparison(), Child::Output::kAllAtPipe);
  child.ReadUntil("2 of 6 games");
  child.Interrupt();
  EXPECT_THAT(
      child.ReadAll(),
      AllOf(
          HasSubstr("stopped after 2 of 6 games, 4 are missing; to go on, add "
                    "--db " +
                    kStateFolder.path() + "/boardwalk/compare-"),
          HasSubstr("\nthe results are kept; to see them again: boardwalk "
                    "report " +
                    kStateFolder.path() + "/boardwalk/compare-")));
  EXPECT_EQ(child.Wait(), 130);
}

TEST_F(MatchProgramTest, InterruptedTestSaysItIsUndecided) {
  Child child({"sprt", "onejump", "--players", "random", "alphabeta:time=1h"},
              Child::Output::kTerminal);
  child.ReadUntil("LLR");
  child.Interrupt();
  EXPECT_THAT(child.ReadAll(),
              HasSubstr("\nUndecided whether a lead of 10 Elo "));
  EXPECT_EQ(child.Wait(), 130);
}

TEST_F(MatchProgramTest, InterruptedTuningFitsNothingYet) {
  Child child({"tune", "onejump", "--nodes", "30", "--rounds", "1000000",
               "--max-plies", "60", "--jobs", "1", "--no-test"},
              Child::Output::kAllAtPipe);
  child.ReadUntil(" of 2000000 games");
  child.Interrupt();
  EXPECT_THAT(
      child.ReadAll(),
      AllOf(Not(HasSubstr("log loss")), HasSubstr(" of 2000000 games, "),
            EndsWith(" are missing; with --db FILE the same command "
                     "could go on from there\n")));
  EXPECT_EQ(child.Wait(), 130);
}

// Games that are killed and restarted many times end with the games and tables
// of an uninterrupted run. `command` lacks the name of the file.
void MatchProgramTest::ExpectKillsLoseNothing(const Words& command,
                                              int64_t games, int kills) {
  Words whole = command, parts = command;
  whole.push_back(Path("whole"));
  parts.push_back(Path("parts"));
  Child uninterrupted(whole, Child::Output::kPipe);
  uninterrupted.ReadAll();
  EXPECT_EQ(uninterrupted.Wait(), 0);
  // How many games the file has; -1 if there is no file yet.
  const auto count = [&] {
    const auto store = results::OpenToRead(Path("parts"));
    return store.ok() ? (*store)->Count().value_or(-1) : -1;
  };
  Random random(2026);
  int killed = 0;
  int64_t before = 0;
  for (int i = 0; i < kills; ++i) {
    Child child(parts, Child::Output::kNone);
    // Sometimes before it has done anything, else after a few more games, and
    // then after a random delay.
    const int64_t target = before + random.Below(4);
    while (!child.Ended() && count() < target) {
    }
    for (volatile uint32_t spin = random.Below(2'000'000); spin > 0;) {
      spin = spin - 1;
    }
    child.Kill();
    killed += child.Wait() != 0;
    const int64_t after = count();
    EXPECT_GE(after, before) << "games were lost";
    before = std::max<int64_t>(after, 0);
  }
  EXPECT_GT(killed, kills / 5);
  Child last(parts, Child::Output::kNone);
  EXPECT_EQ(last.Wait(), 0);
  EXPECT_EQ(count(), games);
  parts.insert(parts.begin(), "$B");
  EXPECT_THAT(
      Shell(absl::StrCat(absl::StrJoin(parts, " "), " 2>&1 >/dev/null")).out,
      EndsWith("parts has all of them already\n"));
  EXPECT_EQ(Shell("for f in whole parts; do "
                  "$B export $D/$f --format jsonl --no-times >$D/$f.jsonl; "
                  "$B report $D/$f --no-times >$D/$f.txt; done; "
                  "wc -l <$D/whole.jsonl; cmp $D/whole.jsonl $D/parts.jsonl; "
                  "cmp $D/whole.txt $D/parts.txt")
                .out,
            absl::StrCat(games, "\n"));
}

TEST_F(MatchProgramTest, KilledRunsLoseNothingAndPlayNothingTwice) {
  // Rounds x (two games with 6 pairings in 2 seatings, one with 4 in 3).
  ExpectKillsLoseNothing(
      {"compare", "--games", "teeko", "onejump", "star:size=3,players=3",
       "--players", "random,greedy,alphabeta:depth=2,mcts:playouts=40",
       "--rounds", "8", "--openings", "3", "--jobs", "2", "--db"},
      8 * (2 * 6 * 2 + 4 * 3), 25);
}

TEST_F(MatchProgramTest, AKilledTournamentGoesOnToTheSameStandings) {
  // Of two, three and four.
  ExpectKillsLoseNothing({"tournament", "star", "random", "greedy",
                          "alphabeta:depth=1", "mcts:playouts=20", "--sizes",
                          "3", "--rounds", "4", "--jobs", "2", "--db"},
                         4 * (6 * 2 + 4 * 3 + 4), 10);
}

TEST_F(MatchProgramTest, ReplayByPipe) {
  Shell(
      "$B compare --games onejump --players random,greedy --rounds 1 "
      "--db $D/a 2>&1");
  const std::string all = Shell("$B replay $D/a 1 </dev/null").out;
  EXPECT_THAT(all, HasSubstr("game 1 of "));
  EXPECT_THAT(all, HasSubstr("\nOpening: "));
  EXPECT_THAT(all, HasSubstr("\nGame over after "));
  const std::string some =
      Shell("printf 'go 2\\nback\\nquit\\n' | $B replay $D/a 1 --ply 1").out;
  EXPECT_THAT(some, AllOf(HasSubstr("> go 2\n"), HasSubstr("\n2. Player "),
                          Not(HasSubstr("\n3. Player "))));
  EXPECT_THAT(some, HasSubstr("> back\n\n1. Player "));
}

TEST_F(MatchProgramTest, ReplayOfASavedGame) {
  Shell(
      "printf '1\\nsave %s\\nquit\\n' $D/saved | "
      "$B play teeko --seat 2=random");
  const ProgramResult outcome = Shell("$B replay $D/saved </dev/null");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("1. Player 1 (human) plays 1\n"),
                                 HasSubstr("2. Player 2 (random) plays "),
                                 EndsWith("The game was not finished.\n")));
}

TEST_F(MatchProgramTest, PlayStartsFromAFileAPositionAndAClock) {
  Shell(
      "printf '1\n16\nsave %s\nquit\n' $D/saved | "
      "$B play teeko --seat 2=human");
  const ProgramResult loaded = Shell(
      "printf 'history\nquit\n' | "
      "$B play --load $D/saved --seat 2=random --clock 60s+1s");
  EXPECT_EQ(loaded.status, 0);
  EXPECT_THAT(loaded.out,
              AllOf(HasSubstr("Player 1: human   Player 2: random\n"),
                    HasSubstr(" left > history\n1. 1  16\n")));
  EXPECT_THAT(Shell("printf 'quit\n' | $B play teeko --position "
                    "'..../OO../XO../XXOX 1'")
                  .out,
              HasSubstr("|  X |  O |  7 |  8 |\n"));
  for (const char* wrong :
       {"--load $D/none", "--load $D/saved teeko", "--position x",
        "teeko --position x", "teeko --load $D/saved --position x",
        "--load $D/saved --seat 3=human"}) {
    const ProgramResult refused =
        Shell(absl::StrCat("$B play ", wrong, " 2>&1 </dev/null"));
    EXPECT_EQ(refused.status, 2) << wrong;
    EXPECT_THAT(refused.out,
                AllOf(StartsWith("boardwalk play: "), EndsWith("\n")));
    EXPECT_EQ(refused.out.find('\n'), refused.out.size() - 1) << refused.out;
  }
}

TEST_F(MatchProgramTest, ReplayAtATerminalIsDrawnInPlace) {
  Shell(
      "$B compare --games onejump --players random,greedy --rounds 1 "
      "--db $D/a 2>&1");
  // Its standard input is not the terminal, so it shows all positions.
  Child child({"replay", Path("a"), "1"}, Child::Output::kTerminal);
  EXPECT_THAT(child.ReadAll(),
              AllOf(HasSubstr("\033[H\033[J"), HasSubstr("One-jump")));
  EXPECT_EQ(child.Wait(), 0);
}

TEST_F(MatchProgramTest, HeadOfManyGamesEndsQuietly) {
  Shell(
      "$B compare --games onejump --players random,random:seed=1 --rounds "
      "200 --db $D/a 2>&1");
  const ProgramResult outcome = Shell(
      "{ { $B export $D/a --format jsonl; echo status $? >&2; } | head -n 1 "
      "| wc -l; } 2>&1");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("1\n"), HasSubstr("status 0\n")));
  EXPECT_EQ(Shell("$B games $D/a 2>&1 >/dev/full").status, 1);
}

}  // namespace
}  // namespace boardwalk::cli
