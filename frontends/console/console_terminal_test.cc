// The console on a real pseudo-terminal: colours, line editing, Ctrl-C, and
// random keys in windows of random sizes.

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "framework/testing/temporary_folder.h"
#include "frontends/console/console.h"
#include "frontends/console/console_testing.h"
#include "frontends/session/session_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"

namespace boardwalk::console {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::chrono::seconds kPatience(30);

// What the child does: plays a game on its standard input and output.
[[noreturn]] void PlayInChild(const PlayOptions& options,
                              const std::map<std::string, std::string>& env) {
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  // Not in the home of who runs the test.
  const std::string folder = std::filesystem::current_path().string();
  setenv("XDG_STATE_HOME", (folder + "/state").c_str(), 1);
  for (const auto& [name, value] : env) setenv(name.c_str(), value.c_str(), 1);
  std::vector<GamePlugin> games = BuiltInGames();
  games.insert(games.begin(), session::SwingPlugin());
  const auto catalog = Catalog::Create(std::move(games));
  const int status = catalog.ok() ? Play(*catalog, options) : 99;
  std::fflush(nullptr);
  _exit(status);
}

// A game in a process of its own at a terminal of its own.
class Terminal {
 public:
  explicit Terminal(const PlayOptions& options,
                    const std::map<std::string, std::string>& env = {}) {
    std::fflush(nullptr);
    winsize size = {};
    size.ws_row = 24;
    size.ws_col = 80;
    child_ = forkpty(&screen_, nullptr, nullptr, &size);
    if (child_ == 0) {
      // A key may save a file.
      if (chdir(folder_.path().c_str()) != 0) _exit(98);
      PlayInChild(options, env);
    }
  }
  ~Terminal() {
    if (!reaped_ && child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(screen_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void Type(const std::string& keys) const {
    ASSERT_EQ(write(screen_, keys.data(), keys.size()),
              static_cast<ssize_t>(keys.size()));
  }

  void Resize(int rows, int columns) const {
    winsize size = {};
    size.ws_row = static_cast<uint16_t>(rows);
    size.ws_col = static_cast<uint16_t>(columns);
    ASSERT_EQ(ioctl(screen_, TIOCSWINSZ, &size), 0);
  }

  // Types and gives the program a moment to react, which it need not use. False
  // once the program has ended.
  bool TypeAndRead(const std::string& keys) {
    constexpr size_t kChunk = 64;  // never fills the terminal's queue
    constexpr int kMilliseconds = 2;
    for (size_t i = 0; i < keys.size(); i += kChunk) {
      TypeIfPossible(keys.substr(i, kChunk));
      if (!ReadSome(0)) return false;
    }
    bool open = true;
    pollfd ready = {screen_, POLLIN, 0};
    while (open && poll(&ready, 1, kMilliseconds) > 0) open = ReadSome(0);
    return open;
  }

  // Ends the input until the program ends, as Wait does.
  int EndInput() {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    do {
      TypeIfPossible("\x15\x04");  // clears the line first
    } while (ReadSome(10) && std::chrono::steady_clock::now() < deadline);
    return Wait();
  }
  // Whether a signal ended the process that was waited for.
  bool killed() const { return killed_; }

  // Waits until `text` appears after what was waited for before.
  void Expect(const std::string& text) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    size_t at = std::string::npos;
    while ((at = seen_.find(text, waited_)) == std::string::npos) {
      if (std::chrono::steady_clock::now() > deadline || !ReadSome()) {
        FAIL() << "'" << text << "' did not come after:\n"
               << seen_.substr(waited_);
      }
    }
    waited_ = at + text.size();
  }

  // Whether the process is still there after the time.
  bool StaysFor(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      if (!ReadSome()) return false;
    }
    return true;
  }

  // Waits for the end of the process; its exit status, 128 + the signal that
  // killed it, or -1.
  int Wait() {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < deadline) {
      int status = 0;
      if (!ReadSome() && waitpid(child_, &status, 0) == child_) {
        reaped_ = true;
        killed_ = WIFSIGNALED(status);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    }
    return -1;
  }

  // Whether the terminal collects lines and echoes, as a shell expects.
  bool IsCooked() const {
    termios mode = {};
    tcgetattr(screen_, &mode);
    return (mode.c_lflag & ICANON) != 0 && (mode.c_lflag & ECHO) != 0;
  }

  void Signal(int number) const { kill(child_, number); }
  const std::string& seen() const { return seen_; }

 private:
  // Gives up where the program does not read.
  void TypeIfPossible(const std::string& keys) const {
    pollfd ready = {screen_, POLLOUT, 0};
    if (poll(&ready, 1, 10) > 0) {
      (void)!write(screen_, keys.data(), keys.size());
    }
  }

  // False when the other end has been closed.
  bool ReadSome(int milliseconds = 10) {
    pollfd ready = {screen_, POLLIN, 0};
    if (poll(&ready, 1, milliseconds) <= 0) return true;
    std::array<char, 4096> buffer;
    const ssize_t got = read(screen_, buffer.data(), buffer.size());
    if (got <= 0) return false;
    seen_.append(buffer.data(), static_cast<size_t>(got));
    return true;
  }

  const TemporaryFolder folder_;
  int screen_ = -1;
  pid_t child_ = -1;
  bool reaped_ = false;
  bool killed_ = false;
  std::string seen_;
  size_t waited_ = 0;
};

PlayOptions Against(const std::string& player) {
  return {.game = "swing", .seats = {{1, player}}};
}

constexpr char kCtrlC[] = "\x03";
constexpr char kCtrlD[] = "\x04";

TEST(ConsoleTerminalTest, ShowsColoursAndMarksTheLastMove) {
  Terminal terminal(Against("witness"));
  terminal.Expect("\033[31mtoken at 0");
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("path 3>0");
  terminal.Expect("Player 2: right  I think that I am slightly ahead.");
  terminal.Expect("move 2 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, IsPlainWithNoColor) {
  Terminal terminal(Against("witness"), {{"NO_COLOR", "1"}});
  terminal.Expect("token at 0");
  terminal.Expect("move 1 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.seen(), Not(HasSubstr("\033[31m")));
  EXPECT_THAT(terminal.seen(), Not(HasSubstr("\033[1m")));
}

TEST(ConsoleTerminalTest, ADumbTerminalGetsNoControlSequences) {
  Terminal terminal(Against("witness"), {{"TERM", "dumb"}});
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("move 2 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.seen(), Not(HasSubstr("\033")));
}

TEST(ConsoleTerminalTest, CtrlCStopsALongThinkWithAMove) {
  Terminal terminal(Against("sleepy"));
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("Player 2 (sleepy) thinks");
  terminal.Type(kCtrlC);
  terminal.Expect("Player 2 (sleepy) plays left");
  terminal.Expect("Stopped thinking");
  terminal.Expect("move 2 > ");
  terminal.Type("right\n");
  terminal.Expect("Player 2 (sleepy) thinks");
  terminal.Type(kCtrlC);
  // A line was entered in between: the last Ctrl-C was a first one.
  terminal.Expect("move 3 > ");
  terminal.Type(kCtrlC);
  EXPECT_EQ(terminal.Wait(), 130);
  EXPECT_TRUE(terminal.IsCooked());
}

TEST(ConsoleTerminalTest, CtrlCTwiceAtThePromptLeaves) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type("rig");
  terminal.Expect("rig");
  terminal.Type(kCtrlC);
  terminal.Expect("Press Ctrl-C again to leave");
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");  // the line before was thrown away
  terminal.Expect("move 2 > ");
  terminal.Type(kCtrlC);
  terminal.Expect("again to leave");
  terminal.Expect("move 2 > ");
  terminal.Type(kCtrlC);
  EXPECT_EQ(terminal.Wait(), 130);
  EXPECT_TRUE(terminal.IsCooked());
}

TEST(ConsoleTerminalTest, CtrlDEndsPolitely) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type(kCtrlD);
  EXPECT_EQ(terminal.Wait(), 1);
  EXPECT_THAT(terminal.seen(), HasSubstr("The input ended before the game"));
  EXPECT_TRUE(terminal.IsCooked());
}

TEST(ConsoleTerminalTest, WhatIsTypedWhileTheComputerThinksIsReadAfterwards) {
  Terminal terminal(Against("sleepy"));
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("Player 2 (sleepy) thinks");
  terminal.Type("right\n");
  // The terminal takes it as an end of input, not as a key.
  terminal.Type(kCtrlD);
  terminal.Signal(SIGINT);
  terminal.Expect("Player 2 (sleepy) thinks");
  terminal.Signal(SIGINT);
  EXPECT_EQ(terminal.Wait(), 1);
}

TEST(ConsoleTerminalTest, ClosingTheTerminalDoesNotHang) {
  for (const int number : {SIGTERM, SIGHUP}) {
    Terminal terminal(Against("witness"));
    terminal.Expect("move 1 > ");
    terminal.Signal(number);
    EXPECT_EQ(terminal.Wait(), 128 + number);
    EXPECT_TRUE(terminal.IsCooked());
  }
}

TEST(ConsoleTerminalTest, ASecondCtrlCEndsAPlayerThatDoesNotListen) {
  Terminal terminal({.game = "swing", .seats = {{1, "deaf"}}});
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("Player 2 (deaf) thinks");
  // Signals in quick succession may count as one.
  while (terminal.StaysFor(std::chrono::milliseconds(50))) {
    terminal.Type(kCtrlC);
  }
  EXPECT_EQ(terminal.Wait(), 130);
}

TEST(ConsoleTerminalTest, AGameOfTwoComputersRunsAtItsOwnPace) {
  Terminal terminal({.game = "swing", .seats = {{0, "witness"}, {1, "sick"}}});
  terminal.Expect("Player 1: right  I think that I am slightly");
  terminal.Type("\n");  // ends the pause
  terminal.Expect("Game over after 1 turn: Player 1 wins");
  EXPECT_EQ(terminal.Wait(), 1);
}

TEST(ConsoleTerminalTest, CtrlCTwiceLeavesAGameOfTwoComputers) {
  Terminal terminal({.game = "swing", .seats = {{0, "sleepy"}, {1, "sleepy"}}});
  terminal.Expect("Player 1 (sleepy) thinks");
  terminal.Type(kCtrlC);
  terminal.Expect("Player 1 (sleepy) plays left");
  terminal.Type(kCtrlC);
  EXPECT_EQ(terminal.Wait(), 130);
}

TEST(ConsoleTerminalTest, TheMenuLeavesOnCtrlCTwice) {
  Terminal terminal(PlayOptions{});
  terminal.Expect("Which game [chinese8]: ");
  terminal.Type(kCtrlC);
  terminal.Expect("Press Ctrl-C again to leave");
  terminal.Expect("Which game [chinese8]: ");
  terminal.Type(kCtrlC);
  EXPECT_EQ(terminal.Wait(), 130);
}

// What has been written since the screen was emptied last.
std::string LastScreen(const Terminal& terminal) {
  const std::string& seen = terminal.seen();
  const size_t begin = seen.rfind("\033[H\033[J");
  return begin == std::string::npos ? seen : seen.substr(begin);
}

TEST(ConsoleTerminalTest, ARefusalStandsBelowTheBoard) {
  Terminal terminal({.game = "star:players=6",
                     .seats = {{1, "random"},
                               {2, "random"},
                               {3, "random"},
                               {4, "random"},
                               {5, "random"}}},
                    {{"NO_COLOR", "1"}});
  terminal.Expect("You are A (blue), from the top");
  terminal.Expect("move 1 > ");
  terminal.Type("3 0 9 9\n");
  terminal.Expect("Not a move: 9,9 is off the board");
  terminal.Expect("move 1 > ");
  const std::string screen = LastScreen(terminal);
  EXPECT_THAT(screen, AllOf(HasSubstr("  0:  "), HasSubstr(" 16:  "),
                            HasSubstr("Player 6: random")));
  // With the prompt it fits.
  EXPECT_LT(std::count(screen.begin(), screen.end(), '\n'), 24);
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, AfterALongTextEnterAndBoardShowTheBoard) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Resize(12, 80);
  for (const char* line : {"\n", "board\n"}) {
    terminal.Expect("move 1 > ");
    terminal.Type("help\n");
    terminal.Expect("Type a move, such as left");
    terminal.Expect("-- Enter: more; q: the board -- ");
    EXPECT_THAT(LastScreen(terminal), Not(HasSubstr("token at")));
    terminal.Type("\n");
    terminal.Expect("quit ");
    terminal.Expect("(Enter shows the board.)");
    terminal.Expect("move 1 > ");
    terminal.Type(line);
    terminal.Expect("token at 0");
  }
  terminal.Expect("move 1 > ");
  terminal.Type("help\n");
  terminal.Expect("-- Enter: more; q: the board -- ");
  terminal.Type("q\n");
  terminal.Expect("token at 0");
  terminal.Expect("move 1 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, AGameThatWasCutOffIsOfferedAgain) {
  const TemporaryFolder folder;
  const std::map<std::string, std::string> env = {
      {"XDG_STATE_HOME", folder.path()}};
  for (const int number : {SIGKILL, SIGHUP, 0}) {
    {
      Terminal terminal(Against("witness"), env);
      terminal.Expect("move 1 > ");
      terminal.Type("right\n");
      terminal.Expect("move 2 > ");
      if (number != 0) {
        terminal.Signal(number);
        EXPECT_EQ(terminal.Wait(), 128 + number);
      } else {
        terminal.Type(kCtrlD);
        EXPECT_EQ(terminal.Wait(), 1);
      }
    }
    // One sees it below the board of another game.
    Terminal other({.game = "chinese8"}, env);
    other.Expect("1 game waits: boardwalk play --resume");
    other.Expect("move 1 > ");
    other.Type("quit\n");
    EXPECT_EQ(other.Wait(), 0);
    PlayOptions resume;
    resume.resume = true;
    Terminal terminal(resume, env);
    terminal.Expect("   1  swing, move 2, human against witness");
    terminal.Expect("[1]: ");
    terminal.Type("\n");
    terminal.Expect("move 2 > ");
    terminal.Type("resign\n");
    terminal.Expect("[no]: ");
    terminal.Type("yes\n");
    terminal.Expect("Game over");
    terminal.Type("quit\n");
    EXPECT_EQ(terminal.Wait(), 0);
  }
  Terminal terminal(Against("witness"), env);
  terminal.Expect("move 1 > ");
  EXPECT_THAT(terminal.seen(), Not(HasSubstr("--resume")));
}

TEST(ConsoleTerminalTest, CtrlCEndsAnAnalysisWithWhatIsKnown) {
  Terminal terminal({.game = "teeko", .seats = {{1, "human"}}});
  for (const char* move : {"1", "16", "2", "15"}) {
    terminal.Expect("to move, move ");
    terminal.Type(std::string(move) + "\n");
  }
  terminal.Expect("move 3 > ");
  terminal.Type("analyse\n");
  terminal.Expect("looks at turn 1 of 4");
  terminal.Type(kCtrlC);
  terminal.Expect("stopped after ");
  terminal.Expect("Values before each move");
  terminal.Expect("move 3 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

// Standard input is no terminal: nothing is kept.
TEST(ConsoleTerminalTest, NothingIsKeptWithoutAKeyboard) {
  const TemporaryFolder folder;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    std::array<int, 2> pipe_ends{};
    if (chdir(folder.path().c_str()) != 0 || pipe(pipe_ends.data()) != 0) {
      _exit(98);
    }
    (void)!write(pipe_ends[1], "left\n", 5);
    close(pipe_ends[1]);
    dup2(pipe_ends[0], STDIN_FILENO);
    const int null_out = open("/dev/null", O_WRONLY);
    dup2(null_out, STDOUT_FILENO);
    dup2(null_out, STDERR_FILENO);
    PlayInChild(Against("witness"), {});
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_FALSE(std::filesystem::exists(folder.File("state")));
}

#ifdef BOARDWALK_HAVE_LIBEDIT

constexpr char kUp[] = "\033[A";

TEST(ConsoleTerminalTest, TabCompletesMovesAndCommands) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type("ri\t");
  terminal.Expect("ght");  // only what is new is written
  terminal.Type("\n");
  terminal.Expect("token at 2");
  terminal.Expect("move 2 > ");
  terminal.Type("re\t");  // several: they are listed
  terminal.Expect("resig    redo     resign   restart");
  terminal.Type("st\t\n");
  terminal.Expect("A new game.");
  terminal.Expect("move 1 > ");
  terminal.Type("x\t\x7f");  // nothing begins so
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, ArrowUpBringsBackTheLineBefore) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("move 2 > ");
  terminal.Type(kUp);
  terminal.Expect("left");
  terminal.Type("\n");
  terminal.Expect("Player 1 (human) plays left");
  terminal.Expect("move 3 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, AWindowThatShrinksUnderALongLineLosesNothing) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type("left\n");
  terminal.Expect("move 2 > ");
  terminal.TypeAndRead(std::string(300, 'x'));
  terminal.Resize(3, 80);
  terminal.Expect("move 2 > xxx");  // a line that is only read
  terminal.Type("y\n");
  terminal.Expect("Not a move: ");
  terminal.Resize(24, 80);
  terminal.Expect("move 2 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_TRUE(terminal.IsCooked());
}

TEST(ConsoleTerminalTest, ALineIsKeptWhenTheWindowChanges) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Type("rght\033[D\033[D\033[D");
  terminal.Expect("rght");
  terminal.Resize(24, 40);
  terminal.Expect("move 1 > rght");
  // Once and no more.
  EXPECT_THAT(terminal.seen(), Not(HasSubstr("> Player 1 to move")));
  terminal.Type("i");  // where the cursor was
  terminal.Expect("ight");
  terminal.Type("\n");
  terminal.Expect("Player 1 (human) plays right");
  terminal.Expect("move 2 > ");
  terminal.Type("quit\n");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST(ConsoleTerminalTest, WhatFollowsALineThatOutgrowsTheWindowIsNotLost) {
  Terminal terminal(Against("witness"));
  terminal.Expect("move 1 > ");
  terminal.Resize(3, 80);
  terminal.Expect("move 1 > ");
  terminal.Type(std::string(300, 'x') + "\nquit\n");
  terminal.Expect("Not a move: ");
  EXPECT_EQ(terminal.Wait(), 0);
}

// One session: keys and window sizes by chance, then the end of the input.
void FuzzSession(unsigned seed) {
  constexpr int kSteps = 30;
  constexpr int kSizes[] = {0, 1, 2, 3, 8, 10, 24, 80, 200, 65535};
  const std::vector<std::string> keys = {"\t",
                                         "re\t",
                                         "left",
                                         "right\n",
                                         "undo\n",
                                         "moves\n",
                                         "help\n",
                                         "\n",
                                         "save \t",
                                         "x",
                                         "\033[A",
                                         "\033[B",
                                         "\033[C",
                                         "\033[D",
                                         "\033[3~",
                                         "\033[H",
                                         "\033[F",
                                         "\033",
                                         "\033f",
                                         "\033b",
                                         "\0339",
                                         "\x01",
                                         "\x05",
                                         "\x08",
                                         "\x0b",
                                         "\x0c",
                                         "\x12",
                                         "\x14",
                                         "\x15",
                                         "\x16",
                                         "\x17",
                                         "\x19",
                                         "\x7f",
                                         "\xc3\xa4",
                                         "\xe4\xb8\xad",
                                         "\xff",
                                         " ",
                                         kCtrlC,
                                         "restart\n",
                                         std::string(40, 'w'),
                                         std::string(140, 'y'),
                                         std::string(300, 'z')};
  std::mt19937 random(seed);
  const auto pick = [&random](const auto& items) {
    return items[random() % std::size(items)];
  };
  Terminal terminal(Against("witness"), {{"LC_ALL", "C.UTF-8"}});
  terminal.Expect("move 1 > ");
  bool open = true;
  for (int step = 0; step < kSteps && open; ++step) {
    if (random() % 4 == 0) {
      const int rows = pick(kSizes);
      terminal.Resize(rows, pick(kSizes));
      open = terminal.TypeAndRead("");
    } else {
      open = terminal.TypeAndRead(pick(keys));
    }
  }
  const int status = terminal.EndInput();
  EXPECT_FALSE(terminal.killed()) << "by signal " << status - 128;
  EXPECT_TRUE(status == 0 || status == 1 || status == 130) << status;
  EXPECT_TRUE(terminal.IsCooked());
}

TEST(ConsoleTerminalTest, NoKeysAndNoSizesEndItBySignal) {
  for (unsigned seed = 1; seed <= 24 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    FuzzSession(seed);
  }
}

#endif  // BOARDWALK_HAVE_LIBEDIT

// Standard input that is closed, or empty.
TEST(ConsoleTerminalTest, WithoutInputItEndsAtOnce) {
  for (const bool closed : {true, false}) {
    for (const char* game : {"swing", ""}) {
      std::fflush(nullptr);
      const pid_t child = fork();
      if (child == 0) {
        close(STDIN_FILENO);
        const int null_in = open("/dev/null", O_RDONLY);
        if (closed) close(null_in);
        const int null_out = open("/dev/null", O_WRONLY);
        dup2(null_out, STDOUT_FILENO);
        dup2(null_out, STDERR_FILENO);
        PlayInChild({.game = game}, {});
      }
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      EXPECT_TRUE(WIFEXITED(status));
      EXPECT_EQ(WEXITSTATUS(status), 1) << game << closed;
    }
  }
}

}  // namespace
}  // namespace boardwalk::console
