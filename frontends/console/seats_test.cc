#include "frontends/console/seats.h"

#include "framework/game_adapter.h"
#include "frontends/console/testing.h"
#include "gmock/gmock.h"

namespace boardwalk::console {
namespace {

// A player by name only, with the parameters given.
PlayerBinding<SwingRules> Named(const char* id,
                                std::vector<ParameterSpec> parameters) {
  PlayerBinding<SwingRules> binding = SwingPlayer::Binding(id, {});
  binding.info.parameters = std::move(parameters);
  return binding;
}

std::shared_ptr<const AnyGame> GameWith(
    std::vector<PlayerBinding<SwingRules>> players) {
  return Catalog::Create({MakePlugin<SwingRules>(std::move(players))})
      .value()
      .MakeGame("swing")
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

TEST(SeatsTest, ASearchWithoutALimitGetsASecond) {
  const auto game = GameWith(
      {Named("deep", {kSeedParameter, kDepthParameter, kTimeParameter})});
  EXPECT_EQ(SeatName(*game, "deep").value(), "deep:time=1s");
  EXPECT_EQ(SeatName(*game, "deep:seed=3").value(), "deep:seed=3,time=1s");
  EXPECT_EQ(SeatName(*game, "deep:depth=3").value(), "deep:depth=3");
  EXPECT_EQ(SeatName(*game, "deep:time=2000ms").value(), "deep:time=2s");
  EXPECT_EQ(SeatName(*game, "human").value(), "human");
  EXPECT_FALSE(SeatName(*game, "human:time=1s").ok());
  EXPECT_FALSE(SeatName(*game, "deep:depth=0").ok());
}

}  // namespace
}  // namespace boardwalk::console
