#include "frontends/contest/standings.h"

#include <vector>

#include "framework/record.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::contest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Result = SeatOutcome::Result;

constexpr SeatOutcome kWon = {Result::kWon, 2};
constexpr SeatOutcome kDrawn = {Result::kDrawn, 1};
constexpr SeatOutcome kLost = {Result::kLost, 0};
constexpr SeatOutcome kNone = {Result::kNone, 0};

comparison::Configuration Of(comparison::Contest::Rules rules, size_t players) {
  comparison::Configuration configuration;
  configuration.contest.emplace().rules = rules;
  configuration.players.resize(players);
  return configuration;
}

// A game of players 0, 1, ... in seats 0, 1, ...
comparison::FinishedGame Game(Termination termination,
                              const std::vector<double>& returns,
                              int loser = -1) {
  comparison::FinishedGame game;
  game.summary.termination = termination;
  game.summary.loser = loser;
  for (size_t seat = 0; seat < returns.size(); ++seat) {
    game.summary.seats.push_back(
        {.player = static_cast<int>(seat), .returns = returns[seat]});
  }
  return game;
}

TEST(PointsTest, AClassGame) {
  const comparison::Configuration two =
      Of(comparison::Contest::Rules::kChinese8, 2);
  const auto points = [&](const comparison::FinishedGame& game) {
    return OutcomesOf(two, game.summary);
  };
  EXPECT_THAT(points(Game(Termination::kRules, {1, -1})),
              ElementsAre(kWon, kLost));
  EXPECT_THAT(points(Game(Termination::kRules, {-1, 1})),
              ElementsAre(kLost, kWon));
  EXPECT_THAT(points(Game(Termination::kRules, {0, 0})),
              ElementsAre(kDrawn, kDrawn));
  for (const Termination fault :
       {Termination::kIllegalMove, Termination::kTimeForfeit,
        Termination::kFailure}) {
    EXPECT_THAT(points(Game(fault, {-1, 1}, 0)), ElementsAre(kLost, kWon));
  }
}

TEST(PointsTest, WhoCannotPlayLosesEvenAgainstAnother) {
  comparison::Configuration two = Of(comparison::Contest::Rules::kChinese8, 2);
  two.contest->faults = {"has a main", ""};
  comparison::FinishedGame game = Game(Termination::kFailure, {-1, 1}, 0);
  game.summary.detail = "cannot start";
  EXPECT_THAT(OutcomesOf(two, game.summary), ElementsAre(kLost, kWon));
  EXPECT_THAT(FaultsOf(two, game.summary),
              ElementsAre(Fault{.seat = 0, .reason = "has a main"}));
  two.contest->faults = {"has a main", "did not compile"};
  EXPECT_THAT(OutcomesOf(two, game.summary), ElementsAre(kLost, kLost));
  EXPECT_THAT(FaultsOf(two, game.summary),
              ElementsAre(Fault{.seat = 0, .reason = "has a main"},
                          Fault{.seat = 1, .reason = "did not compile"}));
}

TEST(PointsTest, AStarGame) {
  const comparison::Configuration four =
      Of(comparison::Contest::Rules::kStar, 4);
  const auto points = [&](const comparison::FinishedGame& game) {
    return OutcomesOf(four, game.summary);
  };
  const double third = 1.0 / 3;
  EXPECT_THAT(points(Game(Termination::kRules, {-third, 1, -third, -third})),
              ElementsAre(kLost, kWon, kLost, kLost));
  // Two finish in one round.
  EXPECT_THAT(points(Game(Termination::kRules, {third, -third, -third, third})),
              ElementsAre(kDrawn, kLost, kLost, kDrawn));
  EXPECT_THAT(points(Game(Termination::kRules, {0, 0, 0, 0})),
              ElementsAre(kDrawn, kDrawn, kDrawn, kDrawn));
  for (const Termination adjudicated :
       {Termination::kPlyLimit, Termination::kRepetition}) {
    EXPECT_THAT(points(Game(adjudicated, {0, 0, 0, 0})),
                ElementsAre(kNone, kNone, kNone, kNone));
  }
  // One that never answered ended a game that was still open.
  EXPECT_THAT(
      points(Game(Termination::kTimeForfeit, {third, -1, third, third}, 1)),
      ElementsAre(kNone, kLost, kNone, kNone));
}

