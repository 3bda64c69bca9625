#include "frontends/session/session.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include "framework/testing/temporary_folder.h"
#include "frontends/session/session_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"

namespace boardwalk::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SessionTest : public ::testing::Test {
 protected:
  Session Make(const std::string& game,
               const std::vector<std::string>& seats) const {
    return Session::Create(*catalog_.MakeGame(game).value()->InitialState(),
                           seats, 5)
        .value();
  }
  // Plays the move for a person, or lets the computer choose where `text` is
  // empty.
  static void Step(Session& session, const std::string& text = "") {
    Decision decision;
    if (text.empty()) {
      Thinking thinking = session.BeginThinking();
      const auto chosen = thinking.Choose({}, {});
      ASSERT_TRUE(session.FinishThinking(std::move(thinking)));
      ASSERT_TRUE(chosen.ok()) << chosen.status();
      decision = *chosen;
    } else {
      decision.move = session.state().ParseMove(text).value();
    }
    ASSERT_TRUE(session.Play(decision).ok());
  }
  static bool GoTo(Session& session, std::optional<int> ply) {
    if (ply.has_value()) session.GoTo(*ply);
    return ply.has_value();
  }
  static bool Undo(Session& session) {
    return GoTo(session, session.UndoPly());
  }
  static bool Redo(Session& session) {
    return GoTo(session, session.RedoPly());
  }
  static std::string Position(const Session& session) {
    return session.state().FormatPosition();
  }

  const Catalog catalog_ = Catalog::Create({SwingPlugin()}).value();
};

TEST_F(SessionTest, UndoGoesBackToThePersonsDecisionAndRedoForward) {
  Session session = Make("swing:players=3", {"witness", "human", "witness"});
  Step(session);
  Step(session, "right");
  Step(session);
  Step(session);
  Step(session, "left");
  Step(session);
  EXPECT_EQ(session.plies(), 6);
  EXPECT_TRUE(Undo(session));
  EXPECT_EQ(session.plies(), 4);
  EXPECT_TRUE(session.HumanToMove());
  EXPECT_TRUE(Undo(session));
  EXPECT_EQ(session.plies(), 1);
  // Only the computer's first move is left.
  EXPECT_FALSE(Undo(session));
  EXPECT_EQ(session.plies(), 1);
  EXPECT_EQ(Position(session), "1 2 on");

  EXPECT_TRUE(Redo(session));
  EXPECT_EQ(session.plies(), 4);
  EXPECT_TRUE(Redo(session));
  EXPECT_EQ(session.plies(), 6);  // the end of what was undone
  EXPECT_FALSE(Redo(session));
}

TEST_F(SessionTest, AGameThatIsKeptKeepsItsClock) {
  Session session = Make("swing", {"human", "human"});
  EXPECT_EQ(session.Record().detail, "");
  session.SetClock({.base = std::chrono::seconds(10),
                    .increment = std::chrono::milliseconds(500)});
  Step(session, "left");
  EXPECT_EQ(session.Record().detail, "clock 10s+500ms");
  const Session again = Session::FromRecord(catalog_, session.Record()).value();
  ASSERT_TRUE(again.clock().has_value());
  EXPECT_EQ(again.clock()->increment, std::chrono::milliseconds(500));
  EXPECT_EQ(again.Left(0), session.Left(0));
  EXPECT_FALSE(again.Over());
  Step(session, "resig");
  EXPECT_EQ(session.Record().detail, "");
}

TEST_F(SessionTest, ANewMoveForgetsWhatWasUndone) {
  Session session = Make("swing", {"human", "witness"});
  Step(session, "right");
  Step(session);
  Step(session, "right");
  Step(session);
  ASSERT_TRUE(Undo(session));
  ASSERT_TRUE(Undo(session));
  Step(session, "left");
  EXPECT_FALSE(Redo(session));
  EXPECT_EQ(session.plies(), 1);
  EXPECT_EQ(Position(session), "3 2 on");
  const GameRecord record = session.Record();
  ASSERT_EQ(record.moves.size(), 1u);
  EXPECT_EQ(record.moves[0].text, "left");
}

