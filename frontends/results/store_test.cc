#include "frontends/results/store.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "frontends/results/sqlite.h"
#include "frontends/results/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Each test runs in a file and in memory.
class StoreTest : public testing::TestWithParam<bool> {
 protected:
  StoreTest() : path_(GetParam() ? folder_.File("r.sqlite") : "") {}

  void Add(comparison::Store& store, int64_t id, int plies = 5) {
    const absl::Status status = store.Add(TestGame(id, plies)).status();
    ASSERT_TRUE(status.ok()) << status;
  }

  std::vector<int64_t> Ids(const comparison::Store& store,
                           const comparison::GameFilter& filter) {
    std::vector<int64_t> ids;
    const absl::Status status =
        store.ForEach(filter, [&](const comparison::GameSummary& game) {
          ids.push_back(game.id);
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok()) << status;
    return ids;
  }

  TestFolder folder_;
  std::string path_;
};

INSTANTIATE_TEST_SUITE_P(All, StoreTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& of) {
                           return of.param ? "InAFile" : "InMemory";
                         });

TEST_P(StoreTest, GamesComeBackAsTheyWere) {
  const auto store = ToPlay(path_);
  // Added out of order, and visited in order.
  for (const int64_t id : {20, 3, 7, 1, 8, 2, 19}) {
    Add(*store, id, /*plies=*/static_cast<int>(id * 7));
  }
  comparison::FinishedGame bare = TestGame(21, 0);
  bare.opening.clear();
  ASSERT_TRUE(store->Add(bare).ok());
  for (const int64_t id : {1, 2, 3, 7, 8, 19, 20}) {
    const auto game = store->Get(id);
    ASSERT_TRUE(game.ok()) << game.status();
    ExpectEqual(TestGame(id, static_cast<int>(id * 7)), *game);
  }
  std::vector<int64_t> ids;
  ASSERT_TRUE(store
                  ->ForEachWhole({},
                                 [&](const comparison::FinishedGame& game) {
                                   ids.push_back(game.summary.id);
                                   ExpectEqual(store->Get(ids.back()).value(),
                                               game);
                                   return absl::OkStatus();
                                 })
                  .ok());
  EXPECT_THAT(ids, ElementsAre(1, 2, 3, 7, 8, 19, 20, 21));
  ExpectEqual(bare, store->Get(21).value());
  ASSERT_TRUE(store
                  ->ForEach({},
                            [&](const comparison::GameSummary& game) {
                              EXPECT_EQ(store->Get(game.id)->summary, game);
                              return absl::OkStatus();
                            })
                  .ok());
}

TEST_P(StoreTest, TheLargestGameComesBackAsItWas) {
  const auto store = ToPlay(path_);
  comparison::FinishedGame game = TestGame(1, kMaxRecordMoves);
  game.summary.seed = game.record.seed = std::numeric_limits<uint64_t>::max();
  game.summary.id = int64_t{1} << 62;
  for (comparison::SeatResult& seat : game.summary.seats) {
    seat.nodes = 1'000'000'000'000'000;
    seat.seconds = 1e15;
    seat.max_seconds = std::numeric_limits<double>::denorm_min();
  }
  ASSERT_TRUE(store->Add(game).ok());
  ExpectEqual(game, store->Get(game.summary.id).value());
  EXPECT_THAT(Ids(*store, {}), ElementsAre(game.summary.id));
}

TEST_P(StoreTest, AGameIsThereOnce) {
  const auto store = ToPlay(path_);
  EXPECT_EQ(store->Count().value(), 0);
  EXPECT_FALSE(store->Has(4).value());
  Add(*store, 4);
  EXPECT_TRUE(store->Add(TestGame(4, 9)).ok());
  EXPECT_TRUE(store->Has(4).value());
  EXPECT_FALSE(store->Has(3).value());
  EXPECT_EQ(store->Count().value(), 1);
  ExpectEqual(TestGame(4, 5), store->Get(4).value());
}

