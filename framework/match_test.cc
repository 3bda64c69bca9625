#include "framework/match.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "framework/testing/walk.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing_games::ManualClock;
using testing_games::ToldPlayer;
using testing_games::WalkCatalog;
using testing_games::WalkRules;
using testing_games::WalkState;
using namespace std::chrono_literals;

class MatchTest : public testing::Test {
 protected:
  GameRecord Play(ToldPlayer& first, ToldPlayer& second) {
    options_.limits.clock = &clock_;
    auto record =
        PlayMatch(*start_, {{"first", &first}, {"second", &second}}, options_);
    EXPECT_TRUE(record.ok()) << record.status();
    // Whatever happened, the record of it is sound.
    const auto back = ParseRecord(FormatRecord(*record));
    EXPECT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, *record);
    const auto replay = ReplayRecord(catalog_, *record);
    EXPECT_TRUE(replay.ok()) << replay.status();
    return *std::move(record);
  }
  std::string Error(absl::Span<const Contestant> contestants) {
    return std::string(
        PlayMatch(*start_, contestants, options_).status().message());
  }

  const Catalog catalog_ = WalkCatalog();
  const std::unique_ptr<AnyState> start_ =
      (*catalog_.MakeGame("walk"))->InitialState();
  ManualClock clock_;
  MatchOptions options_;
};

TEST_F(MatchTest, PlaysToTheEndByTheRules) {
  ToldPlayer first({{"left", 1ms, 0.25}, {"win", 2ms, 1.0}}, &clock_);
  ToldPlayer second({{"right", 500ms}}, &clock_);
  options_.seed = 5;
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.game, "walk");
  EXPECT_EQ(record.start, "0 1 -");
  EXPECT_EQ(record.seed, 5u);
  EXPECT_THAT(record.players, ElementsAre("first", "second"));
  ASSERT_EQ(record.moves.size(), 3u);
  EXPECT_EQ(record.moves[0].text, "left");
  EXPECT_EQ(record.moves[0].value, 0.25);
  EXPECT_EQ(record.moves[0].seconds, 0.001);
  EXPECT_EQ(record.moves[1].text, "right");
  EXPECT_EQ(record.moves[1].seconds, 0.5);
  EXPECT_EQ(record.termination, Termination::kRules);
  EXPECT_EQ(record.loser, -1);
  EXPECT_EQ(record.returns[0], 1);
  EXPECT_EQ(record.returns[1], -1);
  EXPECT_EQ(record.final, "0 2 1");
}

TEST_F(MatchTest, EveryPlayerObservesEveryMoveAndHasASeedOfItsOwn) {
  ToldPlayer first({{"left"}, {"win"}});
  ToldPlayer second({{"right"}});
  options_.seed = 5;
  Play(first, second);
  EXPECT_EQ(first.observed.size(), 3u);
  EXPECT_EQ(first.observed, second.observed);
  EXPECT_THAT(first.seeds, ElementsAre(SeatSeed(5, 0)));
  EXPECT_THAT(second.seeds, ElementsAre(SeatSeed(5, 1)));
  // Written down, since records name games by their seeds.
  EXPECT_EQ(SeatSeed(5, 0), Mix64(Mix64(5)));
  EXPECT_EQ(SeatSeed(5, 1), Mix64(Mix64(5) + 1));
}

TEST_F(MatchTest, TellsOfMovesAndProgress) {
  ToldPlayer first({{"left"}, {"win"}});
  ToldPlayer second({{"right"}});
  std::vector<std::string> moves;
  std::vector<int> seats;
  options_.on_move = [&](const AnyState& before, const Decision& decision) {
    moves.push_back(before.FormatPosition() + " " +
                    before.FormatMove(decision.move));
  };
  options_.on_progress = [&](int seat, const Decision&) {
    seats.push_back(seat);
  };
  Play(first, second);
  EXPECT_THAT(moves, ElementsAre("0 1 - left", "4 2 - right", "0 1 - win"));
  EXPECT_THAT(seats, ElementsAre(0, 1, 0));
}