constexpr Fault FaultAt(int seat, int move, Termination kind) {
  return {.seat = seat, .move = move, .kind = kind, .reason = "why"};
}

TEST(PointsTest, FaultsAreToldWithTheirMoves) {
  const comparison::Configuration two =
      Of(comparison::Contest::Rules::kChinese8, 2);
  EXPECT_THAT(FaultsOf(two, Game(Termination::kRules, {1, -1}).summary),
              IsEmpty());
  comparison::FinishedGame game = Game(Termination::kIllegalMove, {1, -1}, 1);
  game.summary.detail = "why";
  game.summary.plies = 3;
  const Fault loses = FaultAt(1, 4, Termination::kIllegalMove);
  EXPECT_THAT(FaultsOf(two, game.summary), ElementsAre(loses));
  // The other one was asked after the end.
  const Fault asked = FaultAt(0, 5, Termination::kCrash);
  game.summary.faults = {asked};
  EXPECT_THAT(FaultsOf(two, game.summary), ElementsAre(loses, asked));
  EXPECT_THAT(OutcomesOf(two, game.summary), ElementsAre(kLost, kLost));
}

TEST(PointsTest, WhoDroppedOutHasLostHoweverTheGameEnded) {
  const comparison::Configuration three =
      Of(comparison::Contest::Rules::kStar, 3);
  const Fault first = FaultAt(1, 2, Termination::kTimeForfeit);
  const Fault second = FaultAt(0, 7, Termination::kIllegalMove);
  comparison::FinishedGame game = Game(Termination::kPlyLimit, {0, 0, 0});
  game.summary.plies = 7;
  game.summary.faults = {first, second};
  EXPECT_THAT(FaultsOf(three, game.summary), ElementsAre(first, second));
  EXPECT_THAT(OutcomesOf(three, game.summary),
              ElementsAre(kLost, kLost, kNone));
  // Nobody is told to have dropped out by words.
  game.summary.detail = "seat 3 is out at move 3 (crash): seat 3";
  game.summary.faults = {first};
  EXPECT_THAT(OutcomesOf(three, game.summary),
              ElementsAre(kNone, kLost, kNone));
  // One that ended the game stands behind those that dropped out.
  game = Game(Termination::kStall, {0.5, 0.5, -1}, 2);
  game.summary.plies = 7;
  game.summary.detail = "why";
  game.summary.faults = {first};
  EXPECT_THAT(FaultsOf(three, game.summary),
              ElementsAre(first, FaultAt(2, 8, Termination::kStall)));
}

TEST(PointsTest, NamesAndBonus) {
  EXPECT_EQ(FaultName(Termination::kIllegalMove), "illegal move");
  EXPECT_EQ(FaultName(Termination::kTimeForfeit), "over time");
  EXPECT_EQ(FaultName(Termination::kFailure), "failure");
  const std::vector<double> expected = {3,   2.2, 2.2, 1.4, 1.4, 1.4,
                                        1.4, 0.6, 0.6, 0.6, 0.6, 0.6,
                                        0.6, 0.6, 0.6, 0,   0};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(BonusOf(static_cast<int>(i) + 1), expected[i]) << i + 1;
  }
  EXPECT_EQ(BonusRule(),
            "The bonus goes by rank: 3.0 for rank 1, 2.2 for ranks 2 and 3, "
            "1.4 for ranks 4 to 7, 0.6 for ranks 8 to 15. Equal points share a "
            "rank, and with it the bonus, also those of entrants that cannot "
            "play.");
}

}  // namespace
}  // namespace boardwalk::contest
