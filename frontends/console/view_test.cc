// What is shown of a game and of a player that thinks.

#include <sstream>

#include "ai/bind.h"
#include "framework/game_adapter.h"
#include "frontends/console/thinking.h"
#include "frontends/console/view.h"
#include "frontends/terminal/screen.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

using Lines = std::vector<std::string>;

constexpr auto kBlock = ThinkingView::Detail::kBlock;

AnyMove Cell(uint8_t cell) { return EraseMove(tictactoe::State::Move{cell}); }

class ThinkingTest : public ::testing::Test {
 protected:
  ThinkingTest() {
    decision_.move = Cell(4);
    decision_.value = 0.25;
    decision_.line = {Cell(4), Cell(0)};
    decision_.depth = 7;
    decision_.selective_depth = 11;
    decision_.nodes = 3'000'000;
    decision_.seconds = 2;
    decision_.memory_use = 0.456;
    decision_.ranking = {{Cell(4), 0.25, {Cell(4), Cell(0)}, 12'345},
                         {Cell(8), -0.0001, {Cell(8), Cell(4)}, 678},
                         {Cell(2), {}, {Cell(2)}, {}}};
  }

  const std::shared_ptr<const AnyGame> game_ =
      ai::BindGame<tictactoe::Rules>({})
          .make(Parameters::Parse("tictactoe", {}, {}).value(), {})
          .value();
  const std::unique_ptr<AnyState> state_ = game_->InitialState();
  Decision decision_;
};

TEST_F(ThinkingTest, RankingIsInColumns) {
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 9, 80),
            (Lines{"b2  +0.250  12.3k  a1", "c3  +0.000    678  b2", "c1"}));
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 1, 80),
            (Lines{"b2  +0.250  12.3k  a1", "(2 more)"}));
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 3, 11),
            (Lines{"b2  +0.250", "c3  +0.000", "c1"}));
}

TEST_F(ThinkingTest, ColumnsWithoutContentAreLeftOut) {
  const std::vector<RankedMove> bare = {{Cell(4)}, {Cell(8)}};
  EXPECT_EQ(RankingLines(*state_, bare, 9, 80), (Lines{"b2", "c3"}));
  EXPECT_EQ(RankingLines(*state_, {}, 9, 80), Lines{});
}

TEST_F(ThinkingTest, LinesTellAllThatIsKnown) {
  decision_.ranking.resize(1);
  EXPECT_EQ(ThinkingLines(*state_, decision_, 80),
            (Lines{"value +0.25, depth 7/11, 3.0M nodes, 2.0 s, 1.5M/s, table "
                   "46 % full",
                   "b2 a1", "b2  +0.250  12.3k  a1"}));
}

TEST_F(ThinkingTest, LinesAreNoLongerThanTheScreen) {
  EXPECT_EQ(ThinkingLines(*state_, decision_, 40),
            (Lines{"value +0.25, depth 7/11, 3.0M nodes, 2.0",
                   "s, 1.5M/s, table 46 % full", "b2 a1",
                   "b2  +0.250  12.3k  a1", "c3  +0.000    678  b2", "c1"}));
  for (const std::string& line : ThinkingLines(*state_, decision_, 4)) {
    EXPECT_LE(line.size(), 4u);
  }
}

TEST_F(ThinkingTest, AnObserverShowsTheBlock) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  {
    ThinkingView block("me", *state_, screen, kBlock,
                       std::chrono::milliseconds(0));
    block.observer()(decision_);
    EXPECT_NE(out.str().find("\n" + ThinkingLines(*state_, decision_, 79)[1]),
              std::string::npos);
  }
  const std::string text = out.str();
  EXPECT_EQ(text.substr(text.size() - 4), "\r\033[J");
}

TEST_F(ThinkingTest, ALineNamesTheMoveAndTheOpinion) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  ThinkingView line("me", *state_, screen, ThinkingView::Detail::kLine,
                    std::chrono::milliseconds(0));
  EXPECT_NE(out.str().find("me thinks ...   (Ctrl-C"), std::string::npos);
  line.observer()(decision_);
  EXPECT_NE(out.str().find("me thinks: b2   value +0.25, depth 7/11"),
            std::string::npos);
}

TEST_F(ThinkingTest, NothingIsShownTwiceWithinTheInterval) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  ThinkingView block("me", *state_, screen, kBlock, std::chrono::hours(1));
  const std::string before = out.str();
  block.observer()(decision_);
  EXPECT_EQ(out.str(), before);
}

TEST_F(ThinkingTest, NothingIsWrittenWithoutATerminal) {
  std::ostringstream out;
  terminal::Screen screen(out, {});
  {
    ThinkingView block("me", *state_, screen, kBlock,
                       std::chrono::milliseconds(0));
    EXPECT_EQ(block.observer(), nullptr);
  }
  EXPECT_EQ(out.str(), "");
}

TEST(ViewTest, TheSeatsStayWithinTheScreen) {
  const std::vector<std::string> seats = {"human", "witness", "human"};
  const std::string line =
      "Player 1: human   Player 2: witness   Player 3: human";
  EXPECT_EQ(SeatsLine(seats), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size())), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size()) - 1),
            "Player 1: human    Player 2: witness\nPlayer 3: human");
  EXPECT_EQ(SeatsText(seats, 1),
            "Player 1: human\nPlayer 2: witness\nPlayer 3: human");
}

}  // namespace
}  // namespace boardwalk::console
