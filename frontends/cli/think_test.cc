// boardwalk think and list, with a player that reports its limits.

#include <csignal>
#include <memory>
#include <sstream>
#include <string>

#include "ai/bind.h"
#include "frontends/cli/command_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;

// Reports its limits as its results: the time as `seconds`, a stop request as a
// value of 1, the moves that it has seen as nodes at depth 4. Its principal
// variation is b2 a1, then an illegal move.
class Probe final : public PlayerFor<tictactoe::Rules> {
 public:
  Probe(const tictactoe::Rules& rules, const Parameters& parameters)
      : PlayerFor(rules), own_(LimitsFrom(parameters)) {}

  static PlayerBinding<tictactoe::Rules> Binding() {
    return {{"probe",
             "Tells what it was asked",
             {kTimeParameter, kNodesParameter, kPlayoutsParameter,
              kDepthParameter}},
            [](const tictactoe::Rules& rules, const Parameters& parameters)
                -> absl::StatusOr<std::unique_ptr<Player>> {
              return std::make_unique<Probe>(rules, parameters);
            }};
  }

 protected:
  absl::Status StartAt(const State&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State&, const Limits& outer,
                                    const Observer& observer) override {
    const Limits limits = Tighter(own_, outer);
    if (limits.nodes == 666) {
      return absl::InvalidArgumentError("probe refuses 666 nodes");
    }
    if (limits.nodes == 2) raise(SIGINT);
    Decision decision;
    decision.move = EraseMove(Move{4});
    decision.value = limits.StopRequested() ? 1 : 0.25;
    decision.line = {decision.move, EraseMove(Move{0}), EraseMove(Move{0})};
    decision.nodes = limits.nodes;
    decision.playouts = limits.playouts;
    decision.depth = 7;
    if (limits.time) {
      decision.seconds = std::chrono::duration<double>(*limits.time).count();
    }
    if (limits.depth == 3) Compare(decision);
    if (limits.depth == 4) decision.nodes = observed_;
    if (observer) observer(decision);
    return decision;
  }
  void ObserveMove(Move) override { ++observed_; }

