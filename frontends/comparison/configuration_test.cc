#include "frontends/comparison/configuration.h"

#include <chrono>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

Configuration Of(std::vector<std::string> games,
                 std::vector<std::string> players) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  return configuration;
}

// What is wrong with it; "" if nothing is.
std::string Error(const Configuration& configuration) {
  return std::string(CheckBounds(configuration).message());
}

// With nothing at its default.
Configuration Full() {
  Configuration full = Of({"teeko"}, {"random:seed=3", "mcts:playouts=20"});
  full.limits = {.time = 1500us, .nodes = 1, .playouts = 2, .depth = 3};
  full.clock = TimeControl{.base = 1s, .increment = 0ns};
  full.rounds = 9;
  full.seed = std::numeric_limits<uint64_t>::max();
  full.openings = 4;
  full.max_plies = 77;
  full.adjudication = {
      .resign = ValueRule{.value = 0.95, .moves = 4},
      .draw = ValueRule{.value = 0.02, .moves = 8, .from_plies = 40}};
  full.sprt =
      statistics::SprtHypotheses{.elo0 = -1.1,
                                 .elo1 = 199.9999999999999,
                                 .alpha = 0.1,
                                 .beta = 1.0000000000000002e-6,
                                 .model = statistics::EloModel::kNormalized};
  full.plugins = {"mine from mygame.so"};
  return full;
}

TEST(ConfigurationTest, RefusesTooFewAndTooMany) {
  EXPECT_THAT(Error(Of({}, {"random", "greedy"})),
              HasSubstr("number of games is 0; give 1 to 256"));
  EXPECT_THAT(Error(Of({"teeko"}, {"random"})),
              HasSubstr("number of players is 1; give 2 to 64"));
  Configuration many = Of({"teeko"}, {});
  for (int i = 0; i <= 64; ++i) {
    many.players.push_back("random:seed=" + std::to_string(i));
  }
  EXPECT_THAT(Error(many), HasSubstr("number of players is 65"));
  many.players.pop_back();
  EXPECT_EQ(Error(many), "");
}

TEST(ConfigurationTest, RefusesNumbersOutOfTheirBounds) {
  const auto error = [](const auto& change) {
    Configuration configuration = Of({"teeko"}, {"random", "greedy"});
    change(configuration);
    return Error(configuration);
  };
  using C = Configuration;
  EXPECT_EQ(error([](C& c) { c.rounds = kMaxRounds; }), "");
  EXPECT_EQ(error([](C& c) { c.rounds = 0; }),
            "the number of rounds is 0; give 1 to 1000000000");
  EXPECT_THAT(error([](C& c) { c.rounds = kMaxRounds + 1; }),
              HasSubstr("rounds"));
  EXPECT_THAT(error([](C& c) { c.openings = -1; }), HasSubstr("0 to 100"));
  EXPECT_THAT(error([](C& c) { c.openings = 101; }), HasSubstr("0 to 100"));
  EXPECT_THAT(error([](C& c) { c.max_plies = 0; }), HasSubstr("1 to 100000"));
  EXPECT_EQ(error([](C& c) { c.limits.time = 1us; }), "");
  EXPECT_EQ(error([](C& c) { c.limits.time = 24h; }), "");
  EXPECT_THAT(error([](C& c) { c.limits.time = 999ns; }),
              AllOf(HasSubstr("time=999ns"), HasSubstr("from 1us")));
  EXPECT_THAT(error([](C& c) { c.limits.time = 24h + 1ms; }),
              HasSubstr("time"));
  EXPECT_THAT(error([](C& c) { c.limits.nodes = 0; }), HasSubstr("nodes=0"));
  EXPECT_THAT(error([](C& c) { c.limits.playouts = -1; }),
              HasSubstr("playouts=-1"));
  EXPECT_THAT(error([](C& c) { c.limits.depth = 201; }),
              HasSubstr("depth is a whole number from 1 to 200"));
  EXPECT_EQ(error([](C& c) {
              c.clock = {kMaxClockBase, kMaxClockIncrement};
            }),
            "");
  EXPECT_THAT(error([](C& c) {
                c.clock = {0s, 1s};
              }),
              HasSubstr("a clock of 0s+1s"));
  EXPECT_THAT(error([](C& c) {
                c.clock = {kMaxClockBase + 1ns, 0s};
              }),
              HasSubstr("at most 1000 hours"));
  EXPECT_THAT(error([](C& c) {
                c.clock = {1s, -1ns};
              }),
              HasSubstr("for each move 0 to 24 hours"));
}

