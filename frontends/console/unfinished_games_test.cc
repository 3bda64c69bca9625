#include "frontends/console/unfinished_games.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/record.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/kept_game.h"
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
  session::KeptGame Game(uint64_t seed) const {
    return session::KeptGame(
        session::Session::Create(
            *catalog_.MakeGame("swing").value()->InitialState(),
            {"human", "witness"}, seed)
            .value());
  }
  static void Play(session::KeptGame& game, uint8_t move) {
    ASSERT_TRUE(game.Play(session::SwingDecision(move), {}).ok());
  }
  // Keeps a game that nothing changes any more.
  void Keep(UnfinishedGames& games, uint64_t seed) const {
    session::KeptGame game = Game(seed);
    games.Keep(game);
    EXPECT_TRUE(game.kept());
  }
  // The first of those that wait.
  static std::optional<session::KeptGame> First(UnfinishedGames& games) {
    std::vector<int> waiting;
    games.ForEachWaiting([&](int number, const session::Session&) {
      waiting.push_back(number);
    });
    if (waiting.empty()) return std::nullopt;
    return games.Take(waiting.front());
  }
  // The seed of the game that is found, 0 for none.
  static uint64_t Found(UnfinishedGames& games) {
    const auto game = First(games);
    return game.has_value() ? game->session().Record().seed : 0;
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
    Keep(games, 7);
    Keep(games, 8);  // takes the place of the first
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
    session::KeptGame game = Game(7);
    games.Keep(game);
    games.Discard(game);
    EXPECT_FALSE(game.kept());
  }
  EXPECT_EQ(FoundElsewhere(), 0u);
  {
    UnfinishedGames games(catalog_, Folder());
    session::KeptGame game = Game(7);
    games.Keep(game);
    games.Discard(game);
    Keep(games, 9);  // undone and gone on with
  }
  EXPECT_EQ(FoundElsewhere(), 9u);
}

TEST_F(UnfinishedGamesTest, ProgramsDoNotDisturbOneAnother) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    Keep(one, 1);
    Keep(two, 2);
    Keep(one, 3);
  }
  {
    UnfinishedGames first(catalog_, Folder()), second(catalog_, Folder());
    EXPECT_EQ(Found(first) + Found(second), 5u);
  }
  // One that was left for another time is not written over.
  UnfinishedGames games(catalog_, Folder());
  ASSERT_NE(Found(games), 0u);
  games.Leave();
  Keep(games, 4);
  UnfinishedGames first(catalog_, Folder()), second(catalog_, Folder());
  EXPECT_EQ(Found(first) + Found(second), 5u);
}

TEST_F(UnfinishedGamesTest, TheOneThatWasCutOffLastIsFound) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    Keep(one, 1);
    Keep(two, 2);
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

TEST_F(UnfinishedGamesTest, AGameThatIsOverHidesNoOther) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    Keep(one, 1);
    session::KeptGame over = Game(2);
    two.Keep(over);
    ASSERT_TRUE(over.Resign(0).ok());
  }
  EXPECT_EQ(FoundElsewhere(), 1u);
  EXPECT_FALSE(fs::exists(Folder() + "/unfinished-2.txt"));
}

TEST_F(UnfinishedGamesTest, TheOldestMakesRoomForANewOne) {
  const auto now = fs::file_time_type::clock::now();
  for (uint64_t seed = 1; seed <= UnfinishedGames::kMaxGames; ++seed) {
    UnfinishedGames games(catalog_, Folder());
    Keep(games, seed);
    fs::last_write_time(absl::StrCat(Folder(), "/unfinished-", seed, ".txt"),
                        now - std::chrono::hours(seed == 5 ? 9 : 1));
  }
  {
    UnfinishedGames games(catalog_, Folder());
    Keep(games, 20);
  }
  EXPECT_EQ(FoundElsewhere(), 20u);
  EXPECT_THAT(Contents(5), HasSubstr("\"seed\":\"20\""));
}

TEST_F(UnfinishedGamesTest, NothingIsKeptWithoutAFolderOrRoom) {
  session::KeptGame game = Game(7);
  UnfinishedGames none(catalog_, "");
  none.Keep(game);
  EXPECT_FALSE(game.kept());
  EXPECT_EQ(Found(none), 0u);
  EXPECT_FALSE(fs::exists(Folder()));
  std::ofstream(folder_.File("state")) << "a file";
  UnfinishedGames blocked(catalog_, Folder());
  blocked.Keep(game);
  EXPECT_FALSE(game.kept());
  EXPECT_EQ(Found(blocked), 0u);
}