// A match in a thread of its own, watched by this one with a clock that stands
// still until it is moved.
class WatchTest : public MatchTest {
 protected:
  void StartMatch(Player& first, Player& second) {
    options_.watch = &watch_;
    options_.on_move = [this](const AnyState&, const Decision&) { ++moves_; };
    match_ = std::thread([this, &first, &second] {
      record_ = PlayMatch(*start_, {{"first", &first}, {"second", &second}},
                          options_);
    });
  }
  // Moves the clock when the watched player has begun to think.
  void AdvanceInMove(const testing_games::StubbornPlayer& player,
                     std::chrono::nanoseconds time) {
    while (!player.thinks()) std::this_thread::yield();
    wall_clock_.Advance(time);
  }
  void ExpectForfeit(const GameRecord& record, const std::string& detail) {
    EXPECT_EQ(record.termination, Termination::kTimeForfeit);
    EXPECT_EQ(record.loser, 1);
    EXPECT_EQ(record.detail, detail);
    EXPECT_EQ(record.returns[0], 1);
    EXPECT_EQ(record.returns[1], -1);
    ASSERT_EQ(record.moves.size(), 1u);
    EXPECT_EQ(record.moves[0].text, "right");
    EXPECT_EQ(record.final, "1 2 -");
    EXPECT_TRUE(ReplayRecord(catalog_, record).ok());
  }

  ManualClock wall_clock_;
  MatchWatch watch_{
      {.times = 20, .extra = 10s, .without_limit = 1h, .stop = 5s},
      &wall_clock_};
  std::atomic<int> moves_{0};
  std::atomic<bool> released_{false};
  absl::StatusOr<GameRecord> record_;
  std::thread match_;
};

TEST_F(WatchTest, AnOverdueMoveIsAskedForAndForfeits) {
  options_.limits.time = 1s;
  options_.limits.clock = &wall_clock_;
  std::vector<std::pair<int, std::chrono::nanoseconds>> rests;
  options_.on_rest = [&](int seat, std::chrono::nanoseconds took) {
    rests.emplace_back(seat, took);
  };
  ToldPlayer first({{"right"}});
  testing_games::StubbornPlayer second(released_, /*obeys=*/true);
  StartMatch(first, second);
  // Twenty times a second, and ten seconds.
  AdvanceInMove(second, 30s - 1ms);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  EXPECT_FALSE(watch_.stop_flag());
  AdvanceInMove(second, 1ms);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  match_.join();
  ASSERT_TRUE(record_.ok()) << record_.status();
  EXPECT_FALSE(watch_.abandoned());
  ExpectForfeit(*record_,
                "no answer for 30.0 s by the wall clock; it stopped when it "
                "was asked to");
  EXPECT_THAT(rests, ElementsAre(std::pair(1, 30s)));
}

TEST_F(WatchTest, WhoIsAskedAfterTheEndIsWatched) {
  options_.limits.time = 1s;
  options_.ask_both = true;
  ToldPlayer first({{"!"}});
  testing_games::StubbornPlayer second(released_, /*obeys=*/false);
  StartMatch(first, second);
  AdvanceInMove(second, 31s);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  wall_clock_.Advance(5s);
  const auto record = watch_.Check();
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->termination, Termination::kIllegalMove);
  EXPECT_EQ(record->loser, 0);
  EXPECT_THAT(
      record->faults,
      ElementsAre(Fault{.seat = 1,
                        .move = 2,
                        .kind = Termination::kTimeForfeit,
                        .reason = "no answer for 36.0 s by the wall clock; it "
                                  "did not stop when it was asked to"}));
  released_ = true;
  match_.join();
  EXPECT_EQ(record_.status().code(), absl::StatusCode::kAborted);
}

TEST_F(WatchTest, WithoutATimeLimitAMoveMayTakeLong) {
  options_.limits.nodes = 1000;
  ToldPlayer first({{"right"}});
  testing_games::StubbornPlayer second(released_, /*obeys=*/true);
  StartMatch(first, second);
  AdvanceInMove(second, 1h - 1ms);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  EXPECT_FALSE(watch_.stop_flag());
  AdvanceInMove(second, 1ms);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  EXPECT_TRUE(watch_.stop_flag());
  match_.join();
}

TEST_F(WatchTest, AMatchIsAbandonedWhosePlayerDoesNotStop) {
  options_.limits.time = 1s;
  ToldPlayer first({{"right"}});
  testing_games::StubbornPlayer second(released_, /*obeys=*/false);
  StartMatch(first, second);
  AdvanceInMove(second, 31s);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  EXPECT_TRUE(watch_.stop_flag());
  wall_clock_.Advance(5s - 1ms);
  EXPECT_EQ(watch_.Check(), std::nullopt);
  wall_clock_.Advance(1ms);
  const auto record = watch_.Check();
  ASSERT_TRUE(record.has_value());
  ExpectForfeit(*record,
                "no answer for 36.0 s by the wall clock; it did not stop when "
                "it was asked to");
  EXPECT_TRUE(watch_.abandoned());
  EXPECT_EQ(watch_.Check(), std::nullopt);
  // It returns at last: nobody hears of its move.
  released_ = true;
  match_.join();
  EXPECT_TRUE(absl::IsAborted(record_.status())) << record_.status();
  EXPECT_EQ(moves_, 1);
  EXPECT_EQ(first.observed.size(), 1u);
}

