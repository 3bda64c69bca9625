// boardwalk tune in process.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

class TuneCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  // A few quick games, which do not depend on the clock.
  static Outcome Tune(const Words& more) {
    Words arguments = {
        "tune",    "onejump", "--player",    "alphabeta:nodes=30",
        "--nodes", "30",      "--max-plies", "100"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Games(), arguments);
  }
  static void ExpectRefused(Words arguments, const std::string& message) {
    arguments.insert(arguments.begin(), "tune");
    cli::ExpectRefused(Games(), arguments, message);
  }
  // The games in a file, without what differs between runs.
  std::string Exported(const std::string& name) const {
    return Execute(Games(),
                   {"export", Path(name), "--format", "jsonl", "--no-times"})
        .out;
  }

  const TemporaryFolder folder_;
};

TEST_F(TuneCommandTest, PrintsOldAndNewWeightsAndHowToUseThem) {
  const Outcome outcome =
      Tune({"--rounds", "20", "--seed", "3", "--no-test", "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err,
              StartsWith("40 games of self-play in onejump; limit 30 nodes a "
                         "move; 1 at once\n"));
  EXPECT_THAT(outcome.out, StartsWith("onejump: "));
  EXPECT_THAT(outcome.out, HasSubstr(" positions of 29 games, "));
  EXPECT_THAT(outcome.out, HasSubstr(" of 10 held out; 1 repeated game left "
                                     "out\n"));
  EXPECT_THAT(
      outcome.out,
      HasSubstr("\nfeature      old     new  +- 95 %\nmen          100"));
  EXPECT_THAT(outcome.out, HasSubstr("\nlog loss        0."));
  EXPECT_THAT(outcome.out,
              HasSubstr("\nNot tested. To make them the defaults"));
  EXPECT_THAT(
      outcome.out,
      HasSubstr("\n  // boardwalk tune onejump --player "
                "alphabeta:nodes=30,weights=100+140+24+8+20+5+45+6+-4+-4+"
                "-20 --nodes 30 --rounds 20 --seed 3 --openings 6 "
                "--max-plies 100\n"));
}

TEST_F(TuneCommandTest, DoesNotRecommendWhatPredictsNoBetter) {
  const auto json = nlohmann::json::parse(
      Tune({"--rounds", "10", "--no-test", "--json"}).out, nullptr, false);
  ASSERT_GE(json["loss_after"], json["loss_before"]);
  EXPECT_THAT(Tune({"--rounds", "10", "--no-test"}).out,
              ::testing::EndsWith("\nNot tested. The new weights predict no "
                                  "better: keep the old ones.\n"));
}

TEST_F(TuneCommandTest, TooFewGamesToHoldSomeOut) {
  // None of the three openings is.
  EXPECT_THAT(Tune({"--rounds", "3", "--seed", "3", "--no-test"}).out,
              HasSubstr("\nlog loss        not known: no games are held out"));
  const auto json = nlohmann::json::parse(
      Tune({"--rounds", "3", "--seed", "3", "--no-test", "--json"}).out,
      nullptr, false);
  EXPECT_TRUE(json["loss_before"].is_null()) << json;
  EXPECT_TRUE(json["loss_after"].is_null()) << json;
}

TEST_F(TuneCommandTest, SameWeightsWhateverTheJobsAndInterruptions) {
  const Words rounds = {"--rounds", "8", "--no-test", "--json"};
  const auto with = [&](const Words& more) {
    Words all = rounds;
    all.insert(all.end(), more.begin(), more.end());
    return Tune(all);
  };
  const Outcome one = with({"--jobs", "1", "--db", Path("one")});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(with({"--jobs", "3"}).out, one.out);
  EXPECT_NE(with({"--jobs", "3", "--seed", "1"}).out, one.out);
  Tune({"--rounds", "3", "--no-test", "--db", Path("parts")});
  const Outcome on = with({"--db", Path("parts")});
  EXPECT_THAT(on.err, HasSubstr("parts has 6 of them already\n"));
  EXPECT_EQ(on.out, one.out);
  EXPECT_EQ(Exported("parts"), Exported("one"));
}

TEST_F(TuneCommandTest, FitsTheGamesOfThePlanAlone) {
  const Words few = {"--rounds", "6", "--no-test"};
  Words with_more = few;
  with_more.insert(with_more.end(), {"--db", Path("more")});
  Tune({"--rounds", "14", "--no-test", "--db", Path("more")});
  EXPECT_EQ(Tune(with_more).out, Tune(few).out);
}

TEST_F(TuneCommandTest, TestsNewAgainstOldAndGoesOn) {
  const Words test = {"--rounds",      "8", "--test-time", "10s",
                      "--test-rounds", "4", "--db",        Path("a")};
  const Outcome outcome = Tune(test);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("\nat most 4 pairs of onejump; limit 10s "
                                     "a move; "));
  EXPECT_THAT(outcome.out, HasSubstr("onejump: alphabeta:nodes=30,weights="));
  EXPECT_THAT(outcome.out,
              HasSubstr(" against "
                        "alphabeta:nodes=30,weights="
                        "100+140+24+8+20+5+45+6+-4+-4+-20\nUndecided "));
  EXPECT_THAT(outcome.out, HasSubstr("\npairs           4 of at most 4: "));
  EXPECT_THAT(outcome.out,
              HasSubstr("\nThe test has not decided; give it more "
                        "--test-rounds (with --db it goes on).\n"));
  const std::string games = Exported("a"), pairs = Exported("a-test");
  EXPECT_THAT(pairs, HasSubstr("\"id\":8,"));
  const Outcome again = Tune(test);
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_THAT(again.err, HasSubstr("a has all of them already\n"));
  EXPECT_THAT(again.err, HasSubstr("a-test has 8 games already\n"));
  EXPECT_EQ(Exported("a"), games);
  EXPECT_EQ(Exported("a-test"), pairs);
}