TEST_P(StoreTest, AGameThatIsNotThereIsAnErrorThatSaysWhichAre) {
  const auto store = ToPlay(path_);
  absl::Status status = store->Get(1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no games yet"));
  for (const int64_t id : {3, 4, 5}) Add(*store, id);
  status = store->Get(7).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("game 7"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("the games 3 to 5"));
  Add(*store, 12);
  status = store->Get(7).status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("4 of the games 3 to 12"));
  for (const int64_t id :
       {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    EXPECT_TRUE(absl::IsNotFound(store->Get(id).status())) << id;
  }
}

TEST_P(StoreTest, FiltersSelect) {
  const auto store = ToPlay(path_);
  constexpr int kGames = 700;  // more than are read at once
  for (int64_t id = 1; id <= kGames; ++id) Add(*store, id, 1);
  const auto expected = [&](const auto& selects) {
    std::vector<int64_t> ids;
    for (int64_t id = 1; id <= kGames; ++id) {
      if (selects(TestGame(id, 1).summary)) ids.push_back(id);
    }
    EXPECT_THAT(ids, testing::Not(IsEmpty()));
    return ids;
  };
  const auto has_player = [](const comparison::GameSummary& game, int player) {
    for (const comparison::SeatResult& seat : game.seats) {
      if (seat.player == player) return true;
    }
    return false;
  };
  EXPECT_EQ(Ids(*store, {}), expected([](const auto&) { return true; }));
  EXPECT_EQ(Ids(*store, {.variant = 1}),
            expected([](const auto& game) { return game.variant == 1; }));
  EXPECT_EQ(Ids(*store, {.player = 2}),
            expected([&](const auto& game) { return has_player(game, 2); }));
  EXPECT_EQ(Ids(*store, {.termination = Termination::kTimeForfeit}),
            expected([](const auto& game) {
              return game.termination == Termination::kTimeForfeit;
            }));
  EXPECT_EQ(Ids(*store, {.round = 5}),
            expected([](const auto& game) { return game.round == 5; }));
  EXPECT_EQ(
      Ids(*store,
          {.variant = 0, .player = 0, .termination = Termination::kRules}),
      expected([&](const auto& game) {
        return game.variant == 0 && has_player(game, 0) &&
               game.termination == Termination::kRules;
      }));
  EXPECT_THAT(Ids(*store, {.variant = 7}), IsEmpty());
  EXPECT_THAT(Ids(*store, {.termination = Termination::kAgreement}), IsEmpty());
}

TEST_P(StoreTest, AnErrorOfTheVisitorEndsTheVisit) {
  const auto store = ToPlay(path_);
  for (int64_t id = 1; id <= 600; ++id) Add(*store, id, 1);
  for (const int64_t last : {1, 256, 599}) {
    int64_t visits = 0;
    const absl::Status status =
        store->ForEach({}, [&](const comparison::GameSummary&) {
          return ++visits == last ? absl::AbortedError("enough")
                                  : absl::OkStatus();
        });
    EXPECT_EQ(status, absl::AbortedError("enough"));
    EXPECT_EQ(visits, last);
  }
}

TEST_P(StoreTest, TheVisitorMayUseTheStore) {
  const auto store = ToPlay(path_);
  for (int64_t id = 1; id <= 300; ++id) Add(*store, id, 1);
  int64_t visits = 0;
  const absl::Status status =
      store->ForEach({}, [&](const comparison::GameSummary& game) {
        ++visits;
        if (game.id > 300) return absl::OkStatus();
        EXPECT_EQ(store->Get(game.id)->summary.seed, game.seed);
        return store->Add(TestGame(game.id + 300, 1)).status();
      });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(store->Count().value(), 600);
  EXPECT_GE(visits, 300);
  EXPECT_EQ(Ids(*store, {}).size(), 600);
}

TEST_P(StoreTest, DifferentGamesAreCounted) {
  const auto store = ToPlay(path_);
  for (int64_t id = 1; id <= 12; ++id) {
    // Games of a variant with the same start are the same game.
    comparison::FinishedGame game = TestGame(id, 1);
    GameRecord& record = game.record;
    record.start = absl::StrCat(id / 4);
    record.moves[0].text = "a1";
    for (comparison::SeatResult& seat : game.summary.seats) seat.player = 0;
    for (std::string& player : record.players) {
      player = TestConfiguration().players[0];
    }
    game.summary.fingerprint = comparison::Fingerprint(record);
    ASSERT_TRUE(store->Add(game).ok());
  }
  EXPECT_EQ(store->CountDistinct(0).value(), 3);  // 1 3 | 5 7 | 9 11
  EXPECT_EQ(store->CountDistinct(1).value(), 4);  // 2 | 4 6 | 8 10 | 12
  EXPECT_EQ(store->CountDistinct(2).value(), 0);
  EXPECT_EQ(store->CountOpenings(0).value(), 3);  // 0 0 | 1 1 | 2 2
  EXPECT_EQ(store->CountOpenings(1).value(), 4);  // 0 | 1 1 | 2 2 | 3
  EXPECT_EQ(store->CountOpenings(2).value(), 0);
}

TEST_P(StoreTest, WhatDoesNotReadBackIsRefused) {
  const auto store = ToPlay(path_);
  const auto refused = [&](const auto& change, const std::string& why) {
    comparison::FinishedGame game = TestGame(5, 3);
    change(game);
    const absl::Status status = store->Add(game).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << why;
    EXPECT_THAT(std::string(status.message()), HasSubstr(why));
    EXPECT_EQ(store->Count().value(), 0) << why;
  };
  const std::string number = "number";
  refused([](auto& game) { game.summary.variant = 2; }, number);
  refused([](auto& game) { game.summary.seats[1].player = -1; }, number);
  refused([](auto& game) { game.summary.seats[1].seconds = NAN; }, number);
  refused([](auto& game) { game.summary.seats.pop_back(); }, number);
  refused([](auto& game) { game.summary.seats[1].seconds = 1e16; }, number);
  refused([](auto& game) { game.summary.seats[1].returns = 0.25; }, number);
  refused([](auto& game) { game.summary.loser = 1; }, number);
  refused([](auto& game) { game.summary.id = 0; }, number);
  const std::string record = "its record and its summary differ";
  refused([](auto& game) { ++game.record.seed; }, record);
  refused([](auto& game) { game.record.detail += "."; }, record);
  refused([](auto& game) { game.record.game = "teeko"; }, record);
  refused([](auto& game) { game.record.players[1] = "human"; }, record);
  refused([](auto& game) { game.record.returns[2] = 1; }, record);
  const std::string blank = "blank";
  refused([](auto& game) { game.record.moves[1].text = "a b"; }, blank);
  refused([](auto& game) { game.record.moves[1].text = ""; }, blank);
  refused([](auto& game) { game.opening[0] = "a b"; }, blank);
  refused([](auto& game) { game.record.moves.resize(kMaxRecordMoves + 1); },
          "too long");
  // The store still works.
  Add(*store, 5);
  ExpectEqual(TestGame(5, 5), store->Get(5).value());
}

// --- Files only --------------------------------------------------------------

TEST(StoreFile, KeepsWhatWasAdded) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  MakeResults(path, 40, 12);
  // The log was removed when the last user closed the file.
  EXPECT_EQ(folder.Contents().size(), 1);
  std::string version;
  {
    const auto store = ToRead(path);
    EXPECT_EQ(ExpectTestGames(*store, 12).size(), 40);
    EXPECT_EQ(comparison::FormatConfiguration(store->configuration()),
              comparison::FormatConfiguration(TestConfiguration()));
    version = store->program_version();
    EXPECT_THAT(version, testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
    EXPECT_FALSE(store->Add(TestGame(41, 1)).ok());
  }
  const auto store = ToPlay(path);
  EXPECT_EQ(store->program_version(), version);
  EXPECT_EQ(store->Count().value(), 40);
  ASSERT_TRUE(store->Add(TestGame(41, 12)).ok());
  EXPECT_EQ(ExpectTestGames(*store, 12).size(), 41);
}

TEST(StoreFile, ItsRoundsAreTheMostEverAskedFor) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  comparison::Configuration configuration = TestConfiguration();
  for (const auto& [asked, expected] :
       {std::pair{10, 10}, {1000, 1000}, {7, 1000}, {1001, 1001}}) {
    configuration.rounds = asked;
    EXPECT_EQ(ToPlay(path, configuration)->configuration().rounds, expected);
    EXPECT_EQ(ToRead(path)->configuration().rounds, expected);
  }
}