TEST_F(WatchTest, AStopEndsTheMatchOrAbandonsIt) {
  for (const bool obeys : {true, false}) {
    MatchWatch watch({.stop = 5s}, &wall_clock_);
    options_.watch = &watch;
    testing_games::StubbornPlayer first(released_, obeys);
    ToldPlayer second({{"left"}});
    match_ = std::thread([&] {
      record_ = PlayMatch(*start_, {{"first", &first}, {"second", &second}},
                          options_);
    });
    while (!first.thinks()) std::this_thread::yield();
    watch.Stop();
    if (obeys) {
      match_.join();
      ASSERT_TRUE(record_.ok()) << record_.status();
      EXPECT_EQ(record_->termination, Termination::kUnfinished);
      EXPECT_EQ(record_->moves.size(), 1u);
      continue;
    }
    EXPECT_EQ(watch.Check(), std::nullopt);
    wall_clock_.Advance(5s);
    const auto record = watch.Check();
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->termination, Termination::kUnfinished);
    EXPECT_EQ(record->loser, -1);
    released_ = true;
    match_.join();
    EXPECT_TRUE(absl::IsAborted(record_.status()));
  }
}

TEST_F(WatchTest, NobodyWatchesAndSetsAFlag) {
  const std::atomic<bool> flag{false};
  options_.watch = &watch_;
  options_.limits.stop = &flag;
  ToldPlayer first({{"win"}}), second({{"win"}});
  EXPECT_THAT(Error({{"first", &first}, {"second", &second}}),
              HasSubstr("stopped by its watch, not by a flag"));
}

TEST_F(MatchTest, DrawsAtTheThirdOccurrenceTheStartIncluded) {
  ToldPlayer first({{"left"}}), second({{"right"}});
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kRepetition);
  EXPECT_EQ(record.moves.size(), 4u);  // start, ply 2 and ply 4
  EXPECT_EQ(record.returns, SeatValues{});
  EXPECT_THAT(record.detail, HasSubstr("3 times"));

  options_.draw_rules.repetitions = 2;
  ToldPlayer left({{"left"}}), right({{"right"}});
  EXPECT_EQ(Play(left, right).moves.size(), 2u);
}

TEST_F(MatchTest, RepetitionIsOfTheWholeStateTheSideToMoveIncluded) {
  ToldPlayer first({{"left"}}), second({{"left"}});
  // Cell 0 comes back after 5 plies with the other side to move; the opening
  // only after 10.
  EXPECT_EQ(Play(first, second).moves.size(), 20u);
}

TEST_F(MatchTest, DrawsAtThePlyLimit) {
  ToldPlayer first({{"left"}}), second({{"left"}});
  options_.draw_rules.max_plies = 7;
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kPlyLimit);
  EXPECT_EQ(record.moves.size(), 7u);
  EXPECT_EQ(record.returns, SeatValues{});
}

TEST_F(MatchTest, AnEndByTheRulesAtThePlyLimitCounts) {
  ToldPlayer first({{"left"}, {"win"}}), second({{"left"}});
  options_.draw_rules.max_plies = 3;
  EXPECT_EQ(Play(first, second).termination, Termination::kRules);
}

TEST_F(MatchTest, OneResignsWhenBothSaySo) {
  options_.adjudication.resign = ParseResignRule("value=0.9,moves=2").value();
  ToldPlayer first({{"left", 1ms, 0.95},
                    {"left", 1ms, 0.2},
                    {"left", 1ms, 0.9},
                    {"left", 1ms, 0.95}},
                   &clock_);
  ToldPlayer second({{"left", 1ms, -0.9},
                     {"left", 1ms, -0.95},
                     {"left", 1ms, -0.99},
                     {"left", 1ms, -1.0}},
                    &clock_);
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kResignation);
  EXPECT_EQ(record.loser, 1);
  EXPECT_THAT(record.returns, ElementsAre(1, -1, 0, 0, 0, 0));
  EXPECT_EQ(record.detail, "both players agree: value=0.9,moves=2");
  EXPECT_EQ(record.moves.size(), 7u);  // the other says so for long
}

