// Scored positions of Connect Four (from the test sets of Pascal Pons, few
// moves left): alpha-beta finds the exact score.

#include <memory>
#include <string>

#include "framework/any_game.h"
#include "framework/limits.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

// The columns played so far, from 1. The score for the side to move: 0 for a
// draw; s > 0 if it wins with its own stone number 22 - s of 21; s < 0 if the
// opponent wins so.
struct Scored {
  const char* columns;
  int score;
};

constexpr Scored kPositions[] = {
    {"2252576253462244111563365343671351441", -1},
    {"211376455663355325112113664364524722", 0},
    {"3575316255751336464276636772271112", -3},
    {"6274476136716665132411555412333345", 0},
    {"6216633712715125334265163163777225", -3},
    {"33345517452154243637525163177771661442", 0},
    {"171231226144413625631766635232354", 0},
    {"65163631747317535254246533477742546126", 1},
    {"7574351513437646536627543374245122671", 1},
    {"71165555742443273243763213427724", 0},
    {"37342133236232526427711116166777", -4},
    {"32113735114523512272777153652673", 3},
    {"743147475311235374153667575364254661", 0},
    {"13377634162752622457544414336266211", 1},
    {"3513265333547163177727167665521", -2},
    {"32543544447733417277713515216156321522666", 0},
    {"7211533245325536242316615361517", -1},
    {"322176534514613264332453426667724117571", 0},
    {"212511372171451342247267463534", 0},
    {"36524571542351776551323614342223477761461", 0},
    {"7654776675256624444643117711331235", 1},
    {"235343157637264213475475514425311761766", 0},
    {"22726477721346244337156436325366555", 2},
    {"571661222213427525435551361136744", 0},
};

int ScoreOf(const Decision& decision, size_t moves_before) {
  if (decision.value != 1.0 && decision.value != -1.0) return 0;
  const auto stones = static_cast<int>(moves_before + decision.line.size());
  const int margin = 22 - (stones + 1) / 2;
  return decision.value == 1.0 ? margin : -margin;
}

TEST(ConnectFourTest, AlphaBetaFindsTheExactScore) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = *catalog->MakeGame("connectfour");
  const auto player = *game->MakePlayer("alphabeta:depth=42");
  for (const Scored& scored : kPositions) {
    const std::string columns = scored.columns;
    const auto state = game->InitialState();
    for (const char column : columns) {
      const auto move = state->ParseMove(std::string(1, column));
      ASSERT_TRUE(move.ok()) << columns << ": " << move.status();
      ASSERT_TRUE(state->Apply(*move).ok());
    }
    ASSERT_TRUE(player->Start(*state, 1).ok());
    const auto decision = player->Choose(*state, {}, {});
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_EQ(ScoreOf(*decision, columns.size()), scored.score) << columns;
  }
}

}  // namespace
}  // namespace boardwalk