TEST(ConfigurationTest, ATestIsOfTwoPlayersInOneGameForTwo) {
  const std::vector<std::string> two = {"random", "greedy"};
  const auto error = [](Configuration configuration,
                        statistics::SprtHypotheses sprt = {}) {
    configuration.sprt = sprt;
    return Error(configuration);
  };
  EXPECT_EQ(error(Of({"teeko"}, two)), "");
  EXPECT_THAT(error(Of({"teeko", "star"}, two)), HasSubstr("not of 2 in 2"));
  EXPECT_THAT(error(Of({"teeko"}, {"random", "greedy", "random:seed=1"})),
              HasSubstr("not of 3 in 1"));
  const auto question = [&](const statistics::SprtHypotheses& sprt) {
    return error(Of({"teeko"}, two), sprt);
  };
  EXPECT_THAT(question({.elo0 = 10, .elo1 = 10}),
              HasSubstr("elo1 (10) must be above elo0 (10)"));
  EXPECT_THAT(question({.elo0 = std::nan("")}), HasSubstr("elo0"));
  EXPECT_THAT(question({.elo1 = std::numeric_limits<double>::infinity()}),
              HasSubstr("not inf"));
  EXPECT_THAT(question({.elo1 = 9000}), HasSubstr("and 1000, not 9000"));
  EXPECT_THAT(
      question({.elo1 = 250, .model = statistics::EloModel::kNormalized}),
      HasSubstr("and 200, not 250"));
  EXPECT_THAT(question({.alpha = 0}), HasSubstr("not 0"));
  EXPECT_THAT(question({.alpha = 0.5}), HasSubstr("not 0.5"));
  EXPECT_THAT(question({.beta = std::nan("")}), HasSubstr("not nan"));
}

TEST(ConfigurationTest, IsReproducibleWithoutTime) {
  Configuration configuration =
      Of({"teeko"}, {"mcts:playouts=9", "alphabeta:depth=2"});
  configuration.limits.nodes = 5;
  EXPECT_TRUE(IsReproducible(configuration));
  configuration.limits.time = 1s;
  EXPECT_FALSE(IsReproducible(configuration));
  configuration.limits.time.reset();
  configuration.clock = TimeControl{.base = 1s};
  EXPECT_FALSE(IsReproducible(configuration));
  configuration.clock.reset();
  configuration.players[1] = "alphabeta:time=2s,depth=2";
  EXPECT_FALSE(IsReproducible(configuration));
  // Several threads on one tree meet in a different order each time.
  configuration.players[1] = "mcts:threads=2,playouts=9";
  EXPECT_FALSE(IsReproducible(configuration));
  configuration.players[1] = "hard";
  EXPECT_TRUE(IsReproducible(configuration));
  configuration.players[1] = "expert";
  EXPECT_FALSE(IsReproducible(configuration));
  // Nobody knows what other programs do.
  configuration.players[1] = "engine:cmd=x,nodes=5";
  EXPECT_FALSE(IsReproducible(configuration));
  configuration.players[1] = "bot:nodes=5";
  EXPECT_TRUE(IsReproducible(configuration));
  configuration.plugins = {"bots from a.so", "bot, another program, from a"};
  EXPECT_FALSE(IsReproducible(configuration));
}