TEST_F(UnfinishedGamesTest, EachChangeAddsToTheFile) {
  session::KeptGame game = Game(7);
  UnfinishedGames games(catalog_, Folder());
  Play(game, session::SwingState::kLeft);
  games.Keep(game);
  std::string before;
  for (int ply = 0; ply < 5; ++ply) {
    Play(game, session::SwingState::kLeft);
    games.Keep(game);
    const std::string now = Contents(1);
    EXPECT_THAT(now, StartsWith(before));
    EXPECT_GT(now.size(), before.size());
    before = now;
  }
  ASSERT_TRUE(game.Undo().ok());
  EXPECT_THAT(Contents(1), StartsWith(before));
  EXPECT_GT(Contents(1).size(), before.size());
  Play(game, session::SwingState::kRight);
  game.Close();
  games.Leave();
  auto found = First(games);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(FormatRecord(found->session().Record()),
            FormatRecord(game.session().Record()));
  // What is found goes on in the same file.
  EXPECT_TRUE(found->kept());
  before = Contents(1);
  Play(*found, session::SwingState::kLeft);
  EXPECT_THAT(Contents(1), StartsWith(before));
  EXPECT_GT(Contents(1).size(), before.size());
}

// What was undone can still be done again, also where the journal begins then.
TEST_F(UnfinishedGamesTest, WhatWasUndoneIsKept) {
  session::KeptGame game = Game(7);
  for (int ply = 0; ply < 4; ++ply) Play(game, session::SwingState::kLeft);
  ASSERT_TRUE(game.Undo().ok());
  UnfinishedGames games(catalog_, Folder());
  games.Keep(game);
  ASSERT_TRUE(game.Redo().ok());
  game.Close();
  games.Leave();
  {
    auto found = First(games);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->session().plies(), 4);
    ASSERT_TRUE(found->Undo().ok());
  }
  games.Leave();
  const auto again = First(games);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->session().plies(), 2);
  EXPECT_EQ(again->session().RedoPly(), 4);
}

TEST_F(UnfinishedGamesTest, AGameIsPlayedOnWhereTheDiskIsFull) {
  session::KeptGame game = Game(7);
  UnfinishedGames games(catalog_, Folder());
  game.PlayOnUnkept();
  Play(game, session::SwingState::kLeft);
  games.Keep(game);
  const std::string before = Contents(1);
  {
    const FullDisk full;
    Play(game, session::SwingState::kRight);
    EXPECT_FALSE(game.kept());
    games.Keep(game);
    EXPECT_FALSE(game.kept());
    EXPECT_EQ(Contents(1), before);
  }
  games.Keep(game);
  EXPECT_TRUE(game.kept());
  game.Close();
  games.Leave();
  const auto found = First(games);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->session().plies(), 2);
}

TEST_F(UnfinishedGamesTest, AnotherClockIsKept) {
  session::KeptGame game = Game(7);
  UnfinishedGames games(catalog_, Folder());
  games.Keep(game);
  game.SetClock({.base = std::chrono::seconds(60)});
  games.Keep(game);
  game.Close();
  games.Leave();
  const auto found = First(games);
  ASSERT_TRUE(found.has_value());
  ASSERT_TRUE(found->session().clock().has_value());
  EXPECT_EQ(found->session().clock()->base, std::chrono::seconds(60));
}

TEST_F(UnfinishedGamesTest, AGameThatAnEarlierVersionKeptGoesOn) {
  session::KeptGame game = Game(7);
  game.SetClock({.base = std::chrono::seconds(60)});
  const std::string record = FormatRecord(game.session().Record());
  fs::create_directories(Folder());
  std::ofstream(Folder() + "/unfinished-1.txt") << record;
  UnfinishedGames games(catalog_, Folder());
  auto found = First(games);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(FormatRecord(found->session().Record()), record);
  games.Keep(*found);
  EXPECT_TRUE(found->kept());
  found.reset();
  games.Leave();
  const auto again = First(games);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(FormatRecord(again->session().Record()), record);
}

TEST_F(UnfinishedGamesTest, ADamagedFileHidesNoOther) {
  {
    UnfinishedGames one(catalog_, Folder()), two(catalog_, Folder());
    Keep(one, 1);
    Keep(two, 2);
  }
  std::ofstream(Folder() + "/unfinished-2.txt") << "rubbish";
  EXPECT_EQ(FoundElsewhere(), 1u);
}

TEST_F(UnfinishedGamesTest, ADamagedFileIsPassedOver) {
  {
    UnfinishedGames games(catalog_, Folder());
    Keep(games, 7);
  }
  std::ofstream(Folder() + "/unfinished-1.txt") << "rubbish";
  EXPECT_EQ(FoundElsewhere(), 0u);
  {
    UnfinishedGames games(catalog_, Folder());
    Keep(games, 8);
  }
  EXPECT_EQ(FoundElsewhere(), 8u);
}

}  // namespace
}  // namespace boardwalk::console
