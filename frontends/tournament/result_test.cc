#include "frontends/tournament/result.h"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

using ::testing::ElementsAre;
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
  // Seat 1 had to be left out once.
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

TEST(ResultTest, TellsThePlaceAndTheEnd) {
  const GameSummary summary =
      Finish(Planned(), {}, {0, 1, 0, 2}, Record()).summary;
  EXPECT_EQ(summary.id, 17);
  EXPECT_EQ(summary.block, 5);
  EXPECT_EQ(summary.round, 2);
  EXPECT_EQ(summary.variant, 1);
  EXPECT_EQ(summary.pairing, 3);
  EXPECT_EQ(summary.rotation, 2);
  EXPECT_EQ(summary.seed, 99u);
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
  EXPECT_THAT(
      message([](GameSummary& g) { g.block = 7; }),
      testing::HasSubstr("game 9 is none of this comparison: its block"));
  EXPECT_NE(message([](GameSummary& g) { g.round = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.variant = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.pairing = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.rotation = 1; }), "");
  EXPECT_NE(message([](GameSummary& g) { g.seed = 1; }), "");
  EXPECT_THAT(message([](GameSummary& g) { g.seats.pop_back(); }),
              testing::HasSubstr("its seats are"));
}

}  // namespace
}  // namespace boardwalk::tournament
