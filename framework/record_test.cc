#include "framework/record.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/random.h"
#include "framework/testing/walk.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing_games::WalkCatalog;

constexpr char kText[] =
    "boardwalk-record 1\n"
    "game walk\n"
    "start 0 1 -\n"
    "seed 18446744073709551615\n"
    "player 1 mcts:playouts=100\n"
    "player 2 human\n"
    "move 1 left value=0.1 depth=3 nodes=5 playouts=7 seconds=0.25 wall=0.5\n"
    "move 2 win\n"
    "result -1 1\n"
    "ending rules\n"
    "final 4 1 2\n"
    "end\n";

GameRecord Example() {
  GameRecord record;
  record.game = "walk";
  record.start = "0 1 -";
  record.seed = std::numeric_limits<uint64_t>::max();
  record.players = {"mcts:playouts=100", "human"};
  record.moves = {{.text = "left",
                   .value = 0.1,
                   .depth = 3,
                   .nodes = 5,
                   .playouts = 7,
                   .seconds = 0.25,
                   .wall_seconds = 0.5},
                  {.text = "win"}};
  record.termination = Termination::kRules;
  record.returns = {-1, 1};
  record.final = "4 1 2";
  return record;
}

std::string ParseError(const std::string& text) {
  return std::string(ParseRecord(text).status().message());
}

// The error for the example with `from` replaced by `to`.
std::string ErrorWith(const std::string& from, const std::string& to) {
  const std::string text = absl::StrReplaceAll(kText, {{from, to}});
  EXPECT_NE(text, kText) << from;
  return ParseError(text);
}

std::string ReplayError(const GameRecord& record) {
  return std::string(ReplayRecord(WalkCatalog(), record).status().message());
}

TEST(RecordTest, IsWrittenAndReadExactly) {
  EXPECT_EQ(FormatRecord(Example()), kText);
  const auto record = ParseRecord(kText);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(*record, Example());
}

TEST(RecordTest, NumbersAreReadBackExactly) {
  Random random(3);
  GameRecord record = Example();
  for (int i = 0; i < 2000; ++i) {
    RecordedMove& move = record.moves[0];
    move.value = random.Real() * 2 - 1;
    move.seconds = std::ldexp(random.Real(), static_cast<int>(i % 100) - 80);
    const auto back = ParseRecord(FormatRecord(record));
    ASSERT_TRUE(back.ok()) << back.status() << FormatRecord(record);
    ASSERT_EQ(back->moves[0].value, move.value);
    ASSERT_EQ(back->moves[0].seconds, move.seconds);
  }
  EXPECT_THAT(FormatRecord(Example()), HasSubstr(" value=0.1 "));
}

TEST(RecordTest, ReturnsOfManyAreReadBackExactly) {
  GameRecord record = Example();
  for (int players = 2; players <= kMaxPlayers; ++players) {
    record.players.assign(static_cast<size_t>(players), "random");
    for (uint32_t winners = 0; winners < 1u << players; ++winners) {
      record.returns = WinnerTakesAll(players, winners);
      const auto back = ParseRecord(FormatRecord(record));
      ASSERT_TRUE(back.ok()) << back.status();
      ASSERT_EQ(back->returns, record.returns);
    }
  }
}

TEST(RecordTest, ALoserIsNamed) {
  GameRecord record = Example();
  record.termination = Termination::kTimeForfeit;
  record.loser = 1;
  record.detail = "took 2 s of 1 s";
  record.players = {"random", "human", "random"};
  record.returns = LoserPaysAll(3, 1);
  const std::string text = FormatRecord(record);
  EXPECT_THAT(text, HasSubstr("result 0.5 -1 0.5\nending overrun\nloser 2\n"
                              "detail took 2 s of 1 s\nfinal "));
  const auto back = ParseRecord(text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, record);
}