TEST_F(SessionTest, PlayersKnowTheWholeGameWhateverWasUndone) {
  Session session = Make("swing", {"human", "witness"});
  for (int i = 0; i < 3; ++i) {
    Step(session, "right");
    Step(session);
  }
  // Half round the ring, where the token is not where it was before.
  ASSERT_TRUE(Undo(session));
  Step(session, "right");
  Step(session);
  ASSERT_TRUE(Undo(session));
  Step(session, "right");
  Step(session);
  ASSERT_TRUE(Undo(session));
  ASSERT_TRUE(session.Advise("witness", session.plies(), {}, {}).ok());
  Step(session, "left");
  Step(session);
  ASSERT_TRUE(Undo(session));
  ASSERT_TRUE(Redo(session));
  Step(session, "left");
  Step(session);
  const auto restored = Session::FromRecord(catalog_, session.Record());
  ASSERT_TRUE(restored.ok()) << restored.status();
}

TEST_F(SessionTest, AnAdviserKnowsTheGameAndChangesNothing) {
  Session session = Make("swing", {"human", "witness"});
  Step(session, "right");
  Step(session);
  const auto advice = session.Advise("witness", session.plies(), {}, {});
  ASSERT_TRUE(advice.ok()) << advice.status();
  EXPECT_EQ(session.plies(), 2);
  Step(session, "right");
  Step(session);
}

TEST_F(SessionTest, RefusesAnIllegalMoveAndAnyAfterTheEnd) {
  Session session = Make("swing", {"human", "human"});
  EXPECT_FALSE(session.Play(SwingDecision(7)).ok());
  EXPECT_EQ(session.plies(), 0);
  Step(session, "resig");
  EXPECT_EQ(session.termination(), Termination::kRules);
  EXPECT_FALSE(session.HumanToMove());
  EXPECT_FALSE(session.Play(SwingDecision(0)).ok());
  EXPECT_EQ(session.Returns()[0], 1);
  EXPECT_TRUE(Undo(session));
  EXPECT_FALSE(session.Over());
}

TEST_F(SessionTest, CountsHowOftenAPositionStood) {
  Session session = Make("swing", {"human", "human"});
  EXPECT_EQ(session.history().Occurrences(), 1);
  for (const char* move : {"left", "right", "right", "left"}) {
    Step(session, move);
  }
  EXPECT_EQ(session.history().Occurrences(), 3);
  ASSERT_TRUE(Undo(session));
  EXPECT_EQ(session.history().Occurrences(), 1);
}

TEST_F(SessionTest, ResigningCostsTheOneAndUndoTakesItBack) {
  Session session = Make("swing:players=3", {"human", "human", "human"});
  Step(session, "left");
  session.Resign(1);
  EXPECT_TRUE(session.Over());
  EXPECT_THAT(session.Returns(), ElementsAre(0.5, -1, 0.5, 0, 0, 0));
  EXPECT_TRUE(Undo(session));
  EXPECT_EQ(session.plies(), 1);
  EXPECT_FALSE(session.Over());
  EXPECT_EQ(session.loser(), -1);
}

TEST_F(SessionTest, ARecordBringsTheGameBackWithItsEnding) {
  Session session = Make("swing", {"human", "witness"});
  Step(session, "right");
  Step(session);
  const GameRecord running = session.Record();
  EXPECT_EQ(running.termination, Termination::kUnfinished);
  EXPECT_EQ(running.moves[1].value, 0.25);
  Session restored = Session::FromRecord(catalog_, running).value();
  EXPECT_EQ(restored.Record(), running);
  Step(restored, "left");
  Step(restored);
  EXPECT_TRUE(Undo(restored));
  EXPECT_TRUE(Undo(restored));
  EXPECT_EQ(restored.plies(), 0);

  session.Resign(0);
  Session resigned = Session::FromRecord(catalog_, session.Record()).value();
  EXPECT_EQ(resigned.termination(), Termination::kResignation);
  EXPECT_EQ(resigned.Record(), session.Record());
}