TEST(StoreFile, IsReadWhileItIsWritten) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  const auto writer = ToPlay(path);
  const auto reader = ToRead(path);
  for (int64_t id = 1; id <= 20; ++id) {
    ASSERT_TRUE(writer->Add(TestGame(id, 4)).ok());
    EXPECT_EQ(ExpectTestGames(*reader, 4).size(), id);
    EXPECT_EQ(ToRead(path)->Count().value(), id);
  }
}

TEST(StoreFile, CanBeAskedWithSql) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  MakeResults(path, 50, 6);
  const auto database =
      Database::OpenFile("r.sqlite", path, Database::Access::kRead);
  ASSERT_TRUE(database.ok());
  const auto one = [&](const std::string& sql) {
    auto query = database->Prepare(sql);
    EXPECT_TRUE(query.ok()) << query.status();
    EXPECT_TRUE(query->Step().value()) << sql;
    return std::string(query->Text(0));
  };
  const comparison::FinishedGame game = TestGame(2, 6);
  // As described in README.md.
  EXPECT_EQ(one("SELECT name FROM variants WHERE id = 1"), "star:players=3");
  EXPECT_EQ(one("SELECT printf('%u', seed) FROM games WHERE id = 2"),
            std::to_string(game.summary.seed));
  EXPECT_EQ(one("SELECT player FROM results WHERE game = 2 AND seat = 1"),
            game.record.players[1]);
  EXPECT_EQ(one("SELECT variant FROM results WHERE game = 2 AND seat = 1"),
            "star:players=3");
  EXPECT_EQ(one("SELECT sum(forfeited) FROM results"),
            one("SELECT count(*) FROM games WHERE loser IS NOT NULL"));
  EXPECT_EQ(one("SELECT count(*) FROM results WHERE game <= 2"), "5");
  std::string moves;
  for (const RecordedMove& move : game.record.moves) {
    moves += (moves.empty() ? "" : " ") + move.text;
  }
  EXPECT_EQ(one("SELECT moves FROM records WHERE game = 2"), moves);
  EXPECT_EQ(one("SELECT json_extract(value, '$.rounds') FROM meta "
                "WHERE key = 'configuration'"),
            "10");
  EXPECT_EQ(one("PRAGMA journal_mode"), "wal");
}

