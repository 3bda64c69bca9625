// The built program as scripts meet it: exit statuses, pipes, a full disk,
// Ctrl-C, a terminal.

#include <cstdlib>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontends/cli/program_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using program::Child;
using program::ProgramResult;
using program::Shell;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

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
            "\"legal\":[]}\n");
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

}  // namespace
}  // namespace boardwalk::cli