TEST_F(MatchTest, ThePlayersAgreeOnADraw) {
  options_.adjudication.draw =
      ParseDrawRule("value=0.1,moves=1,from=4").value();
  ToldPlayer first(
      {{"left", 1ms, 0.1}, {"left", 1ms, -0.1}, {"left", 1ms, 0.05}}, &clock_);
  ToldPlayer second(
      {{"left", 1ms, 0.0}, {"left", 1ms, 0.2}, {"left", 1ms, 0.0}}, &clock_);
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kAgreement);
  EXPECT_EQ(record.detail, "both players agree: value=0.1,moves=1,from=4");
  // After two plies it is too early; after five, the second does not agree.
  EXPECT_EQ(record.moves.size(), 6u);
}

TEST_F(MatchTest, WhoReportsNoValueAgreesToNothing) {
  options_.adjudication = {.resign = ValueRule{.value = 0.1},
                           .draw = ValueRule{.value = 1}};
  options_.draw_rules.max_plies = 4;
  ToldPlayer first({{"left", 1ms, 0.9}, {"left", 1ms, 0.9}}, &clock_);
  ToldPlayer second({{"left"}, {"left"}}, &clock_);
  EXPECT_EQ(Play(first, second).termination, Termination::kPlyLimit);
}

TEST(ValueRuleTest, IsReadAsItIsWritten) {
  for (const char* text : {"value=0.95,moves=4", "value=0,moves=1000"}) {
    EXPECT_EQ(FormatValueRule(ParseResignRule(text).value()), text);
    EXPECT_EQ(FormatValueRule(ParseDrawRule(text).value()), text);
  }
  const char* from = "value=0.02,moves=8,from=40";
  EXPECT_EQ(FormatValueRule(ParseDrawRule(from).value()), from);
  EXPECT_THAT(ParseResignRule(from).status().message(), HasSubstr("'from'"));
  EXPECT_THAT(ParseResignRule("value=1.5,moves=4").status().message(),
              HasSubstr("from 0 to 1"));
  for (const char* bad :
       {"", "0.95", "value=0.9", "moves=4", "value=,moves="}) {
    EXPECT_FALSE(ParseResignRule(bad).ok()) << bad;
  }
  EXPECT_THAT(ParseDrawRule("moves=4").status().message(),
              HasSubstr("write value=0.02,moves=8,from=40"));
}

TEST_F(MatchTest, AnIllegalMoveForfeits) {
  ToldPlayer first({{"left"}}), second({{"!"}});
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kIllegalMove);
  EXPECT_EQ(record.loser, 1);
  EXPECT_EQ(record.moves.size(), 1u);
  EXPECT_EQ(record.returns[0], 1);
  EXPECT_EQ(record.returns[1], -1);
  EXPECT_THAT(record.detail, HasSubstr("'second' answered an illegal move"));
}

TEST_F(MatchTest, AFailureForfeits) {
  ToldPlayer first({{"?"}}), second({{"left"}});
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kFailure);
  EXPECT_EQ(record.loser, 0);
  EXPECT_EQ(record.detail, "out of order");
  EXPECT_TRUE(record.moves.empty());
}

TEST_F(MatchTest, BothAreAskedWhereBothCanLose) {
  options_.ask_both = true;
  ToldPlayer first({{"!"}}), second({{"?"}});
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kIllegalMove);
  EXPECT_EQ(record.loser, 0);
  EXPECT_EQ(record.detail, "'first' answered an illegal move");
  EXPECT_TRUE(record.moves.empty());
  EXPECT_THAT(record.faults,
              ElementsAre(Fault{
                  .seat = 1,
                  .move = 2,
                  .kind = Termination::kFailure,
                  .reason = "after left, made for the other: out of order"}));
  EXPECT_THAT(second.observed, SizeIs(1));
  EXPECT_THAT(second.seeds, SizeIs(1));
  EXPECT_TRUE(ReplayRecord(catalog_, record).ok());
}

TEST_F(MatchTest, WhoAnswersWellAfterTheFaultOfTheOtherHasNone) {
  options_.ask_both = true;
  ToldPlayer first({{"!"}}), second({{"right"}});
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.loser, 0);
  EXPECT_EQ(record.returns[1], 1);
  EXPECT_THAT(record.faults, SizeIs(0));
  EXPECT_THAT(second.limits, SizeIs(1));
  EXPECT_TRUE(record.moves.empty());
}

TEST_F(MatchTest, NobodyElseIsAskedUnlessBothCanLose) {
  ToldPlayer first({{"!"}}), second({{"?"}});
  EXPECT_THAT(Play(first, second).faults, SizeIs(0));
  EXPECT_THAT(second.limits, SizeIs(0));
  // Who resigns breaks no rule.
  options_.ask_both = true;
  options_.adjudication.resign = {.value = 0.5, .moves = 1};
  ToldPlayer loses({{.move = "left", .value = -1}});
  ToldPlayer wins({{.move = "left", .value = 1}, {"?"}});
  const GameRecord record = Play(loses, wins);
  EXPECT_EQ(record.termination, Termination::kResignation);
  EXPECT_THAT(record.faults, SizeIs(0));
}

