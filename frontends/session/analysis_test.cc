#include "frontends/session/analysis.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontends/session/session_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

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
            "Where the value turned most, for who moved:\n"
            "  move 1, Player 1: left??, from +0.50 to -0.20; better right, "
            "says witness\n"
            "Player 1: 1 blunder\n"
            "Player 2: no mistakes\n"
            "Values before each move, from -1 (lost) to +1 (won):\n"
            "Player 1: +0.50 -0.25\n"
            "Player 2: +0.20 +0.10\n");
}

TEST_F(AnalysisTest, TheEndOfTheGameIsAValueToo) {
  // Player 2 lets player 1 win.
  const Session session = Played("swing", {"right", "left", "resig"});
  EXPECT_THAT(Text(session, {0.0, 0.0, 1.0}),
              HasSubstr("move 1, Player 2: left??, from +0.00 to -1.00; better "
                        "right, says witness\n"));
}

TEST_F(AnalysisTest, WithMorePlayersOnesOwnNextValueCounts) {
  const Session session =
      Played("swing:players=3", {"right", "right", "right", "right"});
  // The values of the others say nothing of player 1.
  const std::string text = Text(session, {0.35, 0.9, 0.9, 0.3});
  EXPECT_THAT(text, HasSubstr("No move lost its player 0.1 or more.\n"));
  EXPECT_THAT(Text(session, {0.4, 0.9, 0.9, -0.3}),
              HasSubstr("move 1, Player 1: right, from +0.40 to -0.30\n"));
}

TEST_F(AnalysisTest, OfMorePlayersItSaysWhoStoodBest) {
  const Session session =
      Played("swing:players=3", std::vector<std::string>(7, "right"));
  EXPECT_THAT(Text(session, {0.1, 0.2, 0.0, 0.5, -0.1, -0.4, -0.3}),
              HasSubstr("move 2, Player 1: right, from +0.50 to -0.30; Player "
                        "1 stood best before, Player 2 after\n"));
  EXPECT_THAT(Text(session, {0.1, 0.6, 0.0, 0.5, 0.6, -0.4, -0.3}),
              HasSubstr("; Player 2 stood best throughout\n"));
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
  EXPECT_EQ(analysis.Turns(session)[0].grade, nullptr);
  choice.move = SwingDecision(SwingState::kRight).move;
  analysis.Add(session, 0, choice);
  ASSERT_NE(analysis.Turns(session)[0].grade, nullptr);
  EXPECT_EQ(analysis.Turns(session)[0].grade->name, "blunder");
}

// A value with the line that the player expects.
Decision Expecting(double value, const std::vector<uint8_t>& line) {
  Decision choice = SwingDecision(line.front());
  choice.value = value;
  choice.line.clear();
  for (const uint8_t step : line) {
    choice.line.push_back(SwingDecision(step).move);
  }
  return choice;
}

constexpr uint8_t kLeft = SwingState::kLeft, kRight = SwingState::kRight,
                  kWin = SwingState::kWin;

// Later searches overlook what an earlier one has proved.
TEST_F(AnalysisTest, AProofGoesOnWhereItsLineIsPlayed) {
  const Session session = Played("swing", {"left", "right", "left", "left"});
  GameAnalysis analysis("witness", session.plies());
  analysis.Add(session, 0, Expecting(1, {kLeft, kRight, kLeft, kRight}));
  for (int ply = 1; ply < 4; ++ply) {
    analysis.Add(session, ply, Expecting(-0.25, {kRight}));
  }
  EXPECT_EQ(analysis.Text(session),
            "No move lost its player 0.1 or more.\n"
            "Values before each move, from -1 (lost) to +1 (won):\n"
            "Player 1: +1.00 +1.00\n"
            "Player 2: -1.00 -1.00\n");
  EXPECT_EQ(analysis.Choices(session)[2]->best, "left");
}

