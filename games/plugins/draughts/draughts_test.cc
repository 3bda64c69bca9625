// English draughts: what counts when a game ends in two ways at once.

#include <memory>
#include <string>

#include "framework/any_game.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

std::unique_ptr<AnyState> At(const std::string& position) {
  const auto game = *AllGamesAndPlugins()->MakeGame("draughts");
  auto state = game->ParsePosition(position);
  EXPECT_TRUE(state.ok()) << state.status();
  return *std::move(state);
}

// As mate comes before the count in chess.
TEST(DraughtsTest, WhoIsBlockedHasLostThoughKingsHaveMovedTooLong) {
  const auto state = At("4/4/4/4/4/WW2/4/B3 w 79");
  ASSERT_TRUE(state->Apply(*state->ParseMove("21-25")).ok());
  ASSERT_TRUE(state->IsTerminal());
  EXPECT_EQ(state->FormatPosition(), "4/4/4/4/4/1W2/W3/B3 b 80");
  EXPECT_EQ(state->Returns(), (SeatValues{-1, 1}));
  // So has who has no piece left, in a position that somebody typed.
  EXPECT_EQ(At("4/4/4/4/4/WW2/4/4 b 80")->Returns(), (SeatValues{-1, 1}));
}

TEST(DraughtsTest, WhoCanOnlyJumpIsNotBlocked) {
  const auto state = At("4/4/4/4/4/4/b3/w3 w 0");
  ASSERT_FALSE(state->IsTerminal());
  ASSERT_EQ(state->LegalMoves().size(), 1u);
  EXPECT_EQ(state->FormatMove(state->LegalMoves().front()), "29x22");
}

TEST(DraughtsTest, FortyMovesEachByKingsAreADraw) {
  const auto state = At("4/4/4/4/4/WW2/4/B3 w 79");
  ASSERT_TRUE(state->Apply(*state->ParseMove("22-18")).ok());
  ASSERT_TRUE(state->IsTerminal());
  EXPECT_TRUE(state->LegalMoves().empty());
  EXPECT_EQ(state->Returns(), (SeatValues{0, 0}));
}

}  // namespace
}  // namespace boardwalk
