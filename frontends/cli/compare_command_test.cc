// boardwalk compare and merge in process, on very short games.

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/state_file.h"
#include "frontends/cli/testing.h"
#include "frontends/tournament/result.h"
#include "frontends/tournament/store.h"
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

// That of two players of tic-tac-toe.
tournament::Configuration SmallComparison() {
  tournament::Configuration configuration;
  configuration.games = {"tictactoe"};
  configuration.players = {"greedy", "random"};
  return configuration;
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

TEST_F(ConfigTest, ACommentBeginsOutsideOfQuotes) {
  const Outcome outcome =
      Run("rounds = 1 # \"x\nplayers = \"random,greedy\"\ndb = \"" +
          Path("a#b") + "\"#c\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(Path("a#b")));
}

// A grown comparison is as if it had been played at once.
TEST_F(CompareCommandTest, PlayersAndGamesAreAddedToResults) {
  const auto compare = [&](const std::string& db, const Words& games,
                           const Words& players, const Words& more = {}) {
    Words arguments = {"compare",     "--rounds", "2",      "--db", Path(db),
                       "--max-plies", "20",       "--jobs", "1",    "--games"};
    arguments.insert(arguments.end(), games.begin(), games.end());
    arguments.emplace_back("--players");
    arguments.insert(arguments.end(), players.begin(), players.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(RealGames(), arguments);
  };
  const auto games = [&](const std::string& db) {
    return Execute(RealGames(),
                   {"export", Path(db), "--format", "jsonl", "--no-times"})
        .out;
  };
  const std::string star = "star:size=3,players=3";
  const Words four = {"random", "greedy", "random:seed=1", "random:seed=2"};
  compare("a", {"teeko", star}, {"random", "greedy", "random:seed=1"});
  // In any order; the games that were there are not played again.
  const Outcome grown =
      compare("a", {"onejump", star, "teeko"},
              {"random:seed=2", "greedy", "random:seed=1", "random"});
  EXPECT_EQ(grown.status, 0) << grown.err;
  EXPECT_THAT(grown.err,
              HasSubstr("a gets more: onejump, random:seed=2; what was played "
                        "stays\n"));
  EXPECT_THAT(grown.err, HasSubstr("a has 18 of them already\n"));
  compare("b", {"teeko", star, "onejump"}, four);
  EXPECT_THAT(games("a"), HasSubstr("\"id\":72,"));
  EXPECT_EQ(games("a"), games("b"));
  const auto tables = [&](const std::string& db) {
    return Execute(RealGames(), {"report", Path(db), "--no-times"}).out;
  };
  EXPECT_EQ(tables("a"), tables("b"));
  // Nothing may be left out, and nothing else may change.
  const std::string before = *ReadFile(Path("a"));
  const auto refused = [&](const Words& of, const Words& players,
                           const Words& more, const std::string& message) {
    const Outcome outcome = compare("a", of, players, more);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(*ReadFile(Path("a")), before);
  };
  const Words all = {"teeko", star, "onejump"};
  refused(all, {"random", "greedy", "alphabeta:depth=1"}, {},
          "players: 'random:seed=1', 'random:seed=2' are there and not here");
  refused({"teeko"}, four, {}, "games: '" + star + "', 'onejump' are there");
  Words five = four;
  five.emplace_back("alphabeta:depth=1");
  refused(all, five, {"--seed", "1"}, "seed: '0' there and '1' here");
  refused(all, five, {"--nodes", "9"}, "limits: 'none' there and 'nodes=9'");
  refused(all, five, {"--openings", "1"}, "plies of openings: '2' there");
}

// Of three players nobody sits twice, of two somebody does.
TEST_F(CompareCommandTest, PairingsThatWouldGoAreNotGrown) {
  const Words common = {"compare",  "--games",     "star:size=3,players=3",
                        "--rounds", "1",           "--db",
                        Path("a"),  "--max-plies", "20"};
  const auto compare = [&](const Words& players) {
    Words arguments = common;
    arguments.emplace_back("--players");
    arguments.insert(arguments.end(), players.begin(), players.end());
    return Execute(RealGames(), arguments);
  };
  EXPECT_EQ(compare({"random", "greedy"}).status, 0);
  const Outcome outcome = compare({"random", "greedy", "random:seed=1"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("it has the pairing 'random', 'random', "
                                     "'greedy' in 'star:size=3,players=3'"));
}

TEST_F(CompareCommandTest, AGauntletPlaysOnlyItsPairings) {
  const Outcome gauntlet =
      Compare({"--rounds", "2", "--db", Path("a"), "--gauntlet", "greedy"});
  EXPECT_EQ(gauntlet.status, 0) << gauntlet.err;
  EXPECT_THAT(gauntlet.err, StartsWith("8 games of tictactoe; 3 players"));
  EXPECT_THAT(gauntlet.out, HasSubstr("gauntlet of greedy"));
  EXPECT_THAT(Games("a"), Not(HasSubstr("\"players\":[\"random\",\"alpha")));
  // More players in it, or all against all, play what is missing.
  EXPECT_THAT(Compare({"--rounds", "2", "--db", Path("a"), "--gauntlet",
                       "random,greedy"})
                  .err,
              HasSubstr("a has 8 of them already\n"));
  Compare({"--rounds", "2", "--db", Path("b")});
  EXPECT_EQ(Compare({"--rounds", "2", "--db", Path("a")}).status, 0);
  EXPECT_EQ(Games("a"), Games("b"));
  const Outcome fewer =
      Compare({"--rounds", "2", "--db", Path("a"), "--gauntlet", "greedy"});
  EXPECT_EQ(fewer.status, 2);
  EXPECT_THAT(fewer.err,
              HasSubstr("the pairing 'random', 'alphabeta:depth=2' in"));
  ExpectRefused({"--players", "random,greedy", "--gauntlet", "alphabeta"},
                "the gauntlet is of 'alphabeta', which is not among the "
                "players (there are random greedy)");
}

TEST_F(CompareCommandTest, AliasesStandForPlayers) {
  const auto compare = [&](const Words& more) {
    Words arguments = {"compare", "--rounds", "2", "--jobs", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments);
  };
  const Outcome outcome =
      compare({"--players", "random,deep=alphabeta:depth=3,nodes=99",
               "slow=greedy", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("names deep=alphabeta:nodes=99,depth=3, slow=greedy"));
  EXPECT_THAT(outcome.out, HasSubstr("\n  1  deep "));
  EXPECT_THAT(outcome.err, HasSubstr("slow "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("greedy")));
  EXPECT_THAT(Games("a"), Not(HasSubstr("deep")));
  // They are no part of the comparison: left out they stay, or others count.
  const Words plain = {"--players", "random,alphabeta:depth=3,nodes=99,greedy",
                       "--db", Path("a")};
  const Outcome again = compare(plain);
  EXPECT_THAT(again.err, EndsWith("a has all of them already\n"));
  EXPECT_THAT(again.out, HasSubstr("\n  1  deep "));
  EXPECT_THAT(Tables("a"), HasSubstr("\n  1  deep "));
  compare({"--players", "random", "best=alphabeta:depth=3,nodes=99", "greedy",
           "--db", Path("a")});
  EXPECT_THAT(Tables("a"), HasSubstr("\n  1  best "));
  EXPECT_THAT(Tables("a"), HasSubstr("slow=greedy"));
  EXPECT_EQ(Execute(Tictactoe(), {"games", Path("a"), "--player", "best"}).out,
            Execute(Tictactoe(), {"games", Path("a"), "--player",
                                  "alphabeta:depth=3,nodes=99"})
                .out);
  EXPECT_EQ(
      compare({"--players", "x=random", "greedy", "--gauntlet", "x"}).status,
      0);
  for (const auto& [player, message] :
       {std::pair("mcts=random", "the alias 'mcts' is the name of a player"),
        std::pair("human=random", "the alias 'human' is the name of a player"),
        std::pair("a.b=random", "the alias 'a.b' is no simple word"),
        std::pair("-a=random", "is no simple word"),
        std::pair("=random", "the alias '' is no simple word"),
        std::pair("y=random:seed=1", "is given to two players"),
        std::pair("y=nobody:seed=1", "nobody")}) {
    ExpectRefused({"--players", player, "y=greedy"}, message);
  }
}

// The state folder of the tests.
class StateFolderTest : public CompareCommandTest {
 protected:
  StateFolderTest() {
    if (const char* const value = std::getenv("XDG_STATE_HOME")) old_ = value;
    setenv("XDG_STATE_HOME", Path("state").c_str(), 1);
  }
  ~StateFolderTest() override {
    if (old_.empty()) {
      unsetenv("XDG_STATE_HOME");
    } else {
      setenv("XDG_STATE_HOME", old_.c_str(), 1);
    }
  }

  static Outcome Keep(const Words& more) {
    Words arguments = {"compare", "--players", "random,greedy", "--rounds", "1",
                       "--jobs",  "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments, "", /*terminal=*/false,
                   /*keeps_results=*/true);
  }
  std::set<std::string> Kept() const {
    std::set<std::string> files;
    if (!std::filesystem::exists(Path("state/boardwalk"))) return files;
    for (const auto& entry :
         std::filesystem::directory_iterator(Path("state/boardwalk"))) {
      files.insert(entry.path().string());
    }
    return files;
  }

 private:
  std::string old_;
};

TEST_F(StateFolderTest, ResultsWithoutAFileAreKept) {
  const Outcome first = Keep({});
  const std::set<std::string> one = Kept();
  ASSERT_EQ(one.size(), 1u);
  const std::string file = *one.begin();
  EXPECT_THAT(
      file, ::testing::MatchesRegex(".*/compare-20[0-9-]+-[a-z]{6}\\.sqlite"));
  EXPECT_THAT(first.err,
              EndsWith("the results are kept; to see them again: boardwalk "
                       "report " +
                       file + "\n"));
  EXPECT_EQ(Execute(Tictactoe(), {"report", file}).out, first.out);
  // Another run has another file; --no-db and --db have none there.
  Keep({});
  EXPECT_EQ(Kept().size(), 2u);
  EXPECT_THAT(Keep({"--no-db"}).err, Not(HasSubstr("kept")));
  EXPECT_THAT(Keep({"--db", Path("a")}).err, Not(HasSubstr("kept")));
  EXPECT_EQ(Kept().size(), 2u);
  EXPECT_EQ(Keep({"--no-db", "--db", Path("a")}).status, 2);
  // sprt does the same.
  const Outcome sprt = Execute(
      Tictactoe(),
      {"sprt", "tictactoe", "--players", "random", "greedy", "--rounds", "3"},
      "", false, /*keeps_results=*/true);
  EXPECT_THAT(sprt.err, HasSubstr("boardwalk report " + Path("state")));
  EXPECT_EQ(Kept().size(), 3u);
}

TEST_F(StateFolderTest, AFolderThatCannotBeWrittenIsAWarning) {
  ASSERT_TRUE(WriteFileAtomically(Path("file"), "x").ok());
  setenv("XDG_STATE_HOME", Path("file").c_str(), 1);
  const Outcome outcome = Keep({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, StartsWith("warning: the results are not kept: "));
  EXPECT_THAT(outcome.out, HasSubstr("greedy"));
}

TEST_F(StateFolderTest, RunsAtTheSameTimeHaveFilesOfTheirOwn) {
  std::vector<std::thread> runs;
  runs.reserve(8);
  for (int i = 0; i < 8; ++i) {
    runs.emplace_back([] {
      for (int j = 0; j < 5; ++j) {
        const auto made = MakeStateFile("compare", SmallComparison());
        EXPECT_TRUE(made.ok()) << made.status();
      }
    });
  }
  for (std::thread& run : runs) run.join();
  EXPECT_EQ(Kept().size(), 40u);
}

TEST_F(StateFolderTest, AFileThatIsThereIsNotTaken) {
  ASSERT_TRUE(WriteFileAtomically(Path("taken"), "x").ok());
  EXPECT_TRUE(absl::IsAlreadyExists(
      tournament::Store::CreateToPlay(Path("taken"), SmallComparison())
          .status()));
  EXPECT_EQ(*ReadFile(Path("taken")), "x");
  // Nor by two at the same time.
  for (int i = 0; i < 10; ++i) {
    std::atomic<int> made = 0;
    std::vector<std::thread> runs;
    runs.reserve(8);
    for (int j = 0; j < 8; ++j) {
      runs.emplace_back([&] {
        made += tournament::Store::CreateToPlay(Path(absl::StrCat("new", i)),
                                                SmallComparison())
                    .ok();
      });
    }
    for (std::thread& run : runs) run.join();
    EXPECT_EQ(made, 1);
  }
}

TEST_F(ConfigTest, WhatIsPrintedPlaysTheSameGames) {
  const Words sets[] = {
      {"--players", "random", "deep=alphabeta:depth=2,nodes=50", "greedy",
       "--gauntlet", "deep", "--rounds", "3", "--seed", "9"},
      {"--players", "random,alphabeta", "--openings", "1", "--nodes", "1e2",
       "--depth", "3", "--max-plies", "7", "--rounds", "2"},
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

TEST_F(CompareCommandTest, OpeningsFromAFile) {
  const auto compare = [&](const std::string& text, const Words& more = {}) {
    EXPECT_TRUE(WriteFileAtomically(Path("openings"), text).ok());
    Words arguments = {"compare", "--players",       "random,greedy", "--jobs",
                       "1",       "--openings-file", Path("openings")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments);
  };
  const std::string three = "# mine\na1 b2\n\n  b2\tc3 \r\na1\n";
  const Outcome outcome = compare(three, {"--rounds", "4", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("openings 3 given"));
  EXPECT_THAT(outcome.out, HasSubstr("3 openings"));
  EXPECT_THAT(outcome.out, HasSubstr("! There are only 3 given openings; 4 "
                                     "rounds use them repeatedly.\n"));
  // Three rounds begin with all of them, the fourth as the first.
  std::vector<std::string> begun;
  for (const std::string& line : std::vector<std::string>(
           absl::StrSplit(Games("a"), '\n', absl::SkipEmpty()))) {
    begun.push_back(nlohmann::json::parse(line)["opening"].dump());
  }
  ASSERT_EQ(begun.size(), 8u);
  EXPECT_EQ(begun[0], begun[1]);
  EXPECT_EQ(begun[0], begun[6]);
  EXPECT_EQ((std::set<std::string>{begun[0], begun[2], begun[4]}).size(), 3u);
  // The order is the seed's, not the file's.
  std::set<std::string> firsts;
  for (int seed = 0; seed < 10; ++seed) {
    const std::string db = Path(absl::StrCat("seed", seed));
    compare(three, {"--rounds", "1", "--db", db, "--seed", absl::StrCat(seed)});
    firsts.insert(
        nlohmann::json::parse(
            Games(absl::StrCat("seed", seed))
                .substr(
                    0, Games(absl::StrCat("seed", seed)).find('\n')))["opening"]
            .dump());
  }
  EXPECT_EQ(firsts.size(), 3u);
  // Positions that are there already are left out.
  EXPECT_THAT(compare("a1 b2 c3\nc3 b2 a1\n", {"--rounds", "1"}).out,
              HasSubstr("openings 1 given"));
  // Other openings are another comparison.
  const Outcome other = compare("a1\n", {"--rounds", "4", "--db", Path("a")});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("openings: 3 given from 'a1 b2' to 'a1' "
                                   "there and 1 given"));
}

TEST_F(CompareCommandTest, WrongOpeningsAreNamed) {
  const auto refused = [&](const std::string& text, const std::string& message,
                           const Words& more = {}) {
    EXPECT_TRUE(WriteFileAtomically(Path("openings"), text).ok());
    Words arguments = {"--openings-file", Path("openings")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ExpectRefused(arguments, message);
    std::filesystem::remove(Path("openings"));
  };
  refused("a1\nb2 b2\n", "openings, line 2: move 2, 'b2': ");
  refused("position nonsense\n", "openings, line 1: ");
  refused("a1 b1 a2 b2 a3\n", "line 1: the game is over after it");
  refused("# none\n\n", "has no opening; write moves");
  refused("a1\n\x01\n", "line 2: this is no text");
  refused(std::string("a1\na\0b\n", 7), "line 2: this is no text");
  refused("a1\n" + std::string(20'000, 'a'), "line 2: it has more than 10000");
  refused(std::string(5'000'000, '\n'), "openings");
  refused("a1\n",
          "--openings-file and --openings 2: the openings are given or "
          "random",
          {"--openings", "2"});
  ExpectRefused({"--openings-file", Path("nothing")}, "nothing");
  ExpectRefused({"--opening", "z9"}, "--opening 'z9': move 1, 'z9'");
  cli::ExpectRefused(RealGames(), {"compare", "--opening", "1"},
                     "--opening gives openings of one game, and there are 5; "
                     "add --games GAME");
}

TEST_F(CompareCommandTest, ReproducePlaysTheSameGames) {
  Compare({"--rounds", "3", "--db", Path("a")});
  for (const char* jobs : {"1", "3"}) {
    const Outcome same =
        Execute(Tictactoe(), {"reproduce", Path("a"), "--jobs", jobs});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.out, "18 games compared: no difference\n");
    EXPECT_THAT(same.err, StartsWith("plays 18 games again; "));
  }
  // Games are missing, as in a part, or an interrupted run.
  Compare({"--rounds", "9", "--db", Path("part"), "--shard", "2/4"});
  EXPECT_THAT(Execute(Tictactoe(), {"reproduce", Path("part")}).out,
              HasSubstr("compared: no difference"));
}

TEST_F(CompareCommandTest, ReproduceLeavesOutWhatDependsOnTime) {
  const Words players = {"compare",
                         "--rounds",
                         "2",
                         "--jobs",
                         "1",
                         "--players",
                         "random",
                         "greedy",
                         "alphabeta:time=1ms",
                         "alphabeta:depth=1,threads=2",
                         "--db",
                         Path("a")};
  EXPECT_EQ(Execute(Tictactoe(), players).status, 0);
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // Of six pairings one is of others than these two; one is of both.
  EXPECT_THAT(outcome.out, StartsWith("4 games compared: no difference\n"));
  EXPECT_THAT(outcome.out, HasSubstr(" with a time limit"));
  EXPECT_THAT(outcome.out, HasSubstr(" with several threads"));
  Compare({"--rounds", "1", "--db", Path("b"), "--time", "1ms"});
  cli::ExpectRefused(Tictactoe(), {"reproduce", Path("b")},
                     "can be compared: 6 games with a time limit; limits by");
}

TEST_F(CompareCommandTest, ReproduceMissesNoGame) {
  Compare({"--rounds", "2", "--db", Path("a")});
  const auto read = tournament::Store::OpenToRead(Path("a"));
  auto copy =
      tournament::Store::OpenToPlay(Path("b"), (*read)->configuration());
  tournament::FinishedGame game = *(*read)->Get(12);
  ASSERT_TRUE((*copy)->Add(game).ok());
  game.summary.id = 1000;
  ASSERT_TRUE((*copy)->Add(game).ok());
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("b")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              StartsWith("1 game compared: no difference\n1 game not compared: "
                         "no game of this comparison has such a number"));
}

TEST_F(CompareCommandTest, ReproduceWaitsForNobodyWhoDidNotAnswer) {
  Compare({"--rounds", "1", "--db", Path("a")});
  const auto read = tournament::Store::OpenToRead(Path("a"));
  auto copy =
      tournament::Store::OpenToPlay(Path("b"), (*read)->configuration());
  for (const int64_t id : {1, 2}) {
    tournament::FinishedGame game = *(*read)->Get(id);
    if (id == 2) {
      game.record.returns =
          ReturnsWithoutRules(Termination::kTimeForfeit, /*num_players=*/2,
                              /*loser=*/0);
      game.record.termination = game.summary.termination =
          Termination::kTimeForfeit;
      game.record.loser = game.summary.loser = 0;
      for (int seat = 0; seat < 2; ++seat) {
        game.summary.seats[seat].returns = game.record.returns[seat];
      }
    }
    const auto added = (*copy)->Add(game);
    ASSERT_TRUE(added.ok()) << added.status();
  }
  EXPECT_EQ(Execute(Tictactoe(), {"reproduce", Path("b")}).out,
            "1 game compared: no difference\n"
            "left out: 1 game with a player that did not answer\n");
}

TEST_F(CompareCommandTest, ReproduceShowsTheFirstDifferences) {
  // What these games would be with other seeds: the file says seed 1.
  Compare({"--rounds", "3", "--db", Path("a"), "--seed", "1"});
  auto other = tournament::Store::OpenToRead(Path("a"));
  ASSERT_TRUE(other.ok());
  auto copy =
      tournament::Store::OpenToPlay(Path("b"), (*other)->configuration());
  ASSERT_TRUE(copy.ok());
  const absl::Status copied =
      (*other)->ForEachWhole({}, [&](const tournament::FinishedGame& game) {
        tournament::FinishedGame changed = game;
        if (game.summary.id == 7) changed.record.moves[1].depth = 77;
        if (game.summary.id == 9) {
          changed.record.moves[2].text = "other";
          changed.summary.fingerprint = tournament::Fingerprint(changed.record);
        }
        return (*copy)->Add(changed).status();
      });
  EXPECT_TRUE(copied.ok()) << copied;
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("b")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("game 7 of tictactoe, "));
  EXPECT_THAT(outcome.out, HasSubstr("but the player reported "));
  EXPECT_THAT(outcome.out, HasSubstr("\ngame 9 of tictactoe, "));
  EXPECT_THAT(outcome.out, HasSubstr(": ply 3 was 'other' and is '"));
  EXPECT_THAT(outcome.out, EndsWith("18 games compared: 2 differ\n"));

  const Outcome json = Execute(Tictactoe(), {"reproduce", Path("b"), "--json"});
  EXPECT_EQ(json.status, 1);
  EXPECT_THAT(json.out,
              StartsWith("{\"compared\":18,\"differing\":2,\"not_planned\":0,"
                         "\"left_out\":{},\"first_differences\":[\"game 7 "));
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
}  // namespace cli
}  // namespace boardwalk