TEST_F(MatchTest, FailuresOfOtherProgramsHaveNames) {
  const std::vector<std::pair<absl::StatusCode, Termination>> kinds = {
      {kPlayerCrashed, Termination::kCrash},
      {kPlayerStalled, Termination::kStall},
      {kPlayerWroteNonsense, Termination::kNonsense},
      {kPlayerMovedIllegally, Termination::kIllegalMove},
      {kPlayerOverranTime, Termination::kTimeForfeit}};
  for (const auto& [code, termination] : kinds) {
    ToldPlayer first({{"?"}}), second({{"left"}});
    first.failure = absl::Status(code, "last\nwords");
    const GameRecord record = Play(first, second);
    EXPECT_EQ(record.termination, termination);
    EXPECT_EQ(record.loser, 0);
    EXPECT_EQ(record.returns[0], -1);
    EXPECT_EQ(record.detail, "last\\x0awords");
  }
}

TEST_F(MatchTest, WhoWasEndedFromOutsideDoesNotForfeit) {
  for (const bool is_asked_after_the_end : {false, true}) {
    options_.ask_both = is_asked_after_the_end;
    ToldPlayer first({{is_asked_after_the_end ? "!" : "left"}});
    ToldPlayer second({{"?"}});
    second.failure = absl::Status(kPlayerEndedFromOutside, "somebody did it");
    second.own_clock = &clock_;
    EXPECT_EQ(Error({{"first", &first}, {"second", &second}}),
              "'second': somebody did it");
  }
  // In this process nobody else ends it.
  options_.ask_both = false;
  ToldPlayer first({{"left"}}), second({{"?"}});
  second.failure = absl::Status(kPlayerEndedFromOutside, "gave up");
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kFailure);
  EXPECT_EQ(record.loser, 1);
}

// It is not among the moves.
TEST_F(MatchTest, TheTurnOfAForfeitIsTold) {
  options_.limits.time = 100ms;
  options_.ask_both = true;
  std::vector<std::pair<int, std::chrono::nanoseconds>> rests;
  options_.on_rest = [&](int seat, std::chrono::nanoseconds took) {
    rests.emplace_back(seat, took);
  };
  ToldPlayer first({{"left", 10ms}, {"left", 5s}}, &clock_);
  ToldPlayer second({{"right", 20ms}, {"?", 40ms}}, &clock_);
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kTimeForfeit);
  EXPECT_EQ(record.moves.size(), 2u);
  EXPECT_EQ(record.moves[0].seconds, 0.01);
  EXPECT_EQ(record.moves[1].seconds, 0.02);
  // The second was asked after the end.
  EXPECT_THAT(rests, ElementsAre(std::pair(0, 5s), std::pair(1, 40ms)));
}

TEST_F(MatchTest, AnOverrunForfeitsBeyondTheGraceOnly) {
  options_.limits.time = 100ms;
  options_.grace = 50ms;
  ToldPlayer slow({{"left", 150ms}, {"win", 150ms}}, &clock_);
  ToldPlayer slower({{"right", 150ms + 1ns}}, &clock_);
  const GameRecord record = Play(slow, slower);
  EXPECT_EQ(record.termination, Termination::kTimeForfeit);
  EXPECT_EQ(record.loser, 1);
  EXPECT_EQ(record.moves.size(), 1u);  // the late move is not played
  EXPECT_EQ(record.detail, "took 0.15 s of 0.1 s");
  EXPECT_EQ(slow.limits.at(0).time, 100ms);
  EXPECT_EQ(slow.limits.at(0).clock, &clock_);
}

TEST_F(MatchTest, CpuTimeJudgesAndWallTimeIsNoted) {
  ManualClock wall;
  options_.wall_clock = &wall;
  options_.limits.time = 100ms;
  ToldPlayer slow({{"win", 5s}}, &wall), threaded({{"left", 7s}}, &wall);
  threaded.threads = 2;
  auto record =
      PlayMatch(*start_, {{"threaded", &threaded}, {"slow", &slow}}, options_);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->termination, Termination::kRules);
  EXPECT_EQ(record->moves.at(0).wall_seconds, 7);
  EXPECT_EQ(record->moves.at(1).wall_seconds, 5);
  EXPECT_LT(record->moves.at(0).seconds, 1);
  EXPECT_EQ(threaded.limits.at(0).clock, &ProcessCpuClock());
  // A player that thinks elsewhere has a clock there.
  ToldPlayer quick({{"left", 7s}}, &wall), elsewhere({{"win", 5s}}, &wall);
  elsewhere.own_clock = &wall;
  record = PlayMatch(*start_, {{"quick", &quick}, {"elsewhere", &elsewhere}},
                     options_);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->termination, Termination::kTimeForfeit);
  EXPECT_EQ(record->loser, 1);
  EXPECT_EQ(elsewhere.limits.at(0).clock, &wall);
  EXPECT_EQ(slow.limits.at(0).clock, &ThreadCpuClock());
}

