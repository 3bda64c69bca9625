// boardwalk sprt in process, and its running result.

#include <string>
#include <vector>

#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "frontends/cli/match_progress.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using statistics::SequentialTest;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const Catalog& Tictactoe() {
  static const Catalog catalog = *Catalog::Create({tictactoe::Plugin()});
  return catalog;
}

// A game of a pair with the returns of player 0. `rotation` is its seat.
comparison::GameSummary Game(int64_t block, int rotation, double returns) {
  comparison::GameSummary game;
  game.block = block;
  game.rotation = rotation;
  game.fingerprint = static_cast<uint64_t>(2 * block + rotation);
  game.seats.resize(2);
  game.seats[rotation].player = 0;
  game.seats[rotation].returns = returns;
  game.seats[1 - rotation].player = 1;
  game.seats[1 - rotation].returns = -returns;
  return game;
}

TEST(SprtScoreTest, PairsCountOnceTheyAreWhole) {
  SprtScore score(*SequentialTest::Create({}));
  score.Add(Game(0, 0, 1));
  EXPECT_EQ(score.test().pairs().Total(), 0);
  EXPECT_EQ(score.games().Total(), 1);
  score.Add(Game(0, 1, 0));
  EXPECT_THAT(score.test().pairs().counts, ElementsAre(0, 0, 0, 1, 0));
  score.Add(Game(1, 0, -1));
  score.Add(Game(1, 1, -1));
  score.Add(Game(2, 0, -1));
  score.Add(Game(2, 1, 1));
  score.Add(Game(3, 0, 0));
  score.Add(Game(3, 1, -1));
  EXPECT_THAT(score.test().pairs().counts, ElementsAre(1, 1, 1, 1, 0));
  EXPECT_THAT(score.games().counts, ElementsAre(4, 2, 2));
}

TEST(SprtScoreTest, LooksAtTheEvidenceAfterEveryPair) {
  const statistics::SprtHypotheses question = {.elo0 = 0, .elo1 = 50};
  SprtScore score(*SequentialTest::Create(question));
  EXPECT_EQ(score.test().state().llr, 0);
  EXPECT_LT(score.test().state().lower, 0);
  statistics::PairCounts pairs;
  for (int64_t block = 0; block < 6; ++block) {
    score.Add(Game(block, 0, 1));
    score.Add(Game(block, 1, block % 3 == 0 ? 0 : -1));
    ++pairs.counts[block % 3 == 0 ? 3 : 2];
    EXPECT_EQ(score.test().state().llr, EvaluateSprt(pairs, question).llr);
  }
  EXPECT_THAT(score.Text(), HasSubstr("  +6 =2 -4"));
  EXPECT_THAT(score.Text(), StartsWith("LLR +0."));
}

class SprtCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  // A test that takes some pairs.
  static Outcome Sprt(const Words& more, bool terminal = false) {
    Words arguments = {"sprt",   "tictactoe",  "--players", "alphabeta:depth=3",
                       "random", "--openings", "1",         "--elo0",
                       "0",      "--elo1",     "60"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments, "", terminal);
  }
  static void ExpectRefused(Words arguments, const std::string& message) {
    arguments.insert(arguments.begin(), "sprt");
    cli::ExpectRefused(Tictactoe(), arguments, message);
  }
  std::string Games(const std::string& name) const {
    return Execute(Tictactoe(),
                   {"export", Path(name), "--format", "csv", "--no-times"})
        .out;
  }

  const TemporaryFolder folder_;
};

