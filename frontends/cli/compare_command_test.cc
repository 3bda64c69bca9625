#include <filesystem>
#include <functional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "frontends/cli/compare_testing.h"
#include "frontends/comparison/result.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
  EXPECT_EQ(Games("a"), Games("b"));
  // Somebody may have looked at the two rounds and gone on.
  EXPECT_THAT(Tables("a"), HasSubstr("not played as planned"));
  EXPECT_THAT(Tables("b"), Not(HasSubstr("not played as planned")));
}

// Does something when what was written to it is flushed.
class ActingBuffer final : public std::stringbuf {
 public:
  explicit ActingBuffer(std::function<void()> act) : act_(std::move(act)) {}

 protected:
  int sync() override {
    act_();
    return 0;
  }

 private:
  const std::function<void()> act_;
};

// A comparison during which `act` happens after the last game, when the tables
// are there. It has shown them, and ends with an error.
std::string ErrorOfCompare(const std::string& db,
                           const std::function<void()>& act) {
  ActingBuffer buffer(act);
  std::ostream out(&buffer);
  std::istringstream in;
  std::ostringstream err;
  const Context context = {
      .catalog = Tictactoe(), .in = in, .out = out, .err = err};
  const char* const argv[] = {"boardwalk",     "compare",  "--players",
                              "random,greedy", "--rounds", "20",
                              "--db",          db.c_str()};
  EXPECT_EQ(RunCli(context, 8, argv), 1) << err.str();
  EXPECT_THAT(buffer.str(), HasSubstr("greedy"));
  return err.str();
}

TEST_F(CompareCommandTest, ResultsThatAreRemovedBeforeTheEndAreAnError) {
  const std::string db = Path("r.sqlite");
  EXPECT_THAT(ErrorOfCompare(db, [&] { std::filesystem::remove(db); }),
              HasSubstr("'" + db + "' was removed"));
}

TEST_F(CompareCommandTest, ResultsThatAreCutOffBeforeTheEndAreAnError) {
  for (const uintmax_t size : {0, 100, 5000}) {
    const std::string db = Path(absl::StrCat("r", size));
    EXPECT_THAT(
        ErrorOfCompare(db, [&] { std::filesystem::resize_file(db, size); }),
        HasSubstr(db));
  }
}

TEST_F(CompareCommandTest, WhatIsFinishedIsShownAtOnce) {
  const Outcome first = Compare({"--rounds", "2", "--db", Path("a")});
  const Outcome again = Compare({"--rounds", "2", "--db", Path("a")});
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.out, first.out);
  EXPECT_THAT(again.err, EndsWith("a has all of them already\n"));
}

TEST_F(CompareCommandTest, FewerRoundsThanThereAreIsSaid) {
  const Outcome all = Compare({"--rounds", "4", "--db", Path("a")});
  EXPECT_THAT(all.err, Not(HasSubstr("at least")));
  const Outcome fewer = Compare({"--rounds", "2", "--db", Path("a")});
  EXPECT_THAT(fewer.err,
              HasSubstr("a has 4 rounds; 2 are played at least, and the report "
                        "is of all that are there\n"));
  EXPECT_THAT(fewer.out, HasSubstr("24 games of 24"));
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

TEST_F(CompareCommandTest, MergeTellsGamesThatTimeMadeDiffer) {
  Compare(
      {"--rounds", "2", "--openings", "0", "--time", "1s", "--db", Path("a")});
  {
    // Another run of the first game: the moves of the same players in the
    // second round.
    const auto a = *results::OpenToRead(Path("a"));
    comparison::FinishedGame game = *a->Get(7);
    const comparison::FinishedGame first = *a->Get(1);
    static_cast<comparison::GameNumbers&>(game.summary) = first.summary;
    game.record.seed = first.record.seed;
    const auto b = *results::OpenToPlay(Path("b"), a->configuration());
    EXPECT_EQ(b->Add(game).status(), absl::OkStatus());
  }
  const auto merge = [&](const Words& inputs) {
    Words words = {"merge", Path("out")};
    words.insert(words.end(), inputs.begin(), inputs.end());
    const Outcome outcome = Execute(Tictactoe(), words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(merge({Path("a"), Path("b")}),
            absl::StrCat("12 games added; 1 game there already, of which 1 "
                         "differs; kept those of ",
                         Path("a"), "\n"));
  EXPECT_EQ(merge({Path("b")}),
            absl::StrCat("0 games added; 1 game there already, of which 1 "
                         "differs; kept those of ",
                         Path("out"), "\n"));
  EXPECT_THAT(merge({Path("b"), "--json"}),
              HasSubstr(absl::StrCat(R"("differing":1,"kept_from":[")",
                                     Path("out"), R"("])")));
  EXPECT_EQ(Games("out"), Games("a"));
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

TEST_F(CompareCommandTest, GamesEndWhenBothPlayersSayHow) {
  const Words arguments = {"compare",
                           "--games",
                           "tictactoe",
                           "--players",
                           "alphabeta:depth=9",
                           "alphabeta:depth=8",
                           "--openings",
                           "0",
                           "--rounds",
                           "1",
                           "--draw",
                           "value=0.5,moves=1,from=4",
                           "--no-db"};
  const Outcome outcome = Execute(Tictactoe(), arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("drawn when both say so value=0.5,moves=1,from=4"),
            HasSubstr("length 4 to 4 plies")));
  const Outcome wrong =
      Execute(Tictactoe(),
              {"compare", "--players", "random,greedy", "--resign", "0.9"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("'0.9'"));
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
  // Those of the command line come first, wherever they stand in it.
  compare("a1\n", {"--opening", "c1", "--rounds", "1", "--db", Path("both")});
  EXPECT_THAT(compare("a1\n", {"--rounds", "1", "--db", Path("both")}).err,
              HasSubstr("openings: 2 given from 'c1' to 'a1' there"));
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
  refused("a1\nb2 b2\n", "openings, line 2: move 2 'b2': ");
  refused("position nonsense\n", "openings, line 1: ");
  refused("a1 b1 a2 b2 a3\n", "line 1: the game is over after it");
  refused("# none\n\n", "has no opening; write moves");
  refused("a1\n\x01\n", "line 2: this is no text");
  refused(std::string("a1\na\0b\n", 7), "line 2: this is no text");
  refused("a1\n" + std::string(20'000, 'a'), "line 2: it has more than 10000");
  refused(std::string(5'000'000, '\n'), "openings");
  refused(
      "a1\n",
      "--openings 2 and --opening or --openings-file: the openings are given "
      "or random; leave one of both out",
      {"--openings", "2"});
  ExpectRefused({"--openings-file", Path("nothing")}, "nothing");
  ExpectRefused({"--opening", "z9"}, "--opening 'z9': move 1 'z9'");
  cli::ExpectRefused(RealGames(), {"compare", "--opening", "1"},
                     "--opening: openings are of one game, and there are 5; "
                     "add --games GAME");
}

}  // namespace
}  // namespace boardwalk::cli
