// The rules of the star: against a slow second implementation, and point by
// point.

#include "games/star/star.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "framework/conformance.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "games/registry.h"
#include "tests/slow_star.h"

namespace boardwalk::star {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

std::shared_ptr<const AnyGame> MakeGame(const std::string& name) {
  const auto catalog = AllGames();
  EXPECT_TRUE(catalog.ok()) << catalog.status();
  auto game = catalog->MakeGame(name);
  EXPECT_TRUE(game.ok()) << game.status();
  return *std::move(game);
}

std::string NameError(const std::string& name) {
  const auto game = AllGames()->MakeGame(name);
  return game.ok() ? "" : std::string(game.status().message());
}

std::unique_ptr<AnyState> At(const AnyGame& game, const std::string& text) {
  auto state = game.ParsePosition(text);
  EXPECT_TRUE(state.ok()) << state.status();
  return *std::move(state);
}

void Play(AnyState& state, const std::string& text) {
  const auto move = state.ParseMove(text);
  ASSERT_TRUE(move.ok()) << text << ": " << move.status();
  ASSERT_TRUE(state.Apply(*move).ok()) << text;
}

std::vector<std::string> Sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

struct Case {
  std::string settings;
  int size;
  std::vector<int> seats;
  int plies;
};

std::vector<Case> Cases() {
  return {{"size=3", 3, {0, 3}, 300},
          {"size=3,players=6", 3, {0, 1, 2, 3, 4, 5}, 600},
          {"size=3,seats=5+2+0", 3, {5, 2, 0}, 300},
          {"size=4", 4, {0, 3}, 300},
          {"players=5", 4, {0, 1, 2, 3, 4}, 300},
          {"players=3", 4, {0, 2, 4}, 300},
          {"size=5,seats=1+4", 5, {1, 4}, 200},
          {"size=6,players=4", 6, {0, 1, 3, 4}, 100},
          {"size=7,players=6", 7, {0, 1, 2, 3, 4, 5}, 100},
          {"size=8", 8, {0, 3}, 60},
          {"size=9,players=3", 9, {0, 2, 4}, 40}};
}

TEST(StarTest, EveryMoveListIsThatOfTheSlowRules) {
  for (const Case& test : Cases()) {
    const auto game = MakeGame("star:" + test.settings);
    const auto state = game->InitialState();
    SlowStar slow(test.size, test.seats);
    Random random(7);
    for (int ply = 0; ply < test.plies && !state->IsTerminal(); ++ply) {
      const std::vector<std::string> moves = slow.Moves();
      ASSERT_EQ(Sorted(state->LegalMoveTexts()), moves)
          << test.settings << " after " << ply
          << " plies: " << state->FormatPosition();
      ASSERT_EQ(state->ToMove(), slow.to_move());
      const std::string& move =
          moves[random.Below(static_cast<uint32_t>(moves.size()))];
      Play(*state, move);
      slow.Play(move);
      ASSERT_EQ(state->IsTerminal(), !slow.Winners().empty());
    }
  }
}

TEST(StarTest, TheLargestStarHasTheMovesOfTheSlowRules) {
  const auto game = MakeGame("star:size=64,players=6");
  const auto state = game->InitialState();
  SlowStar slow(64, {0, 1, 2, 3, 4, 5});
  Random random(3);
  for (int ply = 0; ply < 60; ++ply) {
    const std::vector<AnyMove> moves = state->LegalMoves();
    const AnyMove move =
        moves[random.Below(static_cast<uint32_t>(moves.size()))];
    slow.Play(state->FormatMove(move));
    ASSERT_TRUE(state->Apply(move).ok());
    if (ply % 20 == 19) {
      ASSERT_EQ(Sorted(state->LegalMoveTexts()), slow.Moves());
    }
  }
}

// Too slow for the parameter sets of the shared tests, so with less of all.
TEST(StarTest, TheLargestStarConforms) {
  const auto game = MakeGame("star:size=64,players=6");
  const ConformanceReport report =
      game->Check({.games = 2, .max_plies = 40, .max_leaves = 4'000});
  EXPECT_THAT(report.failures, IsEmpty());
  EXPECT_GT(report.positions, 80);
}

TEST(StarTest, PerftIsThatOfTheSlowRules) {
  for (const Case& test : Cases()) {
    const auto game = MakeGame("star:" + test.settings);
    const auto state = game->InitialState();
    const int depth = test.size == 3 ? 3 : 2;
    EXPECT_EQ(*game->Perft(*state, depth),
              SlowStar(test.size, test.seats).Perft(depth))
        << test.settings;
  }
}

TEST(StarTest, AFullGoalEndsTheGameOnlyWhenTheRoundIsComplete) {
  const auto game = MakeGame("star:size=3");
  const auto state =
      At(*game, "B/2B/2B./5.B4./9./8./7./8./9./4.A5./.2A/2A/A 1");
  Play(*state, "9,0:10,-1");
  EXPECT_FALSE(state->IsTerminal());  // the second seat still has its turn
  EXPECT_EQ(state->ToMove(), 1);

  const auto shared = state->Clone();
  Play(*shared, "3,1:2,1");
  ASSERT_TRUE(shared->IsTerminal());
  EXPECT_EQ(shared->ToMove(), -1);
  EXPECT_THAT(shared->LegalMoves(), ::testing::IsEmpty());
  EXPECT_EQ(shared->Returns(), SeatValues{});  // both have won: a draw

  Play(*state, "3,1:3,2");
  ASSERT_TRUE(state->IsTerminal());
  EXPECT_EQ(state->Returns(), (SeatValues{1, -1}));
  EXPECT_EQ(state->ParseMove("10,-1:9,0").status().message(),
            "the game is over");
  // The position text carries the end along.
  EXPECT_TRUE(At(*game, state->FormatPosition())->IsTerminal());
}

TEST(StarTest, SeveralOfThreeShareTheWin) {
  const auto game = MakeGame("star:size=3,seats=0+3+1");
  const auto state =
      At(*game, "B/2B/2B./5.B.3C/7.2C/7.C/7./8./9./4.A5./.2A/2A/A 1");
  Play(*state, "9,0:10,-1");
  Play(*state, "3,1:2,1");
  EXPECT_FALSE(state->IsTerminal());
  Play(*state, "5,4:5,3");
  ASSERT_TRUE(state->IsTerminal());
  EXPECT_EQ(state->Returns(), (SeatValues{0.25, 0.25, -0.5}));
}

TEST(StarTest, MovesMayPassThroughANeutralTriangleButNotStopThere) {
  const auto game = MakeGame("star:size=3,seats=0+5");
  const auto state =
      At(*game, "A/2A/2A./B.B7./2B7./BA6./3.B3./8./9./10./3./2./. 1");
  const std::vector<std::string> moves = state->LegalMoveTexts();
  EXPECT_THAT(moves, Contains("5,-2:3,-1"));
  EXPECT_THAT(moves, Not(Contains("5,-2:3,-3")));
  EXPECT_THAT(state->Path(*state->ParseMove("5,-2:3,-1")),
              ElementsAre("5,-2", "3,-3", "3,-1"));
}

TEST(StarTest, APieceInANeutralTriangleCannotMove) {
  const auto game = MakeGame("star:size=3");
  const auto state = At(*game, "A/2A/2.A/.A8./A8./8./7./8./9./10./3B/2B/B 1");
  for (const std::string& move : state->LegalMoveTexts()) {
    EXPECT_THAT(move, Not(::testing::StartsWith("3,-3:")));
    EXPECT_THAT(move, Not(::testing::StartsWith("4,-4:")));
  }
}

TEST(StarTest, WhoCannotMoveMustPass) {
  const auto game = MakeGame("star:size=3");
  const auto state = At(*game, "./2./3./3A7./2A7./A7./7./8./9./10./3B/2B/B 1");
  EXPECT_THAT(state->LegalMoveTexts(), ElementsAre("pass"));
  EXPECT_EQ(state->ParseMove("3,-2:3,-1").status().message(),
            "a move may not begin in a triangle that is neither your home nor "
            "your goal: 3,-2 is in the upper left triangle; you have no legal "
            "move: write pass");
  EXPECT_EQ(state->ParseMove("x").status().message(),
            "'x' is no move; write from:to, such as 4,-1:5,0; you have no "
            "legal move: write pass");
  const std::string before = state->FormatPosition();
  EXPECT_THAT(state->Path(*state->ParseMove("pass")), ElementsAre());
  Play(*state, "pass");
  EXPECT_EQ(state->ToMove(), 1);
  EXPECT_EQ(state->FormatPosition(), before.substr(0, before.size() - 1) + "2");
  EXPECT_THAT(state->LegalMoveTexts(), Not(Contains("pass")));
}

TEST(StarTest, TheMoverIsLiftedAndComingBackIsNoMove) {
  // Three pieces around a corner let the one on 6,0 run in a circle.
  const auto game = MakeGame("star:size=3");
  const auto state =
      At(*game, "A/2A/3./10./9./3.2A3./3.A3./8./9./10./3B/2B/B 1");
  for (const std::string& text : state->LegalMoveTexts()) {
    const size_t colon = text.find(':');
    EXPECT_NE(text.substr(0, colon), text.substr(colon + 1));
  }
  EXPECT_EQ(state->ParseMove("6,0:6,0").status().message(),
            "a move must end on another cell than 6,0");
}

TEST(StarTest, NamesAreMinimal) {
  EXPECT_EQ(MakeGame("star:players=2")->Name(), "star");
  EXPECT_EQ(MakeGame("star:size=4,players=2,seats=0+3")->Name(), "star");
  EXPECT_EQ(MakeGame("star:players=3,seats=0+2+4")->Name(), "star:players=3");
  EXPECT_EQ(MakeGame("star:seats=0+1+3+4")->Name(), "star:players=4");
  EXPECT_EQ(MakeGame("star:size=5,players=2,seats=1+4")->Name(),
            "star:size=5,seats=1+4");
  // The order of play is the order of the seats.
  EXPECT_EQ(MakeGame("star:seats=3+0")->Name(), "star:seats=3+0");
  const auto reversed = MakeGame("star:seats=3+0")->InitialState();
  EXPECT_THAT(reversed->LegalMoveTexts(), Contains("13,0:12,0"));
}

TEST(StarTest, ContradictionsInTheNameAreErrors) {
  EXPECT_EQ(NameError("star:players=3,seats=0+3"),
            "players=3 and seats=0+3 of star contradict each other: that is 2 "
            "seats; leave players out");
  EXPECT_EQ(NameError("star:seats=0+3+0"),
            "seats=0+3+0 of star: triangle 0 is named twice; each seat needs "
            "its own");
  EXPECT_EQ(NameError("star:seats=5"),
            "seats=5 of star: name at least two triangles of 0 to 5, such as "
            "seats=0+3");
  EXPECT_NE(NameError("star:size=2"), "");
  EXPECT_NE(NameError("star:size=65"), "");
}

TEST(StarTest, TheEvaluationRewardsTheWayToTheGoal) {
  const auto rules =
      CompactRules::Create(*Parameters::Parse("star", Info().parameters, {}));
  ASSERT_TRUE(rules.ok());
  CompactState state = (*rules)->InitialState();
  EXPECT_EQ((*rules)->Evaluate(state, 0), 0);
  state.Apply(*(*rules)->ParseMove(state, "3,0:4,0"));
  const int ahead = (*rules)->Evaluate(state, 0);
  EXPECT_GT(ahead, 0);
  EXPECT_EQ((*rules)->Evaluate(state, 1), -ahead);
  const auto won = (*rules)->ParsePosition(
      "B/2B/3B/3BA/13./12./11./10./9./10./11./12./6.B6./.3A/3A/2A/A 2");
  ASSERT_TRUE(won.ok()) << won.status();
  EXPECT_LE((*rules)->Evaluate(*won, 0), kMaxEvaluation);
}

TEST(StarTest, WhoHasWalledInAPieceMakesWayForIt) {
  const auto rules = CompactRules::Create(
      *Parameters::Parse("star", Info().parameters, {{"size", "3"}}));
  ASSERT_TRUE(rules.ok());
  // B's last piece at home stands on the tip of A's goal and cannot move. A
  // has one piece outside, which could go round in circles for ever.
  const auto state = (*rules)->ParsePosition(
      "./B./.B./10./4.B4./8./3.B3./.B6./5.A3./10./3A/2A/B 1");
  ASSERT_TRUE(state.ok()) << state.status();
  ASSERT_EQ(state->ExitDistance(0), kNoExit);
  EXPECT_EQ(state->ExitDistance(1), 0);
  MoveListFor<CompactState> moves;
  state->LegalMoves(moves);
  int best = -kMaxEvaluation;
  int exit = kNoExit;
  for (const auto move : moves) {
    CompactState after = *state;
    after.Apply(move);
    const int value = (*rules)->Evaluate(after, 0);
    EXPECT_EQ((*rules)->Evaluate(after, 1), -value);
    if (value <= best) continue;
    best = value;
    exit = after.ExitDistance(0);
  }
  EXPECT_LT(exit, kNoExit);
}

}  // namespace
}  // namespace boardwalk::star