// --- Several threads ---------------------------------------------------------

constexpr int64_t kShared = 400;
constexpr int kPlies = 8;

// Both threads add some of the games.
void AddSome(comparison::Store& store, int64_t first, int64_t last) {
  for (int64_t id = first; id <= last; ++id) {
    const absl::Status status = store.Add(TestGame(id, kPlies)).status();
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_TRUE(store.Has(id).value());
  }
}

void TryThreads(const std::string& path) {
  const std::unique_ptr<comparison::Store> store = ToPlay(path);
  std::thread one([&] { AddSome(*store, 1, kShared * 2 / 3); });
  std::thread two([&] { AddSome(*store, kShared / 3, kShared); });
  // What is visible meanwhile is complete.
  size_t seen = 0;
  while (seen < kShared / 2) {
    const size_t now = ExpectTestGames(*store, kPlies).size();
    EXPECT_GE(now, seen);
    seen = now;
    EXPECT_GE(store->Count().value(), static_cast<int64_t>(seen));
    EXPECT_TRUE(store->CountDistinct(0).ok());
  }
  one.join();
  two.join();
  EXPECT_EQ(ExpectTestGames(*store, kPlies).size(), kShared);
}

TEST(StoreThreads, ShareAFile) {
  const TestFolder folder;
  TryThreads(folder.File("r.sqlite"));
}

TEST(StoreThreads, ShareMemory) { TryThreads(""); }

}  // namespace
}  // namespace boardwalk::results
