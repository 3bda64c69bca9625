// Why games are over, and why moves are not legal, in their own words.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "framework/player.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

// The position after moves from another; the opening if that is "".
std::unique_ptr<AnyState> After(const std::string& name,
                                const std::string& position,
                                const std::string& moves) {
  const auto game = AllGamesAndPlugins()->MakeGame(name).value();
  auto state = position.empty() ? game->InitialState()
                                : game->ParsePosition(position).value();
  const std::vector<absl::string_view> texts =
      absl::StrSplit(moves, ' ', absl::SkipEmpty());
  EXPECT_TRUE(PlayMoves(*state, texts).ok());
  return state;
}

struct Ended {
  std::string game, position, moves, reason;
  std::vector<std::string> cells = {};
};

TEST(GameEndingsTest, AreTold) {
  const std::vector<Ended> games = {
      {"tictactoe", "", "a1 b1 a2 b2 a3", "three in a row", {"a1", "a2", "a3"}},
      {"tictactoe", "XOX/XOO/.XO", "a3", "three in a row", {"a1", "a2", "a3"}},
      {"tictactoe", "XOX/XOO/OX.", "c3", "the board is full"},
      {"connectfour",
       "",
       "4 4 5 5 6 6 7",
       "four in a row",
       {"41", "51", "61", "71"}},
      {"connectfour",
       "",
       "4 5 5 6 6 3 6 7 7 7 7",
       "four in a row",
       {"41", "52", "63", "74"}},
      {"teeko",
       "",
       "1 5 2 6 3 7 4",
       "four in a row or a square",
       {"1", "2", "3", "4"}},
      {"teeko",
       "",
       "1 3 2 4 5 7 6",
       "four in a row or a square",
       {"1", "2", "5", "6"}},
      {"draughts", "4/4/4/4/4/WW2/4/B3 w 79", "21-25", "black cannot move"},
      {"draughts", "4/4/4/4/4/WW2/4/B3 w 79", "22-18", "80 moves by kings"},
      {"othello", "8/8/8/3XX3/3XO3/8/8/8 1 0", "f6 pass pass", "5 to 0 discs"},
      {"othello", "8/8/8/3OO3/3OX3/8/8/8 2 0", "f6 pass pass", "5 to 0 discs"},
      {"ataxx", "x6/7/7/7/7/7/6o x 99 1", "a7b5", "100 plies without growth"},
      {"breakthrough", "8/P7/8/8/8/7p/8/8 w - - 0 1", "a7a8",
       "a piece has reached the last row"},
      {"breakthrough", "8/8/8/7p/6P1/8/8/8 w - - 0 1", "g4h5",
       "all pieces are captured"}};
  for (const Ended& ended : games) {
    const auto state = After(ended.game, ended.position, ended.moves);
    ASSERT_TRUE(state->IsTerminal()) << ended.game << " " << ended.moves;
    EXPECT_EQ(state->Ending().reason, ended.reason) << ended.game;
    EXPECT_EQ(state->Ending().cells, ended.cells) << ended.game;
  }
}

// As `greedy` plays them.
TEST(GameEndingsTest, EveryGameTellsItsOwnAndNoLivePositionDoes) {
  for (const std::string& name : AllGamesAndPlugins()->NamesWithTestSets()) {
    const auto game = AllGamesAndPlugins()->MakeGame(name).value();
    if (game->Info().id == "walk") continue;
    const auto player = game->MakePlayer("greedy").value();
    const auto state = game->InitialState();
    ASSERT_TRUE(player->Start(*state, 7).ok());
    for (int ply = 0; ply < 400 && !state->IsTerminal(); ++ply) {
      EXPECT_EQ(state->Ending().reason, "") << name;
      const auto decision =
          player->Choose(*state, Limits{}, [](const Decision&) {});
      ASSERT_TRUE(decision.ok()) << name << ": " << decision.status();
      player->Observe(decision->move);
      ASSERT_TRUE(state->Apply(decision->move).ok());
    }
    if (!state->IsTerminal()) continue;
    EXPECT_NE(state->Ending().reason, "") << name;
  }
}

TEST(WhyIllegalTest, TheRuleIsTold) {
  // 15 must take 18.
  const auto draughts = After("draughts", "4/1b2/4/2b1/1w2/4/4/4 b 0", "");
  EXPECT_EQ(draughts->WhyIllegal({"6"}), "a capture must be made, to its end");
  // Where nothing forces anybody there is nothing to explain.
  EXPECT_EQ(After("draughts", "", "")->WhyIllegal({"1"}), "");
  EXPECT_EQ(After("othello", "", "")->WhyIllegal({"a1"}),
            "a disc must enclose discs of the opponent in a line");
}

}  // namespace
}  // namespace boardwalk
