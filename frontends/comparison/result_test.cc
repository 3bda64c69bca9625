#include "frontends/comparison/result.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

PlannedGame Planned() {
  PlannedGame planned;
  planned.id = 17;
  planned.block = 5;
  planned.round = 2;
  planned.variant = 1;
  planned.pairing = 3;
  planned.rotation = 2;
  planned.seats = {4, 0, 4};
  planned.seed = 99;
  return planned;
}

GameRecord Record() {
  GameRecord record;
  record.game = "star:players=3";
  record.start = "start";
  record.seed = 99;
  record.players = {"a", "b", "a"};
  record.moves = {
      {.text = "1",
       .depth = 3,
       .nodes = 10,
       .seconds = 0.5,
       .wall_seconds = 0.75},
      {.text = "2", .playouts = 100, .seconds = 2, .wall_seconds = 1},
      {.text = "3",
       .depth = 4,
       .nodes = 1,
       .seconds = 0.25,
       .wall_seconds = 0.25},
      {.text = "4"}};
  record.termination = Termination::kTimeForfeit;
  record.loser = 1;
  record.detail = "took long";
  record.returns = {0.5, -1, 0.5};
  record.final = "end";
  return record;
}

TEST(ResultTest, SumsGoToTheSeatThatMoved) {
  // Seat 1 is passed over once.
  const FinishedGame game =
      Finish(Planned(), {"x", "y"}, {0, 1, 0, 2}, Record());
  EXPECT_THAT(game.opening, ElementsAre("x", "y"));
  EXPECT_EQ(game.record, Record());
  EXPECT_THAT(game.summary.seats,
              ElementsAre(SeatResult{.player = 4,
                                     .returns = 0.5,
                                     .moves = 2,
                                     .seconds = 0.75,
                                     .wall_seconds = 1,
                                     .max_seconds = 0.5,
                                     .nodes = 11,
                                     .playouts = 0,
                                     .depth = 7},
                          SeatResult{.player = 0,
                                     .returns = -1,
                                     .moves = 1,
                                     .seconds = 2,
                                     .wall_seconds = 1,
                                     .max_seconds = 2,
                                     .nodes = 0,
                                     .playouts = 100,
                                     .depth = 0},
                          SeatResult{.player = 4, .returns = 0.5, .moves = 1}));
}

TEST(ResultTest, HasThePlanAndTheEnd) {
  const GameSummary summary =
      Finish(Planned(), {}, {0, 1, 0, 2}, Record()).summary;
  EXPECT_EQ(static_cast<const GameNumbers&>(summary), Planned());
  EXPECT_EQ(summary.termination, Termination::kTimeForfeit);
  EXPECT_EQ(summary.loser, 1);
  EXPECT_EQ(summary.detail, "took long");
  EXPECT_EQ(summary.plies, 4);
}

TEST(ResultTest, TheFingerprintIsOfTheGameAndNotOfItsPlace) {
  const auto fingerprint = [](const std::function<void(GameRecord&)>& change,
                              int64_t id = 17) {
    GameRecord record = Record();
    change(record);
    PlannedGame planned = Planned();
    planned.id = id;
    const std::vector<int> movers(record.moves.size(), 0);
    return Finish(planned, {}, movers, std::move(record)).summary.fingerprint;
  };
  const uint64_t same = fingerprint([](GameRecord&) {});
  EXPECT_EQ(same, fingerprint([](GameRecord&) {}, 18));
  EXPECT_EQ(same, fingerprint([](GameRecord& r) {
              r.seed = 1;
              r.moves[0].seconds = 7;
              r.detail.clear();
            }));
  const std::set<uint64_t> all = {
      same,
      fingerprint([](GameRecord& r) { r.game = "star"; }),
      fingerprint([](GameRecord& r) { std::swap(r.players[0], r.players[1]); }),
      fingerprint([](GameRecord& r) { r.start = "start2"; }),
      fingerprint([](GameRecord& r) { r.moves[3].text = "5"; }),
      fingerprint([](GameRecord& r) { std::swap(r.moves[0], r.moves[1]); }),
      fingerprint([](GameRecord& r) { r.moves.pop_back(); })};
  EXPECT_THAT(all, SizeIs(7));
}

TEST(CheckPlannedTest, NamesWhatIsNotAsPlanned) {
  PlannedGame planned;
  planned.id = 9;
  planned.round = 2;
  planned.seats = {1, 0};
  planned.seed = 77;
  const GameSummary game = Finish(planned, {}, {}, {}).summary;
  EXPECT_EQ(CheckPlanned(planned, game), absl::OkStatus());
  const auto message = [&](const std::function<void(GameSummary&)>& change) {
    GameSummary changed = game;
    change(changed);
    return std::string(CheckPlanned(planned, changed).message());
  };
  EXPECT_THAT(message([](GameSummary& g) { g.block = 7; }),
              HasSubstr("game 9 is not of this comparison: its block"));
  EXPECT_NE(message([](GameSummary& g) { g.round = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.variant = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.pairing = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.rotation = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.seed = 1; }), "");
  EXPECT_THAT(message([](GameSummary& g) { g.seats.pop_back(); }),
              HasSubstr("its seats are"));
}