TEST_F(SessionTest, RestartKeepsGameAndSeats) {
  Session session = Make("swing", {"human", "witness"});
  Step(session, "right");
  Step(session);
  session.Resign(0);
  session.Restart();
  EXPECT_FALSE(session.Over());
  EXPECT_EQ(session.plies(), 0);
  EXPECT_FALSE(Redo(session));
  EXPECT_THAT(session.seats(), ElementsAre("human", "witness"));
  Step(session, "right");
  Step(session);
}

TEST_F(SessionTest, RefusesSeatsThatDoNotFit) {
  const auto game = catalog_.MakeGame("swing").value();
  EXPECT_THAT(std::string(Session::Create(*game->InitialState(), {"human"}, 0)
                              .status()
                              .message()),
              HasSubstr("2 seats and not 1"));
  EXPECT_THAT(
      std::string(Session::Create(*game->InitialState(), {"human", "nobody"}, 0)
                      .status()
                      .message()),
      HasSubstr("seat 2: no player 'nobody'"));
}

// A game whose players may evaluate by a table that is nowhere.
TEST(SessionTableTest, SeatsTheOrdinaryPlayerWhereTheTableIsMissing) {
  const TemporaryFolder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const Catalog catalog = AllGames().value();
  const std::string asked = "alphabeta:depth=1,evaluation=table";
  const auto session =
      Session::Create(*catalog.MakeGame("chinese8").value()->InitialState(),
                      {"human", asked}, 0);
  ASSERT_TRUE(session.ok()) << session.status();
  EXPECT_THAT(session->seats(), ElementsAre("human", "alphabeta:depth=1"));
  EXPECT_THAT(session->Record().players,
              ElementsAre("human", "alphabeta:depth=1"));
  EXPECT_THAT(session->warnings(),
              ElementsAre(HasSubstr("boardwalk prepare chinese8 makes it")));
  // So does one that was saved where the table was.
  GameRecord record = session->Record();
  record.players[1] = asked;
  const auto loaded = Session::FromRecord(catalog, record);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->seats(), ElementsAre("human", "alphabeta:depth=1"));
  EXPECT_EQ(loaded->warnings().size(), 1u);
}

TEST_F(SessionTest, AnAdviserLooksAtEarlierPositions) {
  Session session = Make("swing", {"human", "human"});
  Step(session, "right");
  Step(session, "left");
  // The witness fails if it was told of moves that came later.
  EXPECT_TRUE(session.Advise("witness", 1, {}, {}).ok());
  EXPECT_TRUE(session.Advise("witness", 0, {}, {}).ok());
}

TEST_F(SessionTest, AGameStartsFromAPosition) {
  const auto start =
      catalog_.MakeGame("swing").value()->ParsePosition("2 2 on").value();
  Session session = Session::Create(*start, {"human", "human"}, 5).value();
  Step(session, "left");
  EXPECT_EQ(Position(session), "1 1 on");
  session.Restart();
  EXPECT_EQ(Position(session), "2 2 on");
}

TEST_F(SessionTest, AClockCountsWhatASeatTook) {
  using std::chrono::seconds;
  Session session = Make("swing", {"human", "human"});
  session.SetClock({.base = seconds(10), .increment = seconds(1)});
  const auto play = [&](seconds took) {
    Decision decision;
    decision.move = session.state().ParseMove("left").value();
    ASSERT_TRUE(session.Play(decision, took).ok());
  };
  EXPECT_EQ(session.Left(0), seconds(10));
  play(seconds(4));
  EXPECT_EQ(session.Left(0), seconds(7));
  EXPECT_EQ(session.Left(1), seconds(10));
  play(seconds(3));
  EXPECT_EQ(session.Left(1), seconds(8));
  EXPECT_EQ(session.OutOfTime(seconds(7)), std::nullopt);
  EXPECT_EQ(session.OutOfTime(seconds(12)),
            "took 12.0 s of 7.0 s on its clock");
  session.Forfeit(1, Termination::kTimeForfeit, "too late");
  EXPECT_EQ(session.Record().termination, Termination::kTimeForfeit);
  EXPECT_EQ(session.Left(1), seconds(0));
  EXPECT_EQ(session.Left(0), seconds(7));
  EXPECT_EQ(session.OutOfTime(seconds(12)), std::nullopt);
  EXPECT_GT(session.Returns()[0], 0);
  // What was taken is in the record.
  EXPECT_EQ(session.Record().moves[0].wall_seconds, 4);
}

