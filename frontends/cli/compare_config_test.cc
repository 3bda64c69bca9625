// Comparisons in a file: --config and --print-config.

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "frontends/cli/compare_testing.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Options from a file.
class ConfigTest : public CompareCommandTest {
 protected:
  Outcome Run(const std::string& text, const Words& more = {}) const {
    EXPECT_TRUE(WriteFileAtomically(Path("study.toml"), text).ok());
    Words arguments = {"compare", "--config", Path("study.toml")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments);
  }
  // Wrong usage: one line with `message`, nothing on standard output.
  void ExpectRefused(const std::string& text, const std::string& message,
                     const Words& more = {}) const {
    const Outcome outcome = Run(text, more);
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  }
};

TEST_F(ConfigTest, GamesAreThoseOfTheSameOptionsOnTheCommandLine) {
  Compare({"--rounds", "3", "--seed", "7", "--openings", "1", "--max-plies",
           "5", "--clock", "1s+100ms", "--games", "tictactoe", "--jobs", "2",
           "--db", Path("line")});
  const Outcome outcome =
      Run("# A study.\r\n"
          "games = \"tictactoe\"\r\n"
          "players = [\"random\", 'greedy',\n"
          "           \"alphabeta:depth=2\" ]\n"
          "\n"
          "rounds = 3  # of each pairing\n"
          "seed=7\n"
          "openings = 1\n"
          "max-plies = 5\n"
          "clock = \"1s+100ms\"\n"
          "; as on the command line\n"
          "jobs = 2\n"
          "db = \"" +
          Path("file") + "\"\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(Games("file"), HasSubstr("\"id\":18,"));
  EXPECT_EQ(Games("file"), Games("line"));
  EXPECT_EQ(Tables("file"), Tables("line"));
}