TEST_F(SprtCommandTest, StopsAsSoonAsTheEvidenceIsEnough) {
  const Outcome outcome = Sprt({"--db", Path("a"), "--jobs", "3"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("tictactoe: alphabeta:depth=3 against random\nYes: "
                        "alphabeta:depth=3 is better than random: a lead of 60 "
                        "Elo fits the results better than one of 0 (H1 "
                        "accepted). If it were 0, 5 % of such tests would say "
                        "the same. The Elo of a test that has ended is biased "
                        "away from 0.\n\nLLR  "));
  EXPECT_THAT(outcome.out, HasSubstr("\nLLR             +"));
  EXPECT_THAT(outcome.out, HasSubstr(" in -2.94 to +2.94\n"));
  // One pair less was not enough: the verdict is not late.
  const Outcome games = Execute(Tictactoe(), {"games", Path("a"), "--json"});
  const auto count = std::count(games.out.begin(), games.out.end(), '\n');
  EXPECT_GT(count, 20);
  EXPECT_LT(count, 2000);
  EXPECT_EQ(count % 2, 0);
  const std::string less = std::to_string(count / 2 - 1);
  EXPECT_THAT(Sprt({"--rounds", less}).out,
              AllOf(HasSubstr("\nUndecided whether a lead of 60 Elo of "),
                    HasSubstr(" " + less + " of at most " + less + ": ")));
  EXPECT_THAT(Sprt({"--rounds", std::to_string(count / 2)}).out,
              HasSubstr("H1 accepted"));
}

TEST_F(SprtCommandTest, JsonIsTheReportOnOneLine) {
  const Outcome outcome = Sprt({"--db", Path("a"), "--json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(json["sprt"]["verdict"], "H1");
  EXPECT_EQ(
      json,
      nlohmann::json::parse(
          Execute(Tictactoe(), {"report", Path("a"), "--format", "json"}).out,
          nullptr, false));
}

TEST_F(SprtCommandTest, TheOtherWayRoundItSaysNo) {
  const Outcome outcome = Execute(
      Tictactoe(), {"sprt", "tictactoe", "--players=random,alphabeta:depth=3",
                    "--elo1=60", "--openings=1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      HasSubstr(
          "\nNo: random is not better than alphabeta:depth=3: a lead of 0 Elo "
          "fits the results better than one of 60 (H0 accepted). If it were "
          "60, 5 % of such tests would say the same. "));
}

TEST_F(SprtCommandTest, SameGamesWhateverTheJobsAndInterruptions) {
  const Outcome one = Sprt({"--jobs", "1", "--db", Path("one")});
  const Outcome four = Sprt({"--jobs", "4", "--db", Path("four")});
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(Games("one"), Games("four"));
  Sprt({"--jobs", "3", "--rounds", "5", "--db", Path("parts")});
  const Outcome on = Sprt({"--jobs", "2", "--db", Path("parts")});
  EXPECT_THAT(on.err, HasSubstr("parts has 10 games already\n"));
  EXPECT_EQ(on.out, one.out);
  EXPECT_EQ(Games("parts"), Games("one"));
}

TEST_F(SprtCommandTest, WhatWasDecidedStaysSo) {
  const Outcome first = Sprt({"--db", Path("a")});
  const std::string games = Games("a");
  const Outcome again = Sprt({"--db", Path("a")});
  EXPECT_EQ(again.out, first.out);
  EXPECT_THAT(again.err, HasSubstr("\n0 games in "));
  EXPECT_EQ(Games("a"), games);
}

TEST_F(SprtCommandTest, NormalizedEloIsAnotherQuestion) {
  const Outcome outcome = Sprt({"--normalized", "--rounds", "4"});
  EXPECT_THAT(outcome.out,
              HasSubstr("\nUndecided whether a lead of 60 normalized Elo of "
                        "alphabeta:depth=3 over random fits "));
  EXPECT_THAT(outcome.out, HasSubstr("H1: 60 normalized Elo; alpha 0.05"));
  Sprt({"--rounds", "4", "--db", Path("a")});
  const Outcome other =
      Sprt({"--rounds", "4", "--normalized", "--db", Path("a")});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("test: '"));
}

TEST_F(SprtCommandTest, TerminalShowsTheEvidenceAgainstItsBounds) {
  const Outcome outcome = Sprt({"--rounds", "5"}, /*terminal=*/true);
  EXPECT_THAT(outcome.err, HasSubstr("\r0 games  0:00  LLR +0.00 (-2.94 "
                                     "+2.94)  Elo -  +0 =0 -0\033[K"));
  EXPECT_THAT(outcome.err, HasSubstr("\r\033[K10 games in 0:0"));
}

TEST_F(SprtCommandTest, OptionsComeFromAFileToo) {
  const Outcome line = Sprt({"--rounds", "3", "--normalized"});
  ASSERT_TRUE(WriteFileAtomically(Path("test.toml"),
                                  "GAME = \"tictactoe\"\n"
                                  "players = [\"alphabeta:depth=3\", "
                                  "\"random\"]\n"
                                  "openings = 1\n"
                                  "elo0 = 0\n"
                                  "elo1 = 60.0\n"
                                  "normalized = true\n"
                                  "rounds = 3\n")
                  .ok());
  const Outcome file =
      Execute(Tictactoe(), {"sprt", "--config", Path("test.toml")});
  EXPECT_EQ(file.status, 0) << file.err;
  EXPECT_EQ(file.out, line.out);
  EXPECT_THAT(Execute(Tictactoe(), {"sprt", "--config", Path("test.toml"),
                                    "--normalized=false"})
                  .out,
              HasSubstr("H1: 60 Elo;"));
  ASSERT_TRUE(WriteFileAtomically(Path("bad.toml"), "normalized = 7\n").ok());
  ExpectRefused({"--config", Path("bad.toml")},
                "bad.toml: --normalized: 7 not in");
}

TEST_F(SprtCommandTest, GameMayFollowThePlayers) {
  const Outcome outcome = Execute(
      Tictactoe(),
      {"sprt", "--rounds", "1", "--players", "random", "greedy", "tictactoe"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("tictactoe: random against greedy\n"));
}

TEST_F(SprtCommandTest, WrongArgumentsSayWhatWouldBeRight) {
  ExpectRefused({"tictactoe"}, "--players is required");
  ExpectRefused({"tictactoe", "--players", "random"}, "--players has 1 names");
  ExpectRefused({"tictactoe", "--players", "random", "greedy,mcts"},
                "--players has 3 names");
  ExpectRefused({"--players", "random"}, "GAME is required");
  ExpectRefused({"tictactoe", "--players", "random", "greedy", "--elo0", "10"},
                "elo1 (10) must be above elo0 (10)");
  ExpectRefused({"tictactoe", "--players", "random", "greedy", "--alpha", "1"},
                "--alpha: '1' is not a number from");
  ExpectRefused({"tictactoe", "--players", "random", "greedy", "--elo1", "nan"},
                "--elo1: 'nan' is not a number");
  ExpectRefused({"tictactoe", "--players", "random", "random"}, "given twice");
  ExpectRefused(
      {"tictactoe", "--players", "random", "greedy", "--shard", "1/2"},
      "no option '--shard'");
  cli::ExpectRefused(*AllGames(),
                     {"sprt", "star:players=3", "--players", "random,greedy"},
                     "is of a game for two");
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
