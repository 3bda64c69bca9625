#include "frontends/console/unfinished_games.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/session.h"
#include "frontends/session/session_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class UnfinishedGamesTest : public ::testing::Test {
 protected:
  session::Session Game(uint64_t seed) const {
    return session::Session::Create(
               *catalog_.MakeGame("swing").value()->InitialState(),
               {"human", "witness"}, seed)
        .value();
  }
  // The seed of the game that is found, 0 for none.
  static uint64_t Found(UnfinishedGames& games) {
    const auto record = games.Find([](const GameRecord&) { return true; });
    return record.has_value() ? record->seed : 0;
  }
  // What another program would find.
  uint64_t FoundElsewhere() const {
    UnfinishedGames other(catalog_, Folder());
    return Found(other);
  }
  std::string Contents(int number) const {
    return ReadFile(absl::StrCat(Folder(), "/unfinished-", number, ".txt"))
        .value();
  }
  std::string Folder() const { return folder_.File("state/boardwalk"); }

  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
  const TemporaryFolder folder_;
};

TEST_F(UnfinishedGamesTest, AGameIsFoundOnceNobodyPlaysIt) {
  {
    UnfinishedGames games(catalog_, Folder());
    EXPECT_EQ(Found(games), 0u);
    games.Keep(Game(7));
    games.Keep(Game(8));  // a move later
    EXPECT_EQ(FoundElsewhere(), 0u);
  }
  EXPECT_EQ(FoundElsewhere(), 8u);
  UnfinishedGames again(catalog_, Folder());
  EXPECT_EQ(Found(again), 8u);
  EXPECT_EQ(FoundElsewhere(), 0u);  // it is played again
  again.Leave();
  EXPECT_EQ(FoundElsewhere(), 8u);
}

TEST_F(UnfinishedGamesTest, WhatIsOverIsNotFound) {
  {
    UnfinishedGames games(catalog_, Folder());
    games.Keep(Game(7));
    games.Discard();
  }
  EXPECT_EQ(FoundElsewhere(), 0u);
  {
    UnfinishedGames games(catalog_, Folder());
    games.Keep(Game(7));
    games.Discard();
    games.Keep(Game(9));  // undone and gone on with
  }
  EXPECT_EQ(FoundElsewhere(), 9u);
}

TEST_F(UnfinishedGamesTest, ProgramsDoNotDisturbOneAnother) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    one.Keep(Game(1));
    two.Keep(Game(2));
    one.Keep(Game(3));
  }
  {
    UnfinishedGames first(catalog_, Folder()), second(catalog_, Folder());
    EXPECT_EQ(Found(first) + Found(second), 5u);
  }
  // One that was left for another time is not written over.
  UnfinishedGames games(catalog_, Folder());
  ASSERT_NE(Found(games), 0u);
  games.Leave();
  games.Keep(Game(4));
  UnfinishedGames first(catalog_, Folder()), second(catalog_, Folder());
  EXPECT_EQ(Found(first) + Found(second), 5u);
}

TEST_F(UnfinishedGamesTest, TheOneThatWasCutOffLastIsFound) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    one.Keep(Game(1));
    two.Keep(Game(2));
  }
  const std::string first = Folder() + "/unfinished-1.txt";
  const std::string second = Folder() + "/unfinished-2.txt";
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(first, now - std::chrono::hours(1));
  fs::last_write_time(second, now);
  EXPECT_EQ(FoundElsewhere(), 2u);
  fs::last_write_time(second, now - std::chrono::hours(2));
  EXPECT_EQ(FoundElsewhere(), 1u);
}

TEST_F(UnfinishedGamesTest, OneThatCannotBePlayedHidesNoOther) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    one.Keep(Game(1));
    two.Keep(Game(2));
  }
  UnfinishedGames games(catalog_, Folder());
  const auto record =
      games.Find([](const GameRecord& game) { return game.seed == 1; });
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->seed, 1u);
  EXPECT_EQ(FoundElsewhere(), 2u);
}

TEST_F(UnfinishedGamesTest, TheOldestMakesRoomForANewOne) {
  const auto now = fs::file_time_type::clock::now();
  for (uint64_t seed = 1; seed <= UnfinishedGames::kMaxGames; ++seed) {
    UnfinishedGames(catalog_, Folder()).Keep(Game(seed));
    fs::last_write_time(absl::StrCat(Folder(), "/unfinished-", seed, ".txt"),
                        now - std::chrono::hours(seed == 5 ? 9 : 1));
  }
  UnfinishedGames(catalog_, Folder()).Keep(Game(20));
  EXPECT_EQ(FoundElsewhere(), 20u);
  EXPECT_THAT(Contents(5), HasSubstr("\"seed\":\"20\""));
}

TEST_F(UnfinishedGamesTest, NothingIsKeptWithoutAFolderOrRoom) {
  UnfinishedGames none(catalog_, "");
  none.Keep(Game(7));
  EXPECT_EQ(Found(none), 0u);
  EXPECT_FALSE(fs::exists(Folder()));
  std::ofstream(folder_.File("state")) << "a file";
  UnfinishedGames blocked(catalog_, Folder());
  blocked.Keep(Game(7));
  EXPECT_EQ(Found(blocked), 0u);
}

TEST_F(UnfinishedGamesTest, EachTurnAddsToTheFile) {
  session::Session session = Game(7);
  UnfinishedGames games(catalog_, Folder());
  std::string before;
  for (int ply = 0; ply < 5; ++ply) {
    ASSERT_TRUE(
        session.Play(session::SwingDecision(session::SwingState::kLeft)).ok());
    games.Keep(session);
    const std::string now = Contents(1);
    EXPECT_THAT(now, StartsWith(before));
    before = now;
  }
  ASSERT_TRUE(session.Undo());
  games.Keep(session);
  EXPECT_THAT(Contents(1), StartsWith(before));
  ASSERT_TRUE(
      session.Play(session::SwingDecision(session::SwingState::kRight)).ok());
  games.Keep(session);
  games.Leave();
  const auto found = games.Find([](const GameRecord&) { return true; });
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(FormatRecord(*found), FormatRecord(session.Record()));
  // What is found goes on in the same file.
  before = Contents(1);
  ASSERT_TRUE(
      session.Play(session::SwingDecision(session::SwingState::kLeft)).ok());
  games.Keep(session);
  EXPECT_THAT(Contents(1), StartsWith(before));
}

TEST_F(UnfinishedGamesTest, AGameThatAnEarlierVersionKeptGoesOn) {
  session::Session session = Game(7);
  session.SetClock({.base = std::chrono::seconds(60)});
  fs::create_directories(Folder());
  std::ofstream(Folder() + "/unfinished-1.txt")
      << FormatRecord(session.Record());
  UnfinishedGames games(catalog_, Folder());
  const auto found = games.Find([](const GameRecord&) { return true; });
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(FormatRecord(*found), FormatRecord(session.Record()));
  games.Keep(session);
  games.Leave();
  const auto again = games.Find([](const GameRecord&) { return true; });
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(FormatRecord(*again), FormatRecord(session.Record()));
}

TEST_F(UnfinishedGamesTest, ADamagedFileIsPassedOver) {
  {
    UnfinishedGames games(catalog_, Folder());
    games.Keep(Game(7));
  }
  std::ofstream(Folder() + "/unfinished-1.txt") << "rubbish";
  EXPECT_EQ(FoundElsewhere(), 0u);
  {
    UnfinishedGames games(catalog_, Folder());
    games.Keep(Game(8));
  }
  EXPECT_EQ(FoundElsewhere(), 8u);
}

}  // namespace
}  // namespace boardwalk::console