TEST_F(TuneCommandTest, SaysWhatToDoWithAFileOfAnotherTest) {
  const auto with = [&](const std::string& rounds, const std::string& time) {
    return Tune({"--rounds", rounds, "--test-time", time, "--test-rounds", "1",
                 "--db", Path("a")});
  };
  EXPECT_EQ(with("8", "10s").status, 0);
  // What can be known is said before more games are played.
  const Outcome early = with("10", "20s");
  EXPECT_NE(early.status, 0);
  EXPECT_THAT(early.err, HasSubstr("a-test': these are two comparisons; "
                                   "limits: "));
  EXPECT_THAT(early.err, Not(HasSubstr("self-play")));
  // More games give other weights.
  const Outcome late = with("10", "10s");
  EXPECT_NE(late.status, 0);
  EXPECT_THAT(late.err, HasSubstr("a-test': these are two comparisons; "
                                  "players: "));
  EXPECT_THAT(late.err, HasSubstr("; remove '" + Path("a-test") +
                                  "' or name another --db\n"));
  std::filesystem::remove(Path("a-test"));
  const Outcome on = with("10", "10s");
  EXPECT_EQ(on.status, 0) << on.err;
  EXPECT_THAT(on.err, HasSubstr("a has all of them already\n"));
  std::ofstream(Path("b-test")) << "no results";
  const Outcome junk = Tune({"--rounds", "8", "--db", Path("b")});
  EXPECT_NE(junk.status, 0);
  EXPECT_THAT(junk.err, HasSubstr("b-test' is no file of results"));
  EXPECT_FALSE(std::filesystem::exists(Path("b")));
}