// `moves` written and read back.
std::vector<RecordedMove> ThereAndBack(const std::vector<RecordedMove>& moves) {
  std::vector<RecordedMove> back(moves.size());
  const absl::Status status = ParseMoveDetails(FormatMoveDetails(moves), back);
  EXPECT_TRUE(status.ok()) << status;
  return back;
}

TEST(MoveDetails, HaveTheDocumentedForm) {
  const std::vector<RecordedMove> moves = {
      {.value = 0.12,
       .depth = 6,
       .nodes = 12345,
       .playouts = 100,
       .seconds = 0.0000812,
       .wall_seconds = 0.00009},
      {.value = -0.5, .depth = 7, .nodes = 40000, .seconds = 0.0001},
      {},
      {.seconds = 512e-9},
      {.wall_seconds = 0.25e-9}};
  const std::string text =
      "v0.12d6n12345p100t81200w90000 v-0.5d7n40000t100000 - t512 w2.5e-10s";
  EXPECT_EQ(FormatMoveDetails(moves), text);
  EXPECT_EQ(ThereAndBack(moves), moves);
  EXPECT_EQ(FormatMoveDetails({}), "");
  EXPECT_TRUE(ThereAndBack({}).empty());
}

TEST(MoveDetails, EveryNumberReadsBackExactly) {
  Random random(1);
  std::vector<RecordedMove> moves;
  for (int i = 0; i < 20000; ++i) {
    RecordedMove& move = moves.emplace_back();
    const uint64_t bits = random.Next();
    if (bits % 2 == 0) move.value = std::sin(static_cast<double>(bits));
    if (bits % 3 == 0) move.depth = static_cast<int>(bits >> 33);
    if (bits % 5 == 0) move.nodes = static_cast<int64_t>(bits >> 1);
    if (bits % 7 == 0) move.playouts = static_cast<int64_t>(bits >> 40);
    // Whole nanoseconds up to days, and any other number of seconds.
    move.seconds = static_cast<double>(bits >> (bits % 50 + 14)) / 1e9;
    move.wall_seconds =
        std::ldexp(1 + std::abs(std::sin(static_cast<double>(bits))),
                   static_cast<int>(bits % 2000) - 1000);
  }
  moves.push_back({.value = 1, .seconds = 1, .wall_seconds = 9e6});
  moves.push_back({.value = -1,
                   .seconds = std::numeric_limits<double>::max(),
                   .wall_seconds = std::numeric_limits<double>::min()});
  EXPECT_EQ(ThereAndBack(moves), moves);
}

TEST(MoveDetails, WhatARecordDoesNotHoldIsLeftOut) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(FormatMoveDetails({{.value = kNan,
                                .depth = -1,
                                .nodes = -5,
                                .playouts = -7,
                                .seconds = kNan,
                                .wall_seconds = kInfinity},
                               {.value = 1.5, .depth = 2, .seconds = -1}}),
            "- d2");
}

TEST(MoveDetails, WhatIsDamagedIsAnError) {
  for (const std::string damaged : {"v",
                                    "v2",
                                    "v0.5x",
                                    "vnan",
                                    "v1e",
                                    "d",
                                    "d-1",
                                    "d99999999999",
                                    "n1n2",
                                    "d1v0",
                                    "t",
                                    "t1.5",
                                    "t5w",
                                    "t-5",
                                    "ts",
                                    "tinfs",
                                    "t99999999999999999999",
                                    "w5w6",
                                    "w1t2",
                                    "x",
                                    "--",
                                    "-v1",
                                    "\x01",
                                    "v0.5\xff"}) {
    std::vector<RecordedMove> moves(2);
    const absl::Status status = ParseMoveDetails("t5 " + damaged, moves);
    EXPECT_THAT(std::string(status.message()), HasSubstr("move 2")) << damaged;
  }
  for (const std::string text : {"", "t5", "t5 t6 t7", "t5  t6", "t5 t6  "}) {
    std::vector<RecordedMove> moves(2);
    EXPECT_FALSE(ParseMoveDetails(text, moves).ok()) << text;
  }
}

// A turn in which a seat only failed is one more than its moves, except where
// the record has it.
TEST(TurnsTest, AreTheMovesAndTheOneThatFailed) {
  GameRecord record = Record();  // seat 2 overran
  const std::vector<int> movers = {0, 1, 2, 0};
  GameSummary summary = SummaryOf(Planned(), movers, record);
  EXPECT_EQ(Turns(summary, 0), 2);
  EXPECT_EQ(Turns(summary, 1), 2);
  EXPECT_EQ(Turns(summary, 2), 1);
  // It drops out with the third move of the record.
  record.faults = {{.seat = 2, .move = 3, .kind = Termination::kCrash}};
  summary = SummaryOf(Planned(), movers, record);
  EXPECT_EQ(Turns(summary, 2), 1);
}

}  // namespace
}  // namespace boardwalk::comparison
