#include "frontends/comparison/game_check.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "frontends/comparison/runner.h"
#include "frontends/comparison/runner_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const Catalog& Games() {
  static const Catalog* const catalog = new Catalog(*AllGames());
  return *catalog;
}

// Games that end by their rules, by repetition, by the number of plies and by
// the values of both players.
Configuration Studied() {
  Configuration configuration;
  configuration.games = {"teeko", "star:size=3", "star:size=3,players=3"};
  configuration.players = {"random", "greedy", "alphabeta:depth=1",
                           "alphabeta:depth=2"};
  configuration.rounds = 2;
  configuration.openings = 2;
  configuration.max_plies = 60;
  configuration.adjudication.resign =
      ParseResignRule("value=0.2,moves=2").value();
  configuration.adjudication.draw = ParseDrawRule("value=0.05,moves=3").value();
  return configuration;
}

class GameCheckTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    plan_ = new Plan(Plan::Create(Games(), Studied()).value());
    FakeStore store(plan_->configuration());
    ASSERT_TRUE(RunPlan(*plan_, store, {.jobs = 1}).ok());
    games_ = new std::vector<FinishedGame>();
    for (const auto& [id, game] : store.games()) games_->push_back(game);
  }

  // The first game that ended so.
  static FinishedGame EndedBy(Termination termination) {
    for (const FinishedGame& game : *games_) {
      if (game.summary.termination == termination) return game;
    }
    ADD_FAILURE() << "no game ended by " << TerminationName(termination);
    return games_->front();
  }
  // What is said of a game that `change` has changed.
  static std::string Refusal(FinishedGame game,
                             const std::function<void(FinishedGame&)>& change) {
    change(game);
    return std::string(CheckGame(*plan_, game).message());
  }
  // As a file would have it: the fields that are stored once are the same in
  // the summary and the record.
  static void SetReturns(FinishedGame& game, const SeatValues& returns) {
    for (size_t seat = 0; seat < game.summary.seats.size(); ++seat) {
      game.summary.seats[seat].returns = returns[seat];
    }
    game.record.returns = returns;
  }
  static void SetEnding(FinishedGame& game, Termination how, int loser) {
    game.summary.termination = game.record.termination = how;
    game.summary.loser = game.record.loser = loser;
    SetReturns(game,
               ReturnsWithoutRules(
                   how, static_cast<int>(game.summary.seats.size()), loser));
  }

  // The game without its last move, with sums that fit.
  static FinishedGame CutOff(const FinishedGame& whole) {
    const auto history =
        ReplayRecord(*plan_->game(whole.summary.variant), whole.record).value();
    GameRecord record = whole.record;
    record.moves.pop_back();
    record.final =
        history.StateAt(static_cast<int>(record.moves.size())).FormatPosition();
    std::vector<int> movers;
    for (size_t ply = 0; ply < record.moves.size(); ++ply) {
      movers.push_back(history.SeatAt(static_cast<int>(ply)));
    }
    return Finish(plan_->Game(whole.summary.id), whole.opening, movers,
                  std::move(record));
  }

  static const Plan* plan_;
  static std::vector<FinishedGame>* games_;
};
const Plan* GameCheckTest::plan_ = nullptr;
std::vector<FinishedGame>* GameCheckTest::games_ = nullptr;

TEST_F(GameCheckTest, AcceptsWhatWasPlayed) {
  for (const FinishedGame& game : *games_) {
    EXPECT_EQ(CheckGame(*plan_, game), absl::OkStatus());
  }
  for (const Termination how :
       {Termination::kRules, Termination::kRepetition, Termination::kPlyLimit,
        Termination::kResignation, Termination::kAgreement}) {
    EndedBy(how);
  }
}

TEST_F(GameCheckTest, RefusesAnotherPlaceInThePlan) {
  for (const auto& [change, what] :
       std::vector<std::pair<void (*)(GameSummary&), std::string>>{
           {[](GameSummary& game) { ++game.seed; }, "seed is not"},
           {[](GameSummary& game) { ++game.block; }, "block is not"},
           {[](GameSummary& game) { ++game.round; }, "round is not"},
           {[](GameSummary& game) { ++game.rotation; }, "rotation is not"},
           {[](GameSummary& game) { ++game.pairing; }, "pairing is not"},
           {[](GameSummary& game) { ++game.id; }, "game 2"},
           {[](GameSummary& game) {
              std::swap(game.seats[0].player, game.seats[1].player);
            },
            "seats are not"}}) {
    EXPECT_THAT(Refusal(games_->front(),
                        [&change = change](FinishedGame& game) {
                          change(game.summary);
                        }),
                HasSubstr(what));
  }
}

TEST_F(GameCheckTest, RefusesAnotherOpening) {
  EXPECT_THAT(Refusal(games_->front(),
                      [](FinishedGame& game) { game.opening.pop_back(); }),
              HasSubstr("game 1: its opening"));
  EXPECT_THAT(Refusal(games_->front(),
                      [](FinishedGame& game) {
                        game.record.start =
                            plan_->game(0)->InitialState()->FormatPosition();
                      }),
              HasSubstr("it does not start after its opening"));
}