TEST(RecordTest, FaultsOfSeatsThatDidNotEndTheGameAreKept) {
  GameRecord record = Example();
  record.termination = Termination::kIllegalMove;
  record.loser = 1;
  record.players = {"random", "human", "random"};
  record.returns = LoserPaysAll(3, 1);
  const int moves = static_cast<int>(record.moves.size());
  record.faults = {
      {.seat = 2,
       .move = 1,
       .kind = Termination::kCrash,
       .reason = "fault 1 2 crash; detail  it said"},
      {.seat = 0, .move = moves + 2, .kind = Termination::kTimeForfeit}};
  const std::string text = FormatRecord(record);
  EXPECT_THAT(text,
              HasSubstr(absl::StrCat(
                  "loser 2\n"
                  "fault 3 1 crash fault 1 2 crash; detail  it said\nfault 1 ",
                  moves + 2, " overrun\n")));
  const auto back = ParseRecord(text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, record);
  EXPECT_EQ(FaultsText({record.faults[1]}),
            absl::StrCat("seat 1, move ", moves + 2, ", overrun"));
  const auto error = [&](const std::string& line) {
    return ParseError(absl::StrReplaceAll(
        text, {{"fault 3 1 crash fault 1 2 crash; detail  it said", line}}));
  };
  EXPECT_THAT(error("fault 3 1"),
              HasSubstr("'fault SEAT MOVE ENDING REASON' should stand here"));
  EXPECT_THAT(error("fault 4 1 crash"), HasSubstr("is of none of 3 seats"));
  EXPECT_THAT(error("fault 0 1 crash"), HasSubstr("is of none of 3 seats"));
  EXPECT_THAT(error("fault 2 1 crash"), HasSubstr("is the second one"));
  EXPECT_THAT(error("fault 1 1 crash"), HasSubstr("is the second one"));
  EXPECT_THAT(error("fault 3 0 crash"), HasSubstr("is in move 0, not in"));
  EXPECT_THAT(error("fault 3 9 crash"), HasSubstr("is in move 9, not in"));
  EXPECT_THAT(error("fault 3 1 resignation"), HasSubstr("cannot be 'resig"));
  EXPECT_THAT(error("fault 3 1 rules"), HasSubstr("cannot be 'rules'"));
  EXPECT_THAT(error("fault 3 1 boredom"), HasSubstr("is no ending"));
}

TEST(RecordTest, CommentsAreWrittenAndReadExactly) {
  GameRecord record = Example();
  ASSERT_TRUE(record.comments.Set(0, "Zo\u00eb  begins", 2).ok());
  ASSERT_TRUE(record.comments.Set(2, "result -1 1", 2).ok());
  const std::string text = FormatRecord(record);
  EXPECT_THAT(text, HasSubstr("move 2 win\n"
                              "comment 0 Zo\u00eb  begins\n"
                              "comment 2 result -1 1\n"
                              "result -1 1\n"));
  const auto back = ParseRecord(text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, record);
  // The lines behind them are counted.
  record.returns = {1, -1};
  EXPECT_THAT(ReplayError(record), StartsWith("line 11: by the rules"));
  record.final = "3 1 2";
  EXPECT_THAT(ReplayError(record), StartsWith("line 13: the moves lead to"));

  const auto error = [](const std::string& lines) {
    return ErrorWith("result -1 1", lines + "\nresult -1 1");
  };
  const std::string ply_from_0 =
      "line 9: 'comment PLY TEXT' should stand here, with a ply from 0 to 2";
  for (const char* line : {"comment", "comment 1", "comment 3 x",
                           "comment -1 x", "comment x", "comment 1  x"}) {
    EXPECT_EQ(error(line), ply_from_0) << line;
  }
  EXPECT_EQ(error("comment 1 x\ncomment 1 y"),
            "line 10: 'comment PLY TEXT' should stand here, with a ply from 2 "
            "to 2");
  EXPECT_EQ(error("comment 2 x\ncomment 2 y"),
            "line 10: the last position has its comment already");
  EXPECT_THAT(error("comment 1 x\nmove 3 left"), StartsWith("line 10: "));
  EXPECT_THAT(error("comment 1 " + std::string(501, 'x')),
              HasSubstr("line 9: a comment has at most 500 characters"));
  EXPECT_THAT(error("comment 1 \xff"), HasSubstr("line 9: a comment is of"));
}

TEST(RecordTest, TextsStayOnTheirLine) {
  GameRecord record = Example();
  record.detail = "what\nan end";
  record.moves[0].value = std::numeric_limits<double>::infinity();
  record.moves[0].seconds = std::nan("");
  record.moves[0].nodes = -1;
  const auto back = ParseRecord(FormatRecord(record));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->detail, "what an end");
  EXPECT_FALSE(back->moves[0].value.has_value());
  EXPECT_FALSE(back->moves[0].nodes.has_value());
}

TEST(RecordTest, EveryTruncationIsRefused) {
  const std::string text = kText;
  for (size_t size = 0; size < text.size(); ++size) {
    const std::string error = ParseError(text.substr(0, size));
    EXPECT_THAT(error, StartsWith("line ")) << size;
  }
  EXPECT_EQ(ParseError(text.substr(0, text.size() - 4)),
            "line 12: the record is cut off; it goes on to a line 'end'");
}