TEST_F(MatchTest, ALimitCanBeAsGoodAsNone) {
  options_.limits.time = std::chrono::nanoseconds::max();
  ToldPlayer first({{"win", 24h}}, &clock_), second({{"left"}});
  EXPECT_EQ(Play(first, second).termination, Termination::kRules);
}

TEST_F(MatchTest, ClocksGiveASharePlusTheIncrement) {
  options_.time_control = TimeControl{.base = 20s, .increment = 4s};
  ToldPlayer first({{"left", 10s}, {"left", 0s}, {"win"}}, &clock_);
  ToldPlayer second({{"left", 0s}}, &clock_);
  Play(first, second);
  ASSERT_EQ(first.limits.size(), 3u);
  EXPECT_EQ(first.limits[0].time, 1s + 3s);
  EXPECT_EQ(first.limits[1].time, 700ms + 3s);  // of 20 - 10 + 4 seconds
  EXPECT_EQ(first.limits[2].time, 900ms + 3s);
  EXPECT_EQ(second.limits[0].time, 1s + 3s);
  EXPECT_EQ(second.limits[1].time, 1200ms + 3s);
}

TEST_F(MatchTest, TheShareIsNeverMoreThanWhatIsLeftOrTheLimit) {
  options_.time_control = TimeControl{.base = 1s, .increment = 4s};
  ToldPlayer first({{"win"}}), second({{"left"}});
  Play(first, second);
  EXPECT_EQ(first.limits[0].time, 1s);
  options_.limits.time = 300ms;
  ToldPlayer limited({{"win"}});
  Play(limited, second);
  EXPECT_EQ(limited.limits[0].time, 300ms);
}

TEST_F(MatchTest, AnEmptyClockForfeits) {
  options_.time_control = TimeControl{.base = 1s};
  options_.grace = 10ms;
  ToldPlayer first({{"left", 600ms}}, &clock_);
  ToldPlayer second({{"left", 100ms}}, &clock_);
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kTimeForfeit);
  EXPECT_EQ(record.loser, 0);
  EXPECT_EQ(record.moves.size(), 2u);
  EXPECT_EQ(record.detail, "took 0.6 s of 0.4 s");
}

TEST_F(MatchTest, TheGraceOfAClockIsThereOnce) {
  options_.time_control = TimeControl{.base = 10ms};
  options_.grace = 10ms;
  ToldPlayer first({{"left", 12ms}, {"left", 6ms}, {"left", 5ms}}, &clock_);
  ToldPlayer second({{"left", 0ms}}, &clock_);
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kTimeForfeit);
  EXPECT_EQ(record.loser, 0);
  EXPECT_EQ(record.moves.size(), 4u);
  EXPECT_EQ(record.detail, "took 0.005 s of 0 s");
  EXPECT_EQ(first.limits[1].time, 0ms);
}

TEST_F(MatchTest, AStopLeavesTheGameUnfinishedAfterTheMove) {
  std::atomic<bool> stop{false};
  options_.limits.stop = &stop;
  ToldPlayer first({{"left"}}), second({{"left"}});
  second.stop = &stop;
  const GameRecord record = Play(first, second);
  EXPECT_EQ(record.termination, Termination::kUnfinished);
  EXPECT_EQ(record.moves.size(), 2u);
  EXPECT_EQ(record.returns, SeatValues{});
  EXPECT_EQ(first.limits[0].stop, &stop);
}

TEST_F(MatchTest, WhoFailsWhenToldToStopDoesNotForfeit) {
  std::atomic<bool> stop{false};
  options_.limits.stop = &stop;
  ToldPlayer first({{"?"}}), second({{"left"}});
  first.stop = &stop;
  EXPECT_EQ(Play(first, second).termination, Termination::kUnfinished);
}

TEST_F(MatchTest, AValueThatIsNoneIsNotRecorded) {
  ToldPlayer first({{"left", 0s, std::numeric_limits<double>::quiet_NaN()}});
  ToldPlayer second({{"win", 0s, 1.5}});
  const GameRecord record = Play(first, second);
  EXPECT_FALSE(record.moves[0].value.has_value());
  EXPECT_FALSE(record.moves[1].value.has_value());
}

