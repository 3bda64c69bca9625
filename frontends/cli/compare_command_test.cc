// boardwalk compare and merge in process, on very short games.

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const Catalog& Tictactoe() {
  static const Catalog catalog = *Catalog::Create({tictactoe::Plugin()});
  return catalog;
}

const Catalog& RealGames() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

// Each test has a folder of its own.
class CompareCommandTest : public ::testing::Test {
 protected:
  CompareCommandTest() {
    for (const char* name :
         {"SLURM_ARRAY_TASK_ID", "PARALLEL_SEQ", "JOB_COMPLETION_INDEX"}) {
      unsetenv(name);
    }
  }

  std::string Path(const std::string& name) const { return folder_.File(name); }

  // `boardwalk compare` on tic-tac-toe between three quick players.
  static Outcome Compare(const Words& more, bool terminal = false) {
    Words arguments = {"compare", "--players",
                       "random,greedy,alphabeta:depth=2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments, "", terminal);
  }
  static void ExpectRefused(const Words& more, const std::string& message) {
    Words arguments = {"compare"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    cli::ExpectRefused(Tictactoe(), arguments, message);
  }
  // The games in a file, without what differs between runs.
  std::string Games(const std::string& name) const {
    const Outcome outcome =
        Execute(Tictactoe(), {"export", Path(name), "--no-times"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  // The tables of a file, without what differs between runs.
  std::string Tables(const std::string& name) const {
    const Outcome outcome =
        Execute(Tictactoe(), {"report", Path(name), "--no-times"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  const TemporaryFolder folder_;
};

TEST_F(CompareCommandTest, PlaysEveryPairingInEverySeatAndPrintsTables) {
  const Outcome outcome = Compare({"--rounds", "4", "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* text : {"tictactoe", "random", "greedy", "alphabeta"}) {
    EXPECT_THAT(outcome.out, HasSubstr(text));
  }
  // 3 pairings, both ways round, 4 rounds.
  EXPECT_THAT(
      outcome.err,
      StartsWith(
          "24 games of tictactoe; 3 players; limit the players' own; 1 at "
          "once\n3 of 24 games (12 %)"));
  EXPECT_THAT(outcome.err, HasSubstr("\n24 of 24 games (100 %)"));
  EXPECT_THAT(outcome.err, HasSubstr("\n24 games in 0:0"));
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
}

TEST_F(CompareCommandTest, JsonIsTheReportOnOneLine) {
  const Outcome outcome = Compare({"--rounds=2", "--db", Path("a"), "--json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(json["games"], 12);
  EXPECT_EQ(
      json,
      nlohmann::json::parse(
          Execute(Tictactoe(), {"report", Path("a"), "--format", "json"}).out,
          nullptr, false));
}

TEST_F(CompareCommandTest, SameTablesAndGamesWhateverTheJobs) {
  Compare({"--rounds", "6", "--jobs", "1", "--db", Path("one")});
  Compare({"--rounds", "6", "--jobs", "3", "--db", Path("three")});
  EXPECT_EQ(Tables("one"), Tables("three"));
  EXPECT_EQ(Games("one"), Games("three"));
  EXPECT_THAT(Games("one"), HasSubstr("\"id\":36,"));
  // Another seed gives other games.
  Compare({"--rounds", "6", "--seed", "1", "--db", Path("other")});
  EXPECT_NE(Games("one"), Games("other"));
}

TEST_F(CompareCommandTest, GoesOnWhereResultsEnd) {
  Compare({"--rounds", "2", "--db", Path("a")});
  const Outcome more = Compare({"--rounds", "5", "--db", Path("a")});
  EXPECT_THAT(more.err, HasSubstr("a has 12 of them already\n"));
  EXPECT_THAT(more.err, HasSubstr("\n18 games in "));
  Compare({"--rounds", "5", "--db", Path("b")});
  EXPECT_EQ(Tables("a"), Tables("b"));
  EXPECT_EQ(Games("a"), Games("b"));
}

// Removes a file when what was written to it is flushed.
class RemovingBuffer final : public std::stringbuf {
 public:
  explicit RemovingBuffer(std::string path) : path_(std::move(path)) {}

 protected:
  int sync() override { return std::filesystem::remove(path_) ? 0 : -1; }

 private:
  const std::string path_;
};

TEST_F(CompareCommandTest, ResultsThatAreRemovedBeforeTheEndAreAnError) {
  const std::string db = Path("r.sqlite");
  RemovingBuffer buffer(db);  // after the last game, when the tables are there
  std::ostream out(&buffer);
  std::istringstream in;
  std::ostringstream err;
  const Context context = {
      .catalog = Tictactoe(), .in = in, .out = out, .err = err};
  const char* const argv[] = {"boardwalk",     "compare",  "--players",
                              "random,greedy", "--rounds", "2",
                              "--db",          db.c_str()};
  EXPECT_EQ(RunCli(context, 8, argv), 1);
  EXPECT_THAT(buffer.str(), HasSubstr("greedy"));
  EXPECT_THAT(err.str(), HasSubstr("'" + db + "' was removed"));
}

TEST_F(CompareCommandTest, WhatIsFinishedIsShownAtOnce) {
  const Outcome first = Compare({"--rounds", "2", "--db", Path("a")});
  const Outcome again = Compare({"--rounds", "2", "--db", Path("a")});
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.out, first.out);
  EXPECT_THAT(again.err, EndsWith("a has all of them already\n"));
}

TEST_F(CompareCommandTest, OtherComparisonsAreRefusedAndLeftAlone) {
  Compare({"--rounds", "1", "--db", Path("a")});
  const std::string before = *ReadFile(Path("a"));
  const Outcome outcome =
      Compare({"--rounds", "1", "--seed", "3", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("seed: '0' there and '3' here"));
  EXPECT_EQ(*ReadFile(Path("a")), before);
  ASSERT_TRUE(WriteFileAtomically(Path("text"), "no results\n").ok());
  EXPECT_EQ(Compare({"--rounds", "1", "--db", Path("text")}).status, 2);
  EXPECT_EQ(*ReadFile(Path("text")), "no results\n");
}

TEST_F(CompareCommandTest, ShardsAndMergeAreTheWhole) {
  Compare({"--rounds", "5", "--db", Path("whole")});
  for (const char* part : {"1", "2", "3"}) {
    const Outcome outcome = Compare({"--rounds", "5", "--db", Path(part),
                                     "--shard", absl::StrCat(part, "/3")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr(absl::StrCat("10 games (part ", part,
                                       " of 3 of 30) of tictactoe;")));
  }
  const Outcome merged = Execute(
      Tictactoe(), {"merge", Path("out"), Path("1"), Path("2"), Path("3")});
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(merged.out, "30 games added; 0 games there already\n");
  EXPECT_EQ(Games("out"), Games("whole"));
  EXPECT_EQ(Tables("out"), Tables("whole"));
  // A part that was played twice.
  EXPECT_EQ(Execute(Tictactoe(), {"merge", Path("out"), Path("2")}).out,
            "0 games added; 10 games there already\n");
}

TEST_F(CompareCommandTest, ShardOfTheSchedulersNumber) {
  setenv("PARALLEL_SEQ", "2", 1);
  const Outcome outcome =
      Compare({"--rounds", "2", "--db", Path("a"), "--shard", "auto/4"});
  const Outcome all = Compare({"--rounds", "2", "--db", Path("all")});
  unsetenv("PARALLEL_SEQ");
  EXPECT_THAT(outcome.err, HasSubstr("(part 2 of 4 of 12)"));
  // Without --shard it plays everything.
  EXPECT_THAT(all.err, StartsWith("12 games of"));
}

TEST_F(CompareCommandTest, ShardIsResumedByItself) {
  const Words part = {"--rounds", "4", "--db", Path("a"), "--shard", "1/2"};
  Compare(part);
  Words other = part;
  other.back() = "2/2";
  // The other part in the same file finds none of its games.
  EXPECT_THAT(Compare(other).err, Not(HasSubstr("already")));
  EXPECT_THAT(Compare(part).err, HasSubstr("has all of them already"));
}

TEST_F(CompareCommandTest, MergeRefusesWhatDoesNotBelongTogether) {
  Compare({"--rounds", "1", "--db", Path("a")});
  Compare({"--rounds", "1", "--db", Path("b"), "--openings", "1"});
  cli::ExpectRefused(Tictactoe(), {"merge", Path("out"), Path("a"), Path("b")},
                     "plies of openings: '2' there and '1' here");
  EXPECT_FALSE(std::filesystem::exists(Path("out")));
  cli::ExpectRefused(Tictactoe(), {"merge", Path("out")}, "IN is required");
  cli::ExpectRefused(Tictactoe(), {"merge", Path("out"), Path("nothing")},
                     "nothing");
}

TEST_F(CompareCommandTest, TimeBindsOnlyWhereAPlayerBringsNoLimit) {
  EXPECT_THAT(Compare({"--rounds", "1"}).err,
              StartsWith("6 games of tictactoe; 3 players; "));
  const auto announced = [](const Words& more) {
    Words arguments = {"compare", "--rounds", "1", "--jobs", "1", "--players"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string err = Execute(Tictactoe(), arguments).err;
    return err.substr(0, err.find('\n'));
  };
  EXPECT_EQ(announced({"random", "alphabeta"}),
            "2 games of tictactoe; 2 players; limit 5ms a move; 1 at once");
  EXPECT_EQ(
      announced({"random", "alphabeta", "--nodes", "1e2"}),
      "2 games of tictactoe; 2 players; limit 100 nodes a move; 1 at once");
  EXPECT_EQ(announced({"alphabeta", "mcts", "--playouts", "9", "--depth", "2"}),
            "2 games of tictactoe; 2 players; limit 9 playouts a move, 2 plies "
            "deep; 1 at once");
  EXPECT_EQ(
      announced({"random", "alphabeta", "--clock", "100ms+1ms"}),
      "2 games of tictactoe; 2 players; limit 100ms a game + 1ms a move; 1 at "
      "once");
}

TEST_F(CompareCommandTest, PlayersAreWordsOrLists) {
  const Outcome outcome =
      Execute(Tictactoe(), {"compare", "--players", "random,random:seed=1",
                            "alphabeta:nodes=9,depth=1", "--rounds", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("6 games of tictactoe; 3 players; "));
}

TEST_F(CompareCommandTest, AllGamesAreThoseOfTheCatalog) {
  const auto announced = [](const Words& games) {
    Words arguments = {"compare",  "--players", "random,random:seed=1",
                       "--rounds", "1",         "--max-plies",
                       "5",        "--games"};
    arguments.insert(arguments.end(), games.begin(), games.end());
    const std::string err = Execute(RealGames(), arguments).err;
    return err.substr(0, err.find(';'));
  };
  const std::string all = "8 games of chinese8, onejump, star, teeko";
  EXPECT_EQ(announced({"all"}), all);
  EXPECT_EQ(announced({"star:players=3,size=3", "all"}),
            "14 games of star:size=3,players=3, chinese8, onejump, star, "
            "teeko");
  EXPECT_EQ(announced({"teeko,all"}),
            "8 games of teeko, chinese8, onejump, star");
  const Outcome quick =
      Execute(RealGames(), {"compare", "--players", "random,random:seed=1",
                            "--rounds", "1", "--max-plies", "5"});
  EXPECT_THAT(quick.err,
              StartsWith("14 games of chinese8, onejump, star:size=3, "
                         "star:size=3,players=3, teeko; 2 players; "));
}

TEST_F(CompareCommandTest, GamesForThreeArePlayedInAllRotations) {
  const Outcome outcome = Execute(
      RealGames(), {"compare", "--games", "star:size=3,players=3", "--players",
                    "random,greedy,alphabeta:depth=1,mcts:playouts=2",
                    "--rounds", "1", "--max-plies", "30", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // 4 subsets of 3, each in 3 rotations.
  EXPECT_THAT(outcome.err, StartsWith("12 games of "));
  const Outcome games =
      Execute(RealGames(), {"games", Path("a"), "--json", "--limit", "3"});
  std::set<std::string> first_seats, all;
  for (const std::string& line : std::vector<std::string>(
           absl::StrSplit(games.out, '\n', absl::SkipEmpty()))) {
    const auto players = nlohmann::json::parse(line)["players"];
    ASSERT_EQ(players.size(), 3u);
    first_seats.insert(players[0]);
    all.insert(players.begin(), players.end());
  }
  EXPECT_THAT(all, ElementsAre("alphabeta:depth=1", "greedy", "random"));
  EXPECT_EQ(first_seats, all);
}

TEST_F(CompareCommandTest, WrongArgumentsSayWhatWouldBeRight) {
  ExpectRefused({"--rounds", "0"},
                "--rounds: '0' is not a whole number from 1");
  ExpectRefused({"--time", "5"}, "--time '5' is not a time with its unit");
  ExpectRefused({"--time", "25h"}, "to 86400s");
  ExpectRefused({"--nodes", "0"}, "--nodes '0' is not a whole number from 1");
  ExpectRefused({"--clock", "10"}, "is not BASE+INC, such as 10s+100ms");
  ExpectRefused({"--clock", "0s+1s"}, "the time for the game is more than 0");
  ExpectRefused({"--clock", "1s+"}, "is not BASE+INC");
  ExpectRefused({"--clock", "1s+1s+1s"}, "is not BASE+INC");
  ExpectRefused({"--jobs", "2000"}, "from 0 to 1024");
  ExpectRefused({"--seed", "-1"}, "--seed: '-1' is not a whole number from 0");
  ExpectRefused({"--openings", "101"}, "from 0 to 100");
  ExpectRefused({"--max-plies", "0"}, "from 1 to 100000");
  ExpectRefused({"--games", "tictactoo"}, "did you mean 'tictactoe'?");
  ExpectRefused({"--players", "random"},
                "number of players is 1; give 2 to 64");
  ExpectRefused({"--players", "random,radnom"}, "did you mean 'random'?");
  ExpectRefused({"--players", "random,random"}, "is given twice");
  ExpectRefused({"--players", "seed=1"}, "--players: the list begins with");
  ExpectRefused({"--playouts", "5"}, "alphabeta");
  ExpectRefused({"--shard", "1/2"}, "add --db FILE");
  ExpectRefused({"--shard", "3/2", "--db", Path("x")}, "--shard '3/2'");
  ExpectRefused({"--shard", "auto/2", "--db", Path("x")}, "none of SLURM");
  ExpectRefused({"--db", Path("no/such/folder")}, "no/such/folder");
  cli::ExpectRefused(
      Tictactoe(),
      {"compare", "--players", "random", "alphabeta:threads=2,depth=1",
       "--jobs", "2", "--db", Path("x")},
      "'alphabeta:depth=1,threads=2' thinks with several threads");
  EXPECT_FALSE(std::filesystem::exists(Path("x")));
}

TEST_F(CompareCommandTest, TerminalShowsALineThatGoesAway) {
  const Outcome outcome = Compare({"--rounds", "3"}, /*terminal=*/true);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err,
              HasSubstr("\n\r[....................] 0/18  0:00\033[K"));
  EXPECT_THAT(outcome.err, HasSubstr("\r\033[K18 games in 0:0"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("(100 %)")));
}

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
  ExpectRefused("db = \"a#b\"\n", "line 1: a quote is not closed");
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
}  // namespace cli
}  // namespace boardwalk