TEST(RecordTest, EveryMissingOrRepeatedLineIsRefused) {
  const std::vector<std::string> lines = absl::StrSplit(kText, '\n');
  for (size_t line = 0; line + 1 < lines.size(); ++line) {
    std::vector<std::string> without = lines, twice = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(line));
    // Without its last move it is a shorter record; replaying refuses it.
    if (lines[line] != "move 2 win") {
      EXPECT_THAT(ParseError(absl::StrJoin(without, "\n")), StartsWith("line "))
          << lines[line];
    }
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(line),
                 lines[line]);
    EXPECT_THAT(ParseError(absl::StrJoin(twice, "\n")), StartsWith("line "))
        << lines[line];
  }
}

TEST(RecordTest, ErrorsNameTheLineAndWhatShouldStandThere) {
  EXPECT_EQ(ParseError("hello\n"),
            "line 1: 'boardwalk-record 1' should stand here; this is no "
            "record");
  EXPECT_EQ(ErrorWith("record 1", "record 2"),
            "line 1: 'boardwalk-record 1' should stand here; this is no "
            "record");
  EXPECT_EQ(ErrorWith("game walk", "gam walk"),
            "line 2: 'game ...' should stand here, not 'gam walk'");
  EXPECT_EQ(ErrorWith("game walk", "game"),
            "line 2: 'game ...' should stand here, not 'game'");
  EXPECT_EQ(ErrorWith("18446744073709551615", "18446744073709551616"),
            "line 4: the seed is a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(ErrorWith("seed 1", "seed -1"),
            "line 4: the seed is a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(ErrorWith("player 2", "player 3"),
            "line 6: 'player 2 NAME' should stand here; at most 6 play");
  EXPECT_EQ(ErrorWith("player 2 human\n", ""),
            "line 6: 'player 2 NAME' should stand here");
  EXPECT_EQ(ErrorWith("move 2", "move 3"),
            "line 8: 'move 2 MOVE' should stand here");
  EXPECT_EQ(ErrorWith("move 2 win", "move 2  win"),
            "line 8: 'move 2 MOVE' should stand here");
  EXPECT_EQ(ErrorWith("result -1 1", "result -1 1 0"),
            "line 9: 'result' is followed by 2 numbers from -1 to 1, one a "
            "seat");
  EXPECT_EQ(ErrorWith("result", "results"),
            "line 9: 'move ...', 'comment ...' or 'result ...' should stand "
            "here");
  EXPECT_THAT(
      ErrorWith("ending rules", "ending rule"),
      StartsWith("line 10: 'rule' is no ending; did you mean 'rules'?"));
  EXPECT_EQ(ErrorWith("ending rules", "ending agreement"),
            "line 9: the result of a game that ended by 'agreement' is 0 0");
  EXPECT_EQ(ErrorWith("ending rules", "ending resignation\nloser 3"),
            "line 11: the loser is a seat from 1 to 2");
  EXPECT_EQ(ErrorWith("ending rules", "ending resignation\nloser 2"),
            "line 9: the result of a game that ended by 'resignation' is 1 "
            "-1");
  EXPECT_EQ(ErrorWith("ending rules", "ending resignation"),
            "line 11: 'loser ...' should stand here, not 'final 4 1 2'");
  EXPECT_EQ(ErrorWith("end\n", "ende\n"), "line 12: 'end' should stand here");
  EXPECT_EQ(ErrorWith("end\n", "end\n\n"),
            "line 13: nothing may follow the line 'end'");
  EXPECT_EQ(ErrorWith("game walk", "game wa\rlk"),
            "line 2: a control character; a record is plain text");
}

TEST(RecordTest, DetailsOfAMoveAreReadStrictly) {
  for (const char* wrong :
       {"value=", "value=2", "value=nan", "value=0x1", "value=0.1x", "value",
        "depth=-1", "depth=1.5", "depth=99999999999", "nodes= 5", "bogus=1",
        "depth=3 value=0.1", "value=0 value=0", "seconds=-1", "seconds=inf",
        "wall=-1", "wall=1 seconds=1"}) {
    EXPECT_THAT(ErrorWith("move 2 win", absl::StrCat("move 2 win ", wrong)),
                HasSubstr("line 8: '"))
        << wrong;
  }
}

TEST(RecordTest, SizesAreBounded) {
  std::string text =
      "boardwalk-record 1\ngame walk\nstart 0 1 -\nseed 0\n"
      "player 1 a\nplayer 2 b\n";
  const std::string head = text;
  for (int i = 1; i <= kMaxRecordMoves + 1; ++i) {
    absl::StrAppend(&text, "move ", i, " left\n");
  }
  EXPECT_EQ(ParseError(text), "line 100007: a record has at most 100000 moves");
  EXPECT_EQ(
      ParseError(absl::StrCat("boardwalk-record 1\ngame ",
                              std::string(kMaxRecordLine + 1, 'x'), "\n")),
      "line 2: longer than 1048576 bytes");
}

