#include "frontends/session/analysis.h"

#include "frontends/session/session_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::session {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class AnalysisTest : public ::testing::Test {
 protected:
  Session Played(const std::string& game,
                 const std::vector<std::string>& moves) const {
    return GameOfPeople(catalog_, game, moves);
  }
  // The text where the player wants to go right everywhere.
  static std::string Text(const Session& session,
                          const std::vector<std::optional<double>>& values) {
    GameAnalysis analysis("witness", session.plies());
    for (size_t ply = 0; ply < values.size(); ++ply) {
      Decision choice = SwingDecision(SwingState::kRight);
      choice.value = values[ply];
      analysis.Add(session, static_cast<int>(ply), choice);
    }
    return analysis.Text(session);
  }

  const Catalog catalog_ = Catalog::Create({SwingPlugin()}).value();
};

TEST_F(AnalysisTest, SaysWithWhichMoveTheValueTurned) {
  const Session session = Played("swing", {"left", "left", "right", "left"});
  EXPECT_EQ(Text(session, {0.5, 0.2, -0.25, 0.1}),
            "Where the value turned, for who moved:\n"
            "  move 1, Player 1: left, from +0.50 to -0.20; better right\n"
            "Values before each move, from -1 (lost) to +1 (won):\n"
            "Player 1: +0.50 -0.25\n"
            "Player 2: +0.20 +0.10\n");
}

TEST_F(AnalysisTest, TheEndOfTheGameIsAValueToo) {
  // Player 2 lets player 1 win.
  const Session session = Played("swing", {"right", "left", "resig"});
  EXPECT_THAT(Text(session, {0.0, 0.0, 1.0}),
              HasSubstr("move 1, Player 2: left, from +0.00 to -1.00; better "
                        "right\n"));
}

TEST_F(AnalysisTest, WithMorePlayersOnesOwnNextValueCounts) {
  const Session session =
      Played("swing:players=3", {"right", "right", "right", "right"});
  // The values of the others say nothing of player 1.
  const std::string text = Text(session, {0.4, 0.9, 0.9, 0.3});
  EXPECT_THAT(text, HasSubstr("No move lost its player 0.25 or more.\n"));
  EXPECT_THAT(Text(session, {0.4, 0.9, 0.9, -0.3}),
              HasSubstr("move 1, Player 1: right, from +0.40 to -0.30\n"));
}

// A value also falls where the player's own choice was played, since it sees
// further then.
TEST_F(AnalysisTest, TheBestMoveIsNoMistake) {
  const Session session = Played("swing", {"left", "right"});
  GameAnalysis analysis("witness", session.plies());
  Decision choice = SwingDecision(SwingState::kLeft);
  choice.value = 0.5;
  analysis.Add(session, 0, choice);
  analysis.Add(session, 1, choice);
  ASSERT_EQ(analysis.Turns(session).size(), 1u);
  EXPECT_FALSE(analysis.Turns(session)[0].mistake);
  choice.move = SwingDecision(SwingState::kRight).move;
  analysis.Add(session, 0, choice);
  EXPECT_TRUE(analysis.Turns(session)[0].mistake);
}

TEST_F(AnalysisTest, WhatIsNotKnownIsNotTold) {
  const Session session = Played("swing", {"left", "left", "left", "left"});
  const std::string text = Text(session, {0.9, std::nullopt, 0.0});
  EXPECT_THAT(text, AllOf(HasSubstr("No move lost"),
                          HasSubstr("Player 2: ? ?\n"), Not(HasSubstr("-0."))));
}

TEST_F(AnalysisTest, OnlyTheGreatestTurnsAreTold) {
  const std::vector<std::string> moves(20, "left");
  const Session session = Played("swing", moves);
  std::vector<std::optional<double>> values(20, 0.2);  // every move loses 0.4
  values[7] = 0.9;
  const std::string text = Text(session, values);
  EXPECT_THAT(text, HasSubstr("move 4, Player 2: left, from +0.90"));
  size_t told = 0;
  for (size_t at = 0; (at = text.find("  move ", at)) != std::string::npos;
       ++at) {
    ++told;
  }
  EXPECT_EQ(told, 6u);
}

}  // namespace
}  // namespace boardwalk::session
