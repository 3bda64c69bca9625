// Scored positions of Connect Four (from the test sets of Pascal Pons, few
// moves left): alpha-beta finds the exact score.

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "framework/any_game.h"
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

// Harder ones, of the middle game and the opening.
constexpr Scored kHardPositions[] = {
    {"774426431223741314777421", -4},
    {"715371563635542612576371", 3},
    {"47254525565152712", 8},
    {"7225753363613131156611", -3},
    {"71324677554451437653", 0},
    {"127736424452227525165", -2},
    {"11667243654263344216", 3},
    {"4666644367334726147272", -2},
    {"456136555111216142573", 1},
    {"712757173216335433723751455", 0},
    {"6453113556221275713154", 0},
    {"32164625", 11},
    {"737534232264", -10},
};

// The score that `decision` proves after a number of moves. Its line goes on to
// the end of the game.
int ScoreOf(const Decision& decision, size_t moves_before) {
  if (decision.value != 1.0 && decision.value != -1.0) return 0;
  const auto stones = static_cast<int>(moves_before + decision.line.size());
  const int margin = 22 - (stones + 1) / 2;
  return decision.value == 1.0 ? margin : -margin;
}

// The nodes in which `name` finds the scores of `positions`.
int64_t NodesToSolve(absl::Span<const Scored> positions,
                     const std::string& name) {
  const auto game = *AllGamesAndPlugins()->MakeGame("connectfour");
  const auto player = *game->MakePlayer(name);
  int64_t nodes = 0;
  for (const Scored& scored : positions) {
    const std::string columns = scored.columns;
    const auto state = game->InitialState();
    for (const char column : columns) {
      const auto move = state->ParseMove(std::string(1, column));
      EXPECT_TRUE(move.ok()) << columns << ": " << move.status();
      EXPECT_TRUE(state->Apply(*move).ok());
    }
    EXPECT_TRUE(player->Start(*state, 1).ok());
    const auto decision = player->Choose(*state, {}, {});
    EXPECT_TRUE(decision.ok()) << decision.status();
    EXPECT_EQ(ScoreOf(*decision, columns.size()), scored.score) << columns;
    nodes += *decision->nodes;
  }
  return nodes;
}

TEST(ConnectFourTest, AlphaBetaFindsTheExactScore) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  NodesToSolve(kPositions, "alphabeta:depth=42");
}

// With evaluations, without what the rules know of the next moves, and without
// the table at the last ply these numbers are exceeded.
TEST(ConnectFourTest, SolvingTakesFewNodes) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  EXPECT_LE(NodesToSolve(kPositions, "alphabeta:depth=42,solve=on"), 2'400);
  const int64_t hard =
      NodesToSolve(kHardPositions, "alphabeta:depth=42,solve=on");
  EXPECT_LE(hard, 125'000);
  // A reduced search may miss the quickest win.
  EXPECT_EQ(hard, NodesToSolve(kHardPositions,
                               "alphabeta:depth=42,solve=on,reductions=off"));
}

}  // namespace
}  // namespace boardwalk