TEST(RecordTest, MutationsAreRefusedOrReadBack) {
  Random random(1);
  const std::string text = kText;
  for (int i = 0; i < 20000; ++i) {
    std::string changed = text;
    const int times = 1 + static_cast<int>(random.Below(3));
    for (int j = 0; j < times; ++j) {
      changed[random.Below(static_cast<uint32_t>(text.size()))] =
          static_cast<char>(random.Below(256));
    }
    const auto record = ParseRecord(changed);
    if (!record.ok()) {
      EXPECT_THAT(std::string(record.status().message()), StartsWith("line "));
      continue;
    }
    const auto again = ParseRecord(FormatRecord(*record));
    ASSERT_TRUE(again.ok()) << again.status() << changed;
    EXPECT_EQ(*again, *record) << changed;
    (void)ReplayError(*record);
  }
}

TEST(RecordTest, IsReplayed) {
  const auto history = ReplayRecord(WalkCatalog(), Example());
  ASSERT_TRUE(history.ok()) << history.status();
  ASSERT_EQ(history->plies(), 2);
  EXPECT_EQ(history->StateAt(0).FormatPosition(), "0 1 -");
  EXPECT_EQ(history->StateAt(1).FormatPosition(), "4 2 -");
  EXPECT_EQ(history->state().FormatPosition(), "4 1 2");
  EXPECT_EQ(history->StateAt(0).FormatMove(history->MoveAt(0)), "left");
  EXPECT_EQ(history->game().Name(), "walk");
}

TEST(RecordTest, ReplayNamesTheLineAtFault) {
  GameRecord record = Example();
  record.game = "wolk";
  EXPECT_THAT(ReplayError(record), StartsWith("line 2: no game 'wolk'"));

  record = Example();
  record.start = "9 1 -";
  EXPECT_EQ(ReplayError(record), "line 3: write cell, seat and winner");

  record = Example();
  record.players.emplace_back("random");
  EXPECT_EQ(ReplayError(record), "line 5: 3 players for a game of 2");

  record = Example();
  record.moves[0].text = "up";
  EXPECT_THAT(ReplayError(record), StartsWith("line 7: move 1, 'up': "));

  record = Example();
  record.moves.push_back(record.moves[0]);
  EXPECT_EQ(ReplayError(record), "line 9: move 3, 'left': the game is over");

  record = Example();
  record.final = "4 2 2";
  EXPECT_EQ(ReplayError(record),
            "line 11: the moves lead to another position: 4 1 2");
}

TEST(RecordTest, ReplayHoldsTheEndingAgainstTheRules) {
  GameRecord record = Example();
  record.returns = {1, -1};
  EXPECT_EQ(ReplayError(record), "line 9: by the rules the result is -1 1");

  record = Example();
  record.termination = Termination::kUnfinished;
  record.returns = {};
  EXPECT_EQ(ReplayError(record),
            "line 10: the game is over by its rules; 'ending rules' should "
            "stand here");

  record = Example();
  record.moves.pop_back();
  record.final = "4 2 -";
  EXPECT_EQ(ReplayError(record), "line 9: the game is not over by its rules");

  record.termination = Termination::kRepetition;
  record.returns = {};
  EXPECT_EQ(ReplayError(record), "line 9: the final position was not repeated");
  record.termination = Termination::kPlyLimit;
  EXPECT_EQ(ReplayError(record), "");
}

TEST(RecordTest, OnlyEndlessGamesAreAdjudicated) {
  GameRecord record;
  record.game = "tictactoe";
  record.start = record.final = ".../.../...";
  record.players = {"random", "random"};
  record.termination = Termination::kPlyLimit;
  const auto catalog = Catalog::Create({tictactoe::Plugin()});
  EXPECT_EQ(ReplayRecord(*catalog, record).status().message(),
            "line 8: 'tictactoe' ends by its own rules and is never "
            "adjudicated");
  record.termination = Termination::kAgreement;
  EXPECT_TRUE(ReplayRecord(*catalog, record).ok());
}

TEST(RecordTest, EndingsHaveNames) {
  for (const Termination termination :
       {Termination::kUnfinished, Termination::kRules, Termination::kRepetition,
        Termination::kPlyLimit, Termination::kAgreement,
        Termination::kResignation, Termination::kIllegalMove,
        Termination::kTimeForfeit, Termination::kFailure}) {
    const auto back = ParseTermination(TerminationName(termination));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, termination);
  }
  EXPECT_EQ(TerminationName(Termination::kPlyLimit), "ply-limit");
  EXPECT_FALSE(ParseTermination("").ok());
}

}  // namespace
}  // namespace boardwalk