TEST_F(SessionTest, TimeThatWasUsedIsUsedWhateverEndsTheTurn) {
  using std::chrono::seconds;
  Session session = Make("swing", {"human", "human"});
  session.Spend(0, seconds(3));  // there is no clock
  session.SetClock({.base = seconds(10), .increment = seconds(1)});
  EXPECT_THAT(session.Clocks(), ElementsAre(seconds(10), seconds(10)));
  const auto play = [&](seconds took) {
    Decision decision;
    decision.move = session.state().ParseMove("left").value();
    ASSERT_TRUE(session.Play(decision, took).ok());
  };
  play(seconds(4));
  play(seconds(6));
  const auto both = ElementsAre(seconds(7), seconds(5));
  EXPECT_THAT(session.Clocks(), both);
  ASSERT_TRUE(Undo(session));
  EXPECT_THAT(session.Clocks(), both);
  ASSERT_TRUE(Undo(session));
  EXPECT_THAT(session.Clocks(), both);
  ASSERT_TRUE(Redo(session));
  EXPECT_THAT(session.Clocks(), both);
  session.Spend(1, seconds(2));
  EXPECT_EQ(session.Left(1), seconds(3));
  session.Resign(1);
  EXPECT_EQ(session.Left(1), seconds(3));
  session.GoTo(1);  // out of the ending
  EXPECT_EQ(session.Left(1), seconds(3));
  play(seconds(2));
  EXPECT_THAT(session.Clocks(), ElementsAre(seconds(7), seconds(2)));
  session.Restart();
  EXPECT_THAT(session.Clocks(), ElementsAre(seconds(10), seconds(10)));
}

TEST_F(SessionTest, KnowsWhetherAPersonHasMoved) {
  Session session = Make("swing", {"witness", "human"});
  EXPECT_FALSE(session.HumanHasMoved());
  Step(session);
  EXPECT_FALSE(session.HumanHasMoved());
  Step(session, "left");
  EXPECT_TRUE(session.HumanHasMoved());
}

// A thought can be had apart from its session, in any thread, and is dropped if
// the game went on meanwhile.
TEST_F(SessionTest, AComputerThinksApartFromItsSession) {
  Session session = Make("swing", {"witness", "witness"});
  Step(session);
  Thinking thinking = session.BeginThinking();
  EXPECT_EQ(thinking.seat(), 1);
  EXPECT_EQ(thinking.player(), "witness");
  auto decision = thinking.Choose({}, {});
  ASSERT_TRUE(decision.ok()) << decision.status();
  EXPECT_TRUE(session.FinishThinking(std::move(thinking)));
  ASSERT_TRUE(session.Play(*decision).ok());
  // The player that was given back observed that move, too.
  Step(session);
  Step(session);

  thinking = session.BeginThinking();
  const uint64_t change = session.change();
  session.GoTo(1);
  EXPECT_GT(session.change(), change);
  // It still thinks about the position that it was given.
  decision = thinking.Choose({}, {});
  ASSERT_TRUE(decision.ok()) << decision.status();
  EXPECT_FALSE(session.FinishThinking(std::move(thinking)));
  Step(session);
  EXPECT_EQ(Position(session), "2 1 on");

  thinking = session.BeginThinking();
  ASSERT_TRUE(session.SetSeat(0, "human").ok());
  EXPECT_FALSE(session.FinishThinking(std::move(thinking)));
  EXPECT_TRUE(session.HumanToMove());
  EXPECT_FALSE(session.SetSeat(0, "nobody").ok());

  ASSERT_TRUE(session.SetSeat(0, "witness").ok());
  thinking = session.BeginThinking();
  session.Resign(1);
  EXPECT_FALSE(session.FinishThinking(std::move(thinking)));
}

}  // namespace
}  // namespace boardwalk::session
