// A seat that drops out of a game for three and more: the position, matches
// that go on without it, and their records.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "ai/common/position_history.h"
#include "framework/catalog.h"
#include "framework/match.h"
#include "framework/parameters.h"
#include "framework/record.h"
#include "framework/testing/walk.h"
#include "games/registry.h"
#include "games/star/star.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::SizeIs;
using testing_games::ManualClock;
using testing_games::ToldPlayer;

class DropOutTest : public testing::Test {
 protected:
  std::shared_ptr<const AnyGame> Game(const std::string& name) const {
    return *catalog_.MakeGame(name);
  }
  void Play(AnyState& state, const std::string& text) const {
    const auto move = state.ParseMove(text);
    ASSERT_TRUE(move.ok()) << move.status();
    ASSERT_TRUE(state.Apply(*move).ok()) << text;
  }
  // The first legal move, without those that only step aside and back.
  static std::string AnyMoveOf(const AnyState& state) {
    return state.LegalMoveTexts().front();
  }

  const Catalog catalog_ = *AllGames();
  const std::shared_ptr<const AnyGame> three_ = Game("star:size=3,players=3");
};

TEST_F(DropOutTest, WhoIsOutOnlyPassesAndThePiecesStay) {
  for (const std::string name :
       {"star:size=3,players=3", "star:size=5,players=3",
        "star:size=9,players=3"}) {
    SCOPED_TRACE(name);
    const auto state = Game(name)->InitialState();
    const std::string opening = state->FormatPosition();
    EXPECT_TRUE(state->CanDropOut());
    EXPECT_TRUE(state->IsLegal(kDropOut));
    EXPECT_EQ(state->FormatMove(kDropOut), "out");
    EXPECT_THAT(state->LegalMoveTexts(), Not(testing::Contains("out")));
    EXPECT_THAT(state->Path(kDropOut), SizeIs(0));
    Play(*state, "out");
    EXPECT_TRUE(state->IsOut(0));
    EXPECT_FALSE(state->IsOut(1));
    EXPECT_EQ(state->ToMove(), 1);
    EXPECT_EQ(state->FormatPosition(),
              opening.substr(0, opening.size() - 1) + "2 out 1");
    Play(*state, AnyMoveOf(*state));
    Play(*state, AnyMoveOf(*state));
    ASSERT_EQ(state->ToMove(), 0);
    EXPECT_THAT(state->LegalMoveTexts(), ElementsAre("pass"));
    EXPECT_FALSE(state->CanDropOut());
    EXPECT_FALSE(state->IsLegal(kDropOut));
    EXPECT_FALSE(state->CanWinAtOnce());
    EXPECT_EQ(state->ParseMove("out").status().message(),
              "this seat has dropped out; its only move is pass");
    Play(*state, "pass");
    EXPECT_EQ(state->ToMove(), 1);
    EXPECT_FALSE(state->IsTerminal());
  }
}

TEST_F(DropOutTest, WhoIsLeftAloneHasWon) {
  const auto state = three_->InitialState();
  Play(*state, "out");
  Play(*state, AnyMoveOf(*state));
  Play(*state, "out");
  EXPECT_TRUE(state->IsTerminal());
  EXPECT_EQ(state->ToMove(), -1);
  EXPECT_EQ(state->Returns(), (SeatValues{-0.5, 1, -0.5}));
  EXPECT_EQ(state->Ending().reason, "all others have dropped out");
  EXPECT_THAT(state->LegalMoveTexts(), SizeIs(0));
  EXPECT_FALSE(state->CanDropOut());
  EXPECT_EQ(state->ParseMove("pass").status().message(), "the game is over");
}

TEST_F(DropOutTest, NobodyDropsOutOfAGameForTwoOrWithoutANullMove) {
  for (const std::string name : {"star:size=3", "chinese8", "teeko"}) {
    const auto state = Game(name)->InitialState();
    EXPECT_FALSE(state->CanDropOut()) << name;
    EXPECT_FALSE(state->IsLegal(kDropOut)) << name;
    EXPECT_FALSE(state->ParseMove("out").ok()) << name;
    EXPECT_FALSE(state->Apply(kDropOut).ok()) << name;
  }
}

TEST_F(DropOutTest, ThePositionIsReadBackAsItWasWritten) {
  const auto state = three_->InitialState();
  const std::string opening = state->FormatPosition();
  Play(*state, "out");
  const auto read = three_->ParsePosition(state->FormatPosition());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE((*read)->Equals(*state));
  EXPECT_EQ((*read)->Hash(), state->Hash());
  // The same pieces and turn with everybody in the game are another position.
  const auto others =
      *three_->ParsePosition(opening.substr(0, opening.size() - 1) + "2");
  EXPECT_FALSE(others->Equals(*state));
  EXPECT_NE(others->Hash(), state->Hash());
  for (const std::string wrong :
       {"0", "4", "1,1", "2,1", "1,2,3", "", "x", "01"}) {
    const auto refused = three_->ParsePosition(opening + " out " + wrong);
    EXPECT_THAT(
        std::string(refused.status().message()),
        testing::StartsWith("the seats that dropped out, 'out " + wrong))
        << wrong;
  }
}