TEST_F(AnalysisTest, ADecisionTellsWhenAProvedGameEnds) {
  const auto start = (*catalog_.MakeGame("swing"))->InitialState();
  const auto ends_in = [&](double value, const std::vector<uint8_t>& line) {
    return EndsIn(*start, Expecting(value, line));
  };
  EXPECT_EQ(ends_in(1, {kWin}), 1);
  EXPECT_EQ(ends_in(1, {kLeft, kRight, kWin}), 3);
  EXPECT_EQ(ends_in(-1, {kLeft, kWin}), 2);
  // Not proved, not to the end, to another end, and beyond it.
  EXPECT_EQ(ends_in(0.99, {kWin}), std::nullopt);
  EXPECT_EQ(ends_in(1, {kLeft, kRight}), std::nullopt);
  EXPECT_EQ(ends_in(1, {kLeft, kWin}), std::nullopt);
  EXPECT_EQ(ends_in(1, {kWin, kLeft}), std::nullopt);
  Decision without = Expecting(1, {kWin});
  without.line.clear();
  EXPECT_EQ(EndsIn(*start, without), std::nullopt);
}

TEST_F(AnalysisTest, TheEndComesNearerAsItsLineIsPlayed) {
  const auto told = [](const Session& session, const GameAnalysis& analysis) {
    std::vector<std::optional<int>> ends_in;
    for (const auto& choice : analysis.Choices(session)) {
      ends_in.push_back(choice->ends_in);
    }
    return ends_in;
  };
  const auto of = [&](const std::vector<std::string>& moves,
                      const std::vector<uint8_t>& line) {
    const Session session = Played("swing", moves);
    GameAnalysis analysis("witness", session.plies());
    analysis.Add(session, 0, Expecting(1, line));
    for (int ply = 1; ply < session.plies(); ++ply) {
      analysis.Add(session, ply, Expecting(-0.25, {kRight}));
    }
    return told(session, analysis);
  };
  const std::vector<std::string> moves = {"left", "right", "left"};
  using ::testing::ElementsAre;
  constexpr auto kUnknown = std::nullopt;
  EXPECT_THAT(of(moves, {kLeft, kRight, kWin}), ElementsAre(3, 2, 1));
  EXPECT_THAT(of(moves, {kLeft, kRight, kLeft}),
              ElementsAre(kUnknown, kUnknown, kUnknown));
  // Another move leaves the line; the win is still proved after it, as every
  // move of a lost position keeps it.
  EXPECT_THAT(of(moves, {kLeft, kLeft, kWin}), ElementsAre(3, 2, kUnknown));
}

TEST_F(AnalysisTest, AWinThatIsThrownAwayIsAMistake) {
  const Session session = Played("swing", {"left", "right", "right", "left"});
  GameAnalysis analysis("witness", session.plies());
  analysis.Add(session, 0, Expecting(1, {kLeft, kRight, kLeft}));
  for (int ply = 1; ply < 4; ++ply) {
    analysis.Add(session, ply, Expecting(-0.25, {kRight}));
  }
  EXPECT_EQ(analysis.Text(session),
            "Where the value turned most, for who moved:\n"
            "  move 2, Player 1: right??, from +1.00 to +0.25; better left, "
            "says witness\n"
            "Player 1: 1 blunder\n"
            "Player 2: no mistakes\n"
            "Values before each move, from -1 (lost) to +1 (won):\n"
            "Player 1: +1.00 +1.00\n"
            "Player 2: -1.00 -0.25\n");
}

// A game in which the winning move was listed as a loss, since the look at the
// next position sees less.
TEST(AnalysisOfConnectFourTest, AMoveThatKeepsAProvedWinIsNoTurn) {
  const Session session =
      GameOfPeople(*AllGamesAndPlugins(), "connectfour",
                   absl::StrSplit("5 4 4 6 2 7 7 4 1 6 3 4 3 4 4", ' '));
  GameAnalysis analysis("alphabeta", session.plies());
  const auto look = [&](int ply, const std::string& player) {
    const auto choice = session.Advise(player, ply, {}, {});
    ASSERT_TRUE(choice.ok()) << choice.status();
    analysis.Add(session, ply, *choice);
  };
  look(13, "alphabeta:depth=24");
  look(14, "alphabeta:depth=2");
  EXPECT_TRUE(analysis.Turns(session).empty()) << analysis.Text(session);
  const auto choices = analysis.Choices(session);
  EXPECT_EQ(choices[13]->value, 1);
  EXPECT_EQ(choices[13]->best, "4");
  EXPECT_EQ(choices[14]->value, -1);
}