TEST_F(MatchTest, StartsFromAnyPosition) {
  const auto over = *start_->Game().ParsePosition("3 1 2");
  ToldPlayer first({{"left"}}), second({{"left"}});
  const auto record =
      PlayMatch(*over, {{"first", &first}, {"second", &second}}, options_);
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record->termination, Termination::kRules);
  EXPECT_EQ(record->returns[1], 1);
}

TEST_F(MatchTest, RefusesWhatIsNoMatch) {
  ToldPlayer player({{"left"}});
  EXPECT_EQ(Error({{"one", &player}}), "'walk' is for 2 players, not 1");
  EXPECT_EQ(Error({{"one", &player}, {"two", nullptr}}), "no player for 'two'");
  ToldPlayer unwilling({{"left"}});
  unwilling.start = absl::InvalidArgumentError("not this game");
  EXPECT_EQ(Error({{"one", &player}, {"two", &unwilling}}),
            "'two' cannot play: not this game");
  options_.draw_rules.max_plies = 0;
  EXPECT_THAT(Error({{"one", &player}, {"two", &player}}),
              HasSubstr("1 ply or more"));
  options_.draw_rules.max_plies = 1;
  options_.draw_rules.repetitions = 1;
  EXPECT_THAT(Error({{"one", &player}, {"two", &player}}),
              HasSubstr("2nd occurrence"));
  options_.draw_rules.repetitions = 2;
  options_.time_control = TimeControl{};
  EXPECT_THAT(
      Error({{"one", &player}, {"two", &player}}),
      HasSubstr("a clock of 0s+0s: the time for the game is more than 0"));
  options_.time_control =
      TimeControl{.base = std::chrono::nanoseconds::max(), .increment = 1s};
  EXPECT_THAT(Error({{"one", &player}, {"two", &player}}),
              HasSubstr("at most 1000 hours"));
  options_.time_control = TimeControl{
      .base = 1s, .increment = kMaxClockIncrement + std::chrono::seconds(1)};
  EXPECT_THAT(Error({{"one", &player}, {"two", &player}}),
              HasSubstr("for each move 0 to 24 hours"));
}

// The walk with its positions counted. The hash is the same for all of them, or
// another one each time, as if no position ever came back.
class CountedState : public WalkState {
 public:
  explicit CountedState(const WalkState& state) : WalkState(state) { Count(); }
  CountedState(const CountedState& other) : WalkState(other) { Count(); }
  CountedState& operator=(const CountedState&) = default;
  ~CountedState() { --alive; }
  uint64_t Hash() const { return new_hashes ? ++last_hash : 0; }
  bool operator==(const CountedState&) const = default;

  static inline int alive = 0;
  static inline int max_alive = 0;
  static inline bool new_hashes = false;
  static inline uint64_t last_hash = 0;

 private:
  static void Count() { max_alive = std::max(max_alive, ++alive); }
};

class CountedRules : public WalkRules {
 public:
  using State = CountedState;
  using WalkRules::WalkRules;
  static absl::StatusOr<std::unique_ptr<const CountedRules>> Create(
      const Parameters&) {
    return std::make_unique<const CountedRules>(0);
  }
  State InitialState() const { return State(WalkRules::InitialState()); }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const WalkState state, WalkRules::ParsePosition(text));
    return State(state);
  }
};

class GameHistoryTest : public testing::Test {
 protected:
  static constexpr int kMaxAlive = 300;

  GameHistoryTest() { CountedState::max_alive = CountedState::alive; }
  ~GameHistoryTest() override { CountedState::new_hashes = false; }
  void ExpectExact();
  static void Play(GameHistory& history, const char* move) {
    ASSERT_TRUE(history.Play(*history.state().ParseMove(move)).ok());
  }
  // Plays a move that does not end the game.
  void PlayOn(GameHistory& history) {
    Play(history, random_.Below(2) == 0 ? "left" : "right");
  }

  const Catalog catalog_ =
      Catalog::Create({MakePlugin<CountedRules>({})}).value();
  const std::unique_ptr<AnyState> start_ =
      (*catalog_.MakeGame("walk"))->InitialState();
  Random random_{1};
};