TEST(ConfigurationTest, IsWrittenOnOneLineAndReadBackExactly) {
  const std::string plain =
      FormatConfiguration(Of({"teeko"}, {"random", "greedy"}));
  EXPECT_EQ(plain,
            "{\"boardwalk-comparison\":1,\"games\":[\"teeko\"],"
            "\"players\":[\"random\",\"greedy\"],"
            "\"limits\":{\"time\":null,\"nodes\":null,\"playouts\":null,"
            "\"depth\":null},\"clock\":null,\"rounds\":1,\"seed\":0,"
            "\"openings\":0,\"max_plies\":1000,\"sprt\":null}");
  EXPECT_EQ(FormatConfiguration(*ParseConfiguration(plain)), plain);

  const Configuration full = Full();
  const std::string text = FormatConfiguration(full);
  const auto back = ParseConfiguration(text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(FormatConfiguration(*back), text);
  EXPECT_EQ(CheckSame(full, *back), absl::OkStatus());
  EXPECT_EQ(back->rounds, 9);
  EXPECT_EQ(back->seed, full.seed);
  EXPECT_EQ(back->limits, full.limits);
  EXPECT_EQ(back->clock->base, 1s);
  EXPECT_EQ(back->sprt, full.sprt);
  EXPECT_EQ(back->plugins, full.plugins);
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(ConfigurationTest, RefusesTextThatIsNotOfThisProgram) {
  const std::string good = FormatConfiguration(Full());
  const auto error = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return std::string(ParseConfiguration(text).status().message());
  };
  EXPECT_THAT(error(good, ""), HasSubstr("not JSON"));
  EXPECT_THAT(error(good, "[]"), HasSubstr("this JSON is no object"));
  EXPECT_THAT(error("}", ""), HasSubstr("not JSON"));
  EXPECT_THAT(error("\"rounds\":9,", ""), HasSubstr("\"rounds\" is missing"));
  EXPECT_THAT(error("\"nodes\":1,", ""),
              HasSubstr("\"limits.nodes\" is missing"));
  EXPECT_THAT(error("\"rounds\"", "\"more\":1,\"rounds\""),
              HasSubstr("'more' is no field here"));
  EXPECT_THAT(error("\"nodes\"", "\"more\":1,\"nodes\""),
              HasSubstr("'limits.more' is no field here"));
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":9,\"rounds\":9"),
              HasSubstr("'rounds' stands twice"));
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":null"),
              HasSubstr("\"rounds\" must be"));
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":9.5"),
              HasSubstr("\"rounds\" must be"));
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":\"9\""),
              HasSubstr("\"rounds\" must be"));
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":18446744073709551615"),
              HasSubstr("\"rounds\" must be"));
  for (const char* const c : {"\\u001b", "\\u0007", "\\u007f", "\\u009b"}) {
    EXPECT_THAT(error("\"players\":[\"", absl::StrCat("\"players\":[\"", c)),
                HasSubstr("without control characters"));
  }
  EXPECT_THAT(error("\"rounds\":9", "\"rounds\":0"),
              HasSubstr("\"rounds\" must be a whole number from 1 to "));
  EXPECT_THAT(error("\"openings\":4", "\"openings\":4294967296"),
              HasSubstr("\"openings\" must be"));
  EXPECT_THAT(error("\"seed\":18446744073709551615", "\"seed\":-1"),
              HasSubstr("\"seed\" must be"));
  EXPECT_THAT(
      error("\"seed\":18446744073709551615", "\"seed\":18446744073709551616"),
      HasSubstr("\"seed\" must be"));
  EXPECT_THAT(error("\"1500us\"", "\"1.5ms\""),
              HasSubstr("\"limits.time\" must be"));
  EXPECT_THAT(error("\"1500us\"", "1500"),
              HasSubstr("\"limits.time\" must be"));
  EXPECT_THAT(error("\"normalized\":true", "\"normalized\":1"),
              HasSubstr("\"sprt.normalized\" must be"));
  EXPECT_THAT(
      error("value=0.95,moves=4", "value=0.95"),
      HasSubstr("\"resign\" must be a rule such as value=0.95,moves=4"));
  EXPECT_THAT(error("value=0.02,moves=8,from=40", "from=40"),
              HasSubstr("\"draw\" must be a rule such as value=0.02,moves=8,"));
  EXPECT_THAT(error("[\"teeko\"]", "\"teeko\""),
              HasSubstr("\"games\" must be"));
  EXPECT_THAT(error("[\"teeko\"]", "[7]"), HasSubstr("\"games\" must be"));
  EXPECT_THAT(error("[\"teeko\"]", "[]"), HasSubstr("number of games is 0"));
  EXPECT_THAT(error("comparison\":1", "comparison\":2"),
              HasSubstr("a newer program"));
  EXPECT_THAT(error("comparison\":1", "comparison\":0"),
              HasSubstr("\"boardwalk-comparison\" must be"));
  EXPECT_THAT(error("\"limits\":{", "\"limits\":null,\"limit\":{"),
              HasSubstr("\"limits\" must be an object"));
  EXPECT_THAT(
      error(good, std::string(500'000, '[') + std::string(500'000, ']')),
      HasSubstr("nested more than 4 deep"));
  EXPECT_THAT(error("teeko", "\xff"), HasSubstr("not JSON"));
  EXPECT_THAT(error(good, std::string(2'000'000, ' ')), HasSubstr("1048576"));
}