// Whatever the size of the star.
TEST_F(DropOutTest, APositionWithOneSeatLeftHasOneText) {
  for (const std::string name :
       {"star:size=3,players=3", "star:size=4,players=3",
        "star:size=5,players=3", "star:size=9,players=3"}) {
    SCOPED_TRACE(name);
    const auto game = Game(name);
    const auto state = game->InitialState();
    const std::string opening = state->FormatPosition();
    const std::string rows = opening.substr(0, opening.size() - 1);
    Play(*state, "out");
    Play(*state, "out");
    EXPECT_TRUE(state->IsTerminal());
    EXPECT_EQ(state->FormatPosition(), rows + "1 out 1,2");
    for (const std::string seat : {"1", "2", "3"}) {
      const auto read = game->ParsePosition(rows + seat + " out 1,2");
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_TRUE((*read)->Equals(*state));
      EXPECT_EQ((*read)->Hash(), state->Hash());
      EXPECT_EQ((*read)->FormatPosition(), rows + "1 out 1,2");
    }
  }
}

// Who has filled its goal has won, at the end of that round: it can neither
// have dropped out nor have a turn left.
TEST_F(DropOutTest, WhoHasAFullGoalIsNotOut) {
  // B has filled its goal.
  const std::string three =
      "B/2B/3B/3.3A.3C/4.2A.2C/4.A2.C/7./8./9./10./3./2./. ";
  const auto game = Game("star:size=3,seats=0+3+1");
  EXPECT_EQ(game->ParsePosition(three + "1 out 2").status().message(),
            "seat 2 has filled its goal, so the game has ended before it "
            "dropped out");
  EXPECT_EQ(game->ParsePosition(three + "2").status().message(),
            "seat 2 has filled its goal, so the game has ended before its turn "
            "in this round");
  EXPECT_TRUE(game->ParsePosition(three + "3").ok());
  const auto won = game->ParsePosition(three + "1 out 1");
  ASSERT_TRUE(won.ok()) << won.status();
  EXPECT_TRUE((*won)->IsTerminal());
  EXPECT_EQ((*won)->Returns(), (SeatValues{-0.5, 1, -0.5}));
}

TEST_F(DropOutTest, AMatchGoesOnAndTellsWhy) {
  // Two that go on and one that answers an illegal move in the middle.
  ToldPlayer first({{"2,-1:3,0"}, {"3,0:4,0"}, {"4,0:5,1"}, {"?"}});
  ToldPlayer second({{"!"}});
  const auto opening = three_->InitialState();
  const auto random = three_->MakePlayer("random");
  ASSERT_TRUE(random.ok());
  const auto record = PlayMatch(
      *opening,
      {{"first", &first}, {"second", &second}, {"random", random->get()}},
      {.play_on = true});
  ASSERT_TRUE(record.ok()) << record.status();
  ASSERT_EQ(record->moves[1].text, "out");
  ASSERT_EQ(record->moves[4].text, "pass");
  ASSERT_EQ(record->moves[7].text, "pass");
  EXPECT_EQ(record->termination, Termination::kRules);
  EXPECT_EQ(record->loser, -1);
  EXPECT_EQ(record->returns, (SeatValues{-0.5, -0.5, 1}));
  EXPECT_EQ(record->detail, "");
  EXPECT_THAT(record->faults,
              ElementsAre(Fault{.seat = 1,
                                .move = 2,
                                .kind = Termination::kIllegalMove,
                                .reason = "'second' answered an illegal move"},
                          Fault{.seat = 0,
                                .move = 10,
                                .kind = Termination::kFailure,
                                .reason = "out of order"}));
  // The first is told of everything up to its own end, the second of nothing
  // after its own.
  EXPECT_THAT(first.observed, SizeIs(9));
  EXPECT_EQ(first.observed[1], kDropOut);
  EXPECT_THAT(second.observed, SizeIs(1));

  GameRecord known = *record;
  known.players = {"random", "random:seed=1", "random:seed=2"};
  const auto read = ParseRecord(FormatRecord(known));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, known);
  const auto history = ReplayRecord(catalog_, known);
  EXPECT_TRUE(history.ok()) << history.status();
  // Who is said to be at fault is who dropped out.
  known.faults[0].move = 3;
  EXPECT_THAT(std::string(ReplayRecord(catalog_, known).status().message()),
              testing::HasSubstr("seat 2 did not drop out in move 3"));
  known.faults = {{.seat = 2, .move = 2}};
  EXPECT_THAT(std::string(ReplayRecord(catalog_, known).status().message()),
              testing::HasSubstr("seat 3 did not drop out in move 2"));
}