 private:
  static void Compare(Decision& decision) {
    decision.selective_depth = 11;
    decision.memory_use = 0.375;
    decision.ranking = {
        {decision.move, 0.25, decision.line, 12'345},
        {EraseMove(Move{8}), -0.125, {EraseMove(Move{8})}, 678},
    };
  }

  const Limits own_;
  int64_t observed_ = 0;  // moves since the position where the game began
};

// Like a level: it needs no limit in its name.
PlayerBinding<tictactoe::Rules> Limitless() {
  auto binding = Probe::Binding();
  binding.info.id = "limitless";
  binding.info.needs_limit = false;
  return binding;
}

const Catalog& WithProbe() {
  static const Catalog catalog = *Catalog::Create(
      {ai::BindGame<tictactoe::Rules>({Probe::Binding(), Limitless()})});
  return catalog;
}

nlohmann::json Think(const std::string& player) {
  return ExecuteJson(WithProbe(), {"think", "tictactoe", player, "--json"});
}

TEST(ThinkTest, TellsEverythingAsJson) {
  EXPECT_EQ(Think("probe:time=2s,nodes=5"),
            nlohmann::json::parse(R"({"move": "b2", "value": 0.25,
                "line": ["b2", "a1"], "depth": 7, "nodes": 5, "playouts": null,
                "seconds": 2.0, "selective_depth": null, "rate": 2.5,
                "memory_use": null, "ranking": []})"));
  const nlohmann::json untimed = Think("probe:playouts=9");
  EXPECT_EQ(untimed["playouts"], 9);
  EXPECT_EQ(untimed["rate"], nullptr);
  EXPECT_EQ(Think("probe:playouts=9,time=2s")["rate"], 4.5);
}

TEST(ThinkTest, TellsWhatMovesAreComparedAsJson) {
  const nlohmann::json json = Think("probe:depth=3");
  EXPECT_EQ(json["selective_depth"], 11);
  EXPECT_EQ(json["memory_use"], 0.375);
  EXPECT_EQ(json["ranking"], nlohmann::json::parse(R"([
      {"move": "b2", "value": 0.25, "visits": 12345, "line": ["b2", "a1"]},
      {"move": "c3", "value": -0.125, "visits": 678, "line": ["c3"]}])"));
}

// A repetition can only be seen by who knows how the position came about.
TEST(ThinkTest, ThePlayerHearsOfTheMovesPlayedFirst) {
  const auto json = ExecuteJson(
      WithProbe(),
      {"think", "tictactoe", "probe:depth=4", "--moves", "a1 c3 a2", "--json"});
  EXPECT_EQ(json["nodes"], 3);
}

TEST(ThinkTest, ThinksASecondWhereNoLimitIsGiven) {
  EXPECT_EQ(Think("probe")["seconds"], 1.0);
  for (const char* limit : {"nodes=5", "depth=3", "playouts=9"}) {
    EXPECT_EQ(Think(std::string("probe:") + limit)["seconds"], 0.0) << limit;
  }
  EXPECT_EQ(Think("probe:time=2m")["seconds"], 120.0);
  EXPECT_EQ(Think("limitless")["seconds"], 0.0);
}

TEST(ThinkTest, TellsEverythingToPeople) {
  const Outcome outcome = Execute(
      WithProbe(), {"think", "tictactoe", "probe:nodes=5,playouts=6,time=1ms"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "move      b2\n"
            "value     +0.2500\n"
            "line      b2 a1\n"
            "depth     7\n"
            "nodes     5\n"
            "playouts  6\n"
            "time      0.001 s\n"
            "rate      5000/s\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(ThinkTest, TellsWhatMovesAreComparedToPeople) {
  EXPECT_EQ(Execute(WithProbe(), {"think", "tictactoe", "probe:depth=3"}).out,
            "move      b2\n"
            "value     +0.2500\n"
            "line      b2 a1\n"
            "depth     7\n"
            "seldepth  11\n"
            "time      0.000 s\n"
            "table     37.5 % full\n"
            "b2  +0.250  12.3k  a1\n"
            "c3  -0.125    678\n");
}

TEST(ThinkTest, ShowsProgressOnATerminalAndWipesIt) {
  const Outcome outcome =
      Execute(WithProbe(), {"think", "tictactoe", "probe:nodes=5"}, "", true);
  EXPECT_EQ(outcome.err,
            "\rprobe:nodes=5 thinks ...   (Ctrl-C: decide now)\033[K\r\033[K");
}

TEST(ThinkTest, ProgressAsJsonIsALineEachOnStandardError) {
  const Outcome outcome =
      Execute(WithProbe(), {"think", "tictactoe", "probe:nodes=5,time=2s",
                            "--progress", "json", "--json"});
  EXPECT_EQ(outcome.status, 0);
  // The probe says what it thinks once, then decides so.
  EXPECT_EQ(outcome.err, outcome.out);
  EXPECT_EQ(nlohmann::json::parse(outcome.err, nullptr, false)["move"], "b2");
  const Outcome text = Execute(
      WithProbe(), {"think", "tictactoe", "probe:nodes=5", "--progress=text"});
  EXPECT_EQ(text.err, "");
  ExpectRefused(WithProbe(),
                {"think", "tictactoe", "probe:nodes=5", "--progress", "xml"},
                "--progress: xml not in {text,json}");
}

TEST(ThinkTest, EveryStepOfASearchIsALine) {
  const Outcome outcome =
      Execute(WithProbe(), {"think", "tictactoe", "alphabeta:depth=5",
                            "--progress", "json", "--json"});
  std::istringstream lines(outcome.err);
  int depth = 0, count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    ASSERT_TRUE(json.is_object()) << line;
    EXPECT_EQ(json.size(), 11);
    EXPECT_GE(json["depth"], depth);
    depth = json["depth"];
  }
  EXPECT_GT(count, 3);
  EXPECT_EQ(nlohmann::json::parse(outcome.out, nullptr, false)["depth"], 5);
}

TEST(ThinkTest, InterruptAsksForTheBestMoveSoFar) {
  const nlohmann::json json = Think("probe:nodes=2");
  EXPECT_EQ(json["value"], 1.0);
  EXPECT_EQ(json["move"], "b2");
}

TEST(ThinkTest, RefusalsOfThePlayerAreReported) {
  ExpectRefused(WithProbe(), {"think", "tictactoe", "probe:nodes=666"},
                "probe refuses 666 nodes");
}

TEST(ThinkTest, ListTellsWhichGamesAPlayerIsFor) {
  GamePlugin other = ai::BindGame<tictactoe::Rules>();
  other.info.id = "other";
  const auto catalog = Catalog::Create(
      {ai::BindGame<tictactoe::Rules>({Probe::Binding()}), other});
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const std::string list = Execute(*catalog, {"list"}).out;
  EXPECT_THAT(list, HasSubstr("Tells what it was asked (tictactoe only)\n"));
  EXPECT_THAT(list, HasSubstr("Uniformly random moves\n"));
}

}  // namespace
}  // namespace boardwalk::cli
