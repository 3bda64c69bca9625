#include "frontends/session/seats.h"

#include <memory>
#include <utility>
#include <vector>

#include "framework/catalog.h"
#include "framework/game_adapter.h"
#include "frontends/session/session_testing.h"
#include "gtest/gtest.h"

namespace boardwalk::session {
namespace {

// A player that cannot play, only be named.
PlayerBinding<SwingRules> Named(const char* id,
                                std::vector<ParameterSpec> parameters) {
  PlayerBinding<SwingRules> binding = SwingPlayer::Binding(id, {});
  binding.info.needs_limit = !parameters.empty();
  binding.info.parameters = std::move(parameters);
  return binding;
}

std::shared_ptr<const AnyGame> GameWith(
    std::vector<PlayerBinding<SwingRules>> players,
    const char* name = "swing") {
  return Catalog::Create({MakePlugin<SwingRules>(std::move(players))})
      .value()
      .MakeGame(name)
      .value();
}

TEST(SeatsTest, TheOpponentIsTheBestOnOffer) {
  const auto dull = Named("dull", {});
  const auto deep = Named("deep", {kDepthParameter, kTimeParameter});
  const auto mcts = Named("mcts", {kTimeParameter, kPlayoutsParameter});
  EXPECT_EQ(DefaultOpponent(*GameWith({dull, deep, mcts})), "mcts:time=1s");
  EXPECT_EQ(DefaultOpponent(*GameWith({dull, deep})), "deep:time=1s");
  EXPECT_EQ(DefaultOpponent(*GameWith({dull})), "dull");
}

TEST(SeatsTest, TheAdviserIsTheStrongestInTheSameTime) {
  const auto mcts = Named("mcts", {kTimeParameter, kPlayoutsParameter});
  const auto alphabeta = Named("alphabeta", {kDepthParameter, kTimeParameter});
  EXPECT_EQ(DefaultAdviser(*GameWith({mcts, alphabeta})), "alphabeta:time=1s");
  EXPECT_EQ(DefaultAdviser(*GameWith({alphabeta, mcts})), "alphabeta:time=1s");
  EXPECT_EQ(DefaultAdviser(*GameWith({mcts, alphabeta}, "swing:players=3")),
            "mcts:time=1s");
  EXPECT_EQ(DefaultAdviser(*GameWith({mcts})), "mcts:time=1s");
  EXPECT_EQ(DefaultAdviser(*GameWith({Named("dull", {})})), "dull");
}

TEST(SeatsTest, PeopleAreProposedALevelThatTheyCanBeat) {
  const auto deep = Named("deep", {kDepthParameter, kTimeParameter});
  EXPECT_EQ(UsualLevel(*GameWith({deep, Named("easy", {})})), "easy");
  EXPECT_EQ(UsualLevel(*GameWith({deep})), "deep:time=1s");
}

TEST(SeatsTest, ASearchWithoutALimitGetsASecond) {
  const auto game = GameWith(
      {Named("deep", {kSeedParameter, kDepthParameter, kTimeParameter})});
  EXPECT_EQ(SeatName(*game, "deep").value(), "deep:time=1s");
  EXPECT_EQ(SeatName(*game, "deep:seed=3").value(), "deep:seed=3,time=1s");
  EXPECT_EQ(SeatName(*game, "deep:depth=3").value(), "deep:depth=3");
  EXPECT_EQ(SeatName(*game, "deep:time=2000ms").value(), "deep:time=2s");
  EXPECT_EQ(SeatName(*game, "human").value(), "human");
  // Some have a limit that does not stand in the name, as levels do.
  auto level = Named("level", {kTimeParameter});
  level.info.needs_limit = false;
  EXPECT_EQ(SeatName(*GameWith({level}), "level").value(), "level");
  EXPECT_FALSE(SeatName(*game, "human:time=1s").ok());
  EXPECT_FALSE(SeatName(*game, "deep:depth=0").ok());
}

TEST(SeatsTest, NamesSayHowLongAPlayerThinksAndWhatItTakes) {
  constexpr ParameterSpec kMemory =
      IntParameter("memory", 8, {1, 65'536}, "MiB for the table");
  auto level = Named("easy", {});
  const auto game = GameWith(
      {Named("deep", {kDepthParameter, kTimeParameter, kMemory}), level});
  EXPECT_EQ(ThoughtTime(*game, "deep:time=2s"), std::chrono::seconds(2));
  EXPECT_EQ(ThoughtTime(*game, "deep:depth=3"), std::nullopt);
  EXPECT_EQ(ThoughtTime(*game, "easy"), std::chrono::milliseconds(200));
  EXPECT_EQ(TableBytes(*game, "deep:depth=3"), size_t{8} << 20);
  EXPECT_EQ(TableBytes(*game, "deep:depth=3,memory=512"), size_t{512} << 20);
  EXPECT_EQ(TableBytes(*game, "easy"), kUsualTables);
  EXPECT_EQ(TableBytes(*game, "human"), 0);
  EXPECT_TRUE(AnswersAtOnce(*game, "easy"));
  EXPECT_FALSE(AnswersAtOnce(*game, "deep:depth=3"));
}

TEST(SeatsTest, ThreadsAreThoseOfTheName) {
  constexpr ParameterSpec kThreads =
      IntParameter("threads", 1, {1, 64}, "that think");
  const auto game =
      GameWith({Named("deep", {kDepthParameter, kThreads}), Named("dull", {})});
  EXPECT_EQ(ThreadsOf(*game, "deep:depth=3"), 1);
  EXPECT_EQ(ThreadsOf(*game, "deep:depth=3,threads=8"), 8);
  EXPECT_EQ(ThreadsOf(*game, "dull"), 1);
  EXPECT_EQ(ThreadsOf(*game, "human"), 1);
}

}  // namespace
}  // namespace boardwalk::session