TEST_F(DropOutTest, WithoutPlayOnTheGameEnds) {
  ToldPlayer first({{"!"}}), second({{"!"}}), third({{"!"}});
  const auto record = PlayMatch(
      *three_->InitialState(),
      {{"first", &first}, {"second", &second}, {"third", &third}}, {});
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->termination, Termination::kIllegalMove);
  EXPECT_EQ(record->loser, 0);
}

TEST_F(DropOutTest, APlayerCannotDropOutByItself) {
  ToldPlayer first({{"out"}}), second({{"!"}}), third({{"!"}});
  const auto record = PlayMatch(
      *three_->InitialState(),
      {{"first", &first}, {"second", &second}, {"third", &third}}, {});
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->termination, Termination::kIllegalMove);
  EXPECT_EQ(record->loser, 0);
}

// Every player can be in a game from which somebody has dropped out.
TEST_F(DropOutTest, OurPlayersPlayOn) {
  for (const std::string name :
       {"greedy", "alphabeta:depth=2", "mcts:playouts=30", "random"}) {
    SCOPED_TRACE(name);
    ToldPlayer broken({{"!"}});
    const auto one = three_->MakePlayer(name);
    const auto other = three_->MakePlayer(name);
    ASSERT_TRUE(one.ok() && other.ok());
    const auto record = PlayMatch(
        *three_->InitialState(),
        {{"one", one->get()}, {"broken", &broken}, {"other", other->get()}},
        {.draw_rules = {.max_plies = 60}, .play_on = true});
    ASSERT_TRUE(record.ok()) << record.status();
    EXPECT_EQ(record->moves.size(), 60) << record->detail;
    EXPECT_EQ(record->moves[1].text, "out");
  }
}

// A search sees that the seat passes in all its turns.
TEST_F(DropOutTest, SearchesKnowWhoIsOut) {
  for (const std::string game_name :
       {"star:size=3,players=3", "star:size=5,players=3",
        "star:size=9,players=3"}) {
    for (const std::string name :
         {"alphabeta:depth=3", "alphabeta:depth=3,algorithm=maxn",
          "mcts:playouts=2000"}) {
      SCOPED_TRACE(game_name + " " + name);
      const auto game = Game(game_name);
      const auto state = game->InitialState();
      Play(*state, AnyMoveOf(*state));
      Play(*state, "out");
      Play(*state, AnyMoveOf(*state));
      const auto player = game->MakePlayer(name);
      ASSERT_TRUE(player.ok()) << player.status();
      ASSERT_TRUE((*player)->Start(*state, 1).ok());
      const auto decision = (*player)->Choose(*state, {}, {});
      ASSERT_TRUE(decision.ok()) << decision.status();
      ASSERT_GE(decision->line.size(), 2);
      ASSERT_TRUE(state->Apply(decision->line[0]).ok());
      EXPECT_EQ(state->FormatMove(decision->line[1]), "pass");
      EXPECT_EQ(*game->Perft(*state, 1), 1);
      const auto next = state->Clone();
      Play(*next, "pass");
      EXPECT_EQ(*game->Perft(*state, 2), next->LegalMoves().size());
    }
  }
}

TEST_F(DropOutTest, PlayoutsPassForWhoIsOutAndEndWhenOneIsLeft) {
  for (const std::string name :
       {"star:size=3,players=3", "star:size=5,players=3",
        "star:size=9,players=3"}) {
    SCOPED_TRACE(name);
    const auto game = Game(name);
    const auto state = game->InitialState();
    Play(*state, "out");
    const auto opening = state->Clone();
    Play(*state, AnyMoveOf(*state));
    Play(*state, AnyMoveOf(*state));
    const auto pass =
        game->Playouts(*state, {.games = 20, .max_plies = 1, .seed = 1});
    ASSERT_TRUE(pass.ok()) << pass.status();
    EXPECT_EQ(pass->moves, 20);
    EXPECT_EQ(pass->legal_moves, 20);
    Play(*opening, "out");
    const auto alone = game->Playouts(*opening, {.games = 20, .seed = 1});
    ASSERT_TRUE(alone.ok()) << alone.status();
    EXPECT_EQ(alone->finished, 20);
    EXPECT_EQ(alone->moves, 0);
  }
}