TEST_F(ConfigTest, AListMayStandOnLinesOfItsOwn) {
  for (const char* players :
       {"[\n\"random\",\n  \"greedy\"\n]",
        "[\n\"random\", # me\n\"greedy\",\n]", "[ \"random\",\n\n\"greedy\" ]",
        "[\"random\", \"greedy\",]"}) {
    const Outcome outcome =
        Run(absl::StrCat("players = ", players, "\nrounds = 1\n"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("2 games of tictactoe; 2 players"));
  }
}

TEST_F(ConfigTest, ACommentBeginsOutsideOfQuotes) {
  const Outcome outcome =
      Run("rounds = 1 # \"x\nplayers = \"random,greedy\"\ndb = \"" +
          Path("a#b") + "\"#c\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(Path("a#b")));
}

TEST_F(ConfigTest, WhatIsPrintedPlaysTheSameGames) {
  const Words sets[] = {
      {"--players", "random", "deep=alphabeta:depth=2,nodes=50", "greedy",
       "--gauntlet", "deep", "--rounds", "3", "--seed", "9"},
      {"--players", "random,alphabeta", "--openings", "1", "--nodes", "1e2",
       "--depth", "3", "--max-plies", "7", "--rounds", "2"},
      {"--players", "greedy,alphabeta:depth=4", "--resign", "value=0.1,moves=1",
       "--draw", "value=0.3,moves=2,from=3", "--rounds", "2"},
      {"--players", "random,greedy", "--opening", "a1 b2", "--opening", "c3",
       "--rounds", "3"}};
  for (const Words& set : sets) {
    Words arguments = {"compare"};
    arguments.insert(arguments.end(), set.begin(), set.end());
    Words print = arguments, play = arguments;
    print.emplace_back("--print-config");
    play.insert(play.end(), {"--db", Path("line")});
    const Outcome printed = Execute(Tictactoe(), print);
    EXPECT_EQ(printed.status, 0) << printed.err;
    EXPECT_EQ(printed.err, "");
    const Outcome played = Execute(Tictactoe(), play);
    ASSERT_EQ(played.status, 0) << played.err;
    const Outcome again = Run(printed.out, {"--db", Path("file")});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(Games("file"), Games("line"));
    EXPECT_EQ(Tables("file"), Tables("line"));
    // It prints itself.
    EXPECT_EQ(Run(printed.out, {"--print-config"}).out, printed.out);
    std::filesystem::remove(Path("file"));
    std::filesystem::remove(Path("line"));
  }
}

// Positions may have the sign that begins comments.
TEST_F(CompareCommandTest, PrintsPositionsAndTestsThatReadBack) {
  const std::string position =
      "position ###...../##....../#......./......../......../.......O/......OO/"
      ".....OOO 1 0";
  const Words arguments = {
      "sprt",      "chinese8",     "--players", "random", "b=random:seed=1",
      "--opening", position,       "--rounds",  "2",      "--elo1",
      "7.5",       "--normalized", "--alpha",   "0.1"};
  Words print = arguments;
  print.emplace_back("--print-config");
  const Outcome printed = Execute(RealGames(), print);
  EXPECT_EQ(printed.status, 0) << printed.err;
  EXPECT_THAT(printed.out, HasSubstr("  \"" + position + "\",\n"));
  ASSERT_TRUE(WriteFileAtomically(Path("c"), printed.out).ok());
  const Outcome again =
      Execute(RealGames(), {"sprt", "--config", Path("c"), "--print-config"});
  EXPECT_EQ(again.out, printed.out) << again.err;
  Words play = arguments;
  play.insert(play.end(), {"--db", Path("a")});
  EXPECT_EQ(Execute(RealGames(), play).status, 0);
  EXPECT_EQ(
      Execute(RealGames(), {"sprt", "--config", Path("c"), "--db", Path("b")})
          .status,
      0);
  const auto games = [&](const std::string& db) {
    return Execute(RealGames(),
                   {"export", Path(db), "--format", "jsonl", "--no-times"})
        .out;
  };
  EXPECT_THAT(games("a"), HasSubstr("\"opening\":[],\"start\":\"###"));
  EXPECT_EQ(games("a"), games("b"));
}

TEST_F(ConfigTest, CommandLineWins) {
  const std::string text =
      "players = \"random,greedy,alphabeta:depth=2\"\nrounds = 0\n";
  ExpectRefused(text, "study.toml: --rounds: '0' is not a whole number");
  const Outcome outcome = Run(text, {"--rounds", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("12 games of tictactoe; 3 players"));
  EXPECT_THAT(Run(text, {"--rounds=1", "--players", "random", "greedy"}).err,
              StartsWith("2 games of tictactoe; 2 players"));
  ExpectRefused("rounds = 3\n", "boardwalk compare: --rounds: '-1' is not",
                {"--rounds", "-1"});
}

TEST_F(ConfigTest, WrongOptionsAreNamed) {
  ExpectRefused("rouns = 3\n",
                "study.toml: no option '--rouns'; did you mean '--rounds'?");
  ExpectRefused("rounds = 3\nrounds = 4\n",
                "study.toml: --rounds: At Most 1 required but received 2");
  ExpectRefused("rounds = 3\nseed = 1\nrounds = 4\n",
                "study.toml has 'rounds' twice");
  ExpectRefused("time = [1s, 2s]\n", "study.toml: --time: At Most 1");
  ExpectRefused("time = 5\n", "study.toml: --time '5' is not a time");
  ExpectRefused("players = random,nobody\n", "no player 'nobody'");
  ExpectRefused("config = \"other.toml\"\n", "not allowed in a config");
  ExpectRefused("help = true\n", "not allowed in a config");
  ExpectRefused("compare.rounds = 3\n", "no option '--compare.rounds'");
}

TEST_F(ConfigTest, DamagedFilesAreRefusedWithTheLine) {
  ExpectRefused("seed = 1\nrounds\n", "line 2: 'rounds' has no value");
  ExpectRefused("\nrounds =\n", "line 2: 'rounds =' has no value");
  ExpectRefused("x\n", "line 1: 'x' has no value");
  ExpectRefused("[compare]\nrounds = 1\n", "line 1: sections are not used");
  ExpectRefused("rounds = 1\nplayers = [\"random\",\n\"greedy\"\nseed = 2\n",
                "line 2: the '[' is not closed");
  ExpectRefused("db = \"a#b\nseed = \"1\"\n", "line 1: a quote is not closed");
  ExpectRefused("seed = 1\n\x7f = 2\n", "line 2: this is no text");
  ExpectRefused(std::string("ro\0unds = 1\n", 12), "line 1: this is no text");
  ExpectRefused(std::string(2'000'000, '\n'), "is longer than 1000000 bytes");
}

TEST_F(ConfigTest, ResultsAndFoldersAreNotRead) {
  Compare({"--rounds", "1", "--db", Path("a")});
  const std::string before = *ReadFile(Path("a"));
  const auto refused = [](const Words& more, const std::string& message) {
    Words arguments = {"compare"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    cli::ExpectRefused(Tictactoe(), arguments, message);
  };
  refused({"--config", Path("a")}, "a, line 1: this is no text");
  EXPECT_EQ(*ReadFile(Path("a")), before);
  refused({"--config", Path("nothing")}, "does not exist");
  refused({"--config", Path("")}, "directory");
  refused({"--config", "/dev/zero"}, "longer than");
  refused({"--config", Path("a"), "--config", Path("a")}, "At Most 1");
  refused({"--config"}, "--config: 1 required FILE missing");
  // Results do not replace the file.
  ExpectRefused("rounds = 1\n", "study.toml", {"--db", Path("study.toml")});
  EXPECT_EQ(*ReadFile(Path("study.toml")), "rounds = 1\n");
  // Other commands have no such option.
  cli::ExpectRefused(Tictactoe(), {"list", "--config", Path("a")},
                     "no option '--config'");
}

}  // namespace
}  // namespace boardwalk::cli