// Who has lost may play anything. Then the position is won for the other, but
// nobody knows how: moves are judged by opinions.
TEST_F(AnalysisTest, WhoHasLostCannotLoseByAMove) {
  const Session session = Played("swing", {"left", "right", "left", "left"});
  GameAnalysis analysis("witness", session.plies());
  analysis.Add(session, 0, Expecting(-1, {kRight, kRight}));
  analysis.Add(session, 1, Expecting(0.05, {kRight}));
  analysis.Add(session, 2, Expecting(0, {kLeft}));
  analysis.Add(session, 3, Expecting(0.05, {kLeft}));
  EXPECT_EQ(analysis.Text(session),
            "No move lost its player 0.1 or more.\n"
            "Values before each move, from -1 (lost) to +1 (won):\n"
            "Player 1: -1.00 +0.00\n"
            "Player 2: +1.00 +0.05\n");
  analysis.Add(session, 2, Expecting(0.5, {kLeft}));
  ASSERT_EQ(analysis.Turns(session).size(), 2u);
  EXPECT_EQ(analysis.Turns(session)[0].ply, 1);
  EXPECT_EQ(analysis.Turns(session)[0].choice.value, 0.05);
  // The list has the opinion, the table what is proved, and says so.
  EXPECT_THAT(analysis.Text(session),
              AllOf(HasSubstr("move 1, Player 2: right, from +0.05 to -0.50\n"),
                    HasSubstr("Where a win is proved, but not by which move, "
                              "witness's opinion is given here.\n"),
                    HasSubstr("Player 2: +1.00 +0.05\n")));
}

TEST_F(AnalysisTest, EveryMoveThatIsProvedToWinKeepsTheWin) {
  const Session session = Played("swing", {"right", "left"});
  GameAnalysis analysis("witness", session.plies());
  Decision choice = Expecting(1, {kLeft});
  choice.ranking = {{choice.move, 1.0}, {SwingDecision(kRight).move, 1.0}};
  analysis.Add(session, 0, choice);
  analysis.Add(session, 1, Expecting(0.25, {kLeft}));
  EXPECT_TRUE(analysis.Turns(session).empty());
  EXPECT_EQ(analysis.Choices(session)[1]->value, -1);
}

// With more players it says nothing of the others.
TEST_F(AnalysisTest, WithMorePlayersAProofIsOfItsOwnSeat) {
  const Session session =
      Played("swing:players=3", {"left", "left", "left", "left"});
  GameAnalysis analysis("witness", session.plies());
  analysis.Add(session, 0, Expecting(1, {kLeft, kLeft, kLeft}));
  analysis.Add(session, 1, Expecting(0.25, {kLeft}));
  analysis.Add(session, 3, Expecting(0, {kLeft}));
  EXPECT_TRUE(analysis.Turns(session).empty());
  EXPECT_EQ(analysis.Choices(session)[1]->value, 0.25);
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
  EXPECT_THAT(text, HasSubstr("move 4, Player 2: left??, from +0.90"));
  size_t told = 0;
  for (size_t at = 0; (at = text.find("  move ", at)) != std::string::npos;
       ++at) {
    ++told;
  }
  EXPECT_EQ(told, 6u);
  // The value after the last one is not known.
  EXPECT_THAT(text, AllOf(HasSubstr("Player 1: 10 blunders\n"),
                          HasSubstr("Player 2: 9 blunders\n")));
}

TEST_F(AnalysisTest, GradesAreThoseOfLichess) {
  const Session session = Played("swing", std::vector<std::string>(9, "left"));
  GameAnalysis analysis("witness", session.plies());
  // Each loses what its value and that of the next position are together.
  const std::vector<double> values = {0.3, 0,   0.2,  0.09, 0,
                                      0.1, 0.0, 0.29, 0.0};
  for (size_t ply = 0; ply < values.size(); ++ply) {
    Decision choice = SwingDecision(SwingState::kRight);
    choice.value = values[ply];
    analysis.Add(session, static_cast<int>(ply), choice);
  }
  std::string signs;
  const auto turns = analysis.Turns(session);
  for (const GameAnalysis::Turn& turn : turns) {
    absl::StrAppend(&signs, turn.ply, turn.grade->sign, " ");
  }
  EXPECT_EQ(signs, "0?? 1? 2? 4?! 5?! 6? 7? ");
  EXPECT_EQ(GradesText(turns), "1 blunder, 4 mistakes, 2 inaccuracies");
  EXPECT_EQ(GradesText({}), "no mistakes");
}

}  // namespace
}  // namespace boardwalk::session