// A configuration with all that only some have.
Configuration WithNotes() {
  Configuration configuration =
      Of({"teeko"}, {"random", "greedy", "mcts:playouts=9"});
  configuration.gauntlet = {"greedy"};
  configuration.book = {"1 2", "position .../3 1"};
  configuration.aliases = {"fast=mcts:playouts=9", "plain=random"};
  return configuration;
}

TEST(ConfigurationTest, WhatOnlySomeHaveIsReadBack) {
  const Configuration with = WithNotes();
  const auto back = ParseConfiguration(FormatConfiguration(with));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->gauntlet, with.gauntlet);
  EXPECT_EQ(back->book, with.book);
  EXPECT_EQ(back->aliases, with.aliases);
  EXPECT_EQ(ShownName(*back, 0), "plain");
  EXPECT_EQ(ShownName(*back, 1), "greedy");
  EXPECT_EQ(ShownName(*back, 2), "fast");
  Configuration without = with;
  without.aliases.clear();
  EXPECT_TRUE(CheckSame(with, without).ok());
  without.gauntlet.clear();
  EXPECT_THAT(CheckSame(with, without).message(),
              HasSubstr("gauntlet: 'greedy' there and 'none' here"));
  without = with;
  without.book.pop_back();
  EXPECT_THAT(CheckSame(with, without).message(),
              HasSubstr("openings: 2 given from '1 2' to 'position .../3 1' "
                        "there and 1 given"));
}

TEST(ConfigurationTest, ATournamentIsReadBackAndCompared) {
  Configuration star = Of({"star:size=3"}, {"random", "greedy"});
  star.contest = Contest{.rules = Contest::Rules::kStar,
                         .second_costs = 0.1,
                         .faults = {"", "has a main"},
                         .guard = "bubblewrap"};
  const auto back = ParseConfiguration(FormatConfiguration(star));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->contest, star.contest);
  EXPECT_TRUE(CheckSame(*back, star).ok());
  Configuration other = star;
  other.contest->guard = "";
  EXPECT_THAT(CheckSame(star, other).message(),
              HasSubstr("what held the sources: 'bubblewrap' there and '' "));
  other = star;
  other.contest->second_costs = 0;
  EXPECT_THAT(CheckSame(star, other).message(),
              HasSubstr("tournament: 'star, a second costs 0.1; ; has a main' "
                        "there and 'star, a second costs 0; ; has a main'"));
  other.contest->rules = Contest::Rules::kChinese8;
  EXPECT_THAT(CheckSame(star, other).message(), HasSubstr("and 'chinese8; "));
  other.contest.reset();
  EXPECT_THAT(CheckSame(star, other).message(), HasSubstr("and 'none' here"));
}

TEST(ConfigurationTest, ATournamentThatMakesNoSenseIsRefused) {
  Configuration star = Of({"star:size=3"}, {"random", "greedy"});
  star.contest.emplace();
  EXPECT_EQ(Error(star), "");
  for (const double wrong :
       {-0.5, 1.1e6, std::numeric_limits<double>::quiet_NaN()}) {
    star.contest->second_costs = wrong;
    EXPECT_THAT(Error(star), HasSubstr("points; give 0 to 1e+06"));
  }
  star.contest->second_costs = 1;
  star.contest->faults = {"has a main"};
  EXPECT_THAT(Error(star), HasSubstr("there are 1 faults of 2 players"));
  star.contest->faults.clear();
  star.gauntlet = {"greedy"};
  EXPECT_THAT(Error(star), HasSubstr("a tournament is of all its entrants"));
  const auto unknown = ParseConfiguration(
      "{\"boardwalk-comparison\":1,\"games\":[\"teeko\"],\"players\":[\"a\","
      "\"b\"],\"limits\":{\"time\":null,\"nodes\":null,\"playouts\":null,"
      "\"depth\":null},\"clock\":null,\"rounds\":1,\"seed\":0,\"openings\":0,"
      "\"max_plies\":9,\"sprt\":null,\"contest\":{\"rules\":\"cup\","
      "\"second_costs\":1,\"faults\":[]}}");
  EXPECT_THAT(unknown.status().message(),
              HasSubstr("\"contest.rules\" must be chinese8 or star"));
}