// Against a history that keeps the texts of all positions.
void GameHistoryTest::ExpectExact() {
  GameHistory history(*start_);
  std::vector<std::string> texts = {start_->FormatPosition()};
  for (int step = 1; step <= 4000; ++step) {
    const int last = history.last_ply();
    const uint32_t dice = step < 1500 ? 2 : random_.Below(20);
    if (step % 1000 == 0) {
      history.GoTo(static_cast<int>(random_.Below(last + 1)));
    } else if (dice == 0) {
      history.GoTo(std::max(0, last - static_cast<int>(random_.Below(30))));
    } else if (dice == 1) {
      history.GoTo(last);
    } else {
      PlayOn(history);
      texts.resize(history.plies());
      texts.push_back(history.state().FormatPosition());
    }
    ASSERT_EQ(history.last_ply() + 1, static_cast<int>(texts.size()));
    const auto here = texts.begin() + history.plies();
    ASSERT_EQ(history.state().FormatPosition(), *here);
    ASSERT_EQ(history.Occurrences(),
              CountedState::new_hashes
                  ? 1
                  : std::count(texts.begin(), here + 1, *here));
    // One of the last positions, and any.
    for (const uint32_t range : {30u, 1u << 20}) {
      const int end = history.last_ply() + 1;
      const uint32_t back = std::min<uint32_t>(range, end);
      const int ply = end - 1 - static_cast<int>(random_.Below(back));
      ASSERT_EQ(history.StateAt(ply).FormatPosition(), texts[ply]);
      ASSERT_EQ(history.SeatAt(ply), history.StateAt(ply).ToMove());
    }
  }
  EXPECT_LE(CountedState::max_alive, kMaxAlive);
}

TEST_F(GameHistoryTest, IsExactWhereAllHashesCollide) { ExpectExact(); }

TEST_F(GameHistoryTest, IsExactWhereNoPositionComesBack) {
  CountedState::new_hashes = true;
  ExpectExact();
}

TEST_F(GameHistoryTest, WhatWasTakenBackIsForgotten) {
  CountedState::new_hashes = true;
  GameHistory history(*start_);
  for (int i = 0; i < 1000; ++i) Play(history, "left");
  EXPECT_EQ(history.StateAt(999).FormatPosition(), "1 2 -");
  history.GoTo(996);
  for (int i = 0; i < 4; ++i) Play(history, "right");
  EXPECT_EQ(history.StateAt(999).FormatPosition(), "2 2 -");

  const Catalog catalog = WalkCatalog();
  GameHistory walk(*(*catalog.MakeGame("walk"))->InitialState());
  Play(walk, "left");
  walk.GoTo(0);
  Play(walk, "left");
  EXPECT_EQ(walk.Occurrences(), 1);
}

TEST_F(GameHistoryTest, AnIllegalMoveChangesNothing) {
  GameHistory history(*start_);
  for (int i = 0; i < 3; ++i) PlayOn(history);
  history.GoTo(1);
  const std::string text = history.state().FormatPosition();
  EXPECT_FALSE(history.Play({.bits = 77}).ok());
  EXPECT_EQ(history.plies(), 1);
  EXPECT_EQ(history.last_ply(), 3);
  EXPECT_EQ(history.state().FormatPosition(), text);
}

TEST_F(GameHistoryTest, OnlyEndlessGamesAreDrawn) {
  const DrawRules strict = {.max_plies = 1, .repetitions = 2};
  GameHistory walk(*start_);
  EXPECT_EQ(walk.Adjudicate(strict), Termination::kUnfinished);
  PlayOn(walk);
  EXPECT_EQ(walk.Adjudicate(strict), Termination::kPlyLimit);
  Play(walk, "win");
  EXPECT_EQ(walk.Adjudicate(strict), Termination::kRules);
  const auto catalog = Catalog::Create({tictactoe::Plugin()});
  GameHistory other(*(*catalog->MakeGame("tictactoe"))->InitialState());
  ASSERT_TRUE(other.Play(other.state().LegalMoves().front()).ok());
  EXPECT_EQ(other.Adjudicate(strict), Termination::kUnfinished);
}

// Neither a match nor a replay keeps all positions of a long game.
TEST_F(GameHistoryTest, MemoryDoesNotGrowWithTheGame) {
  ToldPlayer first({{"left"}}), second({{"left"}});
  const auto record =
      PlayMatch(*start_, {{"first", &first}, {"second", &second}},
                {.draw_rules = {.max_plies = 3000, .repetitions = 1'000'000}});
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->moves.size(), 3000u);
  EXPECT_LE(CountedState::max_alive, kMaxAlive);
  const auto history = ReplayRecord(catalog_, *record);
  ASSERT_TRUE(history.ok()) << history.status();
  EXPECT_EQ(history->plies(), 3000);
  EXPECT_EQ(history->Occurrences(), 301);
  EXPECT_LE(CountedState::max_alive, kMaxAlive);
}

}  // namespace
}  // namespace boardwalk
