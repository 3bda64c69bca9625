// Comparisons by the built program: Ctrl-C, kills, terminals, pipes.

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/program_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using program::Child;
using program::ProgramResult;
using program::Shell;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

class MatchProgramTest : public ::testing::Test {
 protected:
  MatchProgramTest() {
    setenv("D", folder_.path().c_str(), 1);
    setenv("TERM", "xterm", 1);
  }
  std::string Path(const std::string& name) const { return folder_.File(name); }

  const TemporaryFolder folder_;
};

// Two quick games, then some that nobody waits for.
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

TEST_F(MatchProgramTest, InterruptShowsWhatThereIsAndHowToGoOn) {
  Words arguments = SlowComparison();
  arguments.insert(arguments.end(), {"--db", Path("a")});
  Child child(arguments, Child::Output::kTerminal);
  EXPECT_THAT(child.ReadUntil("] 2/6"), HasSubstr("\r[......"));
  child.Interrupt();
  const std::string& all = child.ReadAll();
  EXPECT_THAT(all, HasSubstr("\r\033[K2 games in 0:0"));
  EXPECT_THAT(all, EndsWith("stopped after 2 of 6 games; the same command goes "
                            "on from there\r\n"));
  EXPECT_EQ(child.Wait(), 130);
  EXPECT_EQ(Shell("$B games $D/a | wc -l").out, "3\n");
}

TEST_F(MatchProgramTest, InterruptOfResultsInMemorySaysHowToKeepThem) {
  Child child(SlowComparison(), Child::Output::kAllAtPipe);
  EXPECT_THAT(child.ReadUntil("2 of 6 games"), Not(HasSubstr("\r")));
  child.Interrupt();
  EXPECT_THAT(child.ReadAll(),
              AllOf(HasSubstr("random:seed=1"),
                    EndsWith("stopped after 2 of 6 games; with --db FILE the "
                             "same command could go on from there\n")));
  EXPECT_EQ(child.Wait(), 130);
}

TEST_F(MatchProgramTest, InterruptedTestSaysItIsUndecided) {
  Child child({"sprt", "onejump", "--players", "random", "alphabeta:time=1h"},
              Child::Output::kTerminal);
  child.ReadUntil("LLR");
  child.Interrupt();
  EXPECT_THAT(child.ReadAll(), HasSubstr("undecided after 0 of 10000 pairs"));
  EXPECT_EQ(child.Wait(), 130);
}

// Killed at many moments and started again, it ends with the games that it
// would have had.
TEST_F(MatchProgramTest, KilledRunsLoseNothingAndPlayNothingTwice) {
  const Words comparison = {
      "compare",   "--games",
      "teeko",     "onejump",
      "--players", "random,greedy,alphabeta:depth=3,mcts:playouts=20",
      "--rounds",  "10",
      "--db"};
  Words whole = comparison, parts = comparison;
  whole.push_back(Path("whole"));
  parts.push_back(Path("parts"));
  Child uninterrupted(whole, Child::Output::kPipe);
  uninterrupted.ReadAll();
  EXPECT_EQ(uninterrupted.Wait(), 0);
  int kills = 0;
  for (; kills < 100; ++kills) {
    Child child(parts, Child::Output::kAllAtPipe);
    // Before the first game or in the middle of others.
    child.ReadUntil(kills % 2 == 0 ? " %)  " : " games of ");
    child.Kill();
    child.ReadAll();
    if (child.Wait() == 0) break;
  }
  EXPECT_GT(kills, 2);
  EXPECT_LT(kills, 100);
  const ProgramResult last = Shell(
      "$B compare --games teeko onejump --players "
      "random,greedy,alphabeta:depth=3,mcts:playouts=20 --rounds 10 "
      "--db $D/parts 2>&1 >/dev/null");
  EXPECT_THAT(last.out, EndsWith("parts has all of them already\n"));
  EXPECT_EQ(Shell("for f in whole parts; do "
                  "$B export $D/$f --format jsonl --no-times >$D/$f.jsonl; "
                  "$B report $D/$f --no-times >$D/$f.txt; done; "
                  "wc -l <$D/whole.jsonl; cmp $D/whole.jsonl $D/parts.jsonl; "
                  "cmp $D/whole.txt $D/parts.txt")
                .out,
            "240\n");
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

TEST_F(MatchProgramTest, ReplayAtATerminalIsDrawnInPlace) {
  Shell(
      "$B compare --games onejump --players random,greedy --rounds 1 "
      "--db $D/a 2>&1");
  // Its standard input is not the terminal: it shows the position, then the
  // rest, as nobody can ask.
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