TEST(ConfigurationTest, NotesThatMakeNoSenseAreRefused) {
  const auto refusal = [](const auto& change) {
    Configuration configuration = WithNotes();
    change(configuration);
    const auto parsed = ParseConfiguration(FormatConfiguration(configuration));
    EXPECT_EQ(parsed.status(), CheckBounds(configuration));
    return std::string(parsed.status().message());
  };
  using C = Configuration;
  EXPECT_EQ(refusal([](C&) {}), "");
  EXPECT_THAT(refusal([](C& c) { c.gauntlet = {"nobody"}; }),
              HasSubstr("the gauntlet is of 'nobody'"));
  EXPECT_THAT(refusal([](C& c) { c.aliases[0] = "fast=nobody"; }),
              HasSubstr("the alias 'fast' is for 'nobody'"));
  EXPECT_THAT(refusal([](C& c) { c.aliases[0] = "random"; }),
              HasSubstr("two aliases"));
  EXPECT_THAT(refusal([](C& c) { c.aliases[1] = "fast=random"; }),
              HasSubstr("the alias 'fast' is given to two players"));
  EXPECT_THAT(refusal([](C& c) { c.aliases[0] = "two words=greedy"; }),
              HasSubstr("no simple word"));
  EXPECT_THAT(
      refusal([](C& c) { c.aliases[0] = std::string(33, 'a') + "=greedy"; }),
      HasSubstr("32 at most"));
  EXPECT_THAT(refusal([](C& c) { c.games.emplace_back("star"); }),
              HasSubstr("openings are of one game, and there are 2"));
  EXPECT_THAT(refusal([](C& c) { c.openings = 2; }),
              HasSubstr("both given openings and random ones"));
  EXPECT_THAT(refusal([](C& c) { c.book.resize(kMaxBook + 1, "1"); }),
              HasSubstr("10001 openings"));
  EXPECT_THAT(
      refusal([](C& c) { c.book[0] = std::string(kMaxBookCharacters, '1'); }),
      HasSubstr("500000 characters together"));
}

TEST(ConfigurationTest, OnlyTheRoundsMayDiffer) {
  const Configuration here = Full();
  Configuration there = here;
  there.rounds = 1;
  EXPECT_EQ(CheckSame(there, here), absl::OkStatus());
  const auto difference = [&](const auto& change) {
    Configuration changed = here;
    change(changed);
    return std::string(CheckSame(changed, here).message());
  };
  using C = Configuration;
  EXPECT_THAT(difference([](C& c) { c.games = {"star"}; }),
              HasSubstr("games: 'star' there and 'teeko' here"));
  EXPECT_THAT(difference([](C& c) { std::swap(c.players[0], c.players[1]); }),
              HasSubstr("players: 'mcts:playouts=20,random:seed=3' there"));
  EXPECT_THAT(difference([](C& c) { c.limits.nodes.reset(); }),
              HasSubstr("limits: 'time=1500us,playouts=2,depth=3' there"));
  EXPECT_THAT(difference([](C& c) { c.limits.depth = 4; }),
              HasSubstr("limits"));
  EXPECT_THAT(difference([](C& c) { c.clock.reset(); }),
              HasSubstr("clock: 'none' there and '1s+0s' here"));
  EXPECT_THAT(difference([](C& c) { c.seed = 1; }),
              HasSubstr("seed: '1' there"));
  EXPECT_THAT(difference([](C& c) { c.openings = 5; }), HasSubstr("openings"));
  EXPECT_THAT(difference([](C& c) { c.adjudication.resign->moves = 5; }),
              HasSubstr("resigned: 'value=0.95,moves=5' there and "
                        "'value=0.95,moves=4' here"));
  EXPECT_THAT(
      difference([](C& c) { c.adjudication.draw.reset(); }),
      HasSubstr("drawn: 'none' there and 'value=0.02,moves=8,from=40'"));
  EXPECT_THAT(difference([](C& c) { c.max_plies = 5; }),
              HasSubstr("plies at most"));
  EXPECT_THAT(difference([](C& c) { c.sprt.reset(); }),
              HasSubstr("test: 'none' there"));
  EXPECT_THAT(difference([](C& c) { c.sprt->elo0 += 1e-9; }),
              HasSubstr("test"));
  EXPECT_THAT(difference([](C& c) {
                c.seed = 1;
                c.openings = 5;
              }),
              AllOf(HasSubstr("seed"), HasSubstr("openings")));
}

}  // namespace
}  // namespace boardwalk::comparison