TEST_F(TuneCommandTest, SaysWhichAreBetter) {
  // Towers that are worth nothing, and enemies that nobody minds.
  const Words bad = {
      "--player",    "alphabeta:nodes=100,weights=1+-100+0+0+0+0+0+0+0+0+0",
      "--rounds",    "100",
      "--test-time", "10s"};
  Words arguments = {"tune", "onejump", "--nodes", "100", "--max-plies", "100"};
  arguments.insert(arguments.end(), bad.begin(), bad.end());
  const Words start = arguments;
  arguments.insert(arguments.end(), {"--elo1", "100"});
  const Outcome text = Execute(Games(), arguments);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr(" than one of 0 (H1 accepted). "));
  EXPECT_THAT(text.out, HasSubstr("\nThe new weights are better by 100 rather "
                                  "than 0 Elo. The Elo above, +"));
  EXPECT_THAT(text.out, HasSubstr(", is biased upwards, as the test stopped "
                                  "the games; a match of fixed size measures "
                                  "it. To make them the defaults, write"));
  arguments.emplace_back("--json");
  const auto json =
      nlohmann::json::parse(Execute(Games(), arguments).out, nullptr, false);
  EXPECT_EQ(json["sprt"]["verdict"], "H1");
  EXPECT_EQ(json["sprt"]["elo1"], 100);
  EXPECT_GT(json["sprt"]["elo"]["low"], 0);
  EXPECT_EQ(json["features"][1]["old"], -100);
  EXPECT_GT(json["features"][1]["new"], 0);
  // H1 says so only if H0 says that they are no worse.
  arguments = start;
  arguments.insert(arguments.end(), {"--elo0", "-100", "--elo1", "-50"});
  const std::string worse = Execute(Games(), arguments).out;
  EXPECT_THAT(worse,
              HasSubstr("\nThe new weights are better by -50 rather than "
                        "-100 Elo: that does not show that they are "
                        "better at all. Keep the old ones, or test"));
  EXPECT_THAT(worse, Not(HasSubstr("defaults")));
  // Their ratios are kept, not each of them cut at the bounds.
  for (const auto& feature : json["features"]) {
    EXPECT_LT(std::abs(feature["new"].get<int>()), 5000) << feature;
  }
}

// Of weights that lose every game a bound is known and no estimate.
TEST_F(TuneCommandTest, JsonHasTheTestAsReportsHaveIt) {
  bool lost = false;
  for (int seed = 1; seed <= 20 && !lost; ++seed) {
    const std::string out =
        Tune({"--rounds", "6", "--seed", std::to_string(seed), "--test-time",
              "10s", "--test-rounds", "1", "--db", Path("lost"), "--json"})
            .out;
    const auto json = nlohmann::json::parse(out, nullptr, false);
    lost = out.find("\"pairs\":[1,0,0,0,0]") != std::string::npos;
    if (lost) {
      const auto report = nlohmann::json::parse(
          Execute(Games(), {"report", Path("lost-test"), "--format", "json"})
              .out,
          nullptr, false);
      EXPECT_EQ(json["sprt"], report["sprt"]);
      EXPECT_TRUE(json["sprt"]["elo"]["value"].is_null()) << out;
      EXPECT_TRUE(json["sprt"]["elo"]["high"].is_number()) << out;
      EXPECT_EQ(json["sprt"]["verdict"], "continue");
    }
    std::filesystem::remove(Path("lost"));
    std::filesystem::remove(Path("lost-test"));
  }
  EXPECT_TRUE(lost);
}

TEST_F(TuneCommandTest, FixedFeaturesKeepTheirWeights) {
  const auto json =
      nlohmann::json::parse(Tune({"--rounds", "8", "--no-test", "--json",
                                  "--fix", "men", "guards,held"})
                                .out,
                            nullptr, false);
  for (const auto& feature : json["features"]) {
    const bool fixed = feature["name"] == "men" ||
                       feature["name"] == "guards" || feature["name"] == "held";
    EXPECT_EQ(feature["error"] == 0, fixed) << feature;
    if (fixed) {
      EXPECT_EQ(feature["new"], feature["old"]);
    }
  }
  EXPECT_THAT(
      Tune({"--rounds", "8", "--no-test", "--fix", "men", "guards,held"}).out,
      ::testing::ContainsRegex("\nmen +100 +100 +-  pieces"));
  EXPECT_EQ(json["sprt"], nullptr);
  EXPECT_THAT(std::string(json["command"]),
              ::testing::EndsWith(" --fix men,guards,held"));
}

