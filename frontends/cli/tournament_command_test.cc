// boardwalk tournament in process, on quick players.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "frontends/results/store.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

class TournamentCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  static Outcome Run(const Words& words, bool terminal = false) {
    Words arguments = {"tournament"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return Execute(Games(), arguments, "", terminal);
  }
  static void ExpectRefused(const Words& words, const std::string& message) {
    Words arguments = {"tournament"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    cli::ExpectRefused(Games(), arguments, message);
  }
  // The standings of a file, without what differs between runs.
  std::string Standings(const std::string& name) const {
    const Outcome outcome =
        Execute(Games(), {"report", Path(name), "--no-times"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  const TemporaryFolder folder_;
};

TEST_F(TournamentCommandTest, TheClassTournamentIsADoubleRoundRobin) {
  const Outcome outcome =
      Run({"chinese8", "random", "greedy", "quick=alphabeta:depth=1", "--jobs",
           "1", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              StartsWith("The class tournament: 3 entrants, 6 games, limit 5s "
                         "a move\n\n  #  entrant  points  bonus  won"));
  EXPECT_THAT(outcome.out, HasSubstr("quick"));
  EXPECT_THAT(outcome.err,
              StartsWith("6 games of chinese8; 3 entrants; limit 5s a move; 1 "
                         "at once\n1 of 6 games (16 %)"));
  EXPECT_THAT(outcome.err, HasSubstr("left  "));
  // Every pair twice, each once as Blue, from the start.
  const auto store = results::OpenToRead(Path("a"));
  ASSERT_TRUE(store.ok()) << store.status();
  std::vector<std::vector<int>> blue_and_red;
  const absl::Status read =
      (*store)->ForEachWhole({}, [&](const comparison::FinishedGame& game) {
        EXPECT_TRUE(game.opening.empty());
        blue_and_red.push_back(
            {game.summary.seats[0].player, game.summary.seats[1].player});
        return absl::OkStatus();
      });
  EXPECT_TRUE(read.ok()) << read;
  EXPECT_THAT(blue_and_red,
              testing::UnorderedElementsAreArray(std::vector<std::vector<int>>{
                  {0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}));
  // The file is enough for all forms of the standings.
  EXPECT_EQ(Execute(Games(), {"report", Path("a")}).out, outcome.out);
  EXPECT_THAT(Execute(Games(), {"report", Path("a"), "--format", "csv"}).out,
              StartsWith("rank,entrant,"));
  EXPECT_THAT(Execute(Games(), {"report", Path("a"), "--format", "json"}).out,
              StartsWith("{\"tournament\":\"chinese8\","));
}

TEST_F(TournamentCommandTest, JsonAndExportCountTheSamePlies) {
  const Outcome outcome =
      Run({"chinese8", "greedy", "alphabeta:depth=1", "--openings", "4",
           "--jobs", "1", "--json", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  const Outcome exported =
      Execute(Games(), {"export", Path("a"), "--format", "jsonl"});
  std::istringstream lines(exported.out);
  int games = 0;
  for (std::string line; std::getline(lines, line); ++games) {
    const auto game = nlohmann::json::parse(line, nullptr, false);
    EXPECT_EQ(json["games"][games]["plies"], game["plies"]);
    EXPECT_EQ(game["plies"], game["moves"].size());
  }
  EXPECT_EQ(games, 2);
}

TEST_F(TournamentCommandTest, ProgressShowsThePoints) {
  const Outcome outcome =
      Run({"chinese8", "random", "greedy", "--jobs", "1"}, /*terminal=*/true);
  EXPECT_THAT(outcome.err, HasSubstr("random 0"));
}

TEST_F(TournamentCommandTest, TheStarChallengeShowsItsSeatings) {
  const Outcome outcome =
      Run({"star", "random", "greedy", "alphabeta:depth=1", "random:seed=1",
           "--sizes", "3", "--max-plies", "60", "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // 6 pairs of 2 games, 4 sets of 3, 1 set of 4.
  EXPECT_THAT(outcome.out,
              StartsWith("The star challenge: 4 entrants, 28 games, limit 5s a "
                         "move\n"));
  EXPECT_THAT(
      outcome.out,
      HasSubstr("Every two entrants are together in 12 games, and every "
                "entrant begins 7 games."));
  EXPECT_THAT(outcome.err, StartsWith("28 games of 3 kinds; 4 entrants;"));
}

TEST_F(TournamentCommandTest, SizesSeatsAndPositionsAreOptions) {
  const auto games = [](const Words& more) {
    Words words = {"star",          "random",      "greedy",
                   "random:seed=1", "--jobs",      "1",
                   "--json",        "--max-plies", "4"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Run(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    std::vector<std::string> names;
    for (const auto& game : json["games"]) {
      const auto name = game["game"].get<std::string>();
      if (names.empty() || names.back() != name) names.push_back(name);
    }
    return names;
  };
  EXPECT_EQ(games({}), (Words{"star", "star:players=3"}));
  EXPECT_EQ(games({"--sizes", "3", "5", "--seats", "2"}),
            (Words{"star:size=3", "star:size=5"}));
  EXPECT_EQ(games({"--sizes", "3,4", "--positions", "0+2+4", "0+1"}),
            (Words{"star:size=3,players=3", "star:size=3,seats=0+1",
                   "star:players=3", "star:seats=0+1"}));
}

TEST_F(TournamentCommandTest, ASecondCostsWhatTheOptionSays) {
  for (const char* costs : {"0", "1000"}) {
    const Outcome outcome =
        Run({"star", "random", "greedy", "--sizes", "3", "--jobs", "1",
             "--json", "--second-costs", costs});
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    for (const auto& row : json["entrants"]) {
      const double seconds = row["seconds"].get<double>();
      EXPECT_GT(seconds, 0);
      EXPECT_DOUBLE_EQ(
          row["total"].get<double>(),
          row["points"].get<double>() - std::stod(costs) * seconds);
    }
  }
}

TEST_F(TournamentCommandTest, GoesOnWhereItStopped) {
  const Words words = {
      "star",   "random",      "greedy", "alphabeta:depth=1", "--sizes",
      "3",      "--max-plies", "100",    "--second-costs",    "0",
      "--jobs", "1",           "--db"};
  Words whole = words, parts = words;
  whole.push_back(Path("whole"));
  parts.push_back(Path("parts"));
  EXPECT_EQ(Run(whole).status, 0);
  // A file that has some of the games.
  {
    const auto from = results::OpenToRead(Path("whole"));
    ASSERT_TRUE(from.ok()) << from.status();
    const auto to =
        results::OpenToPlay(Path("parts"), (*from)->configuration());
    ASSERT_TRUE(to.ok()) << to.status();
    for (const int64_t id : {2, 3, 7}) {
      ASSERT_TRUE((*to)->Add(*(*from)->Get(id)).ok());
    }
  }
  const Outcome rest = Run(parts);
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_THAT(rest.err, HasSubstr("has 3 of them already"));
  EXPECT_EQ(Standings("parts"), Standings("whole"));
  // Another tournament does not go on with it.
  parts[9] = "1";
  const Outcome other = Run(parts);
  EXPECT_NE(other.status, 0);
  EXPECT_THAT(other.err, HasSubstr("tournament: 'star, a second costs 0' there "
                                   "and 'star, a second costs 1' here"));
}

TEST_F(TournamentCommandTest, WritesThePageAndTheFilesOfGradescope) {
  const Outcome outcome =
      Run({"chinese8", "random", "greedy", "mcts:playouts=2,cutoff=1", "--jobs",
           "1", "--html", Path("page.html"), "--gradescope", Path("grades")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err,
              HasSubstr(absl::StrCat("wrote ", Path("page.html"), "\nwrote ",
                                     Path("grades"), "/*/results.json\n")));
  EXPECT_THAT(*ReadFile(Path("page.html")), HasSubstr("#game-6\""));
  for (const char* entrant : {"random", "greedy", "mcts:playouts=2,cutoff=1"}) {
    const auto text =
        ReadFile(absl::StrCat(Path("grades"), "/", entrant, "/results.json"));
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_TRUE(nlohmann::json::parse(*text, nullptr, false).is_object());
  }
  // Nothing else is overwritten.
  ASSERT_TRUE(
      WriteFileAtomically(Path("grades/random/results.json"), "{\"mine\": 1}")
          .ok());
  const Outcome again = Run({"chinese8", "random", "greedy", "--jobs", "1",
                             "--gradescope", Path("grades")});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("grades/random/results.json"));
}

TEST_F(TournamentCommandTest, RefusesWhatIsNoTournament) {
  ExpectRefused({}, "chinese8");
  ExpectRefused({"chinese8", "random"},
                "a tournament has two entrants or more, and there is only "
                "'random'");
  ExpectRefused({"chinese8", "random", "nobody"}, "no player 'nobody'");
  ExpectRefused({"chinese8", "random", "random"}, "is given twice");
  ExpectRefused({"chinese8", "random", "human"}, "'human' is no program");
  ExpectRefused({"star", "random", "greedy", "--seats", "3"},
                "there are 2 entrants; a tournament seats nobody twice");
  ExpectRefused(
      {"star", "random", "greedy", "--seats", "2", "--positions", "0+3"},
      "leave one of both out");
  ExpectRefused({"star", "random", "greedy", "--sizes", "x"},
                "--sizes: 'x' is no whole number");
  ExpectRefused({"star", "random", "greedy", "--sizes", "2"}, "size");
  ExpectRefused({"star", "random", "greedy", "--second-costs", "-1"},
                "--second-costs");
  const Outcome compared =
      Execute(Games(), {"compare", "--games", "teeko", "--players",
                        "random,greedy", "--rounds", "1", "--db", Path("c")});
  ASSERT_EQ(compared.status, 0) << compared.err;
  cli::ExpectRefused(Games(), {"report", Path("c"), "--gradescope", Path("g")},
                     "--gradescope is for the results of boardwalk tournament");
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