TEST_F(GameCheckTest, RefusesAnotherResult) {
  EXPECT_THAT(Refusal(EndedBy(Termination::kRules),
                      [](FinishedGame& game) {
                        SeatValues returns = game.record.returns;
                        for (double& value : returns) value = -value;
                        SetReturns(game, returns);
                      }),
              HasSubstr("by the rules the result is"));
  for (const Termination how :
       {Termination::kRules, Termination::kRepetition, Termination::kPlyLimit,
        Termination::kResignation, Termination::kAgreement}) {
    for (const Termination other :
         {Termination::kRepetition, Termination::kPlyLimit,
          Termination::kResignation, Termination::kAgreement,
          Termination::kCrash, Termination::kUnfinished}) {
      if (how == other) continue;
      EXPECT_NE(Refusal(EndedBy(how),
                        [&](FinishedGame& game) {
                          SetEnding(game, other, HasLoser(other) ? 0 : -1);
                        }),
                "")
          << TerminationName(how) << " as " << TerminationName(other);
    }
  }
  EXPECT_NE(Refusal(EndedBy(Termination::kResignation),
                    [](FinishedGame& game) {
                      SetEnding(game, Termination::kResignation,
                                1 - game.record.loser);
                    }),
            "");
}

TEST_F(GameCheckTest, RefusesAForfeitWhereTheGameIsOver) {
  const FinishedGame over = EndedBy(Termination::kRules);
  EXPECT_NE(Refusal(over,
                    [](FinishedGame& game) {
                      SetEnding(game, Termination::kTimeForfeit, 0);
                    }),
            "");
}

// A game that is cut off a move early, with sums that fit.
TEST_F(GameCheckTest, RefusesAGameThatIsCutOff) {
  for (const Termination how :
       {Termination::kRules, Termination::kRepetition, Termination::kPlyLimit,
        Termination::kResignation, Termination::kAgreement}) {
    const FinishedGame whole = EndedBy(how);
    EXPECT_NE(CheckGame(*plan_, CutOff(whole)), absl::OkStatus())
        << TerminationName(how);
  }
}

TEST_F(GameCheckTest, RefusesAGameThatGoesOnAfterItsEnd) {
  Configuration configuration = Studied();
  configuration.max_plies = 20;
  const Plan shorter = Plan::Create(Games(), configuration).value();
  EXPECT_THAT(
      std::string(
          CheckGame(shorter, EndedBy(Termination::kPlyLimit)).message()),
      HasSubstr("it ends after 20 moves by"));
}

// The turn in which a seat forfeits is no move and takes time.
TEST_F(GameCheckTest, AForfeitMayTakeMoreTimeAndNotLess) {
  const FinishedGame whole = EndedBy(Termination::kRules);
  FinishedGame game = CutOff(whole);
  // Who made the last move crashes instead.
  const int loser =
      ReplayRecord(*plan_->game(whole.summary.variant), whole.record)
          .value()
          .SeatAt(static_cast<int>(game.record.moves.size()));
  SetEnding(game, Termination::kCrash, loser);
  EXPECT_EQ(CheckGame(*plan_, game), absl::OkStatus());
  SeatResult& seat = game.summary.seats[static_cast<size_t>(loser)];
  const SeatResult honest = seat;
  seat.seconds += 1;
  EXPECT_EQ(CheckGame(*plan_, game), absl::OkStatus());
  seat.seconds = honest.seconds - 1;
  EXPECT_NE(CheckGame(*plan_, game), absl::OkStatus());
  seat = honest;
  game.summary.seats[static_cast<size_t>(1 - loser)].seconds += 1;
  EXPECT_NE(CheckGame(*plan_, game), absl::OkStatus());
}

TEST_F(GameCheckTest, RefusesSumsThatAreNotThoseOfTheMoves) {
  EXPECT_THAT(Refusal(games_->front(),
                      [](FinishedGame& game) { ++game.summary.plies; }),
              AllOf(HasSubstr("game 1: it has "), HasSubstr("says that")));
  for (const auto& [change, what] :
       std::vector<std::pair<void (*)(SeatResult&), std::string>>{
           {[](SeatResult& seat) { ++seat.moves; }, "number of moves"},
           {[](SeatResult& seat) { ++seat.nodes; }, "nodes"},
           {[](SeatResult& seat) { ++seat.playouts; }, "playouts"},
           {[](SeatResult& seat) { ++seat.depth; }, "depth"},
           {[](SeatResult& seat) { seat.seconds += 1; }, "seconds"},
           {[](SeatResult& seat) { seat.wall_seconds += 1; }, "wall seconds"},
           {[](SeatResult& seat) { seat.max_seconds += 1; }, "longest move"}}) {
    EXPECT_THAT(Refusal(games_->front(),
                        [&change = change](FinishedGame& game) {
                          change(game.summary.seats[1]);
                        }),
                HasSubstr("the " + what + " of seat 2 is not the sum"));
  }
}

TEST_F(GameCheckTest, HoldsAGameThatTheCatalogLacksToThePlan) {
  Configuration configuration = Studied();
  configuration.games = {"elsewhere"};
  const Plan plan =
      Plan::OfResults(Games(), configuration, [](int) { return 2; }).value();
  const PlannedGame planned = plan.Game(1);
  FinishedGame game;
  static_cast<GameNumbers&>(game.summary) = planned;
  for (const int player : planned.seats) {
    game.summary.seats.push_back({.player = player});
  }
  EXPECT_EQ(CheckGame(plan, game), absl::OkStatus());
  ++game.summary.seed;
  EXPECT_NE(CheckGame(plan, game), absl::OkStatus());
}

}  // namespace
}  // namespace boardwalk::comparison
