// The worked example of games/README.md is a whole game: it conforms, and
// players play it to its end.

#include "games/plugins/tictactoe/tictactoe.h"

#include <string>

#include "absl/strings/str_join.h"
#include "framework/catalog.h"
#include "framework/conformance.h"
#include "framework/match.h"
#include "framework/record.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::tictactoe {
namespace {

using ::testing::HasSubstr;

class TicTacToeTest : public testing::Test {
 protected:
  TicTacToeTest()
      : catalog_(*Catalog::Create({Plugin()})),
        game_(*catalog_.MakeGame("tictactoe")) {}

  GameRecord Play(uint64_t seed) {
    const auto cross = *game_->MakePlayer("random");
    const auto nought = *game_->MakePlayer("random");
    return *PlayMatch(*game_->InitialState(),
                      {{"random", cross.get()}, {"random", nought.get()}},
                      {.seed = seed});
  }

  const Catalog catalog_;
  const std::shared_ptr<const AnyGame> game_;
};

TEST_F(TicTacToeTest, Conforms) {
  const ConformanceReport report = game_->Check({});
  EXPECT_TRUE(report.ok()) << absl::StrJoin(report.failures, "\n");
}

TEST_F(TicTacToeTest, HasTheKnownNumbersOfGames) {
  const auto start = game_->InitialState();
  EXPECT_EQ(*game_->Perft(*start, 6), 54720u);
  EXPECT_EQ(*game_->Perft(*start, 7), 148176u);
  EXPECT_EQ(*game_->Perft(*start, 8), 200448u);
  EXPECT_EQ(*game_->Perft(*start, 9), 127872u);
}

TEST_F(TicTacToeTest, IsPlayedToItsEndAndReplayed) {
  int wins[3] = {};  // of O, nobody, X
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const GameRecord record = Play(seed);
    EXPECT_EQ(record.termination, Termination::kRules);
    EXPECT_GE(record.moves.size(), 5u);
    const auto back = ParseRecord(FormatRecord(record));
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, record);
    const auto replay = ReplayRecord(catalog_, *back);
    ASSERT_TRUE(replay.ok()) << replay.status();
    EXPECT_TRUE(replay->state().IsTerminal());
    ++wins[static_cast<int>(record.returns[0]) + 1];
  }
  // About 29, 13 and 58 in a hundred at random.
  EXPECT_GT(wins[0], 0);
  EXPECT_GT(wins[1], 0);
  EXPECT_GT(wins[2], wins[0]);
}

TEST_F(TicTacToeTest, SaysWhatIsWrong) {
  const auto state = *game_->ParsePosition("X../.O./...");
  EXPECT_THAT(std::string(state->ParseMove("b2").status().message()),
              HasSubstr("b2 is occupied"));
  EXPECT_THAT(std::string(state->ParseMove("b4").status().message()),
              HasSubstr("'b4' is no legal move here; the nearest: b1, b3"));
  for (const char* text :
       {"", "X../.O./..", "XX./.O./..X", "O../.../...", "XXX/OOO/...",
        "XXX/OO./O..", "X../.O./..Z", "X...O./...."}) {
    EXPECT_THAT(std::string(game_->ParsePosition(text).status().message()),
                HasSubstr("such as X.O/.X./..O"))
        << text;
  }
}

}  // namespace
}  // namespace boardwalk::tictactoe
