// Ataxx: what counts when a game ends in two ways at once.

#include <memory>
#include <string>

#include "framework/any_game.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

std::unique_ptr<AnyState> At(const std::string& position) {
  const auto game = *AllGamesAndPlugins()->MakeGame("ataxx");
  auto state = game->ParsePosition(position);
  EXPECT_TRUE(state.ok()) << state.status();
  return *std::move(state);
}

TEST(AtaxxTest, MostPiecesWinThoughNothingHasGrownForLong) {
  const std::string full = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/";
  EXPECT_EQ(At(full + "ooooooo x 100 1")->Returns(), (SeatValues{1, -1}));
  EXPECT_EQ(At("7/7/7/7/7/7/o6 x 100 1")->Returns(), (SeatValues{-1, 1}));
}

TEST(AtaxxTest, AHundredPliesWithoutGrowthAreADraw) {
  const auto state = At("xx5/7/7/7/7/7/o6 x 99 1");
  ASSERT_TRUE(state->Apply(*state->ParseMove("a7a5")).ok());
  ASSERT_TRUE(state->IsTerminal());
  EXPECT_TRUE(state->LegalMoves().empty());
  EXPECT_EQ(state->Returns(), (SeatValues{0, 0}));
}

}  // namespace
}  // namespace boardwalk