TEST_F(TuneCommandTest, SaysWhatIsWrong) {
  ExpectRefused({"teeko"}, "the evaluation of teeko has no weights to tune");
  ExpectRefused({"star:players=3"},
                "weights are tuned in games for two, and star:players=3 is for "
                "3");
  ExpectRefused({"onejump", "--player", "random"},
                "--player: random uses no weights; choose one that evaluates "
                "positions, such as alphabeta");
  ExpectRefused(
      {"onejump", "--player", "alphabeta:weights=1+2"},
      "--player: there are 2 weights and 11 features; write one for each of "
      "men, towers, guards, ");
  ExpectRefused({"onejump", "--player", "alphabeta:weights=9999"},
                "weights is whole numbers from -5000 to 5000 joined by '+'");
  ExpectRefused({"onejump", "--fix", "man"},
                "--fix: onejump has no feature 'man'; did you mean 'men'? "
                "(there are men, towers, ");
  ExpectRefused({"onejump", "--elo0", "10", "--elo1", "5"}, "elo");
  ExpectRefused(
      {"onejump", "--player", "alphabeta:weights=0+0+0+0+0+0+0+0+0+0+0"},
      "all weights are 0");
  ExpectRefused({"onejump", "--test-time", "soon"},
                "--test-time 'soon' is not");
  ExpectRefused({"onejump", "--test-time", "-5ms"},
                "--test-time '-5ms' is not");
  ExpectRefused({"onejump", "--fix", ""}, "--fix names no feature");
  ExpectRefused({"onejump", "--fix",
                 "men,towers,guards,steps,threats,tempo,passed,exchange,"
                 "distance,escape,held"},
                "--fix: every feature stays");
  ExpectRefused(
      {"onejump", "--player", "alphabeta:weights=1+1+1+1+1+1+1+1+-9+1+1"},
      "the largest of the weights is below 10");
  ExpectRefused({"chinese8", "--player", "alphabeta:evaluation=table"},
                "weights are those of the evaluation plain, not of table");
}

// The parameter in other commands.
TEST_F(TuneCommandTest, WeightsAreListedWhereAGameHasFeatures) {
  EXPECT_THAT(Execute(Games(), {"list"}).out,
              HasSubstr("see boardwalk rules (chinese8, onejump only)"));
  EXPECT_THAT(
      Execute(Games(), {"rules", "onejump"}).out,
      HasSubstr("\nFeatures of the evaluation (write weights=100+140+"));
  EXPECT_THAT(Execute(Games(), {"rules", "teeko"}).out,
              Not(HasSubstr("Features")));
  cli::ExpectRefused(Games(), {"think", "onejump", "greedy:weights=1+2"},
                     "there are 2 weights and 11 features; write one for each");
  cli::ExpectRefused(Games(), {"think", "teeko", "greedy:weights=1"},
                     "greedy has no parameter 'weights'");
}

TEST_F(TuneCommandTest, OtherWeightsPlayOtherMoves) {
  const auto play = [](const std::string& weights) {
    return ExecuteJson(
        Games(),
        {"think", "onejump", "alphabeta:depth=6,weights=" + weights, "--json"});
  };
  const auto plain = ExecuteJson(
      Games(),
      {"think", "onejump", "alphabeta:depth=6,evaluation=plain", "--json"});
  const auto same = play("100+140+24+8+20+5+45+6+-4+-4+-20");
  EXPECT_EQ(same["nodes"], plain["nodes"]);
  EXPECT_EQ(same["value"], plain["value"]);
  EXPECT_NE(play("0+0+0+90+0+0+0+0+0+0+0")["value"], plain["value"]);
}

}  // namespace
}  // namespace boardwalk::cli