// Players know the positions before a seat dropped out, too.
TEST_F(DropOutTest, WhatWasPlayedIsRemembered) {
  auto parameters = Parameters::Parse("star", star::Info().parameters,
                                      {{"size", "3"}, {"players", "3"}});
  ASSERT_TRUE(parameters.ok() && star::Normalize(*parameters).ok());
  const auto rules = star::CompactRules::Create(*parameters);
  ASSERT_TRUE(rules.ok()) << rules.status();
  star::CompactState state = (*rules)->InitialState();
  ai::PositionHistory<star::CompactRules> history;
  history.Start(state);
  MoveListFor<star::CompactState> moves;
  state.LegalMoves(moves);
  history.Observe(moves[0]);
  state.Apply(moves[0]);
  history.ObserveDropOut();
  state.DropOut();
  EXPECT_THAT(history.Before(state), SizeIs(2));
}

// Starts and observes for a second each by its clock, moves for two, and ends
// for five.
class SlowPlayer final : public Player {
 public:
  SlowPlayer(Player& inner, ManualClock& clock)
      : inner_(inner), clock_(clock) {}
  absl::Status Start(const AnyState& state, uint64_t seed) override {
    clock_.Advance(seconds(1));
    return inner_.Start(state, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& limits,
                                  const Observer& observer) override {
    clock_.Advance(seconds(2));
    return inner_.Choose(state, limits, observer);
  }
  void Observe(AnyMove move) override {
    clock_.Advance(seconds(1));
    inner_.Observe(move);
  }
  void GameOver() override {
    clock_.Advance(seconds(5));
    inner_.GameOver();
  }

 private:
  Player& inner_;
  ManualClock& clock_;
};

TEST_F(DropOutTest, AllCallsCanBeCharged) {
  ManualClock clock;
  const auto inner = *three_->MakePlayer("random");
  SlowPlayer slow(*inner, clock);
  const std::vector<Contestant> three(3, {"slow", &slow});
  MatchOptions options{.limits = {.time = seconds(2), .clock = &clock},
                       .grace = {},
                       .draw_rules = {.max_plies = 5}};
  const auto plain = PlayMatch(*three_->InitialState(), three, options);
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->moves[0].seconds, 2);
  EXPECT_EQ(plain->moves[4].seconds, 2);
  options.charge_all_calls = true;
  const auto charged = PlayMatch(*three_->InitialState(), three, options);
  ASSERT_TRUE(charged.ok()) << charged.status();
  // What it spends outside of its turn does not make it late.
  EXPECT_EQ(charged->termination, Termination::kPlyLimit);
  EXPECT_EQ(charged->moves[0].seconds, 2 + 1);      // its start
  EXPECT_EQ(charged->moves[1].seconds, 2 + 1 + 1);  // and the first move
  // Nothing is lost: what comes after its last move counts with that.
  EXPECT_EQ(charged->moves[2].seconds, 2 + 1 + 2 + 3 + 5);
  EXPECT_EQ(charged->moves[3].seconds, 2 + 3 + 2 + 5);
  EXPECT_EQ(charged->moves[4].seconds, 2 + 3 + 1 + 5);
}

// In a game of two, the turn in which a player forfeits is not in the record.
TEST_F(DropOutTest, TheTurnOfAForfeitIsCharged) {
  const auto two = Game("star:size=3,players=2");
  const std::string first_move = AnyMoveOf(*two->InitialState());
  const auto state = two->InitialState();
  Play(*state, first_move);
  const std::string second_move = AnyMoveOf(*state);
  Play(*state, second_move);
  const std::string third_move = AnyMoveOf(*state);
  struct Case {
    std::deque<testing_games::Order> second;
    size_t moves;
    double seconds;  // of the last move of the second player
    double rest;     // of its calls where it has no move
  };
  for (const Case& test :
       {Case{{{second_move}, {"!"}}, 3, 2 + 1 + 1 + (1 + 1) + 2 + 5, 0},
        Case{{{"?"}}, 1, 0, 1 + 1 + 2 + 5}}) {
    ManualClock clock;
    ToldPlayer first_told({{first_move}, {third_move}});
    ToldPlayer second_told(test.second);
    SlowPlayer first(first_told, clock), second(second_told, clock);
    double rest = 0;
    MatchOptions options{
        .limits = {.clock = &clock}, .play_on = true, .charge_all_calls = true};
    options.on_rest = [&](int seat, std::chrono::nanoseconds took) {
      EXPECT_EQ(seat, 1);
      rest += std::chrono::duration<double>(took).count();
    };
    const auto record =
        PlayMatch(*two->InitialState(),
                  {{"first", &first}, {"second", &second}}, options);
    ASSERT_TRUE(record.ok()) << record.status();
    EXPECT_EQ(record->loser, 1);
    ASSERT_EQ(record->moves.size(), test.moves);
    if (test.moves > 1) {
      EXPECT_EQ(record->moves[1].seconds, test.seconds);
    }
    EXPECT_EQ(rest, test.rest);
  }
}

}  // namespace
}  // namespace boardwalk
